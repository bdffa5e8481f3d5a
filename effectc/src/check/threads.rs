//! `[numthreads(x, y, z)]` of compute shaders.

use crate::ast;
use crate::check::constant::Constants;
use crate::diagnostic::Diagnostic;

/// What a profile allows: threads in a group, and of them along x, y and z.
struct Limits {
    all: u64,
    each: [u32; 3],
}

impl Limits {
    fn of(profile: &str) -> Self {
        match profile.starts_with("cs_4") {
            true => Self { all: 768, each: [768, 768, 1] },
            false => Self { all: 1024, each: [1024, 1024, 64] },
        }
    }
}

/// Checks that a compute shader says how many threads a group has, and that there may be so many.
///
/// # Errors
/// No `numthreads`, a number that is no constant or that the profile does not allow.
pub(super) fn check(
    function: &ast::Function,
    profile: &str,
    constants: Constants<'_, '_>,
) -> Result<(), Diagnostic> {
    let name = &function.name;
    let Some(attribute) = function.attributes.iter().find(|it| it.is("numthreads")) else {
        let message = format!("the compute shader `{}` has no `numthreads`", name.name);
        let help = "`[numthreads(8, 8, 1)]` before it says how many threads a group has";
        return Err(Diagnostic::error(name.span, message).with_help(help));
    };
    if attribute.args.len() != 3 {
        let message = format!("`numthreads` takes 3 numbers, found {}", attribute.args.len());
        return Err(Diagnostic::error(attribute.span, message));
    }
    let limits = Limits::of(profile);
    let mut all = 1;
    for ((arg, most), axis) in attribute.args.iter().zip(limits.each).zip(["x", "y", "z"]) {
        let count = constants.uint(arg)?;
        if !(1..=most).contains(&count) {
            let wanted =
                if most == 1 { "1 thread".to_owned() } else { format!("1 to {most} threads") };
            let message = format!("expected {wanted} along {axis}, found {count}");
            return Err(Diagnostic::error(arg.span, message)
                .with_note(format!("this is what {profile} allows")));
        }
        all *= u64::from(count);
    }
    if all > limits.all {
        let message = format!("expected {} threads or fewer in a group, found {all}", limits.all);
        return Err(Diagnostic::error(attribute.span, message)
            .with_note(format!("this is what {profile} allows")));
    }
    Ok(())
}
