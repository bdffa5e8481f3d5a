//! Compiling an effect file, with the pictures that its textures name.

use std::path::PathBuf;

use effectc::effect::Effect;

use super::source::EffectSource;
use crate::render::{EffectPlan, UserImage};

/// What came of compiling.
#[derive(Debug)]
pub(in crate::app) struct Compilation {
    pub(in crate::app) outcome: Result<Box<LoadedEffect>, EffectProblem>,
    /// Every file that was read.
    pub(in crate::app) dependencies: Vec<PathBuf>,
}

/// An effect that is compiled.
#[derive(Debug)]
pub(in crate::app) struct LoadedEffect {
    pub(in crate::app) compiled: Effect,
    pub(in crate::app) plan: EffectPlan,
    /// By texture: the picture that its annotation names.
    pub(in crate::app) images: Vec<(String, UserImage)>,
    /// Warnings with their places, as they are shown to people.
    pub(in crate::app) warnings: String,
    /// Pictures that could not be read.
    pub(in crate::app) notes: Vec<String>,
}

/// Why there is no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct EffectProblem {
    /// One line.
    pub(in crate::app) title: String,
    /// All errors with their places, the first ones first.
    pub(in crate::app) text: String,
}

/// Compiles an effect file.
#[cfg(feature = "hot-reload")]
pub(in crate::app) fn compile(source: &EffectSource) -> Compilation {
    let options = effectc::Options {
        include_dirs: source.include_dirs.clone(),
        defines: source.defines.clone(),
        matrix_packing: source.matrix_packing,
        cache: crate::app::draw::pipeline_cache().map(|it| it.with_file_name("effects")),
        ..effectc::Options::default()
    };
    let output = effectc::compile(&source.path, &options);
    let (errors, warnings): (Vec<_>, Vec<_>) =
        output.diagnostics.into_iter().partition(effectc::diagnostic::Diagnostic::is_error);
    let render =
        |all: &[_]| effectc::diagnostic::render_all(all, &output.sources).trim_end().to_owned();
    let mut dependencies = output.dependencies;
    let outcome = match output.effect {
        Some(compiled) if errors.is_empty() => {
            let plan = EffectPlan::new(&compiled);
            let (images, notes, read) = super::images::images_of(&source.path, &plan);
            dependencies.extend(read);
            let warnings = render(&warnings);
            Ok(Box::new(LoadedEffect { compiled, plan, images, warnings, notes }))
        }
        _ => {
            let count = errors.len();
            let s = if count == 1 { "" } else { "s" };
            let title = format!("{} has {count} error{s}", source.name());
            Err(EffectProblem { title, text: render(&errors) })
        }
    };
    Compilation { outcome, dependencies }
}

/// Refuses: there is no compiler.
#[cfg(not(feature = "hot-reload"))]
pub(in crate::app) fn compile(source: &EffectSource) -> Compilation {
    let text = format!(
        "{}: this program was built without the compiler; build it with the feature `hot-reload`",
        source.path.display()
    );
    let problem = EffectProblem { title: "there is no compiler in this program".to_owned(), text };
    Compilation { outcome: Err(problem), dependencies: Vec::new() }
}
