//! The order in which a technique draws: into which targets, cleared to what, a model or a rectangle.
//!
//! Scripts of the technique and its passes say it ([`script`](super::script)), or `SetRenderTargets` of the passes. What goes
//! to the window comes after all that goes to targets: nothing can read the window.

use effectc::effect::{Annotation, AnnotationValue, Effect, MemberType, Pass, ScalarKind, Stage};

use super::flow::position_sources;
use super::plan::EffectPlan;
use super::purpose::{text, text_of_effect};
use super::script::{Command, MAX_COLORS, command, commands};
use super::unset::drawn_passes;

/// Images that are drawn to at a time, as indices into [`EffectPlan::targets`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Into {
    /// In order of `SV_Target`, none where nothing is drawn to.
    pub(super) colors: Vec<Option<usize>>,
    pub(super) depth: Option<usize>,
}

/// A number or colour that a variable of the effect gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClearValue {
    /// Constant buffer, offset in bytes and how many numbers.
    pub(super) place: Option<(usize, u32, u32)>,
}

/// One thing that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// All that the program draws by itself, models with our effects.
    Scene,
    /// The models with a pass of the effect.
    Models(usize),
    /// A rectangle over the whole target with a pass of the effect.
    Screen(usize),
}

/// What is drawn into the same targets, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Round {
    pub(super) into: Into,
    pub(super) clear_color: Option<ClearValue>,
    pub(super) clear_depth: Option<ClearValue>,
    pub(super) steps: Vec<Step>,
}

/// All that a technique draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rounds {
    /// Into targets of the effect, in order.
    pub(super) off_screen: Vec<Round>,
    /// To the window, after that.
    pub(super) window: Vec<Step>,
    /// What the window is cleared to, where the effect says so.
    pub(super) window_color: Option<ClearValue>,
    /// What is not done as the effect says.
    pub(super) warnings: Vec<String>,
}

impl Rounds {
    /// Whether the program's own picture of the scene comes into the window by way of the effect alone.
    pub(super) fn replaces_scene(&self) -> bool {
        let has_scene = |it: &Round| it.steps.contains(&Step::Scene);
        self.window_color.is_some() || self.off_screen.iter().any(has_scene)
    }

    /// Whether a pass draws a rectangle wherever it draws.
    pub(super) fn is_screen(&self, pass: usize) -> bool {
        let mut steps = self.off_screen.iter().flat_map(|it| &it.steps).chain(&self.window);
        steps.any(|it| *it == Step::Screen(pass))
    }
}

/// Reads the order of a technique.
pub(super) fn rounds(effect: &Effect, plan: &EffectPlan, technique: usize) -> Rounds {
    let passes: Vec<Pass> = drawn_passes(effect, technique).map(|it| it.1).collect();
    let class = text_of_effect(effect, "ScriptClass");
    let mut reader = Reader {
        effect,
        plan,
        passes: &passes,
        is_scene: class.is_some_and(|it| it.eq_ignore_ascii_case("scene")),
        into: None,
        colors: Vec::new(),
        depth: None,
        clear_color: ClearValue { place: None },
        clear_depth: ClearValue { place: None },
        open: None,
        rounds: Rounds::default(),
    };
    let annotations = effect.techniques.get(technique).map(|it| it.annotations.as_slice());
    let script = text(annotations.unwrap_or_default(), "Script").map(commands).unwrap_or_default();
    let names_passes = script.iter().any(|it| matches!(it, Command::Pass(_)));
    for command in script {
        reader.command(command, None);
    }
    if !names_passes {
        (0..passes.len()).for_each(|pass| reader.pass(pass));
    }
    reader.close();
    reader.rounds.warnings.dedup();
    reader.rounds
}

struct Reader<'a> {
    effect: &'a Effect,
    plan: &'a EffectPlan,
    passes: &'a [Pass],
    /// The effect is for the picture and not for an object.
    is_scene: bool,
    /// Where all goes as the script says; none: to the window.
    into: Option<Into>,
    colors: Vec<Option<usize>>,
    depth: Option<usize>,
    clear_color: ClearValue,
    clear_depth: ClearValue,
    open: Option<Round>,
    rounds: Rounds,
}

impl Reader<'_> {
    fn command(&mut self, command: Command, pass: Option<usize>) {
        match command {
            Command::ColorTarget(index, name) => {
                let target = name.and_then(|it| self.target(&it, false));
                if self.colors.len() <= index {
                    self.colors.resize(index + 1, None);
                }
                self.colors[index] = target;
                self.retarget();
            }
            Command::DepthTarget(name) => {
                self.depth = name.and_then(|it| self.target(&it, true));
                self.retarget();
            }
            Command::ClearColorIs(name) => self.clear_color = self.clear_value(&name),
            Command::ClearDepthIs(name) => self.clear_depth = self.clear_value(&name),
            Command::ClearColor => {
                let value = self.clear_color;
                if self.into.is_none() {
                    self.rounds.window_color = Some(value);
                } else {
                    self.clearing().clear_color = Some(value);
                }
            }
            Command::ClearDepth => {
                let value = self.clear_depth;
                // That of the window is always cleared.
                if self.into.is_some() {
                    self.clearing().clear_depth = Some(value);
                }
            }
            Command::Scene => self.step(Step::Scene),
            Command::DrawGeometry => self.step_of(pass, Step::Models),
            Command::DrawBuffer => self.step_of(pass, Step::Screen),
            Command::Pass(name) => {
                let found = self.passes.iter().position(|it| it.name.eq_ignore_ascii_case(&name));
                match found.filter(|_| pass.is_none()) {
                    Some(found) => self.pass(found),
                    None => {
                        self.warn(format!("its script names a pass `{name}`, which there is not"));
                    }
                }
            }
            Command::Unknown(name) => {
                let where_it_is = pass.map_or_else(String::new, |pass| {
                    format!(" of pass {}", self.passes[pass].name)
                });
                self.warn(format!("`{name}` of the script{where_it_is} is left out"));
            }
        }
    }

    fn step_of(&mut self, pass: Option<usize>, step: impl Fn(usize) -> Step) {
        if let Some(pass) = pass {
            self.step(step(pass));
        }
    }

    fn pass(&mut self, pass: usize) {
        let desc = &self.passes[pass];
        let own = targets_of_annotations(&desc.annotations);
        let script = text(&desc.annotations, "Script").map(commands).unwrap_or_default();
        let draws = |it: &Command| matches!(it, Command::DrawGeometry | Command::DrawBuffer);
        let says_what = script.iter().any(draws);
        let before = self.into.clone();
        if desc.render_targets.is_some() {
            self.set_views(pass);
        }
        for command in own.into_iter().chain(script) {
            self.command(command, Some(pass));
        }
        if !says_what {
            let is_screen = self.is_scene || self.looks_like_screen(pass);
            self.step(if is_screen { Step::Screen(pass) } else { Step::Models(pass) });
        }
        if self.passes[pass].render_targets.is_some() {
            // Programs put it back after the pass.
            self.close();
            self.into = before;
        }
    }

    /// `SetRenderTargets(A, B, Depth)`.
    fn set_views(&mut self, pass: usize) {
        self.close();
        let Some(views) = &self.passes[pass].render_targets else { return };
        let place = |name: &String, is_depth: bool| {
            let is_it = |it: &super::target_plan::TargetPlan| {
                it.is_view && it.is_depth == is_depth && it.name == *name
            };
            self.plan.targets.iter().position(is_it)
        };
        let colors = views.targets.iter().map(|it| it.as_ref().and_then(|it| place(it, false)));
        let into = Into {
            colors: colors.take(MAX_COLORS).collect(),
            depth: views.depth_stencil.as_ref().and_then(|it| place(it, true)),
        };
        let is_any = into.depth.is_some() || into.colors.iter().any(Option::is_some);
        // What a program clears before it draws to a target is not in the effect.
        let drawn = |it: &Round| it.into == into;
        let is_first = !self.rounds.off_screen.iter().any(drawn);
        let clear = is_first.then_some(ClearValue { place: None });
        self.into = is_any.then(|| into.clone());
        if is_any {
            self.open =
                Some(Round { into, clear_color: clear, clear_depth: clear, steps: Vec::new() });
        }
    }

    /// Whether a pass that reads a target draws a rectangle: its vertices are where the model has them, whatever the
    /// camera, or it makes them by itself.
    fn looks_like_screen(&self, pass: usize) -> bool {
        let desc = &self.passes[pass];
        let shader = |stage| desc.shader_index(stage).and_then(|it| self.effect.shaders.get(it));
        let Some(vertex) = shader(Stage::Vertex) else { return false };
        let has_others = [Stage::Hull, Stage::Geometry].into_iter().any(|it| shader(it).is_some());
        let reads = |texture: usize| {
            let name = &self.plan.textures[texture].name;
            let resource = self.effect.resources.iter().find(|it| it.name == *name);
            let pixel = shader(Stage::Pixel);
            resource.zip(pixel).is_some_and(|(it, pixel)| pixel.bindings.contains(&it.binding))
        };
        let reads_target = self.plan.targets.iter().filter_map(|it| it.texture).any(reads);
        let reads_joints = || vertex.vertex_inputs.iter().any(|it| it.semantic.contains("BLEND"));
        reads_target
            && !has_others
            && !reads_joints()
            && position_sources(self.effect, desc).places.is_empty()
    }

    fn target(&mut self, name: &str, is_depth: bool) -> Option<usize> {
        let is_it = |it: &super::target_plan::TargetPlan| {
            !it.is_view && it.is_depth == is_depth && it.name.eq_ignore_ascii_case(name)
        };
        let found = self.plan.targets.iter().position(is_it);
        if found.is_none() {
            let semantic = if is_depth { "RENDERDEPTHSTENCILTARGET" } else { "RENDERCOLORTARGET" };
            self.warn(format!(
                "its script draws to `{name}`, which is no texture with the semantic {semantic}: the window takes its place"
            ));
        }
        found
    }

    /// The targets that the script has set take effect.
    fn retarget(&mut self) {
        // Without a first colour target it is the window that is drawn to.
        let first = self.colors.first().copied().flatten();
        let into = first.map(|first| {
            let size = self.plan.targets[first].size;
            let mut colors = self.colors.clone();
            while colors.last() == Some(&None) {
                colors.pop();
            }
            Into { colors, depth: self.depth.filter(|it| self.plan.targets[*it].size == size) }
        });
        if let Some(into) = &into {
            let size = self.plan.targets[into.colors[0].unwrap_or_default()].size;
            let other =
                into.colors.iter().flatten().find(|it| self.plan.targets[**it].size != size);
            if let Some(other) = other {
                let name = self.plan.targets[*other].name.clone();
                self.warn(format!("`{name}` has not the size of the first target: it is left out"));
                let colors = into
                    .colors
                    .iter()
                    .map(|it| it.filter(|it| self.plan.targets[*it].size == size))
                    .collect();
                let into = Into { colors, depth: into.depth };
                return self.set_into(Some(into));
            }
        }
        self.set_into(into);
    }

    fn set_into(&mut self, into: Option<Into>) {
        if self.into != into {
            self.close();
            self.into = into;
        }
    }

    /// The round that a clear opens: one in which nothing is drawn yet.
    fn clearing(&mut self) -> &mut Round {
        if self.open.as_ref().is_some_and(|it| !it.steps.is_empty()) {
            self.close();
        }
        self.opened()
    }

    fn opened(&mut self) -> &mut Round {
        let into = self.into.clone().unwrap_or_default();
        self.open.get_or_insert_with(|| Round { into, ..Round::default() })
    }

    fn step(&mut self, step: Step) {
        if self.into.is_none() {
            self.rounds.window.push(step);
        } else {
            self.opened().steps.push(step);
        }
    }

    fn close(&mut self) {
        self.rounds.off_screen.extend(self.open.take());
    }

    fn clear_value(&mut self, name: &str) -> ClearValue {
        let mut buffers = self.effect.constant_buffers.iter().enumerate();
        let place = buffers.find_map(|(buffer, it)| {
            let (offset_bytes, member) = it.member(name)?;
            let count = match member.ty {
                MemberType::Scalar { kind: ScalarKind::Float } => 1,
                MemberType::Vector { kind: ScalarKind::Float, columns } => columns,
                _ => return None,
            };
            Some((buffer, offset_bytes, count))
        });
        if place.is_none() {
            self.warn(format!("its script clears to `{name}`, which is no number of the effect"));
        }
        ClearValue { place }
    }

    fn warn(&mut self, what: String) {
        if !self.rounds.warnings.contains(&what) {
            self.rounds.warnings.push(what);
        }
    }
}

/// `pass P < string RenderColorTarget0 = "Scene"; >`.
fn targets_of_annotations(annotations: &[Annotation]) -> Vec<Command> {
    let all = annotations.iter().filter_map(|it| match &it.value {
        AnnotationValue::String(value) => Some(command(&it.name, value)),
        _ => None,
    });
    let is_target = |it: &Command| matches!(it, Command::ColorTarget(..) | Command::DepthTarget(_));
    all.flatten().filter(is_target).collect()
}
