//! `RenderTargetView` and `DepthStencilView` variables, and the passes that draw to them (`SetRenderTargets`).

use std::sync::Arc;

use super::error::{EffectError, EffectResult, OfEffect};
use super::load::Effect;
use super::variable::{Bound, EffectId, PassId};
use crate::gpu::{ImageUse, ImageView, TargetView};

/// A `RenderTargetView` or `DepthStencilView` of the effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetVar {
    effect: EffectId,
    is_depth: bool,
    index: usize,
}

/// What is bound to the target variables.
#[derive(Default)]
pub(super) struct Targets {
    colors: Vec<Option<Arc<ImageView>>>,
    depths: Vec<Option<Arc<ImageView>>>,
}

impl Targets {
    pub(super) fn new(color_count: usize, depth_count: usize) -> Self {
        Self { colors: vec![None; color_count], depths: vec![None; depth_count] }
    }
}

impl Effect {
    /// Finds a `RenderTargetView` variable; `Name[2]` is an element of an array.
    ///
    /// # Errors
    /// A name that is none of the effect.
    pub fn render_target(&self, name: &str) -> EffectResult<TargetVar> {
        let names = &self.compiled.render_target_views;
        self.target_variable("render target view", name, names, false)
    }

    /// Finds a `DepthStencilView` variable.
    ///
    /// # Errors
    /// A name that is none of the effect.
    pub fn depth_stencil(&self, name: &str) -> EffectResult<TargetVar> {
        let names = &self.compiled.depth_stencil_views;
        self.target_variable("depth-stencil view", name, names, true)
    }

    fn target_variable(
        &self,
        what: &'static str,
        name: &str,
        names: &[String],
        is_depth: bool,
    ) -> EffectResult<TargetVar> {
        match names.iter().position(|it| it == name) {
            Some(index) => Ok(TargetVar { effect: self.id, is_depth, index }),
            None => Err(self.missing(what, name, names.iter().map(String::as_str).collect())),
        }
    }

    /// Binds a part of an image to a target variable, or nothing. The effect shares it for as long as it is bound and
    /// frames use it.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_target(
        &mut self,
        variable: TargetVar,
        view: Option<&Arc<ImageView>>,
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        let all =
            if variable.is_depth { &mut self.targets.depths } else { &mut self.targets.colors };
        if let Some(place) = all.get_mut(variable.index) {
            let before = std::mem::replace(place, view.map(Arc::clone));
            self.replaced.extend(before.map(Bound::Target));
        }
        Ok(())
    }

    /// What a pass draws to, if it says so (`SetRenderTargets`): to be handed to
    /// [`begin_pass`](crate::gpu::Commands::begin_pass) before the pass is applied. Afterwards the images are used as
    /// `after`.
    ///
    /// # Errors
    /// A variable without an image, images of different sizes, a handle of another effect.
    pub fn target_of(&self, pass: PassId, after: ImageUse) -> EffectResult<Option<TargetView>> {
        self.check_handle(pass.effect)?;
        let path = self.passes[pass.index].path();
        let Some(wanted) = &self.pass_reflection(pass)?.render_targets else { return Ok(None) };
        let bound = |name: &String, names: &[String], views: &[Option<Arc<ImageView>>]| {
            let index = names.iter().position(|it| it == name);
            let view = index.and_then(|it| views.get(it)).and_then(Clone::clone);
            view.ok_or_else(|| EffectError::Unbound {
                effect: self.compiled.name.clone(),
                pass: path.clone(),
                variable: name.clone(),
            })
        };
        let (compiled, targets) = (&self.compiled, &self.targets);
        let colors = wanted
            .targets
            .iter()
            .map(|name| match name {
                Some(name) => bound(name, &compiled.render_target_views, &targets.colors).map(Some),
                None => Ok(None),
            })
            .collect::<EffectResult<Vec<_>>>()?;
        let depth = match &wanted.depth_stencil {
            Some(name) => Some(bound(name, &compiled.depth_stencil_views, &targets.depths)?),
            None => None,
        };
        let colors = colors.iter().map(Option::as_deref).collect::<Vec<_>>();
        TargetView::of_images(&colors, depth.as_deref(), after)
            .map(Some)
            .of_effect(&self.compiled.name)
    }
}
