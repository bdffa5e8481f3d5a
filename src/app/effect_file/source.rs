//! [`EffectSource`]: which effect the command line asks for, and how it is compiled.

use std::path::PathBuf;

use effectc::effect::MatrixPacking;

use crate::app::AppError;
use crate::app::cli::{EffectArgs, PackingName};
use crate::render::{EffectPlan, ModelTraits};

/// An effect file and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectSource {
    /// The file.
    pub path: PathBuf,
    /// The technique to start with, by name or number; the one that is usual for the model without it.
    pub technique: Option<String>,
    /// Folders for includes.
    pub include_dirs: Vec<PathBuf>,
    /// Macros: name, and what it stands for.
    pub defines: Vec<(String, String)>,
    /// Packing of matrices that do not say it themselves.
    pub matrix_packing: MatrixPacking,
}

impl EffectSource {
    /// What the options ask for, if they ask for an effect.
    #[must_use]
    pub fn of(args: &EffectArgs) -> Option<Self> {
        Some(Self {
            path: args.effect.clone()?,
            technique: args.technique.clone(),
            include_dirs: args.include_dirs.clone(),
            defines: args.defines.iter().map(|it| (it.name.clone(), it.value.clone())).collect(),
            matrix_packing: match args.matrix_packing {
                PackingName::Row => MatrixPacking::Row,
                PackingName::Column => MatrixPacking::Column,
            },
        })
    }

    /// File name of the effect.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        crate::app::one_line(&name.to_string_lossy())
    }

    /// The technique to start with, for a model.
    ///
    /// # Errors
    /// The effect does not have the one that is asked for; the message lists those there are.
    pub(in crate::app) fn technique_of(
        &self,
        plan: &EffectPlan,
        model: &ModelTraits,
    ) -> Result<usize, AppError> {
        let Some(wanted) = &self.technique else { return Ok(plan.usual_technique(model)) };
        let names: Vec<&str> = plan.techniques.iter().map(|it| it.name.as_str()).collect();
        let by_name = names.iter().position(|it| it == wanted);
        let by_number = || wanted.parse().ok().filter(|it| *it < names.len());
        by_name.or_else(by_number).ok_or_else(|| {
            let listed: Vec<String> =
                names.iter().enumerate().map(|(index, name)| format!("{index} '{name}'")).collect();
            let there_are = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
            AppError::Usage(format!("there is no technique '{wanted}'; there are {there_are}"))
        })
    }
}
