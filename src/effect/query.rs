//! Questions about an effect: techniques, groups, passes, annotations, semantics, strings.

use effectc::effect::{
    Annotation, AnnotationValue, Pass as CompiledPass, PassShader, Stage, Stages, Technique,
    VertexInput,
};

use super::error::EffectResult;
use super::load::Effect;
use super::variable::{PassId, Which};

/// What a pass sets, and so what a program saves that wants it back (`ComputeStateBlockMask`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PassMask {
    /// Stages to which it gives a shader, or none (`NULL`).
    pub stages: Stages,
    /// `SetRasterizerState`.
    pub rasterizer: bool,
    /// `SetDepthStencilState`.
    pub depth_stencil: bool,
    /// `SetBlendState`.
    pub blend: bool,
    /// `SetRenderTargets`.
    pub render_targets: bool,
}

impl Effect {
    /// Names of the groups (`fxgroup`), in order of the file.
    pub fn groups(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for group in self.compiled.techniques.iter().filter_map(|it| it.group.as_deref()) {
            if !names.contains(&group) {
                names.push(group);
            }
        }
        names
    }

    /// Finds a technique of a group by its name or its place in the group; none is the group of techniques that stand
    /// in none. The place among all techniques of the effect, to be given to [`Self::pass`].
    ///
    /// # Errors
    /// A group or technique that the effect does not have.
    pub fn technique_in_group<'a>(
        &self,
        group: Option<&str>,
        technique: impl Into<Which<'a>>,
    ) -> EffectResult<usize> {
        let all = self.compiled.techniques.iter().enumerate();
        let places = all
            .filter(|(_, it)| it.group.as_deref() == group)
            .map(|(index, it)| (index, it.name.as_str()))
            .collect::<Vec<_>>();
        if let (Some(group), true) = (group, places.is_empty()) {
            return Err(self.missing("group", group, self.groups()));
        }
        let names = places.iter().map(|it| it.1).collect::<Vec<_>>();
        Ok(places[self.find("technique", &names, technique.into())?].0)
    }

    /// A technique's data: name, group, passes, annotations.
    ///
    /// # Errors
    /// A name or index that the effect does not have.
    pub fn technique<'a>(&self, technique: impl Into<Which<'a>>) -> EffectResult<&Technique> {
        let techniques = &self.compiled.techniques;
        let names = techniques.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        Ok(&techniques[self.find("technique", &names, technique.into())?])
    }

    /// Whether each pass of a technique can be drawn or dispatched (`IsValid`). What the GPU lacks for it would have been
    /// an error when the effect was loaded.
    ///
    /// # Errors
    /// A name or index that the effect does not have.
    pub fn is_valid<'a>(&self, technique: impl Into<Which<'a>>) -> EffectResult<bool> {
        let techniques = &self.compiled.techniques;
        let names = techniques.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        let technique_idx = self.find("technique", &names, technique.into())?;
        let mut passes = self.passes.iter().filter(|it| it.technique_idx == technique_idx);
        let can_be_drawn = |it: &super::pass::Pass| {
            it.has(Stage::Vertex) && it.has(Stage::Hull) == it.has(Stage::Domain)
        };
        Ok(passes.all(|it| it.is_compute() || can_be_drawn(it)))
    }

    /// A pass's data: shaders, states with their names, blend factor, sample mask, stencil reference, annotations.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn pass_reflection(&self, pass: PassId) -> EffectResult<&CompiledPass> {
        self.check_handle(pass.effect)?;
        let place = &self.passes[pass.index];
        Ok(&self.compiled.techniques[place.technique_idx].passes[place.pass_idx])
    }

    /// What a pass sets (`ComputeStateBlockMask`).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn mask(&self, pass: PassId) -> EffectResult<PassMask> {
        let pass = self.pass_reflection(pass)?;
        Ok(PassMask {
            stages: Stage::ALL
                .into_iter()
                .filter(|stage| pass.shader(*stage) != PassShader::Unset)
                .collect(),
            rasterizer: pass.rasterizer.is_some(),
            depth_stencil: pass.depth_stencil.is_some(),
            blend: pass.blend.is_some(),
            render_targets: pass.render_targets.is_some(),
        })
    }

    /// What the vertex shader of a pass takes, as its variables choose it now: the input layout.
    ///
    /// # Errors
    /// A handle of another effect, or a variable that chooses a shader past its array's end.
    pub fn vertex_inputs(&self, pass: PassId) -> EffectResult<&[VertexInput]> {
        self.check_handle(pass.effect)?;
        let shader_idx = self.choice(pass.index)?[Stage::Vertex as usize];
        Ok(shader_idx.map_or(&[], |it| &self.compiled.shaders[it].vertex_inputs))
    }

    /// Bytes of a vertex (slot 0) or instance (slot 1) that a pass takes, as its variables choose it now.
    ///
    /// # Errors
    /// As [`Self::vertex_inputs`].
    pub fn vertex_stride_bytes(&self, pass: PassId, slot: u32) -> EffectResult<u32> {
        self.check_handle(pass.effect)?;
        let shader_idx = self.choice(pass.index)?[Stage::Vertex as usize];
        Ok(shader_idx.map_or(0, |it| self.compiled.shaders[it].vertex_stride_bytes(slot)))
    }

    /// Control points of the patches that a pass takes (`PatchList`); none without a hull shader.
    ///
    /// # Errors
    /// As [`Self::vertex_inputs`].
    pub fn patch_control_points(&self, pass: PassId) -> EffectResult<Option<u32>> {
        self.check_handle(pass.effect)?;
        let shader_idx = self.choice(pass.index)?[Stage::Hull as usize];
        Ok(shader_idx.and_then(|it| self.compiled.shaders[it].patch_control_points))
    }

    /// The name of the variable with a semantic, in any case of letters (`GetVariableBySemantic`): a member of a constant
    /// buffer, a resource, a sampler or a string.
    ///
    /// # Errors
    /// A semantic that no variable has.
    pub fn by_semantic(&self, semantic: &str) -> EffectResult<&str> {
        let all = || {
            let compiled = &self.compiled;
            let members = compiled.constant_buffers.iter().flat_map(|it| &it.members);
            let members = members.map(|it| (it.semantic.as_deref(), it.name.as_str()));
            let resources = compiled.resources.iter();
            let resources = resources.map(|it| (it.semantic.as_deref(), it.name.as_str()));
            let samplers = compiled.samplers.iter();
            let samplers = samplers.map(|it| (it.semantic.as_deref(), it.name.as_str()));
            let strings = compiled.strings.iter();
            let strings = strings.map(|it| (it.semantic.as_deref(), it.name.as_str()));
            members.chain(resources).chain(samplers).chain(strings)
        };
        let found = all().find(|it| it.0.is_some_and(|it| it.eq_ignore_ascii_case(semantic)));
        found.map(|it| it.1).ok_or_else(|| {
            let names = all().filter_map(|it| it.0).collect();
            self.missing("variable with the semantic", semantic, names)
        })
    }

    /// A string variable: one text, or as many as its array has (`AsString`).
    ///
    /// # Errors
    /// A name that is no string of the effect.
    pub fn string(&self, name: &str) -> EffectResult<&[String]> {
        let strings = &self.compiled.strings;
        match strings.iter().find(|it| it.name == name) {
            Some(string) => Ok(&string.values),
            None => {
                let names = strings.iter().map(|it| it.name.as_str()).collect();
                Err(self.missing("string", name, names))
            }
        }
    }

    /// The annotations of a variable: of a constant buffer, a member of one (by path), a resource, a sampler or a string.
    ///
    /// # Errors
    /// A name that is no variable of the effect.
    pub fn annotations(&self, variable: &str) -> EffectResult<&[Annotation]> {
        let compiled = &self.compiled;
        if let Some(buffer) = compiled.constant_buffer(variable) {
            return Ok(&buffer.annotations);
        }
        if let Some(resource) = compiled.resource(variable) {
            return Ok(&resource.annotations);
        }
        if let Some(sampler) = compiled.sampler(variable) {
            return Ok(&sampler.annotations);
        }
        if let Some(string) = compiled.strings.iter().find(|it| it.name == variable) {
            return Ok(&string.annotations);
        }
        Ok(&self.member(variable, "variable")?.2.annotations)
    }

    /// An annotation of a variable by name (`GetAnnotationByName`); none if it does not have it.
    ///
    /// # Errors
    /// A name that is no variable of the effect.
    pub fn annotation(&self, variable: &str, name: &str) -> EffectResult<Option<&AnnotationValue>> {
        let annotations = self.annotations(variable)?;
        Ok(annotations.iter().find(|it| it.name == name).map(|it| &it.value))
    }
}
