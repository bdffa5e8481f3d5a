//! `--watch`: what changes is compiled again, and nothing else.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::command::command;

const EFFECT: &str = "#include \"color.fxh\"
float4 VS() : SV_Position { return COLOR; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";

/// The command while it watches; ended with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// Everything up to the next line of the command itself.
    #[track_caller]
    fn round(&self) -> String {
        let mut text = String::new();
        loop {
            // A busy machine is given time.
            let line = self.lines.recv_timeout(Duration::from_secs(60)).expect(&text);
            text.push_str(&line);
            text.push('\n');
            if line.starts_with("effectc: ") {
                return text;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Replaces a file as editors do: another file takes its name.
fn replace(path: &Path, text: &str) {
    let other = path.with_extension("swap");
    std::fs::write(&other, text).unwrap();
    std::fs::rename(other, path).unwrap();
}

#[test]
fn edits_of_effects_and_includes_are_compiled() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::write(root.join("color.fxh"), "#define COLOR 1").unwrap();
    std::fs::write(root.join("a.fx"), EFFECT).unwrap();
    std::fs::write(root.join("b.fx"), EFFECT.replace("#include \"color.fxh\"", "#define COLOR 2"))
        .unwrap();
    let out = root.join("out");
    let watching =
        Watching::start(&[root.to_str().unwrap(), "--watch", "-o", out.to_str().unwrap()]);
    let first = watching.round();
    assert!(first.starts_with("effectc: 2 effects compiled, "), "{first}");
    assert!(first.ends_with("watching 2\n"), "{first}");

    // An include, then nothing that matters, then the effect itself: broken, and mended.
    replace(&root.join("color.fxh"), "#define COLOR nope + 1");
    let round = watching.round();
    assert!(round.contains("`nope`") && round.contains("a.fx has errors"), "{round}");
    std::fs::write(root.join("notes.txt"), "nothing").unwrap();
    replace(&root.join("a.fx"), &EFFECT.replace("COLOR;", "float4(0, 0, 0, 1);"));
    let round = watching.round();
    assert!(round.contains("a.fx compiled, ") && !round.contains("error"), "{round}");
    replace(&root.join("b.fx"), "#include \"later.fxh\"");
    let round = watching.round();
    assert!(round.contains("cannot find the include file `later.fxh`"), "{round}");

    // What was looked for in vain is there now; and a new effect is one more.
    replace(&root.join("later.fxh"), &EFFECT.replace("COLOR;", "7;"));
    let round = watching.round();
    assert!(round.contains("b.fx compiled, "), "{round}");
    std::fs::create_dir(root.join("new")).unwrap();
    std::fs::write(root.join("new/c.fx"), EFFECT.replace("color", "../color")).unwrap();
    let round = watching.round();
    assert!(round.contains("c.fx") && round.ends_with("watching 3\n"), "{round}");
    assert!(out.join("b.json").exists() && !out.join("new/c.json").exists());
}

#[test]
fn the_depfile_has_the_rules_of_all_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("in");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("color.fxh"), "#define COLOR 1").unwrap();
    for name in ["a.fx", "b.fx"] {
        std::fs::write(root.join(name), EFFECT).unwrap();
    }
    let (out, depfile) = (folder.path().join("out"), folder.path().join("d/effects.d"));
    let paths = [&root, &out, &depfile].map(|it| it.to_str().unwrap());
    let watching = Watching::start(&[paths[0], "--watch", "-o", paths[1], "--depfile", paths[2]]);
    let has_rules = || {
        let text = std::fs::read_to_string(&depfile).unwrap();
        ["a.json", "b.json"].map(|it| text.contains(it))
    };
    watching.round();
    assert_eq!(has_rules(), [true, true]);
    replace(&root.join("a.fx"), &EFFECT.replace("COLOR;", "2;"));
    assert!(watching.round().contains("a.fx compiled"));
    assert_eq!(has_rules(), [true, true]);
    // What is faulty now has its files from before.
    replace(&root.join("a.fx"), &EFFECT.replace("COLOR;", "nope;"));
    assert!(watching.round().contains("a.fx has errors"));
    assert_eq!(has_rules(), [true, true]);
    std::fs::remove_file(root.join("b.fx")).unwrap();
    let round = watching.round();
    assert!(round.contains("b.fx is gone; what was written of it stays"), "{round}");
    assert_eq!(has_rules(), [true, false]);
}
