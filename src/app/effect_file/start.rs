//! The effect that the program starts with: compiled, and fit for the model.

use std::path::PathBuf;

use super::compile::{LoadedEffect, compile};
use super::reload::Reloader;
use super::source::EffectSource;
use crate::app::AppError;
use crate::asset::Model;
use crate::render::{EffectPlan, Fit, ModelTraits};

/// An effect to start with.
#[derive(Debug)]
pub(in crate::app) struct StartEffect {
    pub(in crate::app) source: EffectSource,
    pub(in crate::app) loaded: Box<LoadedEffect>,
    pub(in crate::app) technique: usize,
    /// Every file that was read.
    dependencies: Vec<PathBuf>,
}

impl StartEffect {
    /// Starts to watch the files; as early as may be, as what happens before is not seen.
    pub(in crate::app) fn watch(&self) -> Reloader {
        Reloader::start(self.source.clone(), self.dependencies.clone())
    }

    /// Compiles the effect that is asked for, if one is, for a model. What is not as the effect wants it is logged.
    ///
    /// # Errors
    /// The effect has errors, has not the technique, or does not fit the model.
    pub(in crate::app) fn of(
        source: Option<&EffectSource>,
        model: &Model,
    ) -> Result<Option<Self>, AppError> {
        let Some(source) = source else { return Ok(None) };
        if !cfg!(feature = "hot-reload") {
            let problem = "this program was built without its compiler, so it takes no --effect; build it with the \
                           feature hot-reload";
            return Err(AppError::Usage(problem.to_owned()));
        }
        let compilation = compile(source);
        let loaded = compilation.outcome.map_err(|problem| AppError::Effect {
            text: format!("{}\n{}", problem.title, problem.text),
        })?;
        let traits = ModelTraits::new(model);
        let technique = source.technique_of(&loaded.plan, &traits)?;
        let fit = Fit::new(&loaded.plan, technique, &traits);
        if let Some(text) = misfit(source, &loaded.plan, technique, &traits) {
            return Err(AppError::Effect { text });
        }
        for warning in fit.warnings.iter().chain(&loaded.notes) {
            log::warn!("{}: {warning}", source.name());
        }
        if !loaded.warnings.is_empty() {
            log::warn!("{}", loaded.warnings);
        }
        let dependencies = compilation.dependencies;
        Ok(Some(Self { source: source.clone(), loaded, technique, dependencies }))
    }
}

/// Why an effect does not fit a model, a line each, if it does not.
pub(in crate::app) fn misfit(
    source: &EffectSource,
    plan: &EffectPlan,
    technique: usize,
    model: &ModelTraits,
) -> Option<String> {
    let fit = Fit::new(plan, technique, model);
    if fit.is_good() {
        return None;
    }
    let mut text = format!("{} does not fit {}:", source.name(), model.name);
    for refusal in &fit.refusals {
        text.push_str("\n  ");
        text.push_str(refusal);
    }
    let others = plan.techniques.iter().enumerate().filter(|(index, it)| {
        *index != technique && it.draws() && Fit::new(plan, *index, model).is_good()
    });
    let others: Vec<&str> = others.map(|(_, it)| it.name.as_str()).collect();
    if !others.is_empty() {
        text.push_str(&format!("\n  other techniques do: --technique {}", others.join(", ")));
    }
    Some(text)
}
