//! The entry points of one effect: lowered one after the other, compiled at once, and put together in order.

use crate::hash::HashSet;
use std::sync::Arc;

use super::place::{Place, entry_error, without_echoes};
use super::{LoweredText, Options, Output};
use crate::ast;
use crate::check::{Checked, Entry};
use crate::debug_source::with_user_sources;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::effect::{Shader, Stage};
use crate::lower::{self, Lowered, Program, Rewrite};
use crate::patch::{
    Instructions, Streams, has_variable_offset, name_buffers, renumbered, subtract_draw_bases,
    with_second_source, with_stream_output, with_streams, with_system_values,
};
use crate::print::{Dialect, PrintOptions, Printer, line_directive_name};
use crate::reflect::reflect;
use crate::source::SourceMap;
use crate::spirv::{HlslCompiler, HlslResult, OwnedJob, SpirvError, compile_all};

/// What is wrong with a module that does not come apart into instructions.
const CUT: &str = "the HLSL compiler gave a module that is cut off";

/// What all entry points of an effect share.
pub(super) struct Job<'j> {
    pub(super) tree: &'j ast::Effect,
    pub(super) checked: &'j Checked<'j>,
    pub(super) name: &'j str,
    pub(super) options: &'j Options,
    pub(super) compiler: &'j dyn HlslCompiler,
}

/// An entry point that waits for its module.
struct Waiting {
    /// What lowering gave, without the tree.
    lowered: Lowered,
    stem: String,
}

impl Job<'_> {
    /// Compiles every entry point, those after a faulty one too.
    pub(super) fn shaders(&self, output: &mut Output) -> Vec<Shader> {
        let program = match Program::new(self.checked, &self.options.rewrites) {
            Ok(program) => program,
            Err(diagnostics) => {
                output.diagnostics.extend(diagnostics);
                return Vec::new();
            }
        };
        // A buffer without a layout is missing from what is checked; shaders that use it would give noise.
        if output.diagnostics.iter().any(|it| it.is_error() && it.code.is_none()) {
            return Vec::new();
        }
        let linkage = lower::linkage(&program);
        let is_linked = !has_errors(&linkage);
        output.diagnostics.extend(linkage);
        if !is_linked {
            return Vec::new();
        }
        let mut waiting = Vec::new();
        let stems = lower::stems(self.name, &self.checked.entries);
        let jobs = self.checked.entries.iter().zip(stems).filter_map(|(entry, stem)| {
            let (job, prepared) = match self.prepare(entry, stem, &program, output) {
                Ok((job, it)) => (Some(job), Ok(it)),
                Err(diagnostics) => (None, Err(diagnostics)),
            };
            waiting.push(prepared);
            job
        });
        let mut outcomes = compile_all(self.compiler, jobs).into_iter();
        let mut seen = HashSet::default();
        let mut shaders = Vec::new();
        for (entry, prepared) in self.checked.entries.iter().zip(waiting) {
            let mut found = Vec::new();
            match prepared {
                Ok(waiting) => {
                    if let Some(outcome) = outcomes.next() {
                        shaders.extend(
                            self.finish(entry, waiting, outcome, &program, output, &mut found),
                        );
                    }
                }
                Err(diagnostics) => found.extend(diagnostics),
            }
            // Shared functions are compiled with every entry point that uses them; one report is enough.
            found.retain(|it| seen.insert((it.severity, it.span, it.message.clone())));
            output.diagnostics.extend(found);
        }
        let remark = self.compiler.take_remark();
        output.diagnostics.extend(remark.map(Diagnostic::warning_without_place));
        shaders
    }

    /// Lowers an entry point and prints it for the HLSL compiler.
    fn prepare(
        &self,
        entry: &Entry<'_>,
        stem: String,
        program: &Program<'_, '_>,
        output: &mut Output,
    ) -> Result<(OwnedJob, Waiting), Vec<Diagnostic>> {
        let mut lowered = lower::lower(self.tree, program, entry, &self.options.rewrites)?;
        let options = PrintOptions { line_directives: true, dialect: Dialect::Shader };
        let mut printer = Printer::new(&output.sources, options);
        lowered.print(&mut printer);
        let text: Arc<str> = printer.finish().into();
        let directed = Arc::clone(&text);
        output.lowered.push(LoweredText { file: format!("{stem}.hlsl"), directed });
        // The `#line` in the text makes messages, and lines in the module, those of the user's files.
        let name = line_directive_name(output.sources.file(entry.function.span.file));
        let job = OwnedJob {
            text,
            name,
            stage: entry.stage,
            entry: lowered.entry.clone(),
            debug_info: self.options.debug_info,
        };
        // All entry points are lowered before the first is compiled; their trees are not needed any more.
        lowered.tree = ast::Effect::default();
        lowered.helpers = Vec::new();
        Ok((job, Waiting { lowered, stem }))
    }

    /// Makes the shader of what the HLSL compiler gave.
    fn finish(
        &self,
        entry: &Entry<'_>,
        waiting: Waiting,
        outcome: Result<HlslResult, SpirvError>,
        program: &Program<'_, '_>,
        output: &Output,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Shader> {
        let result = match outcome {
            Ok(result) => result,
            Err(error) => {
                diagnostics.push(entry_error(entry, error.to_string()));
                return None;
            }
        };
        let place = Place { sources: &output.sources, entry };
        diagnostics.extend(without_echoes(&result.messages).map(|it| place.diagnostic(it)));
        let Some(words) = result.words else {
            if !has_errors(diagnostics) {
                diagnostics.push(entry_error(entry, "the HLSL compiler failed without a message"));
            }
            return None;
        };
        let Some(module) = Instructions::parse(&words) else {
            diagnostics.push(entry_error(entry, CUT));
            return None;
        };
        if has_variable_offset(&module) {
            let message =
                "a texel offset is only known at run time, but it is a constant of the instruction";
            diagnostics.push(entry_error(entry, message).with_help(
                "offsets may be made of numbers, constants and variables of loops that can be unrolled",
            ));
            return None;
        }
        let streams = waiting.lowered.streams.as_ref();
        let words = match self.patched(module, entry, streams, program, &output.sources) {
            Ok(words) => words,
            Err(message) => {
                diagnostics.push(entry_error(entry, message));
                return None;
            }
        };
        let buffers: Vec<_> = self.checked.buffers.iter().map(|it| &it.data).collect();
        let resources: Vec<_> = self.checked.resources.iter().map(|it| &it.data).collect();
        let reflection = match reflect(words, &buffers, &resources) {
            Ok(reflection) => reflection,
            Err(error) => {
                diagnostics.push(entry_error(entry, error.to_string()));
                return None;
            }
        };
        let mut vertex_inputs = waiting.lowered.vertex_inputs;
        for input in &mut vertex_inputs {
            input.used = reflection.input_locations.contains(&input.location);
        }
        Some(Shader {
            stage: entry.stage,
            entry: waiting.lowered.entry,
            arguments: entry.arguments.iter().map(|it| it.text.clone()).collect(),
            profile: entry.profile.clone(),
            file: format!("{}.spv", waiting.stem),
            bindings: reflection.bindings,
            stream_output: entry.stream_output.clone(),
            vertex_inputs,
            input_primitive: waiting.lowered.input_primitive,
            patch_control_points: waiting.lowered.patch_control_points,
            workgroup_size: reflection.workgroup_size.filter(|_| entry.stage == Stage::Compute),
            words: reflection.words,
        })
    }

    /// Makes the changes that only SPIR-V has words for.
    fn patched(
        &self,
        mut module: Instructions<'_>,
        entry: &Entry<'_>,
        streams: Option<&Streams>,
        program: &Program<'_, '_>,
        sources: &SourceMap,
    ) -> Result<Vec<u32>, String> {
        let cut = || CUT.to_owned();
        name_buffers(&mut module);
        if entry.stage == Stage::Vertex && self.options.rewrites.has(Rewrite::DrawBase) {
            subtract_draw_bases(&mut module);
        }
        let mut words = module.into_words();
        if let Some(streams) = streams {
            words = with_streams(&words, streams)?;
        }
        if matches!(entry.stage, Stage::Domain | Stage::Pixel) {
            words = with_system_values(words).ok_or_else(cut)?;
        }
        if let Some(output) = &entry.stream_output {
            words = with_stream_output(&words, output, |name, index, stream| {
                program.location_of_output(entry, (name, index), stream)
            })
            .map_err(|fault| fault.to_string())?;
        }
        if lower::has_second_source(self.checked, entry) {
            words = with_second_source(&words).ok_or_else(cut)?;
        }
        if self.options.debug_info {
            words = with_user_sources(&words, sources).ok_or_else(cut)?;
        }
        // Modules that the reader does not understand work as well, only their numbers may differ.
        Ok(renumbered(&words).unwrap_or(words))
    }
}
