//! Takes the options of fxc, the compiler that effects were made for, as build scripts have them.
//!
//! fxc writes `/Zpr` and takes `-Zpr`; a value stands behind its option or beside it. A path may begin with `/` too:
//! what exists in the file system, and what ends in `.fx`, is a path.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::inputs::is_effect;

/// What is made of an option.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// These arguments say the same.
    Same(&'static [&'static str]),
    /// This option says the same of a value.
    SameWithValue(&'static str),
    /// It changes nothing here: effectc always does it, or the output has nothing of the kind.
    Nothing,
    /// The profile.
    Profile,
    /// There is another way, or none.
    Refused { has_value: bool, advice: &'static str },
}

use Meaning::{Nothing, Profile, Refused, Same, SameWithValue};

const WRITE: &str = "-o DIR writes SPIR-V and reflection; --emit says what";

/// fxc's options, each by its name without the first sign. An option comes before those that begin like it.
const OPTIONS: &[(&str, Meaning)] = &[
    ("?", Same(&["--help"])),
    ("help", Same(&["--help"])),
    ("I", SameWithValue("-I")),
    ("D", SameWithValue("-D")),
    ("T", Profile),
    ("Zpr", Same(&["--matrix-packing", "row"])),
    ("Zpc", Same(&["--matrix-packing", "column"])),
    ("Zi", Same(&["--debug-info"])),
    ("WX", Same(&["--deny-warnings"])),
    ("nologo", Nothing),
    ("Gec", Nothing),
    ("Ges", Nothing),
    ("Gfa", Nothing),
    ("Gfp", Nothing),
    ("Gis", Nothing),
    ("Gdp", Nothing),
    ("Gch", Nothing),
    ("Od", Nothing),
    ("Op", Nothing),
    ("O0", Nothing),
    ("O1", Nothing),
    ("O2", Nothing),
    ("O3", Nothing),
    ("Ni", Nothing),
    ("No", Nothing),
    ("Lx", Nothing),
    ("Cc", Nothing),
    ("Vi", Nothing),
    ("Qstrip_reflect", Nothing),
    ("Qstrip_debug", Nothing),
    ("Qstrip_priv", Nothing),
    ("Vd", Refused { has_value: false, advice: "effects are always checked" }),
    ("LD", Refused { has_value: false, advice: "effectc is one version of itself" }),
    ("E", Refused { has_value: true, advice: "the passes of an effect name its entry points" }),
    ("Fo", Refused { has_value: true, advice: WRITE }),
    ("Fh", Refused { has_value: true, advice: WRITE }),
    ("Fx", Refused { has_value: true, advice: WRITE }),
    ("Fc", Refused { has_value: true, advice: "--emit hlsl writes the shaders as text" }),
    ("Fe", Refused { has_value: true, advice: "messages go to stderr" }),
    ("Fd", Refused { has_value: true, advice: "--debug-info puts sources into the SPIR-V" }),
    ("Vn", Refused { has_value: true, advice: "--emit rust names what it writes by the effect" }),
    ("P", Refused { has_value: true, advice: "--emit hlsl writes the text that is compiled" }),
    ("dumpbin", Refused { has_value: false, advice: "effectc reads source text only" }),
    ("compress", Refused { has_value: false, advice: "effectc reads source text only" }),
    ("decompress", Refused { has_value: false, advice: "effectc reads source text only" }),
];

/// Replaces fxc's options by effectc's own. The first argument is the program. Values of effectc's own options, of which
/// `takes_value` knows, are no options of fxc: `-o /Data/out`.
///
/// # Errors
/// Why an option of fxc has no meaning here, and what to say instead.
pub(super) fn translated(
    arguments: Vec<OsString>,
    takes_value: &dyn Fn(&OsStr) -> bool,
) -> Result<Vec<OsString>, String> {
    let mut all = arguments.into_iter();
    let mut out: Vec<OsString> = all.next().into_iter().collect();
    while let Some(argument) = all.next() {
        if argument == "--" {
            out.push(argument);
            out.extend(all);
            break;
        }
        if takes_value(&argument) {
            out.push(argument);
            out.extend(all.next());
            continue;
        }
        let Some((option, meaning, rest)) = find(&argument) else {
            out.push(argument);
            continue;
        };
        let mut value = |what: &str| match rest {
            "" => all.next().ok_or_else(|| format!("{option} needs {what}")),
            rest => Ok(OsString::from(rest)),
        };
        match meaning {
            Same(same) => out.extend(same.iter().map(OsString::from)),
            SameWithValue(same) => out.extend([OsString::from(same), value("a value")?]),
            Nothing => {}
            Profile => {
                let profile = value("a profile")?.to_string_lossy().to_ascii_lowercase();
                if !profile.starts_with("fx_") {
                    return Err(format!(
                        "effectc compiles whole effects (/T fx_5_0): the passes of one name the profiles, {profile} is not said here"
                    ));
                }
            }
            Refused { has_value, advice } => {
                if has_value && rest.is_empty() {
                    all.next();
                }
                return Err(format!("fxc's {option} has no meaning here: {advice}"));
            }
        }
    }
    Ok(out)
}

/// The option that an argument is, as the user wrote it, and what stands behind it.
fn find(argument: &OsStr) -> Option<(String, Meaning, &str)> {
    let text = argument.to_str()?;
    let is_slash = text.starts_with('/');
    let name = text.strip_prefix(['/', '-'])?;
    if is_slash && (Path::new(text).exists() || is_effect(Path::new(text))) {
        return None;
    }
    OPTIONS.iter().find_map(|(option, meaning)| {
        let rest = name.strip_prefix(option)?;
        let takes_value = matches!(meaning, SameWithValue(_) | Profile)
            || matches!(meaning, Refused { has_value: true, .. } if is_slash);
        // With `-` only what clap does not know: it reads `-IDIR` and `-DNAME` itself, and has words for the rest.
        let is_own = !is_slash && matches!(option, &"I" | &"D");
        let fits = rest.is_empty() || takes_value;
        (fits && !is_own).then(|| (text[..=option.len()].to_owned(), *meaning, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &str, expected: Result<&str, &str>) {
        let words = std::iter::once("effectc").chain(arguments.split(' '));
        let takes_value = |it: &OsStr| it == "-o" || it == "--cache";
        let found = translated(words.map(OsString::from).collect(), &takes_value);
        let found = found.map(|it| it[1..].join(OsStr::new(" ")).into_string().unwrap());
        match expected {
            Ok(expected) => assert_eq!(found.as_deref(), Ok(expected)),
            Err(expected) => {
                let error = found.unwrap_err();
                assert!(error.contains(expected), "{error}");
            }
        }
    }

    #[test]
    fn options_of_fxc_are_ours_or_explained() {
        check("/T fx_5_0 /Zpr a.fx", Ok("--matrix-packing row a.fx"));
        check("-T fx_2_0 -Zpc -nologo a.fx", Ok("--matrix-packing column a.fx"));
        check("/Tfx_4_0 /I inc /Ia/b /DA=1 /D B a.fx", Ok("-I inc -I a/b -D A=1 -D B a.fx"));
        check("-Iinc -DA=1 -D B -I c a.fx", Ok("-Iinc -DA=1 -D B -I c a.fx"));
        check("/nologo /O3 /Od /Gec /Gfp /Qstrip_debug /Zi a.fx", Ok("--debug-info a.fx"));
        check("/? -WX", Ok("--help --deny-warnings"));
        check("/T vs_5_0 a.fx", Err("vs_5_0"));
        check("/T", Err("/T needs a profile"));
        check("/Fo a.fxo a.fx", Err("fxc's /Fo has no meaning here: -o DIR writes"));
        check("/Fcout.asm a.fx", Err("fxc's /Fc"));
        check("/E main a.fx", Err("passes of an effect name"));
    }

    #[test]
    fn what_is_no_option_of_fxc_stays() {
        check("-o out --emit hlsl a.fx -q -w", Ok("-o out --emit hlsl a.fx -q -w"));
        check("--nope -x /no/file /Data/file.fx", Ok("--nope -x /no/file /Data/file.fx"));
        check("-- /Zpr", Ok("-- /Zpr"));
        check(
            "-o /Data/out --cache /Projects /Zi a.fx",
            Ok("-o /Data/out --cache /Projects --debug-info a.fx"),
        );
        check("a.fx -o", Ok("a.fx -o"));
        let folder = tempfile::Builder::new().prefix("Data").tempdir_in("/").ok();
        // Only an administrator may make folders there.
        if let Some(path) = folder.as_ref().and_then(|it| it.path().to_str()) {
            check(path, Ok(path));
        }
        check(env!("CARGO_MANIFEST_DIR"), Ok(env!("CARGO_MANIFEST_DIR")));
    }
}
