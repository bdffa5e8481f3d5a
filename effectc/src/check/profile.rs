//! Shader profiles.

use crate::ast::Ident;
use crate::check::nearest::nearest;
use crate::diagnostic::Diagnostic;
use crate::effect::Stage;

/// Every profile of fxc that has a stage here.
const PROFILES: [&str; 37] = [
    "vs_5_0",
    "ps_5_0",
    "gs_5_0",
    "hs_5_0",
    "ds_5_0",
    "cs_5_0",
    "vs_4_1",
    "ps_4_1",
    "gs_4_1",
    "cs_4_1",
    "vs_4_0",
    "ps_4_0",
    "gs_4_0",
    "cs_4_0",
    "vs_4_0_level_9_0",
    "vs_4_0_level_9_1",
    "vs_4_0_level_9_3",
    "ps_4_0_level_9_0",
    "ps_4_0_level_9_1",
    "ps_4_0_level_9_3",
    "vs_3_0",
    "vs_3_sw",
    "ps_3_0",
    "ps_3_sw",
    "vs_2_0",
    "vs_2_a",
    "vs_2_sw",
    "ps_2_0",
    "ps_2_a",
    "ps_2_b",
    "ps_2_sw",
    "vs_1_1",
    "ps_1_1",
    "ps_1_2",
    "ps_1_3",
    "ps_1_4",
    "ps_1_0",
];

/// The stage of a profile; case does not count.
///
/// # Errors
/// A profile that fxc does not have.
pub fn stage(profile: &Ident) -> Result<Stage, Diagnostic> {
    let known = PROFILES.iter().find(|it| it.eq_ignore_ascii_case(&profile.name));
    let stage = known
        .and_then(|it| Stage::ALL.into_iter().find(|stage| it.starts_with(stage.profile_prefix())));
    stage.ok_or_else(|| {
        let diagnostic =
            Diagnostic::error(profile.span, format!("`{}` is not a shader profile", profile.name));
        match nearest(&profile.name, PROFILES) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic.with_help("profiles are `vs_5_0`, `ps_5_0`, `cs_5_0` and the like"),
        }
    })
}
