//! Lookups by name. A wrong name or type is an error that lists the nearest names.

use std::marker::PhantomData;

use bytemuck::Pod;
use effectc::effect::{GLOBALS_BUFFER, Member, MemberType};

use super::error::{EffectError, EffectResult};
use super::load::Effect;
use super::nearest::nearest;
use super::variable::{
    ArrayOf, BufferVar, ConstantBufferVar, MatrixVar, PassId, ResourceVar, SamplerVar, ScalarVar,
    VectorVar, Which,
};

impl Effect {
    /// Finds a pass by the names or places of technique and pass.
    ///
    /// # Errors
    /// A name or index that the effect does not have.
    pub fn pass<'a>(
        &self,
        technique: impl Into<Which<'a>>,
        pass: impl Into<Which<'a>>,
    ) -> EffectResult<PassId> {
        let techniques = &self.compiled.techniques;
        let names = techniques.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        let technique_idx = self.find("technique", &names, technique.into())?;
        let passes = &techniques[technique_idx].passes;
        let names = passes.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        let pass_idx = self.find("pass", &names, pass.into())?;
        let index = self.technique_starts[technique_idx] + pass_idx;
        Ok(PassId { effect: self.id, index })
    }

    /// How many techniques there are.
    pub fn technique_count(&self) -> usize {
        self.compiled.techniques.len()
    }

    /// How many passes a technique has.
    ///
    /// # Errors
    /// A name or index that the effect does not have.
    pub fn pass_count<'a>(&self, technique: impl Into<Which<'a>>) -> EffectResult<usize> {
        let techniques = &self.compiled.techniques;
        let names = techniques.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        Ok(techniques[self.find("technique", &names, technique.into())?].passes.len())
    }

    /// Finds a constant buffer whose bytes are a `T`.
    ///
    /// # Errors
    /// A name that is no constant buffer of the effect, or a `T` of another size (up to the multiple
    /// of 16 that buffers have).
    pub fn constant_buffer<T: Pod>(&self, name: &str) -> EffectResult<ConstantBufferVar<T>> {
        let raw = self.buffer(name)?;
        let expected = self.buffers[raw.index].bytes.len();
        if size_of::<T>().next_multiple_of(16) != expected {
            return Err(EffectError::Size {
                effect: self.compiled.name.clone(),
                buffer: name.to_owned(),
                type_name: std::any::type_name::<T>(),
                expected,
                found: size_of::<T>(),
            });
        }
        Ok(ConstantBufferVar { raw, marker: PhantomData })
    }

    /// Finds a constant buffer to be set as bytes.
    ///
    /// # Errors
    /// A name that is no constant buffer of the effect.
    pub fn buffer(&self, name: &str) -> EffectResult<BufferVar> {
        let buffers = &self.compiled.constant_buffers;
        match buffers.iter().position(|it| it.name == name) {
            Some(index) => Ok(BufferVar { effect: self.id, index }),
            None => Err(self.missing(
                "constant buffer",
                name,
                buffers.iter().map(|it| it.name.as_str()).collect(),
            )),
        }
    }

    /// Checks that a Rust struct has its fields where the constant buffer has its members: pairs of a
    /// member's path (`Keyframes.currFrame`) and `offset_of!`.
    ///
    /// # Errors
    /// A path that is not there, or the first field that lies elsewhere.
    pub fn check_offsets(&self, buffer: BufferVar, fields: &[(&str, usize)]) -> EffectResult<()> {
        self.check_handle(buffer.effect)?;
        let desc = &self.compiled.constant_buffers[buffer.index];
        for (path, found) in fields {
            let Some((offset_bytes, _)) = desc.member(path) else {
                let names = desc.members.iter().map(|it| it.name.as_str()).collect();
                return Err(self.missing("member", path, names));
            };
            if offset_bytes as usize != *found {
                return Err(EffectError::Offset {
                    effect: self.compiled.name.clone(),
                    buffer: desc.name.clone(),
                    member: (*path).to_owned(),
                    expected: offset_bytes as usize,
                    found: *found,
                });
            }
        }
        Ok(())
    }

    /// Finds a number by name or path (`BoneIndex`, `Keyframes.speed`), among the loose globals first.
    ///
    /// # Errors
    /// A name that is not there or no number.
    pub fn scalar(&self, path: &str) -> EffectResult<ScalarVar> {
        let (buffer, offset_bytes, member) = self.member(path, "number")?;
        match member.ty {
            MemberType::Scalar { kind } => {
                Ok(ScalarVar { buffer, offset_bytes, kind, array: array_of(path, member) })
            }
            MemberType::Vector { .. } | MemberType::Matrix { .. } | MemberType::Struct { .. } => {
                Err(self.wrong_type(path, &member.hlsl_type(), "number"))
            }
        }
    }

    /// Finds a vector by name or path, among the loose globals first.
    ///
    /// # Errors
    /// A name that is not there or no vector.
    pub fn vector(&self, path: &str) -> EffectResult<VectorVar> {
        let (buffer, offset_bytes, member) = self.member(path, "vector")?;
        match member.ty {
            MemberType::Vector { kind, columns } => Ok(VectorVar {
                first: ScalarVar { buffer, offset_bytes, kind, array: array_of(path, member) },
                columns: columns as usize,
            }),
            MemberType::Scalar { .. } | MemberType::Matrix { .. } | MemberType::Struct { .. } => {
                Err(self.wrong_type(path, &member.hlsl_type(), "vector"))
            }
        }
    }

    /// Finds a matrix by name or path, among the loose globals first.
    ///
    /// # Errors
    /// A name that is not there or no matrix.
    pub fn matrix(&self, path: &str) -> EffectResult<MatrixVar> {
        let (buffer, offset_bytes, member) = self.member(path, "matrix")?;
        match member.ty {
            MemberType::Matrix { kind, rows, columns, packing, stride_bytes } => Ok(MatrixVar {
                first: ScalarVar { buffer, offset_bytes, kind, array: array_of(path, member) },
                rows: rows as usize,
                columns: columns as usize,
                packing,
                stride_bytes: stride_bytes as usize,
            }),
            MemberType::Scalar { .. } | MemberType::Vector { .. } | MemberType::Struct { .. } => {
                Err(self.wrong_type(path, &member.hlsl_type(), "matrix"))
            }
        }
    }

    /// Finds a texture or buffer that shaders read.
    ///
    /// # Errors
    /// A name that is not there, or one that shaders write.
    pub fn shader_resource(&self, name: &str) -> EffectResult<ResourceVar> {
        self.resource("shader resource", name, false)
    }

    /// Finds a texture or buffer that shaders write (`RW...`).
    ///
    /// # Errors
    /// A name that is not there, or one that shaders only read.
    pub fn unordered_access(&self, name: &str) -> EffectResult<ResourceVar> {
        self.resource("unordered-access resource", name, true)
    }

    fn resource(
        &self,
        what: &'static str,
        name: &str,
        is_read_write: bool,
    ) -> EffectResult<ResourceVar> {
        let all = &self.compiled.resources;
        match all.iter().position(|it| it.name == name) {
            Some(index) if all[index].kind.is_read_write() == is_read_write => {
                Ok(ResourceVar { effect: self.id, index })
            }
            Some(index) => Err(self.wrong_type(name, all[index].kind.hlsl(), what)),
            None => Err(self.missing(
                what,
                name,
                all.iter()
                    .filter(|it| it.kind.is_read_write() == is_read_write)
                    .map(|it| it.name.as_str())
                    .collect(),
            )),
        }
    }

    /// Finds a sampler.
    ///
    /// # Errors
    /// A name that is no sampler of the effect.
    pub fn sampler(&self, name: &str) -> EffectResult<SamplerVar> {
        let all = &self.compiled.samplers;
        match all.iter().position(|it| it.name == name) {
            Some(index) => Ok(SamplerVar { effect: self.id, index }),
            None => {
                Err(self.missing("sampler", name, all.iter().map(|it| it.name.as_str()).collect()))
            }
        }
    }

    pub(super) fn member(
        &self,
        path: &str,
        what: &'static str,
    ) -> EffectResult<(BufferVar, usize, &Member)> {
        let buffers = &self.compiled.constant_buffers;
        let globals = buffers.iter().position(|it| it.name == GLOBALS_BUFFER);
        let in_order =
            globals.into_iter().chain((0..buffers.len()).filter(|it| Some(*it) != globals));
        for index in in_order {
            if let Some((offset_bytes, member)) = buffers[index].member(path) {
                let buffer = BufferVar { effect: self.id, index };
                return Ok((buffer, offset_bytes as usize, member));
            }
        }
        let names = buffers.iter().flat_map(|it| &it.members).map(|it| it.name.as_str());
        Err(self.missing(what, path, names.collect()))
    }

    pub(super) fn find(
        &self,
        what: &'static str,
        names: &[&str],
        wanted: Which<'_>,
    ) -> EffectResult<usize> {
        let found = match wanted {
            Which::Name(name) => names.iter().position(|it| *it == name),
            Which::Index(index) => (index < names.len()).then_some(index),
        };
        found.ok_or_else(|| {
            let text = match wanted {
                Which::Name(name) => name.to_owned(),
                Which::Index(index) => index.to_string(),
            };
            self.missing(what, &text, names.to_vec())
        })
    }

    /// The error for a name that is not there, or is there as something else.
    pub(super) fn missing(&self, what: &'static str, name: &str, names: Vec<&str>) -> EffectError {
        if let Some(is) = self.what_is(name) {
            return self.wrong_type(name, &is, what);
        }
        EffectError::Unknown {
            effect: self.compiled.name.clone(),
            what,
            name: name.to_owned(),
            nearest: nearest(name, names),
        }
    }

    /// What a variable's name stands for, if it is one.
    fn what_is(&self, name: &str) -> Option<String> {
        let compiled = &self.compiled;
        if compiled.constant_buffer(name).is_some() {
            return Some("constant buffer".to_owned());
        }
        if let Some(resource) = compiled.resource(name) {
            return Some(resource.kind.hlsl().to_owned());
        }
        if compiled.sampler(name).is_some() {
            return Some("sampler".to_owned());
        }
        if compiled.strings.iter().any(|it| it.name == name) {
            return Some("string".to_owned());
        }
        if compiled.render_target_views.iter().any(|it| it == name) {
            return Some("render target view".to_owned());
        }
        if compiled.depth_stencil_views.iter().any(|it| it == name) {
            return Some("depth-stencil view".to_owned());
        }
        let mut buffers = compiled.constant_buffers.iter();
        buffers.find_map(|it| it.member(name)).map(|(_, member)| member.hlsl_type())
    }

    pub(super) fn wrong_type(&self, name: &str, is: &str, wanted: &'static str) -> EffectError {
        EffectError::WrongType {
            effect: self.compiled.name.clone(),
            name: name.to_owned(),
            is: is.to_owned(),
            wanted,
        }
    }
}

/// The elements that a path stands for: all of an array, one where the path ends with an index.
fn array_of(path: &str, member: &Member) -> ArrayOf {
    let count = if path.ends_with(']') { 1 } else { member.element_count() };
    ArrayOf { count: count as usize, stride_bytes: member.array_stride_bytes as usize }
}
