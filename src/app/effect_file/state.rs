//! [`EffectState`]: what the program knows of the user's effect while it runs; no window and no GPU.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use effectc::effect::ConstantBuffer;

use super::compile::{EffectProblem, LoadedEffect};
use super::value::Value;
use super::widgets::Widgets;
use crate::render::{EffectPlan, Fit, ModelTraits, UserDraw};

/// What the panel edits of an effect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectSettings {
    /// The one pass that is drawn; all of the technique without it.
    pub pass: Option<usize>,
    /// One a widget.
    pub values: Vec<Value>,
    /// The texture that a dropped picture goes to.
    pub texture: Option<String>,
}

/// What the panel shows of an effect and does not edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectStatus {
    /// File name.
    pub name: String,
    /// How often it was loaded: 1 at the start.
    pub generation: u64,
    /// Techniques, each with its passes.
    pub techniques: Vec<(String, Vec<String>)>,
    /// The technique that is drawn.
    pub technique: usize,
    /// What the user can set.
    pub widgets: Widgets,
    /// What the program sets: variables, and what they get.
    pub driven: Vec<(String, String)>,
    /// Textures that shaders read: name, and what is in them.
    pub textures: Vec<(String, String)>,
    /// Why the last edit is not shown: a line, and all errors with their places.
    pub problem: Option<(String, String)>,
    /// Why the model that is shown is not drawn with it.
    pub refusals: Vec<String>,
    /// What is not as the effect wants it, and what its compiler warns of.
    pub warnings: Vec<String>,
    /// Why there may be nothing to see.
    pub notices: Vec<String>,
}

/// What the program knows of an effect.
#[derive(Debug)]
pub(in crate::app) struct EffectState {
    status: EffectStatus,
    plan: EffectPlan,
    buffers: Vec<ConstantBuffer>,
    /// What is not as wanted, whatever the model.
    notes: Vec<String>,
    /// By texture: what annotations and users put there.
    files: BTreeMap<String, String>,
    /// By texture: what users put there, which stays after a reload.
    pub(in crate::app) chosen_files: BTreeMap<String, PathBuf>,
    fit_of: Option<(usize, ModelTraits)>,
    constants: Arc<Vec<Vec<u8>>>,
    values: Vec<Value>,
    time_s: f64,
    frame_s: f64,
}

impl EffectState {
    /// Starts with an effect and a technique of it.
    pub(in crate::app) fn new(
        name: String,
        loaded: &LoadedEffect,
        technique: usize,
        settings: &mut EffectSettings,
    ) -> Self {
        let mut state = Self {
            status: EffectStatus { name, ..EffectStatus::default() },
            plan: EffectPlan::default(),
            buffers: Vec::new(),
            notes: Vec::new(),
            files: BTreeMap::new(),
            chosen_files: BTreeMap::new(),
            fit_of: None,
            constants: Arc::default(),
            values: Vec::new(),
            time_s: 0.0,
            frame_s: 0.0,
        };
        state.take(loaded, technique, settings);
        settings.pass = state.usual_pass();
        state
    }

    fn usual_pass(&self) -> Option<usize> {
        self.plan.techniques.get(self.status.technique)?.usual_pass
    }

    /// Takes over an effect that was compiled. Values stay where name and type stay and somebody has set them.
    pub(in crate::app) fn take(
        &mut self,
        loaded: &LoadedEffect,
        technique: usize,
        settings: &mut EffectSettings,
    ) {
        let widgets = Widgets::new(&loaded.compiled, &loaded.plan);
        settings.values = kept_values(&self.status.widgets, &settings.values, &widgets);
        self.plan = loaded.plan.clone();
        self.buffers.clone_from(&loaded.compiled.constant_buffers);
        self.notes = loaded.notes.clone();
        if !loaded.warnings.is_empty() {
            self.notes.push(loaded.warnings.clone());
        }
        self.files =
            loaded.images.iter().map(|(name, image)| (name.clone(), image.name.clone())).collect();
        for (texture, path) in &self.chosen_files {
            let file = path.file_name().unwrap_or(path.as_os_str());
            self.files.insert(texture.clone(), crate::app::one_line(&file.to_string_lossy()));
        }
        let techniques =
            self.plan.techniques.iter().map(|it| {
                (it.name.clone(), it.passes.iter().map(|pass| pass.name.clone()).collect())
            });
        self.status.techniques = techniques.collect();
        self.status.driven =
            self.plan.driven.iter().map(|it| (it.path.clone(), it.meaning.label())).collect();
        self.status.widgets = widgets;
        self.status.generation += 1;
        self.status.problem = None;
        self.list_textures();
        self.status.technique = technique;
        let count = self.plan.techniques.get(technique).map_or(0, |it| it.passes.len());
        settings.pass = settings.pass.filter(|pass| *pass < count);
        self.fit_of = None;
        self.constants = Arc::new(self.buffers.iter().map(ConstantBuffer::default_image).collect());
        self.values = self.status.widgets.defaults();
    }

    fn list_textures(&mut self) {
        let used = self.plan.textures.iter().filter(|it| it.is_used);
        self.status.textures = used
            .map(|it| {
                let what = match self.files.get(&it.name) {
                    Some(file) => file.clone(),
                    None => it.role.label().to_owned(),
                };
                (it.name.clone(), what)
            })
            .collect();
    }

    /// Notes that a picture is shown in a texture.
    pub(in crate::app) fn set_file(&mut self, texture: &str, path: PathBuf) {
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        self.files.insert(texture.to_owned(), crate::app::one_line(&file));
        self.chosen_files.insert(texture.to_owned(), path);
        self.list_textures();
    }

    /// Draws with another technique, those passes of it that are usual.
    pub(in crate::app) fn set_technique(
        &mut self,
        technique: usize,
        settings: &mut EffectSettings,
    ) {
        self.status.technique = technique;
        settings.pass = self.usual_pass();
        self.fit_of = None;
    }

    /// Notes why an edit is not shown; what was there stays.
    pub(in crate::app) fn set_problem(&mut self, problem: EffectProblem) {
        self.status.problem = Some((problem.title, problem.text));
    }

    /// What the panel shows.
    pub(in crate::app) fn status(&self) -> &EffectStatus {
        &self.status
    }

    /// The technique of the same name in another version of the effect, else the one that is usual for the model.
    pub(in crate::app) fn same_technique(&self, plan: &EffectPlan, model: &ModelTraits) -> usize {
        let name = self.status.techniques.get(self.status.technique).map(|it| &it.0);
        let same = plan.techniques.iter().position(|it| Some(&it.name) == name);
        same.unwrap_or_else(|| plan.usual_technique(model))
    }

    /// Lets time pass.
    pub(in crate::app) fn advance(&mut self, dt_s: f64, is_paused: bool) {
        self.frame_s = if is_paused { 0.0 } else { dt_s };
        self.time_s += self.frame_s;
    }

    /// Looks whether the effect fits the model that is shown; true when the answer may be another than before.
    pub(in crate::app) fn fit(&mut self, model: &ModelTraits) -> bool {
        let key = (self.status.technique, model.clone());
        if self.fit_of.as_ref() == Some(&key) {
            return false;
        }
        let fit = Fit::new(&self.plan, self.status.technique, model);
        self.fit_of = Some(key);
        self.status.refusals = fit.refusals;
        self.status.warnings = fit.warnings;
        self.status.notices = fit.notices;
        self.status.warnings.extend(self.notes.iter().cloned());
        true
    }

    /// How the scene is drawn with it; nothing where it does not fit the model.
    pub(in crate::app) fn draw(&mut self, settings: &EffectSettings) -> Option<UserDraw> {
        if !self.status.refusals.is_empty() {
            return None;
        }
        if self.values != settings.values {
            self.values.clone_from(&settings.values);
            let mut constants: Vec<_> =
                self.buffers.iter().map(ConstantBuffer::default_image).collect();
            for (widget, value) in self.status.widgets.all.iter().zip(&self.values) {
                if let Some(image) = constants.get_mut(widget.buffer) {
                    value.write(image, widget.offset_bytes, &widget.ty);
                }
            }
            self.constants = Arc::new(constants);
        }
        #[expect(clippy::cast_possible_truncation, reason = "effects count time in f32")]
        Some(UserDraw {
            technique: self.status.technique,
            pass: settings.pass,
            time_s: self.time_s as f32,
            frame_s: self.frame_s as f32,
            constants: Arc::clone(&self.constants),
        })
    }
}

/// The values for new widgets: what somebody set in the old ones stays where name and type are the same.
fn kept_values(old: &Widgets, values: &[Value], new: &Widgets) -> Vec<Value> {
    let set: BTreeMap<&str, (&super::Widget, &Value)> = old
        .all
        .iter()
        .zip(values)
        .filter(|(widget, value)| widget.default != **value)
        .map(|(widget, value)| (widget.path.as_str(), (widget, value)))
        .collect();
    let kept = |widget: &super::Widget| {
        let (before, value) = set.get(widget.path.as_str())?;
        (before.ty == widget.ty).then(|| (*value).clone())
    };
    new.all.iter().map(|it| kept(it).unwrap_or_else(|| it.default.clone())).collect()
}
