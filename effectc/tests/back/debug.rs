//! Source text and lines in modules that are compiled with `debug_info`.

use std::collections::BTreeMap;
use std::path::Path;

use effectc::effect::Shader;
use effectc::preprocess::MemoryLoader;
use effectc::spirv::Shaderc;
use effectc::{Options, compile, compile_with};

use super::{effect, row_packed};

const OP_SOURCE_CONTINUED: u32 = 2;
const OP_SOURCE: u32 = 3;
const OP_STRING: u32 = 7;
const OP_LINE: u32 = 8;

fn debug_options() -> Options {
    Options { debug_info: true, ..row_packed() }
}

/// What a module says about its source.
#[derive(Debug, Default)]
struct DebugInfo {
    /// Text by file.
    files: BTreeMap<String, String>,
    /// File, line, column of each line instruction.
    lines: Vec<(String, u32, u32)>,
}

fn literal(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|it| it.to_le_bytes()).take_while(|it| *it != 0).collect()
}

#[track_caller]
fn debug_info(shader: &Shader) -> DebugInfo {
    let mut names = BTreeMap::new();
    let mut sources: Vec<(String, Vec<u8>)> = Vec::new();
    let mut info = DebugInfo::default();
    let mut rest = &shader.words[5..];
    while let [first, ..] = rest {
        let (one, after) = rest.split_at((first >> 16) as usize);
        rest = after;
        match (first & 0xFFFF, &one[1..]) {
            (OP_STRING, [id, name @ ..]) => {
                names.insert(*id, String::from_utf8(literal(name)).unwrap());
            }
            (OP_SOURCE, [language, version, file, text @ ..]) => {
                assert_eq!((*language, *version), (5, 500));
                sources.push((names[file].clone(), literal(text)));
            }
            (OP_SOURCE_CONTINUED, text) => sources.last_mut().unwrap().1.extend(literal(text)),
            (OP_LINE, [file, line, column]) => {
                info.lines.push((names[file].clone(), *line, *column));
            }
            _ => {}
        }
    }
    assert_eq!(names.len(), sources.len(), "every name has a text: {names:?}");
    for (name, text) in sources {
        info.files.insert(name, String::from_utf8(text).unwrap());
    }
    assert!(!info.lines.is_empty());
    for (name, line, _) in &info.lines {
        // A CR alone is no line break in what the module holds.
        let count = info.files[name].split('\n').count();
        assert!((1..=count).contains(&(*line as usize)), "{name}:{line} of {count}");
    }
    info
}

impl DebugInfo {
    /// Asserts that there is code of the one line of a file that has `statement`.
    #[track_caller]
    fn has_code_of(&self, file: &str, statement: &str) {
        let found: Vec<u32> = (1..)
            .zip(self.files[file].lines())
            .filter(|(_, text)| text.contains(statement))
            .map(|(line, _)| line)
            .collect();
        let [line] = found[..] else { unreachable!("`{statement}` stands in {found:?}") };
        let is_there = self.lines.iter().any(|it| it.0 == file && it.1 == line);
        assert!(is_there, "no code of {file}:{line} in {:?}", self.lines);
    }
}

#[test]
fn our_effects_carry_their_files_and_lines() {
    let folder = Path::new("../shaders_hlsl");
    for (file, includes) in [
        (
            "TweenDemo.fx",
            &[
                "Global.fxh",
                "Light.fxh",
                "Render.fxh",
                "Scene.fxh",
                "Shadow.fxh",
                "Sky.fxh",
                "Tween.fxh",
            ][..],
        ),
        (
            "RenderDemo.fx",
            &[
                "Global.fxh",
                "Light.fxh",
                "Render.fxh",
                "Scene.fxh",
                "Shadow.fxh",
                "Sky.fxh",
                "Tween.fxh",
            ],
        ),
        (
            "AnimationDemo.fx",
            &["Global.fxh", "Light.fxh", "Render.fxh", "Scene.fxh", "Shadow.fxh", "Sky.fxh"],
        ),
        ("Ground.fx", &["Global.fxh", "Light.fxh", "Scene.fxh", "Shadow.fxh", "Sky.fxh"]),
        ("Sky.fx", &["Global.fxh", "Light.fxh", "Scene.fxh", "Shadow.fxh", "Sky.fxh"]),
    ] {
        let output = compile(&folder.join(file), &debug_options());
        for shader in &effect(&output).shaders {
            let info = debug_info(shader);
            let mut expected: Vec<String> =
                includes.iter().chain([&file]).map(|it| format!("../shaders_hlsl/{it}")).collect();
            expected.sort();
            assert_eq!(info.files.keys().cloned().collect::<Vec<_>>(), expected);
            for (name, text) in &info.files {
                assert_eq!(*text, std::fs::read_to_string(name).unwrap(), "{name}");
            }
        }
    }
}

#[test]
fn lines_are_those_of_the_statements() {
    let output = compile(Path::new("../shaders_hlsl/TweenDemo.fx"), &debug_options());
    let shader = |entry: &str| effect(&output).shaders.iter().find(|it| it.entry == entry).unwrap();
    let vertex = debug_info(shader("VS"));
    vertex.has_code_of("../shaders_hlsl/Tween.fxh", "transform += weights[i] * result;");
    vertex.has_code_of("../shaders_hlsl/Render.fxh", "float3x3 cofactors = ");
    vertex.has_code_of("../shaders_hlsl/Render.fxh", "rows[i] = lerp(curr, next, ratio);");
    let pixel = debug_info(shader("PS"));
    pixel.has_code_of("../shaders_hlsl/Render.fxh", "clip(albedo.a * Material.diffuse.a");
    assert!(pixel.lines.iter().any(|it| it.0.ends_with("Light.fxh")), "{:?}", pixel.lines);
}

/// Includes in two folders, macros over lines, CR LF, a byte order mark, CP949, a lone CR, UTF-16.
#[test]
fn text_of_every_kind_keeps_its_lines() {
    let main = b"\xEF\xBB\xBF// \xED\x95\x9C\xEA\xB8\x80\r\n\
        #include \"inc/korean.fxh\"\r\n\
        #include \"inc\\wide.fxh\"\r\n\
        #define SUM(a, b) \\\r\n    ((a) + \\\r\n    (b))\r\n\
        float4 VS(float4 p : POSITION) : SV_Position\r\n\
        {\r\n\
            float4 moved = SUM(p, Shift(p));\r\n\
            #line 900 \"elsewhere.fx\"\r\n\
            return moved * Wide(p.x);\r\n\
        }\r\n\
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }\r\n";
    // "han-geul" in CP949, two bytes of which are by chance a letter in UTF-8; then with its last byte cut off.
    let korean = b"// \xC7\xD1\xB1\xDB\n// \xC7\xD1\xB1\n// a\rfloat4 Shift(float4 p)\n{\n    return p.yxzw * KOREAN;\n}\n";
    let wide = "float Wide(float x) { return x + WIDE; }\n// \u{D55C}\n";
    let mut wide_bytes = vec![0xFF, 0xFE];
    wide_bytes.extend(wide.encode_utf16().flat_map(u16::to_le_bytes));
    let loader = MemoryLoader::new([
        ("a b/main.fx", main.to_vec()),
        ("a b/inc/korean.fxh", korean.to_vec()),
        ("a b/inc/wide.fxh", wide_bytes),
    ]);
    let defines = [("KOREAN", "2"), ("WIDE", "3")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    let options = Options { defines: defines.to_vec(), ..debug_options() };
    let compile =
        || compile_with(Path::new("a b/main.fx"), &options, &loader, &Shaderc::new().unwrap());
    let output = compile();
    let info = debug_info(&effect(&output).shaders[0]);
    let file = |name: &str| info.files[name].as_str();
    assert_eq!(file("a b/main.fx").as_bytes(), &main[3..]);
    assert_eq!(file("a b/inc/wide.fxh"), wide);
    assert_eq!(
        file("a b/inc/korean.fxh"),
        "// \u{FFFD}\u{471}\u{FFFD}\n// \u{FFFD}\u{471}\n// a\nfloat4 Shift(float4 p)\n{\n    return p.yxzw * KOREAN;\n}\n"
    );
    assert_eq!(file("<options>"), "#define KOREAN 2\n#define WIDE 3\n");
    assert_eq!(info.files.len(), 4);
    info.has_code_of("a b/main.fx", "float4 moved = SUM(p, Shift(p));");
    info.has_code_of("a b/main.fx", "return moved * Wide(p.x);");
    info.has_code_of("a b/inc/korean.fxh", "return p.yxzw * KOREAN;");
    info.has_code_of("a b/inc/wide.fxh", "return x + WIDE;");
    assert_eq!(effect(&output).shaders[0].words, effect(&compile()).shaders[0].words);
}

#[test]
fn a_text_longer_than_an_instruction_is_whole() {
    let comment = "// \u{D55C}\u{AE00}\n".repeat(40_000);
    let code = "float4 VS() : SV_Position { return 1; }\ntechnique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";
    let text = format!("{comment}{code}");
    let loader = MemoryLoader::new([("long.fx", text.as_bytes())]);
    let compiler = Shaderc::new().unwrap();
    let output = compile_with(Path::new("long.fx"), &debug_options(), &loader, &compiler);
    let info = debug_info(&effect(&output).shaders[0]);
    assert!(info.files["long.fx"] == text);
    info.has_code_of("long.fx", "float4 VS() : SV_Position { return 1; }");
}

/// Without it, no text and no line.
#[test]
fn modules_without_debug_info_have_none() {
    let output = compile(Path::new("../shaders_hlsl/TweenDemo.fx"), &row_packed());
    for shader in &effect(&output).shaders {
        let mut rest = &shader.words[5..];
        while let [first, ..] = rest {
            assert!(![OP_STRING, OP_LINE].contains(&(first & 0xFFFF)));
            rest = &rest[(first >> 16) as usize..];
        }
    }
}
