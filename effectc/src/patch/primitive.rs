//! What hull and geometry shaders take, as their modules say.

use super::instructions::{Instructions, op};
use crate::effect::Primitive;

const INPUT: u32 = 1;

/// The primitive that a geometry shader takes.
pub(crate) fn input_primitive(words: &[u32]) -> Option<Primitive> {
    let module = Instructions::parse(words)?;
    module.all(op::EXECUTION_MODE).find_map(|it| match it.get(1)? {
        19 => Some(Primitive::Point),
        20 => Some(Primitive::Line),
        21 => Some(Primitive::LineAdj),
        22 => Some(Primitive::Triangle),
        23 => Some(Primitive::TriangleAdj),
        _ => None,
    })
}

/// The control points that a hull shader takes: the length of its input arrays. None for one that reads no input.
pub(crate) fn patch_control_points(words: &[u32]) -> Option<u32> {
    let module = Instructions::parse(words)?;
    module.all(op::VARIABLE).filter(|it| it.get(2) == Some(&INPUT)).find_map(|it| {
        let (op::TYPE_POINTER, [_, pointee]) = module.ty(*it.first()?)? else { return None };
        let (op::TYPE_ARRAY, [_, length]) = module.ty(*pointee)? else { return None };
        module.all(op::CONSTANT).find_map(|it| match it {
            [_, id, value, ..] if id == length => Some(*value),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{input_primitive, patch_control_points};
    use crate::effect::Primitive;

    fn module(instructions: &[&[u32]]) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0500, 0, 99, 0];
        for instruction in instructions {
            words.push((u32::try_from(instruction.len()).unwrap()) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words
    }

    #[test]
    fn geometry_shaders_say_their_primitive() {
        for (mode, expected) in [
            (19, Some(Primitive::Point)),
            (20, Some(Primitive::Line)),
            (21, Some(Primitive::LineAdj)),
            (22, Some(Primitive::Triangle)),
            (23, Some(Primitive::TriangleAdj)),
            (26, None),
        ] {
            assert_eq!(input_primitive(&module(&[&[16, 4, mode]])), expected, "{mode}");
        }
    }

    #[test]
    fn hull_shaders_have_arrays_of_control_points() {
        let types: [&[u32]; 5] =
            [&[21, 1, 32, 0], &[22, 2, 32], &[43, 1, 3, 16], &[28, 4, 2, 3], &[32, 5, 1, 4]];
        let with = |variable: &[u32]| {
            let mut all = types.to_vec();
            all.push(variable);
            patch_control_points(&module(&all))
        };
        assert_eq!(with(&[59, 5, 9, 1]), Some(16));
        assert_eq!(with(&[59, 5, 9, 3]), None, "an output");
        assert_eq!(patch_control_points(&module(&types)), None);
    }
}
