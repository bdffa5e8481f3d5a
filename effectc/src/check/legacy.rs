//! States of Direct3D 9 in passes.

use crate::ast::{Expr, ExprKind};
use crate::check::constant::Constants;
use crate::check::pass::{Passes, Reading};
use crate::check::state::{named, truth_word};
use crate::diagnostic::Diagnostic;
use crate::effect::{LegacyState, Pass, PassBlend, PassDepthStencil, PassRasterizer};
use crate::print::expression_text;
use crate::source::Span;
use crate::state::legacy::{LegacyMeaning, LegacyMember, LegacyPass, Part};
use crate::state::table::ValueKind;

impl Passes<'_, '_> {
    /// Reads `CullMode = CCW;` or another state of Direct3D 9.
    ///
    /// # Errors
    /// An index or a value that does not fit.
    pub(super) fn legacy_state(
        &mut self,
        reading: &mut Reading<'_>,
        member: &LegacyMember,
        index: Option<&Expr>,
        value: &Expr,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let index =
            index.map(|it| self.values().index(member.name, member.index_count, it)).transpose()?;
        let mut warnings = Vec::new();
        match member.meaning {
            LegacyMeaning::Set(part, set) => {
                let number = self.values().legacy_value(member.kind, value, &mut warnings)?;
                if let Some(number) = number {
                    reading.legacy.apply(part, set, number);
                }
                if member.name == "AntialiasedLineEnable" {
                    reading.smooth_lines = Some(span);
                }
            }
            LegacyMeaning::Gone(gone) => {
                // What is only kept need not be a number that is known here.
                let mut is_off = false;
                if !matches!(member.kind, ValueKind::Any) {
                    let number = self.values().legacy_value(member.kind, value, &mut warnings)?;
                    is_off = matches!(member.kind, ValueKind::Bool)
                        && number.is_some_and(|it| !it.bool());
                    warnings.clear();
                }
                let value = self.legacy_text(member.kind, value);
                let name = member.name.to_owned();
                reading.pass.legacy_states.push(LegacyState { name, index, value });
                // To switch off what is not there needs no warning.
                if !is_off && self.gone.insert(gone) {
                    warnings.push(
                        Diagnostic::warning(
                            span,
                            format!("`{}` of Direct3D 9 has no twin in Vulkan", member.name),
                        )
                        .with_label("it is kept in the reflection, and changes nothing here")
                        .with_help(gone.advice())
                        .with_code("state"),
                    );
                }
            }
        }
        self.diagnostics.append(&mut warnings);
        Ok(())
    }

    /// The value of a state that is only kept: `TRUE`, the name in its usual case, numbers, or the text.
    fn legacy_text(&self, kind: ValueKind, value: &Expr) -> String {
        if let ValueKind::Enum { names, .. } | ValueKind::Flags { names, .. } = kind {
            let number = value
                .as_name()
                .and_then(|word| named(names, word))
                .or_else(|| (Constants { symbols: self.symbols }).uint(value).ok());
            let usual = number.and_then(|number| names.iter().find(|(_, it)| *it == number));
            if let Some((name, _)) = usual {
                return (*name).to_owned();
            }
        }
        let constants = Constants { symbols: self.symbols };
        match (truth_word(value), &value.kind) {
            (Some(truth), _) => if truth { "TRUE" } else { "FALSE" }.to_owned(),
            (None, ExprKind::AngleName(name)) => name.name.clone(),
            (None, _) => match constants.flat(value) {
                Ok(numbers) if matches!(kind, ValueKind::Bool) && numbers.len() == 1 => {
                    if numbers[0] == 0.0 { "FALSE" } else { "TRUE" }.to_owned()
                }
                Ok(numbers) => {
                    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                    texts.join(", ")
                }
                Err(_) => expression_text(value),
            },
        }
    }
}

/// The blend factor and sample mask of a Direct3D 9 device.
const DEVICE: ([f32; 4], u32) = ([1.0; 4], u32::MAX);

impl LegacyPass {
    /// Gives a pass the states that it has touched.
    pub(super) fn finish(&self, pass: &mut Pass) {
        for part in &self.touched {
            match part {
                Part::Rasterizer => {
                    let desc = self.rasterizer();
                    pass.rasterizer = Some(PassRasterizer { name: None, desc });
                }
                Part::DepthStencil => {
                    let stencil_ref = 0;
                    let (desc, _) = self.depth_stencil();
                    pass.depth_stencil = Some(PassDepthStencil { name: None, desc, stencil_ref });
                }
                Part::Blend => {
                    let before = pass.blend.as_ref();
                    let (blend_factor, sample_mask) =
                        before.map_or(DEVICE, |it| (it.blend_factor, it.sample_mask));
                    let (desc, name) = (self.blend().0, None);
                    pass.blend = Some(PassBlend { name, desc, blend_factor, sample_mask });
                }
            }
        }
    }
}
