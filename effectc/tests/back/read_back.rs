//! An independent reader (spirq) finds in the modules the layouts that the reflection states.

use effectc::effect::{Effect, MatrixPacking, Member, MemberType, Resource};
use spirq::ReflectConfig;
use spirq::ty as read;
use spirq::var::Variable;

/// What a module of an effect has otherwise than the reflection says, if something is.
pub(super) fn fault(effect: &Effect) -> Option<String> {
    effect.shaders.iter().find_map(|shader| {
        let fault = module(&shader.words, effect).err()?;
        Some(format!("{} ({}): {fault}", shader.entry, shader.profile))
    })
}

fn module(words: &[u32], effect: &Effect) -> Result<(), String> {
    let entries = ReflectConfig::new().spv(words).reflect().map_err(|it| it.to_string())?;
    for variable in entries.iter().flat_map(|it| &it.vars) {
        let Variable::Descriptor { desc_bind, ty, .. } = variable else { continue };
        let read::Type::Struct(found) = ty else { continue };
        let binding = desc_bind.bind();
        if let Some(buffer) = effect.constant_buffers.iter().find(|it| it.binding == binding) {
            struct_members(found, &buffer.members, &buffer.name)?;
        } else if let Some(resource) = effect.resources.iter().find(|it| it.binding == binding) {
            structured(found, resource)?;
        }
    }
    Ok(())
}

fn structured(found: &read::StructType, resource: &Resource) -> Result<(), String> {
    let path = &resource.name;
    let Some(read::Type::Array(array)) = found.members.first().map(|it| &it.ty) else {
        return Err(shape(path, "an array of elements"));
    };
    if resource.stride_bytes == 0 {
        return Ok(());
    }
    same(array.stride, resource.stride_bytes, &format!("stride of {path}"))?;
    match &resource.element {
        Some(element) => one_element(&array.element_ty, element, path),
        None => Ok(()),
    }
}

fn struct_members(found: &read::StructType, members: &[Member], path: &str) -> Result<(), String> {
    if found.members.len() != members.len() {
        return Err(shape(path, "as many members as in HLSL"));
    }
    for (found, member) in found.members.iter().zip(members) {
        let path = format!("{path}.{}", member.name);
        same(found.offset, member.offset_bytes, &format!("offset of {path}"))?;
        let mut ty = &found.ty;
        let mut inner_count = member.element_count();
        for count in &member.array_counts {
            let read::Type::Array(array) = ty else { return Err(shape(&path, "an array")) };
            inner_count /= count;
            let stride = member.array_stride_bytes * inner_count;
            same(array.stride, stride, &format!("stride of {path}"))?;
            if array.nelement != Some(*count) {
                return Err(shape(&path, "as many elements as in HLSL"));
            }
            ty = &array.element_ty;
        }
        one_element(ty, &member.ty, &path)?;
    }
    Ok(())
}

fn one_element(found: &read::Type, ty: &MemberType, path: &str) -> Result<(), String> {
    match (found, ty) {
        (read::Type::Struct(found), MemberType::Struct { members, .. }) => {
            struct_members(found, members, path)
        }
        (
            read::Type::Matrix(found),
            MemberType::Matrix { rows, columns, packing, stride_bytes, .. },
        ) => {
            same(found.stride, *stride_bytes, &format!("matrix stride of {path}"))?;
            let expected = match packing {
                MatrixPacking::Row => read::MatrixAxisOrder::ColumnMajor,
                MatrixPacking::Column => read::MatrixAxisOrder::RowMajor,
            };
            let has_shape = found.axis_order.as_ref() == Some(&expected)
                && found.nvector == *rows
                && found.vector_ty.nscalar == *columns;
            if has_shape { Ok(()) } else { Err(shape(path, "a matrix of this shape and packing")) }
        }
        (read::Type::Array(found), MemberType::Matrix { stride_bytes, .. }) => {
            same(found.stride, *stride_bytes, &format!("matrix stride of {path}"))
        }
        (read::Type::Vector(found), MemberType::Vector { columns, .. }) => {
            same(Some(found.nscalar as usize), *columns, &format!("components of {path}"))
        }
        (read::Type::Scalar(_), MemberType::Scalar { .. })
        | (read::Type::Vector(_) | read::Type::Scalar(_), MemberType::Matrix { .. }) => Ok(()),
        _ => Err(shape(path, "a type of the same shape")),
    }
}

fn same(found: Option<usize>, expected: u32, path: &str) -> Result<(), String> {
    let found = found.and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
    match found == expected {
        true => Ok(()),
        false => Err(format!("{path}: SPIR-V has {found} where HLSL has {expected}")),
    }
}

fn shape(path: &str, expected: &str) -> String {
    format!("`{path}` is laid out differently in SPIR-V: expected {expected}")
}
