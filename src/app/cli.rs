//! The command line (DESIGN.md, section 7).

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::viewpoint::ViewpointArgs;
use crate::anim::ErrorBound;
use crate::render::ModelPass;

/// Runs Direct3D effect files on Vulkan and draws skinned characters with them.
#[derive(Debug, Parser)]
#[command(version, about, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub struct Cli {
    /// What to do; without it the tween demo is drawn.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the tween demo, for the short form without a command.
    #[command(flatten)]
    pub draw: DrawArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a demo
    Demo {
        /// Which one
        #[arg(default_value = "tween")]
        name: DemoName,
        /// What is drawn, and where to.
        #[command(flatten)]
        draw: DrawArgs,
    },
    /// Draw a model of yours (.glb, .gltf, .dae, .fbx)
    View {
        /// The models; the first is shown, a window has a key for the next
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// More clips for them, from files whose joints have the same names
        #[arg(long, value_name = "FILE", num_args = 1..)]
        clips: Vec<PathBuf>,
        /// Clip to show, by name or number, the first without it; `none` is the pose without any
        #[arg(long, value_name = "NAME|INDEX", allow_negative_numbers = true)]
        clip: Option<String>,
        /// Which effect of the user's, if any.
        #[command(flatten)]
        effect: EffectArgs,
        /// What is drawn, and where to.
        #[command(flatten)]
        draw: DrawArgs,
    },
    /// Print a model's joint tree, clips, meshes, materials, and how it bakes
    Info {
        /// The model
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// How the model is baked.
        #[command(flatten)]
        bake: BakeArgs,
    },
    /// Print where a model's joints and vertices are at a time: right-handed, +Y up, metres, as in glTF
    Pose {
        /// The model
        file: PathBuf,
        /// Clip, by name or number, the first without it; `none` is the pose without any
        #[arg(long, value_name = "NAME|INDEX", allow_negative_numbers = true)]
        clip: Option<String>,
        /// Seconds from the clip's start
        #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true)]
        time: f64,
        /// Print JSON, with the matrices of joints and the vertices of meshes
        #[arg(long)]
        json: bool,
    },
    /// Write a model as one .glb, which every glTF viewer opens
    Convert {
        /// The model (.dae, .fbx, .gltf, .glb)
        file: PathBuf,
        /// Where it goes
        #[arg(short, long, value_name = "OUT.glb")]
        out: PathBuf,
        /// Write the skeleton and the clips alone: an animation for models with joints of the same names
        #[arg(long)]
        clips_only: bool,
    },
    /// Measure this machine
    Bench {
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Which device.
        #[command(flatten)]
        device: DeviceArgs,
    },
}

/// The demos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DemoName {
    /// A character fades from one clip to the next (TweenDemo.fx)
    Tween,
    /// A character plays one clip (AnimationDemo.fx)
    Animation,
    /// Many characters in a training yard, with props and spheres (RenderDemo.fx)
    Scene,
}

/// Which effect of the user's a model is drawn with, and how that is compiled.
#[derive(Clone, Debug, Default, Args)]
pub struct EffectArgs {
    /// Draw with this effect of yours; a window shows its edits as they are saved
    #[arg(long, value_name = "FILE.fx")]
    pub effect: Option<PathBuf>,
    /// Technique of the effect to start with, by name or number; the one that draws objects without it
    #[arg(long, value_name = "NAME|INDEX", requires = "effect", allow_negative_numbers = true)]
    pub technique: Option<String>,
    /// Folder for includes of the effect, after the folder of the including file
    #[arg(short = 'I', value_name = "DIR", requires = "effect")]
    pub include_dirs: Vec<PathBuf>,
    /// Macro for the effect; without a value it is 1
    #[arg(short = 'D', value_name = "NAME[=VALUE]", requires = "effect")]
    pub defines: Vec<Define>,
    /// How the effect's matrices lie in memory where it does not say it
    #[arg(long, value_enum, default_value_t = PackingName::Row, requires = "effect")]
    pub matrix_packing: PackingName,
}

/// A macro of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub value: String,
}

impl FromStr for Define {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        let mut chars = name.chars();
        let starts_well = chars.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_');
        if !starts_well || !chars.all(|it| it.is_ascii_alphanumeric() || it == '_') {
            return Err(format!("'{name}' is no name of a macro; expected letters, digits and _"));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// How matrices lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PackingName {
    /// Row after row (fxc /Zpr), as programs compile effects that load them by themselves
    #[default]
    Row,
    /// Column after column (fxc /Zpc)
    Column,
}

/// How a model is baked.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct BakeArgs {
    /// Largest error of the baked animation: a fraction of the model's extent, or metres with `m` (0.002m)
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub max_error: Option<ErrorBound>,
}

/// Which device, and how it is watched.
#[derive(Clone, Debug, Default, Args)]
pub struct DeviceArgs {
    /// The GPU to use, by part of its name or by its number
    #[arg(long, value_name = "NAME|INDEX", allow_negative_numbers = true)]
    pub gpu: Option<String>,
    /// Check every call with the Khronos validation layer
    #[arg(long)]
    pub validation: bool,
}

/// What is drawn, and where to.
#[derive(Clone, Debug, Args)]
pub struct DrawArgs {
    /// Draw off screen, without a window
    #[arg(long)]
    pub headless: bool,
    /// Size of the picture in pixels [default: 1280x720, or the window's last one]
    #[arg(long, value_name = "WxH")]
    pub size: Option<SizePx>,
    /// Samples a pixel of a picture off screen: 1, 2, 4, 8 or 16 [default: 4 where the GPU has them]
    #[arg(long, value_name = "N", requires = "headless", value_parser = parse_samples)]
    pub samples: Option<u32>,
    /// Number of frames to run; the last one is the picture, and a window closes after it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: Option<u32>,
    /// Capture this frame, from 1, with RenderDoc; without --frames it is the last one off screen
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub capture: Option<u32>,
    /// Seconds from one frame to the next [default: off screen 1/60, in a window the time that passes]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_dt_s)]
    pub dt: Option<f64>,
    /// Draw the panels into a picture off screen too
    #[arg(long)]
    pub overlay: bool,
    /// Write what each frame of a window was drawn with to a file, a line of JSON a frame
    #[arg(long, value_name = "FILE", conflicts_with = "headless")]
    pub trace: Option<PathBuf>,
    /// Where the picture goes (PNG); of a window, the last frame
    #[arg(long, value_name = "OUT.png")]
    pub screenshot: Option<PathBuf>,
    /// How the model is drawn
    #[arg(long, value_enum, default_value_t = PassName::Textured)]
    pub pass: PassName,
    /// Number of characters, 1 to 500 [default: 1 in the tween demo, 60 in the scene demo]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub count: Option<u32>,
    /// Where and when the picture is taken.
    #[command(flatten)]
    pub viewpoint: ViewpointArgs,
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArgs,
    /// How the model is baked.
    #[command(flatten)]
    pub bake: BakeArgs,
}

/// The passes that the model effects have for a user to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PassName {
    /// P0: textured and lit
    Textured,
    /// P1: red wireframe
    Wireframe,
}

/// Size of a picture or window as long as nobody says otherwise.
pub(super) const USUAL_SIZE_PX: [u32; 2] = [1280, 720];
/// Frame time of pictures as long as nobody says otherwise, seconds.
pub(super) const USUAL_DT_S: f64 = 1.0 / 60.0;

impl From<PassName> for ModelPass {
    fn from(name: PassName) -> Self {
        match name {
            PassName::Textured => Self::Textured,
            PassName::Wireframe => Self::Wireframe,
        }
    }
}

/// Most pixels of a picture, those of 8192x8192: drawing takes about 20 bytes for each.
const MAX_PIXEL_COUNT: u32 = 1 << 26;

/// Width and height in pixels, each 1 to 16384, with at most 67,108,864 pixels in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizePx(pub [u32; 2]);

impl FromStr for SizePx {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected =
            || "expected WIDTHxHEIGHT in pixels, each 1 to 16384, such as 1280x720".to_owned();
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(expected)?;
        let side = |text: &str| {
            text.parse().ok().filter(|side| (1..=16384_u32).contains(side)).ok_or_else(expected)
        };
        let (width, height) = (side(width)?, side(height)?);
        let pixel_count = width * height; // at most 2^28
        if pixel_count > MAX_PIXEL_COUNT {
            return Err(format!(
                "these are {pixel_count} pixels; expected at most {MAX_PIXEL_COUNT}, as of 8192x8192"
            ));
        }
        Ok(Self([width, height]))
    }
}

fn parse_samples(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(count) if count.is_power_of_two() && count <= 16 => Ok(count),
        _ => Err("expected 1, 2, 4, 8 or 16".into()),
    }
}

fn parse_dt_s(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dt_s) if (0.0..=60.0).contains(&dt_s) => Ok(dt_s),
        _ => Err("expected seconds from 0 to 60, such as 0.0166".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!("640x480".parse(), Ok(SizePx([640, 480])));
        assert_eq!("16384x4096".parse(), Ok(SizePx([16384, 4096])));
        for wrong in
            ["", "640", "0x480", "640x-1", "640x16385", "axb", "640x480x2", "1e3x5", "16384x4097"]
        {
            assert!(wrong.parse::<SizePx>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn steps_of_time() {
        assert_eq!(parse_dt_s("0"), Ok(0.0));
        for wrong in ["-0.1", "nan", "inf", "61", "x"] {
            assert!(parse_dt_s(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn samples_are_powers_of_two() {
        assert_eq!(parse_samples("16"), Ok(16));
        for wrong in ["0", "3", "32", "-1", "x"] {
            assert!(parse_samples(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_models_and_several_files_with_clips() {
        let arguments = "sinew view a.glb b.glb --clips c.glb d.glb --clip 2 --clips e.glb";
        let cli = Cli::parse_from(arguments.split(' '));
        let Some(Command::View { files, clips, clip, .. }) = cli.command else { unreachable!() };
        assert_eq!(files, ["a.glb", "b.glb"].map(PathBuf::from));
        assert_eq!(clips, ["c.glb", "d.glb", "e.glb"].map(PathBuf::from));
        assert_eq!(clip.as_deref(), Some("2"));
        assert!(Cli::try_parse_from(["sinew", "view", "--clips", "c.glb"]).is_err());
    }

    #[test]
    fn no_command_is_the_tween_demo_with_options() {
        let cli = Cli::parse_from(["sinew", "--headless", "--size", "64x32"]);
        assert!(cli.command.is_none() && cli.draw.headless);
        assert_eq!(cli.draw.size, Some(SizePx([64, 32])));
    }
}
