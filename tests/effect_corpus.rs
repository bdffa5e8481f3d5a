//! The compiler's corpus, an effect for every row of what real files do and larger ones in every dialect: each loads, and all
//! of its passes have pipelines, with the validation layer silent.

use std::path::{Path, PathBuf};

use effectc::effect::{Effect as Compiled, Feature, PassShader, Stage as ShaderStage};
use sinew::effect::{EffectError, Topology};

use crate::support::effect::try_load;
use crate::support::gpu::Stage;

fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("effectc/tests/corpus");
    let mut files = Vec::new();
    for folder in ["rows", "large"] {
        let entries = std::fs::read_dir(corpus.join(folder)).expect("it is in the repository");
        files.extend(entries.map(|it| it.expect("an entry").path()));
    }
    files.retain(|it| it.extension().is_some_and(|it| it == "fx"));
    files.sort();
    files
}

fn compile(path: &Path) -> Result<Compiled, String> {
    let output = effectc::compile(path, &effectc::Options::default());
    let text: String = output.diagnostics.iter().map(|it| it.render(&output.sources)).collect();
    output.effect.ok_or(text)
}

/// Passes that can be drawn: with a vertex shader, which is not left to fixed functions of Direct3D 9.
fn drawable(compiled: &Compiled) -> bool {
    compiled.techniques.iter().flat_map(|it| &it.passes).all(|pass| {
        let is_graphics = ShaderStage::ALL
            .into_iter()
            .any(|it| it != ShaderStage::Compute && pass.shader_index(it).is_some());
        !is_graphics || !matches!(pass.shader(ShaderStage::Vertex), PassShader::Null)
    })
}

#[test]
fn every_effect_of_the_corpus_loads_and_all_of_its_passes_have_pipelines() {
    let mut stage = Stage::new([4, 4]);
    let formats = stage.target.view().formats();
    let mut failures = Vec::new();
    let mut loaded = 0;
    for path in files() {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let compiled = match compile(&path) {
            Ok(compiled) => compiled,
            Err(text) => {
                failures.push(text);
                continue;
            }
        };
        let features = stage.device.features();
        let lacks = |it: &Feature| features.has(it.vulkan_name()) != Some(true);
        let missing = compiled.requirements.iter().map(|it| it.feature).filter(lacks);
        let missing = missing.collect::<Vec<_>>();
        let mut effect = match try_load(&mut stage, &compiled) {
            Ok(effect) => effect,
            // lavapipe lacks it, so this is the right answer.
            Err(EffectError::Features { .. }) if !missing.is_empty() => continue,
            Err(error) => {
                failures.push(format!("{name}: {error:?}"));
                continue;
            }
        };
        loaded += 1;
        let seen = stage.device.validation_messages().all().len();
        match effect.warm_up(&formats, Topology::TriangleList) {
            Ok(()) => (),
            Err(EffectError::WrongPass { .. }) if !drawable(&compiled) => (),
            Err(error) => failures.push(format!("{name}: {error:?}")),
        }
        for message in stage.device.validation_messages().all().into_iter().skip(seen) {
            failures.push(format!("{name}: {message}"));
        }
        stage.frames.wait_idle().expect("idle");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(loaded > 60, "only {loaded} effects were loaded");
    stage.close();
}
