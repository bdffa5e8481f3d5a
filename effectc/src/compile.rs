//! Runs all stages on one effect.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::ast;
use crate::check::{self, Checked, Entry};
use crate::debug_source::with_user_sources;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::effect::{Effect, MatrixPacking, SCHEMA_VERSION, Shader, Stage, Stages};
use crate::lower::{self, Locations, Rewrite, Rewrites};
use crate::parse::parse_effect;
use crate::patch::{with_buffer_names, with_stream_output, without_draw_bases};
use crate::preprocess::{DiskLoader, IncludeLoader, PreprocessOptions};
use crate::print::{Dialect, PrintOptions, Printer, line_directive_name};
use crate::reflect::reflect;
use crate::require::{self, requirements};
use crate::source::{FileId, SourceMap, Span};
use crate::spirv::{HlslCompiler, HlslJob, HlslMessage, Shaderc};

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folders for includes, tried in order after the folder of the including file.
    pub include_dirs: Vec<PathBuf>,
    /// Macros: name, and what it stands for.
    pub defines: Vec<(String, String)>,
    /// Packing of matrices where neither the declaration nor a pragma says it.
    pub matrix_packing: MatrixPacking,
    /// Whether SPIR-V carries the text of every file that was read, by the path that it was read from, and the lines in
    /// it that the code is of, for debuggers. What in a file is not UTF-8 becomes U+FFFD. The macros of `defines` are
    /// there as a file `<options>`.
    pub debug_info: bool,
    /// Which rewrites are made to shader code; all by default.
    pub rewrites: Rewrites,
}

/// The HLSL of one entry point, as the HLSL compiler got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredText {
    /// File name: that of the SPIR-V with the extension `hlsl`.
    pub file: String,
    /// The text, without `#line` directives.
    pub text: String,
}

/// What compiling gives.
#[derive(Debug)]
pub struct Output {
    /// The effect; none after an error.
    pub effect: Option<Effect>,
    /// One a shader, in the order of the effect's shaders; also there after errors of the HLSL compiler.
    pub lowered: Vec<LoweredText>,
    /// Errors and warnings: of files and syntax first, then of meaning, then of shader code.
    pub diagnostics: Vec<Diagnostic>,
    /// The files, for showing diagnostics.
    pub sources: SourceMap,
    /// Every file that was read, the main one first.
    pub dependencies: Vec<PathBuf>,
}

impl Output {
    /// Whether there is an error among the diagnostics.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }
}

/// Compiles an effect file. Whatever it holds, there is a result.
#[must_use]
pub fn compile(path: &Path, options: &Options) -> Output {
    match Shaderc::new() {
        Ok(compiler) => compile_with(path, options, &DiskLoader, &compiler),
        Err(error) => Output {
            effect: None,
            lowered: Vec::new(),
            diagnostics: vec![Diagnostic::error_without_place(error.to_string())],
            sources: SourceMap::new(),
            dependencies: Vec::new(),
        },
    }
}

/// Compiles an effect with files from `loader` and shader code by `compiler`.
#[must_use]
pub fn compile_with(
    path: &Path,
    options: &Options,
    loader: &dyn IncludeLoader,
    compiler: &dyn HlslCompiler,
) -> Output {
    let mut sources = SourceMap::new();
    let preprocess_options = PreprocessOptions {
        include_dirs: options.include_dirs.clone(),
        defines: options.defines.clone(),
    };
    let parsed = parse_effect(&mut sources, loader, &preprocess_options, path);
    let mut output = Output {
        effect: None,
        lowered: Vec::new(),
        diagnostics: parsed.diagnostics,
        sources,
        dependencies: parsed.dependencies,
    };
    let has_syntax_errors = output.has_errors();
    let (checked, diagnostics) = check::check(&parsed.effect, options.matrix_packing);
    if has_syntax_errors {
        // What did not parse is missing from the tree, so that "there is no .." would mislead.
        output.diagnostics.extend(diagnostics.into_iter().filter(|it| it.code == Some("state")));
        return output;
    }
    output.diagnostics.extend(diagnostics);
    output.diagnostics.extend(require::warnings(&checked));
    let name = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let job = Job { tree: &parsed.effect, checked: &checked, name: &name, options, compiler };
    let shaders = job.shaders(&mut output);
    if !output.has_errors() {
        output.effect = Some(assemble(&checked, name, options.matrix_packing, shaders));
    }
    output
}

struct Job<'j> {
    tree: &'j ast::Effect,
    checked: &'j Checked<'j>,
    name: &'j str,
    options: &'j Options,
    compiler: &'j dyn HlslCompiler,
}

impl Job<'_> {
    /// Compiles every entry point, those after a faulty one too.
    fn shaders(&self, output: &mut Output) -> Vec<Shader> {
        let locations = match Locations::new(self.checked, &self.options.rewrites) {
            Ok(locations) => locations,
            Err(diagnostics) => {
                output.diagnostics.extend(diagnostics);
                return Vec::new();
            }
        };
        // A buffer without a layout is missing from what is checked; shaders that use it would give noise.
        if output.diagnostics.iter().any(|it| it.is_error() && it.code.is_none()) {
            return Vec::new();
        }
        let linkage = lower::linkage(self.checked, &locations);
        let is_linked = !has_errors(&linkage);
        output.diagnostics.extend(linkage);
        if !is_linked {
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut shaders = Vec::new();
        let stems = lower::stems(self.name, &self.checked.entries);
        for (entry, stem) in self.checked.entries.iter().zip(stems) {
            let mut found = Vec::new();
            shaders.extend(self.shader(entry, &stem, &locations, output, &mut found));
            // Shared functions are compiled with every entry point that uses them; one report is enough.
            found.retain(|it| seen.insert((it.severity, it.span, it.message.clone())));
            output.diagnostics.extend(found);
        }
        shaders
    }

    fn shader(
        &self,
        entry: &Entry<'_>,
        stem: &str,
        locations: &Locations,
        output: &mut Output,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Shader> {
        let lowered =
            match lower::lower(self.tree, self.checked, entry, locations, &self.options.rewrites) {
                Ok(lowered) => lowered,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    return None;
                }
            };
        let print = |line_directives| {
            let options = PrintOptions { line_directives, dialect: Dialect::Shader };
            let mut printer = Printer::new(&output.sources, options);
            printer.effect(&lowered.tree);
            printer.finish()
        };
        let text = print(true);
        output.lowered.push(LoweredText { file: format!("{stem}.hlsl"), text: print(false) });
        let file = output.sources.file(entry.function.span.file);
        // The `#line` in the text makes messages, and lines in the module, those of the user's files.
        let result = match self.compiler.compile(&HlslJob {
            text: &text,
            name: &line_directive_name(file),
            stage: entry.stage,
            entry: &entry.function.name.name,
            debug_info: self.options.debug_info,
        }) {
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
        let words = match self.patched(words, entry, locations, &output.sources) {
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
        let mut vertex_inputs = lowered.vertex_inputs;
        for input in &mut vertex_inputs {
            input.used = reflection.input_locations.contains(&input.location);
        }
        Some(Shader {
            stage: entry.stage,
            entry: entry.function.name.name.clone(),
            arguments: entry.arguments.iter().map(|it| it.text.clone()).collect(),
            profile: entry.profile.clone(),
            file: format!("{stem}.spv"),
            bindings: reflection.bindings,
            stream_output: entry.stream_output.clone(),
            vertex_inputs,
            input_primitive: lowered.input_primitive,
            patch_control_points: lowered.patch_control_points,
            workgroup_size: reflection.workgroup_size.filter(|_| entry.stage == Stage::Compute),
            words: reflection.words,
            ..Shader::default()
        })
    }
}

impl Job<'_> {
    /// Makes the changes that only SPIR-V has words for.
    fn patched(
        &self,
        words: Vec<u32>,
        entry: &Entry<'_>,
        locations: &Locations,
        sources: &SourceMap,
    ) -> Result<Vec<u32>, String> {
        let cut = || "the HLSL compiler gave a module that is cut off".to_owned();
        let mut words = with_buffer_names(&words).ok_or_else(cut)?;
        if entry.stage == Stage::Vertex && self.options.rewrites.has(Rewrite::DrawBase) {
            words = without_draw_bases(words).ok_or_else(cut)?;
        }
        if let Some(output) = &entry.stream_output {
            words = with_stream_output(&words, output, |name, index, stream| {
                locations.of(name, index, stream)
            })
            .map_err(|fault| fault.to_string())?;
        }
        if self.options.debug_info {
            words = with_user_sources(&words, sources).ok_or_else(cut)?;
        }
        Ok(words)
    }
}

/// Leaves out what the HLSL compiler says only because of an error that it has reported before: further errors of
/// the same line, and the missing `return` of a function whose `return` it did not understand.
fn without_echoes(messages: &[HlslMessage]) -> impl Iterator<Item = &HlslMessage> {
    let mut faulty_lines = HashSet::new();
    messages.iter().filter(move |message| {
        if message.warning {
            return true;
        }
        let is_echo = !faulty_lines.is_empty()
            && message.text.starts_with("function does not return a value");
        let is_new = match &message.place {
            Some(place) => faulty_lines.insert(place.clone()),
            None => true,
        };
        is_new && !is_echo
    })
}

fn entry_error(entry: &Entry<'_>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(entry.function.name.span, message)
        .with_note(format!(
            "while compiling `{}` as {} ({})",
            entry.function.name.name, entry.profile, entry.first_use
        ))
        .with_code("hlsl")
}

/// Finds the user's place of a message.
struct Place<'p> {
    sources: &'p SourceMap,
    entry: &'p Entry<'p>,
}

impl Place<'_> {
    fn diagnostic(&self, message: &HlslMessage) -> Diagnostic {
        let text = match message.token.as_str() {
            "" => message.text.clone(),
            token => format!("`{token}`: {}", message.text),
        };
        let span = message.place.as_ref().and_then(|(file, line)| {
            self.sources
                .files()
                .find(|(_, it)| line_directive_name(it) == *file)
                .and_then(|(id, _)| self.span(id, *line, &message.token))
        });
        let diagnostic = match (span, message.warning) {
            (Some(span), true) => Diagnostic::warning(span, text),
            (Some(span), false) => Diagnostic::error(span, text),
            (None, true) => Diagnostic::warning(self.entry.function.name.span, text),
            (None, false) => return entry_error(self.entry, text),
        };
        diagnostic
            .with_note(format!(
                "while compiling `{}` as {} ({})",
                self.entry.function.name.name, self.entry.profile, self.entry.first_use
            ))
            .with_code("hlsl")
    }

    /// The token in the line if it stands there once, else the line without its blanks.
    fn span(&self, id: FileId, line: u32, token: &str) -> Option<Span> {
        let file = self.sources.file(id);
        let range = file.line_range((line as usize).checked_sub(1)?);
        let text = file.text().get(range.clone())?;
        let (start, length) = match single_word(text, token) {
            Some(at) => (at, token.len()),
            None => {
                let trimmed = text.trim();
                (text.len() - text.trim_start().len(), trimmed.len())
            }
        };
        let start = u32::try_from(range.start + start).ok()?;
        let end = start + u32::try_from(length).ok()?;
        Some(Span::new(id, start..end))
    }
}

/// Where `word` stands in the line as a whole word, if it does so exactly once.
fn single_word(line: &str, word: &str) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let starts_as_word = is_part(word.chars().next());
    let mut found = line.match_indices(word).map(|(at, _)| at).filter(|at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !starts_as_word || (!is_part(before) && !is_part(after))
    });
    match (found.next(), found.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

fn assemble(
    checked: &Checked<'_>,
    name: String,
    matrix_packing: MatrixPacking,
    shaders: Vec<Shader>,
) -> Effect {
    let stages = |binding: u32| -> Stages {
        shaders.iter().filter(|it| it.bindings.contains(&binding)).map(|it| it.stage).collect()
    };
    let constant_buffers = checked.buffers.iter().map(|it| it.data.clone()).map(|mut it| {
        it.stages = stages(it.binding);
        it
    });
    let resources = checked.resources.iter().map(|it| it.data.clone()).map(|mut it| {
        it.stages = stages(it.binding);
        it
    });
    let samplers = checked.samplers.iter().map(|it| it.data.clone()).map(|mut it| {
        it.stages = stages(it.binding);
        it
    });
    let mut effect = Effect {
        schema_version: SCHEMA_VERSION,
        name,
        matrix_packing,
        constant_buffers: constant_buffers.collect(),
        resources: resources.collect(),
        samplers: samplers.collect(),
        rasterizer_states: checked.states.rasterizer.clone(),
        depth_stencil_states: checked.states.depth_stencil.clone(),
        blend_states: checked.states.blend.clone(),
        shaders,
        techniques: checked.techniques.clone(),
        ..Effect::default()
    };
    effect.requirements = requirements(&effect);
    effect
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_marked_where_it_stands_once() {
        assert_eq!(single_word("float4 nope = nope2;", "nope"), Some(7));
        assert_eq!(single_word("nope + nope", "nope"), None);
        assert_eq!(single_word("a = b;", "="), Some(2));
        assert_eq!(single_word("a", ""), None);
    }
}
