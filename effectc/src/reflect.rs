//! Gives modules HLSL's layouts, and finds out what a module really uses.
//!
//! The compiler lays out buffers itself, in places other than HLSL does (after nested structures, in structured
//! buffers). So the layout that [`crate::layout`] computed is written into the module's decorations. Tests read them
//! back with a reader that is not ours.

use crate::hash::HashMap;

use crate::effect::{ConstantBuffer, MatrixPacking, Member, MemberType, Resource};
use crate::module::{Module, TypeNode, decoration};

/// Why a module does not fit its effect. Each of these is a fault of the compiler, not of the effect.
#[derive(Debug, thiserror::Error)]
pub enum ReflectError {
    /// The words are not a whole module.
    #[error("the HLSL compiler gave a module that is cut off")]
    Cut,
    /// A module has something else where the effect has a member.
    #[error("`{path}` is laid out differently in SPIR-V: expected {expected}")]
    Shape {
        /// The member.
        path: String,
        /// What was expected.
        expected: &'static str,
    },
    /// One SPIR-V type would need two layouts.
    #[error("`{path}` shares a SPIR-V type with a buffer of another layout")]
    Conflict {
        /// The member.
        path: String,
    },
}

/// What a module really uses.
#[derive(Debug)]
pub struct Reflection {
    /// The module with HLSL's layouts.
    pub words: Vec<u32>,
    /// Bindings that the code uses, ascending.
    pub bindings: Vec<u32>,
    /// Locations of inputs that the code reads; a matrix counts with its first.
    pub input_locations: Vec<u32>,
    /// Threads in a group of a compute shader.
    pub workgroup_size: Option<[u32; 3]>,
}

/// Writes layouts into a module.
///
/// # Errors
/// See [`ReflectError`].
pub fn reflect(
    words: Vec<u32>,
    buffers: &[&ConstantBuffer],
    resources: &[&Resource],
) -> Result<Reflection, ReflectError> {
    let module = Module::new(words).ok_or(ReflectError::Cut)?;
    let bound = module.bound_variables();
    let mut patch = Patch { module, written: HashMap::default() };
    for (binding, pointee) in &bound {
        if let Some(buffer) = buffers.iter().find(|it| it.binding == *binding) {
            patch.members(*pointee, &buffer.members, &buffer.name)?;
        } else if let Some(resource) = resources.iter().find(|it| it.binding == *binding)
            && resource.stride_bytes > 0
        {
            patch.structured(*pointee, resource)?;
        }
    }
    let mut input_locations: Vec<u32> = patch.module.input_locations().into_iter().collect();
    input_locations.sort_unstable();
    Ok(Reflection {
        bindings: bound.iter().map(|(binding, _)| *binding).collect(),
        input_locations,
        workgroup_size: patch.module.local_size,
        words: patch.module.words,
    })
}

struct Patch {
    module: Module,
    /// What was written where, to find conflicts.
    written: HashMap<usize, u32>,
}

impl Patch {
    fn write(
        &mut self,
        (target, member, kind): (u32, Option<u32>, u32),
        value: u32,
        path: &str,
    ) -> Result<(), ReflectError> {
        let place = self
            .module
            .place(target, member, kind)
            .ok_or_else(|| shape(path, "an explicit offset or stride"))?;
        match self.written.insert(place, value) {
            Some(before) if before != value => {
                return Err(ReflectError::Conflict { path: path.to_owned() });
            }
            Some(_) | None => {}
        }
        self.module.words[place] = value;
        Ok(())
    }

    fn members(&mut self, id: u32, members: &[Member], path: &str) -> Result<(), ReflectError> {
        let Some(TypeNode::Struct { members: types }) = self.module.ty(id).cloned() else {
            return Err(shape(path, "a structure"));
        };
        if types.len() != members.len() {
            return Err(shape(path, "as many members as in HLSL"));
        }
        for ((index, ty), member) in (0..).zip(types).zip(members) {
            let path = format!("{path}.{}", member.name);
            let offset = (id, Some(index), decoration::OFFSET);
            self.write(offset, member.offset_bytes, &path)?;
            let mut element = ty;
            let mut inner_count: u32 = member.element_count();
            for count in &member.array_counts {
                let Some(TypeNode::Array { element: inner, .. }) = self.module.ty(element) else {
                    return Err(shape(&path, "an array"));
                };
                let inner = *inner;
                inner_count /= count;
                let stride = member.array_stride_bytes * inner_count;
                self.write((element, None, decoration::ARRAY_STRIDE), stride, &path)?;
                element = inner;
            }
            self.element(element, &member.ty, (id, index), &path)?;
        }
        Ok(())
    }

    /// A type without arrays; a matrix has its decorations at the structure member that holds it.
    fn element(
        &mut self,
        id: u32,
        ty: &MemberType,
        holder: (u32, u32),
        path: &str,
    ) -> Result<(), ReflectError> {
        match ty {
            MemberType::Struct { members, .. } => self.members(id, members, path),
            // One that `lower` split into its rows (columns).
            MemberType::Matrix { stride_bytes, .. }
                if matches!(self.module.ty(id), Some(TypeNode::Array { .. })) =>
            {
                self.write((id, None, decoration::ARRAY_STRIDE), *stride_bytes, path)
            }
            // A matrix of one row or column may be a vector in SPIR-V.
            MemberType::Matrix { packing, stride_bytes, .. }
                if self.module.ty(id) == Some(&TypeNode::Matrix) =>
            {
                let (target, member) = (holder.0, Some(holder.1));
                self.write((target, member, decoration::MATRIX_STRIDE), *stride_bytes, path)?;
                // HLSL's rows are SPIR-V's columns.
                let expected = match packing {
                    MatrixPacking::Row => decoration::COL_MAJOR,
                    MatrixPacking::Column => decoration::ROW_MAJOR,
                };
                match self.module.has(target, member, expected) {
                    true => Ok(()),
                    false => Err(shape(path, "the other matrix packing")),
                }
            }
            MemberType::Matrix { .. } | MemberType::Scalar { .. } | MemberType::Vector { .. } => {
                Ok(())
            }
        }
    }

    fn structured(&mut self, id: u32, resource: &Resource) -> Result<(), ReflectError> {
        let path = &resource.name;
        let Some(TypeNode::Struct { members }) = self.module.ty(id).cloned() else {
            return Err(shape(path, "one structured buffer"));
        };
        let array = members.first().and_then(|it| Some((*it, self.module.ty(*it)?)));
        let Some((array, TypeNode::Array { element, is_runtime: true })) = array else {
            return Err(shape(path, "an array of elements"));
        };
        let element = *element;
        self.write((array, None, decoration::ARRAY_STRIDE), resource.stride_bytes, path)?;
        match &resource.element {
            Some(ty) => self.element(element, ty, (id, 0), path),
            None => Ok(()),
        }
    }
}

fn shape(path: &str, expected: &'static str) -> ReflectError {
    ReflectError::Shape { path: path.to_owned(), expected }
}
