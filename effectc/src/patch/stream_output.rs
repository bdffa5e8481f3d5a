//! Stream output: which outputs a shader writes into buffers, as `ConstructGSWithSO` says it.
//!
//! HLSL for Vulkan has no words for it. A whole output gets the decorations of `VK_EXT_transform_feedback`. Of an output
//! that is taken in part (`POSITION.xyz` of a `float4`), or twice, a copy of the right components is written to a
//! variable of its own: before every `EmitVertex` of a geometry shader, at the end of other shaders.

use super::instructions::{Instruction, Instructions, op};
use crate::effect::{StreamOutput, StreamOutputElement};

const STORAGE_OUTPUT: u32 = 3;
const EXECUTION_MODEL_GEOMETRY: u32 = 3;
const EXECUTION_MODE_XFB: u32 = 11;
const CAPABILITY_TRANSFORM_FEEDBACK: u32 = 53;
const CAPABILITY_GEOMETRY_STREAMS: u32 = 54;

const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_STREAM: u32 = 29;
const DECORATION_LOCATION: u32 = 30;
const DECORATION_OFFSET: u32 = 35;
const DECORATION_XFB_BUFFER: u32 = 36;
const DECORATION_XFB_STRIDE: u32 = 37;

/// Locations that the outputs of a stage have at least: 128 components.
const LOCATION_COUNT: u32 = 32;

/// Where a module has an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputPlace {
    /// A location.
    Location(u32),
    /// A built-in variable, by SPIR-V's number.
    BuiltIn(u32),
}

/// The built-in variable of a system value that can be streamed out.
fn built_in(semantic: &str) -> Option<u32> {
    let table = [
        ("SV_POSITION", 0),
        ("SV_CLIPDISTANCE", 3),
        ("SV_CULLDISTANCE", 4),
        ("SV_PRIMITIVEID", 7),
        ("SV_RENDERTARGETARRAYINDEX", 9),
        ("SV_VIEWPORTARRAYINDEX", 10),
    ];
    table.iter().find(|(name, _)| name.eq_ignore_ascii_case(semantic)).map(|(_, number)| *number)
}

/// What is wrong with a declaration of stream output.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum StreamFault {
    /// The module is cut off.
    #[error("the HLSL compiler gave a module that is cut off")]
    Cut,
    /// The shader has no such output.
    #[error("stream output names `{0}`, which the shader does not write")]
    NoOutput(String),
    /// The output has fewer components.
    #[error("stream output takes {expected} components of `{semantic}`, which has {found}")]
    TooWide {
        /// The output.
        semantic: String,
        /// Components up to the last one that is taken.
        expected: u32,
        /// Components that there are.
        found: u32,
    },
    /// No location is left for a copy.
    #[error(
        "the shader has more outputs, with those that stream output takes in part, than the {LOCATION_COUNT} of a stage"
    )]
    TooMany,
}

/// Decorates the outputs. `location_of` gives the location of a semantic with its number in a stream.
///
/// # Errors
/// A declaration that does not fit the shader.
pub(crate) fn with_stream_output(
    words: &[u32],
    output: &StreamOutput,
    location_of: impl Fn(&str, u32, u32) -> Option<u32>,
) -> Result<Vec<u32>, StreamFault> {
    let module = Instructions::parse(words).ok_or(StreamFault::Cut)?;
    let mut writer = Writer {
        module,
        strides_bytes: output.strides_bytes,
        rasterized_stream: output.rasterized_stream,
        copies: Vec::new(),
    };
    for element in &output.elements {
        let Some(semantic) = &element.semantic else { continue };
        let place = match built_in(semantic) {
            Some(number) => Some(OutputPlace::BuiltIn(number)),
            None => location_of(semantic, element.semantic_index, element.stream)
                .map(OutputPlace::Location),
        };
        let variable = place.and_then(|it| writer.variable(it, element.stream));
        let name = || match element.semantic_index {
            0 => semantic.clone(),
            index => format!("{semantic}{index}"),
        };
        match variable {
            Some(variable) => writer.element(variable, element, &name())?,
            None => return Err(StreamFault::NoOutput(name())),
        }
    }
    writer.module.add_capability(CAPABILITY_TRANSFORM_FEEDBACK);
    if output.elements.iter().any(|it| it.stream > 0) {
        writer.module.add_capability(CAPABILITY_GEOMETRY_STREAMS);
    }
    writer.module.add_execution_mode(EXECUTION_MODE_XFB);
    writer.insert_copies();
    Ok(writer.module.into_words())
}

/// Some components of an output that go to a variable of their own.
struct Copy {
    source: u32,
    source_type: u32,
    target: u32,
    target_type: u32,
    first: u32,
    count: u32,
    is_array: bool,
    stream: u32,
}

struct Writer<'w> {
    module: Instructions<'w>,
    strides_bytes: [u32; 4],
    rasterized_stream: Option<u32>,
    copies: Vec<Copy>,
}

impl Writer<'_> {
    /// The output variable at a place, and the type behind its pointer.
    fn variable(&self, place: OutputPlace, stream: u32) -> Option<(u32, u32)> {
        self.module.all(op::VARIABLE).find_map(|it| {
            let [pointer, id, STORAGE_OUTPUT, ..] = it else { return None };
            let is_there = match place {
                OutputPlace::Location(location) => {
                    self.module.decoration(*id, DECORATION_LOCATION) == Some(location)
                }
                OutputPlace::BuiltIn(number) => {
                    self.module.decoration(*id, DECORATION_BUILT_IN) == Some(number)
                }
            };
            let of_stream = matches!(place, OutputPlace::BuiltIn(_))
                || self.module.decoration(*id, DECORATION_STREAM).is_none_or(|it| it == stream);
            match self.module.ty(*pointer) {
                Some((op::TYPE_POINTER, [_, pointee])) if is_there && of_stream => {
                    Some((*id, *pointee))
                }
                _ => None,
            }
        })
    }

    /// Component type and number of components of a scalar, vector or array of scalars, and whether it is an array.
    fn shape(&self, ty: u32) -> Option<(u32, u32, bool)> {
        match self.module.ty(ty)? {
            (op::TYPE_FLOAT | op::TYPE_INT, _) => Some((ty, 1, false)),
            (op::TYPE_VECTOR, [component, count]) => Some((*component, *count, false)),
            (op::TYPE_ARRAY, [element, length]) => {
                let count = self.module.all(op::CONSTANT).find_map(|it| match it {
                    [_, id, value] if id == length => Some(*value),
                    _ => None,
                })?;
                match self.module.ty(*element)? {
                    (op::TYPE_FLOAT | op::TYPE_INT, _) => Some((*element, count, true)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn element(
        &mut self,
        (variable, ty): (u32, u32),
        element: &StreamOutputElement,
        name: &str,
    ) -> Result<(), StreamFault> {
        let (component, found, is_array) =
            self.shape(ty).ok_or_else(|| StreamFault::NoOutput(name.to_owned()))?;
        let (first, count) = (element.first_component, element.component_count);
        if first + count > found {
            let (semantic, expected) = (name.to_owned(), first + count);
            return Err(StreamFault::TooWide { semantic, expected, found });
        }
        let is_taken = self.module.decoration(variable, DECORATION_XFB_BUFFER).is_some();
        // A built-in output is one of the stream that is drawn.
        let is_other = self.module.decoration(variable, DECORATION_BUILT_IN).is_some()
            && self.rasterized_stream.is_some_and(|it| it != element.stream);
        if (first, count) == (0, found) && !is_taken && !is_other {
            self.capture(variable, element);
            return Ok(());
        }
        let location = self.free_location()?;
        let target_type = self.module.vector(component, count);
        let pointer = self.module.pointer(STORAGE_OUTPUT, target_type);
        let target = self.module.new_id();
        self.module.declare(Instruction::new(op::VARIABLE, [pointer, target, STORAGE_OUTPUT]));
        self.module.add_to_interface(target);
        self.module.decorate(target, DECORATION_LOCATION, &[location]);
        super::name::give_name(&mut self.module, target, &format!("fx_StreamOutput_{name}"));
        self.capture(target, element);
        self.copies.push(Copy {
            source: variable,
            source_type: ty,
            target,
            target_type,
            first,
            count,
            is_array,
            stream: element.stream,
        });
        Ok(())
    }

    fn capture(&mut self, variable: u32, element: &StreamOutputElement) {
        let stride = self.strides_bytes.get(element.buffer as usize).copied().unwrap_or(0);
        self.module.decorate(variable, DECORATION_OFFSET, &[element.offset_bytes]);
        self.module.decorate(variable, DECORATION_XFB_BUFFER, &[element.buffer]);
        self.module.decorate(variable, DECORATION_XFB_STRIDE, &[stride]);
        if element.stream > 0 && self.module.decoration(variable, DECORATION_STREAM).is_none() {
            self.module.decorate(variable, DECORATION_STREAM, &[element.stream]);
        }
    }

    /// The first location after all that are taken; a matrix takes as many as it has rows, at most 4.
    fn free_location(&self) -> Result<u32, StreamFault> {
        let outputs = self.module.all(op::VARIABLE).filter_map(|it| match it {
            [pointer, id, STORAGE_OUTPUT, ..] => Some((*pointer, *id)),
            _ => None,
        });
        let ends = outputs.filter_map(|(pointer, id)| {
            let location = self.module.decoration(id, DECORATION_LOCATION)?;
            let (_, [_, pointee]) = self.module.ty(pointer)? else { return None };
            let count = if self.shape(*pointee).is_some_and(|it| !it.2) { 1 } else { 4 };
            Some(location + count)
        });
        let free = ends.max().unwrap_or(0);
        if free < LOCATION_COUNT { Ok(free) } else { Err(StreamFault::TooMany) }
    }

    fn insert_copies(&mut self) {
        if self.copies.is_empty() {
            return;
        }
        let entry = self.module.all(op::ENTRY_POINT).find_map(|it| match it {
            [model, id, ..] => Some((*model, *id)),
            _ => None,
        });
        let Some((model, entry)) = entry else { return };
        let mut in_entry = false;
        let mut at = 0;
        while at < self.module.list.len() {
            let Instruction { opcode, operands } = &self.module.list[at];
            match *opcode {
                op::FUNCTION => in_entry = operands.get(1) == Some(&entry),
                op::FUNCTION_END => in_entry = false,
                _ => {}
            }
            let stream = match *opcode {
                op::EMIT_VERTEX => Some(0),
                op::EMIT_STREAM_VERTEX => operands.first().and_then(|it| self.constant(*it)),
                op::RETURN if in_entry && model != EXECUTION_MODEL_GEOMETRY => Some(0),
                _ => None,
            };
            if let Some(stream) = stream {
                let copies = self.copy_instructions(stream);
                let count = copies.len();
                self.module.list.splice(at..at, copies);
                at += count;
            }
            at += 1;
        }
    }

    fn constant(&self, id: u32) -> Option<u32> {
        self.module.all(op::CONSTANT).find_map(|it| match it {
            [_, found, value] if *found == id => Some(*value),
            _ => None,
        })
    }

    fn copy_instructions(&mut self, stream: u32) -> Vec<Instruction<'static>> {
        let mut out = Vec::new();
        for copy in self.copies.iter().filter(|it| it.stream == stream) {
            let loaded = self.module.new_id();
            out.push(Instruction::new(op::LOAD, [copy.source_type, loaded, copy.source]));
            let is_whole = copy.source_type == copy.target_type;
            let taken = if is_whole { loaded } else { self.module.new_id() };
            if !is_whole && copy.count == 1 {
                let operands = [copy.target_type, taken, loaded, copy.first];
                out.push(Instruction::new(op::COMPOSITE_EXTRACT, operands));
            } else if !is_whole && copy.is_array {
                out.extend(array_parts(&mut self.module, copy, loaded, taken));
            } else if !is_whole {
                let mut operands = vec![copy.target_type, taken, loaded, loaded];
                operands.extend(copy.first..copy.first + copy.count);
                out.push(Instruction::new(op::VECTOR_SHUFFLE, operands));
            }
            out.push(Instruction::new(op::STORE, [copy.target, taken]));
        }
        out
    }
}

/// A vector of some elements of an array.
fn array_parts(
    module: &mut Instructions<'_>,
    copy: &Copy,
    loaded: u32,
    taken: u32,
) -> Vec<Instruction<'static>> {
    const COMPOSITE_CONSTRUCT: u32 = 80;
    let component = match module.ty(copy.target_type) {
        Some((op::TYPE_VECTOR, [component, _])) => *component,
        _ => copy.target_type,
    };
    let mut out = Vec::new();
    let mut construct = vec![copy.target_type, taken];
    for index in copy.first..copy.first + copy.count {
        let part = module.new_id();
        out.push(Instruction::new(op::COMPOSITE_EXTRACT, [component, part, loaded, index]));
        construct.push(part);
    }
    out.push(Instruction::new(COMPOSITE_CONSTRUCT, construct));
    out
}
