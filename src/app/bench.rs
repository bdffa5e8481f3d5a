//! `sinew bench`: the figures of the README, on this machine. It prints; nothing passes or fails by it.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use serde::Serialize;

use super::cli::{BakeArgs, DeviceArgs};
use super::demo::{Demo, SCENE_COUNT, Script, Shown};
use super::props::PropIds;
use super::{AppError, Settings, character, draw, open};
use crate::anim::{self, BakeOptions};
use crate::asset;
use crate::gpu::HeadlessTarget;
use crate::render::Renderer;

/// Characters of the crowd whose tweens are measured: as many as `TweenFrames` holds.
const TWEEN_COUNT: usize = 500;
/// Size of the picture in which the scene demo is measured.
const SCENE_SIZE_PX: [u32; 2] = [1280, 720];
const SIXTIETH_S: f64 = 1.0 / 60.0;

/// Everything that was measured, and where.
#[derive(Debug, Serialize)]
pub struct Results {
    machine: Machine,
    results: Vec<Figure>,
}

#[derive(Debug, Serialize)]
struct Machine {
    os: &'static str,
    architecture: &'static str,
    cores: usize,
    gpu: String,
}

/// One figure. Names are stable.
#[derive(Debug, Serialize)]
struct Figure {
    name: &'static str,
    unit: &'static str,
    median: f64,
    min: f64,
    max: f64,
    runs: usize,
}

impl Figure {
    fn new(name: &'static str, unit: &'static str, mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
        let last = values.len().saturating_sub(1);
        Self { name, unit, median: at(last / 2), min: at(0), max: at(last), runs: values.len() }
    }
}

impl Results {
    /// A table for people.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Machine { os, architecture, cores, gpu } = &self.machine;
        let mut text = format!("{os} {architecture}, {cores} cores, {gpu}\n");
        for Figure { name, unit, median, min, max, runs } in &self.results {
            text +=
                &format!("{name:28} {median:12.3} {unit:14} {min:.3} to {max:.3}, {runs} runs\n");
        }
        text
    }
}

/// Measures.
///
/// # Errors
/// No usable GPU, or a frame that cannot be drawn.
pub fn run(args: &DeviceArgs) -> Result<Results, AppError> {
    let device = draw::open_device(args)?;
    let machine = Machine {
        os: std::env::consts::OS,
        architecture: std::env::consts::ARCH,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        gpu: device.gpu().name.clone(),
    };
    let mut results = Vec::new();
    match find_fox() {
        Some(fox) => {
            results.push(Figure::new(
                "fox_load_bake_ms",
                "ms",
                times_ms(9, || {
                    let model = asset::load(&fox)?;
                    anim::bake(&model, &BakeOptions::default())?;
                    Ok(())
                })?,
            ));
        }
        None => log::warn!(
            "fox_load_bake_ms is left out: there is no gltf/Fox.glb in the folder that SINEW_MODELS names"
        ),
    }
    results.push(Figure::new("first_picture_ms", "ms", first_picture_ms(args)?));

    let model = character::load()?;
    let map = open::bake(&model, &BakeArgs::default(), draw::bake_limits(&device))?;
    results.push(Figure::new("glb_mb_per_s", "MB/s", {
        let megabytes = character::size_bytes() as f64 * 1e-6;
        let times = times_ms(9, || character::load().map(|_| ()))?;
        times.into_iter().map(|ms| megabytes / (ms * 1e-3)).collect()
    }));
    results.push(Figure::new("bake_joint_samples_per_s", "samples/s", {
        let samples: usize =
            map.clips.iter().map(|clip| clip.row_count as usize * map.slot_count).sum();
        let times = times_ms(9, || {
            anim::bake(&model, &BakeOptions::default())?;
            Ok(())
        })?;
        times.into_iter().map(|ms| samples as f64 / (ms * 1e-3)).collect()
    }));
    results.push(Figure::new("host_ns_per_instance", "ns", {
        let target = HeadlessTarget::new(&device, [64, 64])?;
        let mut renderer = Renderer::new(&device, &target.view().formats(), None)?;
        let id = renderer.add_model(&model, &map)?;
        let mut crowd = crowd(Shown { model: &model, map: &map, id })?;
        let settings = Settings::default();
        let times = times_ms(300, || crowd.advance(&settings, SIXTIETH_S))?;
        times.into_iter().map(|ms| ms * 1e6 / TWEEN_COUNT as f64).collect()
    }));
    results.push(Figure::new("scene_frame_ms", "ms", {
        let target = HeadlessTarget::new(&device, SCENE_SIZE_PX)?;
        let view = target.view();
        let mut renderer = Renderer::new(&device, &view.formats(), None)?;
        let id = renderer.add_model(&model, &map)?;
        let shown = Shown { model: &model, map: &map, id };
        let aspect = SCENE_SIZE_PX[0] as f32 / SCENE_SIZE_PX[1] as f32;
        let mut scene = Demo::new(Script::Scene { count: SCENE_COUNT }, shown, aspect)?;
        scene.set_props(&PropIds::add_to(&mut renderer)?);
        renderer.prepare_crowd(id)?;
        let settings = Settings::default();
        times_ms(9, || {
            scene.advance(&settings, SIXTIETH_S)?;
            let drawn = renderer.draw(scene.scene(), &view)?;
            Ok(renderer.frames().wait_for(drawn)?)
        })?
    }));
    Ok(Results { machine, results })
}

fn crowd(shown: Shown<'_>) -> Result<Demo, AppError> {
    let mut crowd = Demo::new(Script::Tween { count: TWEEN_COUNT }, shown, 1.5)?;
    // Into the time when every character is within a fade.
    crowd.advance(&Settings::default(), 1.3)?;
    Ok(crowd)
}

/// Whole processes: start, load, bake, compile, draw, write the PNG.
fn first_picture_ms(args: &DeviceArgs) -> Result<Vec<f64>, AppError> {
    let write_error = |source| AppError::Write { path: std::env::temp_dir(), source };
    let folder = tempfile::tempdir().map_err(write_error)?;
    let program = std::env::current_exe().map_err(write_error)?;
    times_ms(5, || {
        let mut command = Command::new(&program);
        command
            .args(["demo", "tween", "--headless", "--screenshot"])
            .arg(folder.path().join("p.png"));
        if let Some(gpu) = &args.gpu {
            command.args(["--gpu", gpu]);
        }
        let output = command.output().map_err(write_error)?;
        if output.status.success() {
            Ok(())
        } else {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(AppError::Usage(format!("drawing the first picture failed: {message}")))
        }
    })
}

/// Runs once to warm up, then so many times with the clock.
fn times_ms(
    runs: usize,
    mut work: impl FnMut() -> Result<(), AppError>,
) -> Result<Vec<f64>, AppError> {
    work()?;
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            work()?;
            Ok(start.elapsed().as_secs_f64() * 1e3)
        })
        .collect()
}

fn find_fox() -> Option<PathBuf> {
    let folder = std::env::var_os("SINEW_MODELS")
        .map_or_else(|| PathBuf::from("../shared/models"), PathBuf::from);
    Some(folder.join("gltf/Fox.glb")).filter(|fox| fox.is_file())
}

#[cfg(test)]
mod tests {
    use super::Figure;

    #[test]
    fn the_median_is_the_middle() {
        let figure = Figure::new("x_ms", "ms", vec![5.0, 1.0, 3.0]);
        assert!((figure.median - 3.0).abs() < 1e-12);
        assert!((figure.min - 1.0).abs() < 1e-12 && (figure.max - 5.0).abs() < 1e-12);
        assert_eq!(figure.runs, 3);
    }
}
