//! Scripts of annotations, as FX Composer, the DirectX Standard Annotations and Semantics and MikuMikuEffect have them:
//! `RenderColorTarget0=Scene; ClearSetColor=Black; Clear=Color; ScriptExternal=Color; Pass=Blur;`.

/// A statement of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// What colours go to from here on: place among the targets, and the texture; none for the window's.
    ColorTarget(usize, Option<String>),
    /// What depths go to from here on.
    DepthTarget(Option<String>),
    /// The variable that colours are cleared to.
    ClearColorIs(String),
    /// The variable that depths are cleared to.
    ClearDepthIs(String),
    ClearColor,
    ClearDepth,
    /// All that the program draws itself.
    Scene,
    Pass(String),
    DrawGeometry,
    /// A rectangle over all of the target.
    DrawBuffer,
    /// A statement that nothing here knows: its name.
    Unknown(String),
}

/// Statements that change nothing here.
const SILENT: [&str; 4] = ["technique", "renderport", "scriptsignature", "hidden"];

/// The statements of a script, in order.
pub(super) fn commands(script: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    for statement in script.split(';') {
        let (name, value) = statement.split_once('=').unwrap_or((statement, ""));
        let (name, value) = (name.trim(), value.trim());
        if !name.is_empty() {
            commands.extend(command(name, value));
        }
    }
    commands
}

/// A statement or an annotation of the same name.
pub(super) fn command(name: &str, value: &str) -> Vec<Command> {
    let lower = name.to_ascii_lowercase();
    let target = || (!value.is_empty()).then(|| value.to_owned());
    if let Some(index) = lower.strip_prefix("rendercolortarget") {
        let index = if index.is_empty() { Ok(0) } else { index.parse::<usize>() };
        return match index {
            Ok(index) if index < MAX_COLORS => vec![Command::ColorTarget(index, target())],
            _ => vec![Command::Unknown(name.to_owned())],
        };
    }
    match lower.as_str() {
        "renderdepthstenciltarget" => vec![Command::DepthTarget(target())],
        "clearsetcolor" => vec![Command::ClearColorIs(value.to_owned())],
        "clearsetdepth" => vec![Command::ClearDepthIs(value.to_owned())],
        "clear" => {
            let value = value.to_ascii_lowercase();
            let color = value.contains("color").then_some(Command::ClearColor);
            let depth = value.contains("depth").then_some(Command::ClearDepth);
            color.into_iter().chain(depth).collect()
        }
        "scriptexternal" => vec![Command::Scene],
        "pass" => vec![Command::Pass(value.to_owned())],
        "draw" if value.eq_ignore_ascii_case("buffer") => vec![Command::DrawBuffer],
        "draw" => vec![Command::DrawGeometry],
        known if SILENT.contains(&known) => Vec::new(),
        _ => vec![Command::Unknown(name.to_owned())],
    }
}

/// `D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT`.
pub(super) const MAX_COLORS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_order_whatever_their_case() {
        let script = "RenderColorTarget0=Scene; rendercolortarget1 = ;RenderDepthStencilTarget=Depth;\n
            ClearSetColor=Black;Clear=Color;clear=Color,Depth;ScriptExternal=Color;Pass=P0;Draw=buffer;;LoopEnd=;";
        assert_eq!(
            commands(script),
            [
                Command::ColorTarget(0, Some("Scene".to_owned())),
                Command::ColorTarget(1, None),
                Command::DepthTarget(Some("Depth".to_owned())),
                Command::ClearColorIs("Black".to_owned()),
                Command::ClearColor,
                Command::ClearColor,
                Command::ClearDepth,
                Command::Scene,
                Command::Pass("P0".to_owned()),
                Command::DrawBuffer,
                Command::Unknown("LoopEnd".to_owned()),
            ]
        );
        assert_eq!(
            commands("RenderColorTarget=A"),
            [Command::ColorTarget(0, Some("A".to_owned()))]
        );
        let ninth = "RenderColorTarget8";
        assert_eq!(commands(&format!("{ninth}=A")), [Command::Unknown(ninth.to_owned())]);
        assert_eq!(commands(""), []);
    }
}
