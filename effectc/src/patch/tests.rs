//! The changes made to real modules, each then looked at by SPIR-V's own validator.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::instructions::{Instructions, op};
use super::{name_buffers, subtract_draw_bases, with_stream_output};
use crate::effect::{Stage, StreamOutput, StreamOutputElement};
use crate::spirv::{HlslCompiler as _, HlslJob, Shaderc};

fn compiled(text: &str, stage: Stage, entry: &str) -> Vec<u32> {
    let job = HlslJob { text, name: "test.fx", stage, entry, debug_info: false };
    let result = Shaderc::new().unwrap().compile(&job).unwrap();
    result.words.unwrap_or_else(|| panic!("{:#?}", result.messages))
}

#[track_caller]
fn check_valid(words: &[u32]) {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.3", "--scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("scripts/setup.sh --tests installs spirv-val");
    let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn element(
    semantic: &str,
    first_component: u32,
    component_count: u32,
    offset_bytes: u32,
) -> StreamOutputElement {
    StreamOutputElement {
        semantic: Some(semantic.to_owned()),
        first_component,
        component_count,
        offset_bytes,
        ..StreamOutputElement::default()
    }
}

/// Location of each decoration `Offset`, in order of the offset.
fn offsets(words: &[u32]) -> Vec<(u32, u32)> {
    let module = Instructions::parse(words).unwrap();
    let mut found: Vec<(u32, u32)> = module
        .all(op::DECORATE)
        .filter_map(|it| match it {
            [target, 35, offset] => Some((*offset, module.decoration(*target, 30).unwrap_or(99))),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found
}

const GEOMETRY: &str = "
struct P {
    [[vk::location(0)]] float4 position : POSITION;
    [[vk::location(1)]] float3 velocity : VELOCITY;
    [[vk::location(2)]] uint kind : KIND;
    float4 sv : SV_Position;
};
[maxvertexcount(2)]
void GS(point P i[1], inout PointStream<P> s) { P o = i[0]; s.Append(o); o.position += 1; s.Append(o); }
";

#[test]
fn whole_outputs_are_decorated_and_parts_are_copied() {
    let words = compiled(GEOMETRY, Stage::Geometry, "GS");
    let output = StreamOutput {
        elements: vec![
            element("POSITION", 0, 3, 0),
            element("VELOCITY", 0, 3, 12),
            element("KIND", 0, 1, 24),
            element("POSITION", 3, 1, 28),
            element("SV_Position", 0, 4, 32),
        ],
        strides_bytes: [48, 0, 0, 0],
        rasterized_stream: Some(0),
    };
    let location = |name: &str, _, _| match name {
        "POSITION" => Some(0),
        "VELOCITY" => Some(1),
        "KIND" => Some(2),
        _ => None,
    };
    let words = with_stream_output(&words, &output, location).unwrap();
    check_valid(&words);
    assert_eq!(offsets(&words), [(0, 3), (12, 1), (24, 2), (28, 4), (32, 99)]);
    let module = Instructions::parse(&words).unwrap();
    let place = |opcode| module.list.iter().position(|it| it.opcode == opcode).unwrap();
    assert!(place(op::VECTOR_SHUFFLE) < place(op::EMIT_VERTEX));
    assert_eq!(module.list.iter().filter(|it| it.opcode == op::VECTOR_SHUFFLE).count(), 2);
}

#[test]
fn a_vertex_shader_streams_out_at_its_end() {
    let text = "
struct V { [[vk::location(0)]] float4 a : A; float4 p : SV_Position; };
V VS([[vk::location(0)]] float4 x : X) { V o; o.a = x; o.p = x; if (x.x > 1) return o; o.a = 2; return o; }";
    let words = compiled(text, Stage::Vertex, "VS");
    let output = StreamOutput {
        elements: vec![element("A", 1, 2, 0), element("SV_Position", 0, 4, 8)],
        strides_bytes: [24, 0, 0, 0],
        rasterized_stream: None,
    };
    let words =
        with_stream_output(&words, &output, |name, _, _| (name == "A").then_some(0)).unwrap();
    check_valid(&words);
    assert_eq!(offsets(&words), [(0, 1), (8, 99)]);
}

#[test]
fn declarations_that_do_not_fit_are_refused() {
    let words = compiled(GEOMETRY, Stage::Geometry, "GS");
    let message = |element| {
        let output = StreamOutput { elements: vec![element], ..StreamOutput::default() };
        let location = |name: &str, _, _| (name == "VELOCITY").then_some(1);
        with_stream_output(&words, &output, location).unwrap_err().to_string()
    };
    assert_eq!(
        message(element("COLOR", 0, 4, 0)),
        "stream output names `COLOR`, which the shader does not write"
    );
    assert_eq!(
        message(element("VELOCITY", 1, 3, 0)),
        "stream output takes 4 components of `VELOCITY`, which has 3"
    );
}

#[test]
fn bases_are_subtracted_where_they_are_read() {
    let text = "
float4 VS(uint vertex : SV_VertexID, uint instance : SV_InstanceID) : SV_Position
{ return float4(vertex, instance, 0, 1); }
float4 Without([[vk::location(0)]] float4 p : P) : SV_Position { return p; }";
    let words = compiled(text, Stage::Vertex, "VS");
    let mut module = Instructions::parse(&words).unwrap();
    subtract_draw_bases(&mut module);
    check_valid(&module.clone().into_words());
    assert_eq!(module.all(op::I_SUB).count(), 2);
    let built_ins: Vec<u32> = module
        .all(op::DECORATE)
        .filter_map(|it| match it {
            [_, 11, number] => Some(*number),
            _ => None,
        })
        .collect();
    assert!([4424, 4425].iter().all(|it| built_ins.contains(it)), "{built_ins:?}");
    let words = compiled(text, Stage::Vertex, "Without");
    let without = Instructions::parse(&words).unwrap();
    let mut same = without.clone();
    subtract_draw_bases(&mut same);
    assert_eq!(same.into_words(), without.into_words());
}

#[test]
fn variables_of_buffers_have_the_buffers_names() {
    let text = "
cbuffer Camera : register(b0) { float4 a; };
cbuffer fx_Globals : register(b1) { float4 b; };
float4 VS() : SV_Position { return a + b; }";
    let words = compiled(text, Stage::Vertex, "VS");
    let mut module = Instructions::parse(&words).unwrap();
    name_buffers(&mut module);
    check_valid(&module.clone().into_words());
    let uniforms = module.all(op::VARIABLE).filter(|it| it[2] == 2).map(|it| it[1]);
    let mut names: Vec<String> = uniforms
        .map(|id| {
            let name = module.all(op::NAME).find(|it| it[0] == id).expect("it has a name");
            crate::debug_source::literal(&name[1..])
        })
        .collect();
    names.sort();
    assert_eq!(names, ["$Globals", "Camera"]);
}

#[test]
fn equal_modules_have_equal_numbers() {
    let text =
        "float4 VS(uint v : SV_VertexID) : SV_Position { return float4(v & 1, v >> 1, 0, 1); }";
    let words = compiled(text, Stage::Vertex, "VS");
    // The same module with other numbers: every id is one more.
    let mut module = Instructions::parse(&words).unwrap();
    module.new_id();
    let renumbered = super::renumbered(&words).unwrap();
    check_valid(&renumbered);
    assert_eq!(super::renumbered(&renumbered).as_ref(), Some(&renumbered));
    assert!(renumbered[3] <= words[3], "no number is left out");
    assert_eq!(super::renumbered(&module.into_words()), Some(renumbered));
}

/// rspirv's own reader and writer, which know an instruction's ids by their types.
struct InOrder {
    words: Vec<u32>,
    numbers: std::collections::HashMap<u32, u32>,
}

impl InOrder {
    fn renumber(&mut self, id: &mut u32) {
        let next = u32::try_from(self.numbers.len()).unwrap() + 1;
        *id = *self.numbers.entry(*id).or_insert(next);
    }
}

impl rspirv::binary::Consumer for InOrder {
    fn initialize(&mut self) -> rspirv::binary::ParseAction {
        rspirv::binary::ParseAction::Continue
    }

    fn finalize(&mut self) -> rspirv::binary::ParseAction {
        rspirv::binary::ParseAction::Continue
    }

    fn consume_header(&mut self, _: rspirv::dr::ModuleHeader) -> rspirv::binary::ParseAction {
        rspirv::binary::ParseAction::Continue
    }

    fn consume_instruction(
        &mut self,
        mut instruction: rspirv::dr::Instruction,
    ) -> rspirv::binary::ParseAction {
        use rspirv::binary::Assemble as _;
        instruction.result_type.iter_mut().for_each(|it| self.renumber(it));
        instruction.result_id.iter_mut().for_each(|it| self.renumber(it));
        let ids = instruction.operands.iter_mut().filter_map(|it| it.id_ref_any_mut());
        ids.for_each(|it| self.renumber(it));
        instruction.assemble_into(&mut self.words);
        rspirv::binary::ParseAction::Continue
    }
}

fn renumbered_by_rspirv(words: &[u32]) -> Vec<u32> {
    let mut reader =
        InOrder { words: words[..5].to_vec(), numbers: std::collections::HashMap::new() };
    rspirv::binary::parse_words(words, &mut reader).unwrap();
    reader.words[3] = u32::try_from(reader.numbers.len()).unwrap() + 1;
    reader.words
}

#[test]
fn another_reader_finds_the_same_ids() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["../shaders_hlsl", "tests/ok", "tests/corpus/large", "tests/corpus/rows"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|it| it != "fx") {
                continue;
            }
            for debug_info in [false, true] {
                let options = crate::Options { debug_info, ..crate::Options::default() };
                let effect = crate::compile(&path, &options).effect.unwrap_or_default();
                for shader in &effect.shaders {
                    let found = super::renumbered(&shader.words).unwrap();
                    assert!(found == renumbered_by_rspirv(&shader.words), "{path:?}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 200, "{count}");
}
