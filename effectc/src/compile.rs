//! Runs all stages on one effect.

mod entries;
mod place;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::check::{self, Checked};
use crate::diagnostic::{Diagnostic, has_errors};
use crate::effect::{Effect, MatrixPacking, SCHEMA_VERSION, Shader, Stages};
use crate::lower::Rewrites;
use crate::parse::parse_effect;
use crate::preprocess::{DiskLoader, IncludeLoader, PreprocessOptions};
use crate::print::without_lines;
use crate::require::requirements;
use crate::source::SourceMap;
use crate::spirv::{Cache, Cached, DEFAULT_CACHE_BYTES, HlslCompiler, Isolation};
use entries::Job;

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folders for includes, tried in order after the folders of the including file and of its includers.
    pub include_dirs: Vec<PathBuf>,
    /// Folders that included files must lie in, links followed; by default they may lie anywhere.
    pub sandbox: Option<Vec<PathBuf>>,
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
    /// Where [`compile()`] runs the HLSL compiler.
    pub isolation: Isolation,
    /// Folder in which [`compile()`] keeps results of the HLSL compiler, by what they are the result of. Several
    /// programs may use it at once; it is kept small.
    pub cache: Option<PathBuf>,
}

/// The HLSL of one entry point, as the HLSL compiler got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredText {
    /// File name: that of the SPIR-V with the extension `hlsl`.
    pub file: String,
    /// With `#line` directives.
    directed: Arc<str>,
}

impl LoweredText {
    /// Gives the text, without `#line` directives.
    #[must_use]
    pub fn text(&self) -> String {
        without_lines(&self.directed)
    }
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

    /// Whether compiling the same files would give the same again. Errors may come of a crash, and what concerns no
    /// place in a file, of the machine.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        self.effect.is_some() && self.diagnostics.iter().all(|it| it.span.is_some())
    }
}

/// Compiles an effect file. Whatever it holds, there is a result.
///
/// ```no_run
/// // The first line of `main`: the HLSL compiler works in processes of its own, which come in here.
/// effectc::child_main();
/// let output = effectc::compile("sky.fx".as_ref(), &effectc::Options::default());
/// // Errors and warnings, with carets into the file.
/// eprint!("{}", effectc::diagnostic::render_all(&output.diagnostics, &output.sources));
/// for technique in output.effect.iter().flat_map(|it| &it.techniques) {
///     println!("{}: {} passes", technique.name, technique.passes.len());
/// }
/// ```
#[must_use]
pub fn compile(path: &Path, options: &Options) -> Output {
    match crate::spirv::compiler(options.isolation) {
        Ok(compiler) => {
            let cache = options.cache.as_ref().map(|it| Cache::new(it, DEFAULT_CACHE_BYTES));
            let cached = cache.as_ref().map(|it| Cached::new(compiler.as_ref(), it));
            let compiler = cached.as_ref().map_or(compiler.as_ref() as &dyn HlslCompiler, |it| it);
            compile_with(path, options, &DiskLoader, compiler)
        }
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
        sandbox: options.sandbox.clone(),
    };
    let mut parsed = parse_effect(&mut sources, loader, &preprocess_options, path);
    check::write_sizes(&mut parsed.effect);
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
        // What is wrong with a place has been said once.
        let places: Vec<_> = output.diagnostics.iter().map(|it| it.span).collect();
        output.diagnostics.extend(
            diagnostics.into_iter().filter(|it| {
                matches!(it.code, Some("state" | "pass")) && !places.contains(&it.span)
            }),
        );
        return output;
    }
    output.diagnostics.extend(diagnostics);
    let name = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let job = Job { tree: &parsed.effect, checked: &checked, name: &name, options, compiler };
    let shaders = job.shaders(&mut output);
    if !output.has_errors() {
        output.effect = Some(assemble(&checked, name, options.matrix_packing, shaders));
    }
    output
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
        render_target_views: checked.states.render_target_views.clone(),
        depth_stencil_views: checked.states.depth_stencil_views.clone(),
        strings: checked.strings.clone(),
        shaders,
        shader_selections: checked.selections.clone(),
        techniques: checked.techniques.clone(),
        ..Effect::default()
    };
    effect.descriptor_bindings = effect.bindings();
    effect.requirements = requirements(&effect);
    effect
}
