//! An effect as a table for people.

use std::fmt::Write as _;

use crate::effect::{
    Effect, Member, MemberType, Pass, PassShader, Resource, ResourceKind, Shader, ShaderSelection,
    Stage, Stages, StreamOutput,
};
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc, SamplerDesc};

/// Gives techniques, passes, entry points, buffers with offsets, resources and states as text.
#[must_use]
pub fn summary(effect: &Effect) -> String {
    let mut table = Table::default();
    table.line(0, &format!("effect {}", effect.name));
    for technique in &effect.techniques {
        table.line(0, "");
        table.line(0, &format!("technique {}", technique.name));
        for pass in &technique.passes {
            table.pass(pass, effect);
        }
    }
    for buffer in &effect.constant_buffers {
        table.line(0, "");
        table.line(
            0,
            &format!(
                "cbuffer {} · binding {} · {} bytes · {}",
                buffer.name,
                buffer.binding,
                buffer.size_bytes,
                stages(buffer.stages)
            ),
        );
        table.members(&buffer.members, 0, 1);
    }
    let used =
        [("resources", effect.resources.is_empty()), ("samplers", effect.samplers.is_empty())];
    for (title, _) in used.into_iter().filter(|(_, is_empty)| !is_empty) {
        table.line(0, "");
        table.line(0, title);
        match title {
            "resources" => effect.resources.iter().for_each(|it| table.resource(it)),
            _ => effect.samplers.iter().for_each(|it| {
                let text = format!(
                    "{} · binding {} · {} · {}",
                    it.name,
                    it.binding,
                    stages(it.stages),
                    sampler(&it.desc)
                );
                table.line(1, &text);
            }),
        }
    }
    for shader in effect.shaders.iter().filter(|it| !it.vertex_inputs.is_empty()) {
        table.vertex_layout(shader);
    }
    for shader in &effect.shaders {
        if let Some(output) = &shader.stream_output {
            table.stream_output(shader, output);
        }
    }
    if !effect.strings.is_empty() {
        table.line(0, "");
        table.line(0, "strings");
        for string in &effect.strings {
            let values: Vec<String> = string.values.iter().map(|it| format!("{it:?}")).collect();
            table.line(1, &format!("{} · {}", string.name, values.join(", ")));
        }
    }
    table.text
}

#[derive(Default)]
struct Table {
    text: String,
}

impl Table {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2); // writing to a String cannot fail
    }

    fn pass(&mut self, pass: &Pass, effect: &Effect) {
        self.line(1, &format!("pass {}", pass.name));
        for stage in Stage::ALL {
            match pass.shader(stage) {
                PassShader::Unset => {}
                PassShader::Select(index) => {
                    if let Some(selection) = effect.shader_selections.get(index as usize) {
                        let ShaderSelection { array, variable, .. } = selection;
                        self.line(2, &format!("{stage}: {array}[{variable}]"));
                    }
                }
                PassShader::Null => self.line(2, &format!("{stage}: NULL")),
                PassShader::Shader(index) => {
                    let text = effect.shaders.get(index as usize).map_or_else(String::new, |it| {
                        let group = it.workgroup_size.map_or_else(String::new, |[x, y, z]| {
                            format!(" · numthreads({x}, {y}, {z})")
                        });
                        let arguments = match it.arguments.as_slice() {
                            [] => String::new(),
                            arguments => format!("({})", arguments.join(", ")),
                        };
                        let output =
                            if it.stream_output.is_some() { " · stream output" } else { "" };
                        format!("{stage}: {}{arguments} · {}{group}{output}", it.entry, it.profile)
                    });
                    self.line(2, &text);
                }
            }
        }
        let name = |it: &Option<String>| it.clone().unwrap_or_else(|| "NULL".to_owned());
        // A state without a name is that of `NULL`, or what the pass assigns in Direct3D 9's way.
        let state_name = |it: &Option<String>, is_default| match (it, is_default) {
            (Some(name), _) => name.clone(),
            (None, true) => "NULL".to_owned(),
            (None, false) => "of the pass".to_owned(),
        };
        if let Some(set) = &pass.render_targets {
            let targets: Vec<String> = set.targets.iter().map(name).collect();
            let depth = name(&set.depth_stencil);
            self.line(2, &format!("targets: {} · depth {depth}", targets.join(", ")));
        }
        if let Some(set) = &pass.rasterizer {
            let text = format!(
                "rasterizer: {} · {}",
                state_name(&set.name, set.desc == <_>::default()),
                rasterizer(&set.desc)
            );
            self.line(2, &text);
        }
        if let Some(set) = &pass.depth_stencil {
            let text = format!(
                "depth-stencil: {} · {} · ref {}",
                state_name(&set.name, set.desc == <_>::default()),
                depth_stencil(&set.desc),
                set.stencil_ref
            );
            self.line(2, &text);
        }
        if let Some(set) = &pass.blend {
            let text = format!(
                "blend: {} · {} · factor {:?} · mask {:#X}",
                state_name(&set.name, set.desc == <_>::default()),
                blend(&set.desc),
                set.blend_factor,
                set.sample_mask
            );
            self.line(2, &text);
        }
        self.legacy_states(pass);
    }

    fn legacy_states(&mut self, pass: &Pass) {
        for state in &pass.legacy_states {
            let index = state.index.map_or_else(String::new, |it| format!("[{it}]"));
            self.line(2, &format!("not in Vulkan: {}{index} = {}", state.name, state.value));
        }
    }

    fn stream_output(&mut self, shader: &Shader, output: &StreamOutput) {
        self.line(0, "");
        self.line(0, &format!("stream output of {}", shader.entry));
        for element in &output.elements {
            let what = match &element.semantic {
                Some(semantic) => format!("{semantic}{}", element.semantic_index),
                None => "gap".to_owned(),
            };
            let letters = "xyzw".get(element.first_component as usize..).unwrap_or_default();
            let mask: String = letters.chars().take(element.component_count as usize).collect();
            let stream = match element.stream {
                0 => String::new(),
                stream => format!(" · stream {stream}"),
            };
            let text = format!(
                "buffer {} @{:<4} {what}.{mask}{stream}",
                element.buffer, element.offset_bytes
            );
            self.line(1, &text);
        }
    }

    fn members(&mut self, members: &[Member], base_bytes: u32, depth: usize) {
        for member in members {
            let offset = base_bytes + member.offset_bytes;
            let stride = match member.array_stride_bytes {
                0 => String::new(),
                stride => format!(" · stride {stride}"),
            };
            self.line(
                depth,
                &format!("@{offset:<6} {} {}{stride}", member.hlsl_type(), member.name),
            );
            if let MemberType::Struct { members, .. } = &member.ty {
                self.members(members, offset, depth + 1);
            }
        }
    }

    fn resource(&mut self, resource: &Resource) {
        let element = match (&resource.element, resource.kind) {
            (_, ResourceKind::ByteAddressBuffer | ResourceKind::RWByteAddressBuffer)
            | (None, _) => String::new(),
            (Some(element), _) => format!("<{}>", element_name(element)),
        };
        let count = match resource.count {
            1 => String::new(),
            count => format!("[{count}]"),
        };
        let stride = match resource.stride_bytes {
            0 => String::new(),
            stride => format!(" · stride {stride}"),
        };
        let text = format!(
            "{}{element} {}{count} · binding {}{stride} · {}",
            resource.kind.hlsl(),
            resource.name,
            resource.binding,
            stages(resource.stages)
        );
        self.line(1, &text);
    }

    fn vertex_layout(&mut self, shader: &Shader) {
        self.line(0, "");
        self.line(0, &format!("vertex layout of {}", shader.entry));
        for input in &shader.vertex_inputs {
            let format = serde_json::to_string(&input.format).unwrap_or_default();
            let text = format!(
                "@{:<4} {}{} · {} · location {} · slot {}{}{}",
                input.offset_bytes,
                input.semantic,
                input.semantic_index,
                format.trim_matches('"'),
                input.location,
                input.slot,
                if input.per_instance { " · per instance" } else { "" },
                if input.used { "" } else { " · not read" }
            );
            self.line(1, &text);
        }
    }
}

fn element_name(ty: &MemberType) -> String {
    match ty {
        MemberType::Scalar { kind } => kind.hlsl().to_owned(),
        MemberType::Vector { kind, columns } => format!("{}{columns}", kind.hlsl()),
        MemberType::Matrix { kind, rows, columns, .. } => {
            format!("{}{rows}x{columns}", kind.hlsl())
        }
        MemberType::Struct { name, .. } => name.clone(),
    }
}

fn stages(stages: Stages) -> String {
    match stages.is_empty() {
        true => "not used".to_owned(),
        false => stages.iter().map(Stage::name).collect::<Vec<_>>().join(" "),
    }
}

fn rasterizer(desc: &RasterizerDesc) -> String {
    let mut words = vec![
        format!("FillMode {}", desc.fill_mode.effect_name()),
        format!("CullMode {}", desc.cull_mode.effect_name()),
    ];
    if desc.front_counter_clockwise {
        words.push("FrontCounterClockwise".to_owned());
    }
    if desc.depth_bias != 0 || desc.slope_scaled_depth_bias != 0.0 {
        words.push(format!("DepthBias {} + {}", desc.depth_bias, desc.slope_scaled_depth_bias));
    }
    words.join(", ")
}

fn depth_stencil(desc: &DepthStencilDesc) -> String {
    let depth = match desc.depth_enable {
        true => format!(
            "DepthFunc {}, DepthWriteMask {}",
            desc.depth_func.effect_name(),
            desc.depth_write_mask.effect_name()
        ),
        false => "DepthEnable FALSE".to_owned(),
    };
    let stencil = if desc.stencil_enable { ", StencilEnable TRUE" } else { "" };
    depth + stencil
}

fn blend(desc: &BlendDesc) -> String {
    let mut words: Vec<String> = Vec::new();
    if desc.alpha_to_coverage_enable {
        words.push("AlphaToCoverage".to_owned());
    }
    for (index, target) in desc.render_targets.iter().enumerate() {
        if target.blend_enable {
            words.push(format!(
                "[{index}] {} {} {}, alpha {} {} {}",
                target.src_blend.effect_name(),
                target.blend_op.effect_name(),
                target.dest_blend.effect_name(),
                target.src_blend_alpha.effect_name(),
                target.blend_op_alpha.effect_name(),
                target.dest_blend_alpha.effect_name()
            ));
        }
    }
    if words.is_empty() { "no blending".to_owned() } else { words.join("; ") }
}

fn sampler(desc: &SamplerDesc) -> String {
    let mut text = format!(
        "{}, {} {} {}",
        desc.filter.effect_name(),
        desc.address_u.effect_name(),
        desc.address_v.effect_name(),
        desc.address_w.effect_name()
    );
    if desc.filter.is_comparison() {
        text.push_str(&format!(", {}", desc.comparison_func.effect_name()));
    }
    text
}
