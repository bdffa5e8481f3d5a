//! Runs includes, macros and conditions, and gives the tokens that are left.
//!
//! Works on tokens, never on text, so that each token still knows where the user wrote it. Text between two
//! directives is expanded as one run, but for a call of a macro that goes on behind a directive.

mod assembly;
mod condition;
mod directive;
mod expand;
mod include;
mod open_call;

use crate::hash::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use include::{DiskLoader, IncludeLoader, MemoryLoader, nearest_file};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lex::{Lexer, Token, TokenKind};
use crate::source::{FileId, SourceMap, Span};
use assembly::Assembly;
use directive::Condition;
use expand::Macro;
use open_call::OpenCall;

/// How deep includes may nest.
pub const MAX_INCLUDE_DEPTH: usize = 200;

/// How many bytes all files of an effect may have together, each counted as often as it is included and as
/// at least [`MIN_FILE_COST_BYTES`].
pub const MAX_READ_BYTES: usize = 256 << 20;

/// What including an empty file counts.
pub const MIN_FILE_COST_BYTES: usize = 4096;

/// How many tokens all files and macros of an effect may give together.
pub const MAX_TOKENS: usize = 2_000_000;

/// For how many tokens of a file there is room from the start.
const MAX_RESERVED_TOKENS: usize = 2048;

/// How deep `#if` may nest in one file.
pub const MAX_CONDITION_DEPTH: usize = 1000;

/// What a caller sets from outside.
#[derive(Clone, Debug, Default)]
pub struct PreprocessOptions {
    /// Folders for includes, tried in order after the folders of the including file and of its includers.
    pub include_dirs: Vec<PathBuf>,
    /// Macros: name, and what it stands for (empty for nothing).
    pub defines: Vec<(String, String)>,
    /// Folders that included files must lie in, links followed; `None` when they may lie anywhere.
    pub sandbox: Option<Vec<PathBuf>>,
}

/// What preprocessing gives.
pub(crate) struct Preprocessed {
    /// The tokens, ending with one [`TokenKind::End`]; no line breaks. `None` when they make too little sense to
    /// parse: the file is missing, or an include, or a limit was reached.
    pub(crate) tokens: Option<Vec<Token>>,
    /// Every file that was read, the main one first.
    pub(crate) dependencies: Vec<PathBuf>,
}

/// A file on the include stack.
struct OpenFile {
    identity: PathBuf,
    folder: PathBuf,
    /// The `#include` that opened it.
    included_at: Option<Span>,
    /// What `#line` added to the line numbers.
    line_offset: i64,
    /// The name that `#line` set.
    shown_name: Option<String>,
}

struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    loader: &'a dyn IncludeLoader,
    options: &'a PreprocessOptions,
    diagnostics: &'a mut Diagnostics,
    macros: HashMap<Rc<str>, Macro>,
    open_files: Vec<OpenFile>,
    /// What paths are known by.
    identities: HashMap<PathBuf, PathBuf>,
    loaded: HashMap<PathBuf, FileId>,
    read_once: HashSet<PathBuf>,
    guards: HashMap<PathBuf, Rc<str>>,
    dependencies: Vec<PathBuf>,
    output: Vec<Token>,
    expanded_count: usize,
    /// Bytes that `#` and `##` have made.
    made_bytes: usize,
    /// How many macros have been defined.
    macro_count: u32,
    read_bytes: usize,
    /// Whether what is expanded is the condition of an `#if`.
    in_condition: bool,
    /// Whether what is there so far makes too little sense to parse: a limit, or an include is missing.
    incomplete: bool,
    stopped: bool,
}

/// Preprocesses `main_file` and everything it includes.
pub(crate) fn preprocess(
    sources: &mut SourceMap,
    loader: &dyn IncludeLoader,
    options: &PreprocessOptions,
    main_file: &Path,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    let mut it = Preprocessor {
        sources,
        loader,
        options,
        diagnostics,
        macros: HashMap::default(),
        open_files: Vec::new(),
        identities: HashMap::default(),
        loaded: HashMap::default(),
        read_once: HashSet::default(),
        guards: HashMap::default(),
        dependencies: Vec::new(),
        output: Vec::new(),
        expanded_count: 0,
        made_bytes: 0,
        macro_count: 0,
        read_bytes: 0,
        in_condition: false,
        incomplete: false,
        stopped: false,
    };
    let main = it.load_main(main_file);
    if let Some(main) = main {
        it.define_options();
        let identity = it.identity(main_file);
        it.run_file(main, main_file, &identity, None);
        let end = u32::try_from(it.sources.file(main).bytes().len()).unwrap_or(u32::MAX);
        it.output.push(Token::new(TokenKind::End, Span::new(main, end..end)));
    }
    let is_complete = main.is_some() && !it.incomplete;
    Preprocessed { tokens: is_complete.then_some(it.output), dependencies: it.dependencies }
}

fn too_many_tokens() -> String {
    format!("the effect has more than {MAX_TOKENS} tokens")
}

impl Preprocessor<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message).with_code("preprocess"));
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(span, message).with_code("preprocess"));
    }

    /// Reports a limit and makes everything after it end soon.
    fn stop(&mut self, span: Span, message: impl Into<String>) {
        if !self.stopped {
            self.stopped = true;
            self.incomplete = true;
            self.error(span, message);
        }
    }

    /// Turns the macros of the options into a file of `#define` lines, so that messages can show them.
    fn define_options(&mut self) {
        let mut text = String::new();
        for (name, value) in &self.options.defines {
            let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
            if is_name && !value.contains(['\n', '\r']) {
                text.push_str(&format!("#define {name} {value}\n"));
            } else {
                self.diagnostics.push(
                    Diagnostic::error_without_place(format!(
                        "`{name}` cannot be defined as a macro"
                    ))
                    .with_code("preprocess")
                    .with_help(
                        "a macro's name has letters, digits and `_` only, and its value one line",
                    ),
                );
            }
        }
        if text.is_empty() {
            return;
        }
        let path = Path::new("<options>");
        if let Ok(file) = self.sources.add(path, text.into_bytes()) {
            self.run_file(file, path, &include::identity(path), None);
        }
    }

    /// Takes over what the lexer found. Quotes need no partner in text that a condition leaves out.
    fn take_errors(&mut self, lexer: &mut Lexer<'_>, is_active: bool) {
        for error in lexer.comment_errors.drain(..) {
            self.diagnostics.push(error);
        }
        for error in lexer.quote_errors.drain(..).filter(|_| is_active) {
            self.diagnostics.push(error);
        }
    }

    /// Preprocesses one file; what it gives goes to the output.
    fn run_file(&mut self, file: FileId, path: &Path, identity: &Path, included_at: Option<Span>) {
        self.open_files.push(OpenFile {
            identity: identity.to_owned(),
            folder: path.parent().map_or_else(PathBuf::new, Path::to_owned),
            included_at,
            line_offset: 0,
            shown_name: None,
        });
        let bytes = self.sources.file(file).shared_bytes();
        self.read_bytes += bytes.len().max(MIN_FILE_COST_BYTES);
        if let Some(span) = included_at.filter(|_| self.read_bytes > MAX_READ_BYTES) {
            self.stop(span, format!("the effect includes more than {MAX_READ_BYTES} bytes"));
        }
        let mut lexer = Lexer::new(&bytes, file);
        let mut conditions: Vec<Condition> = Vec::new();
        // Few files have more than a token in five bytes, and of large ones much may be left out.
        let mut run: Vec<Token> = Vec::with_capacity((bytes.len() / 5).min(MAX_RESERVED_TOKENS));
        let mut open_call = OpenCall::default();
        let mut at_line_start = true;
        let mut assembly = Assembly::default();
        loop {
            let is_active = conditions.last().is_none_or(Condition::is_active);
            let mut token = lexer.next_token();
            self.take_errors(&mut lexer, is_active && !assembly.is_inside());
            if is_active {
                assembly = assembly.after(&token);
            }
            if self.stopped || self.diagnostics.is_full() {
                break;
            }
            match token.kind {
                TokenKind::End => break,
                TokenKind::Newline => at_line_start = true,
                TokenKind::Punct("#") if at_line_start => {
                    let complete = open_call.take_complete(&mut run, &self.macros);
                    self.expand_run(complete);
                    let written = self.output.len();
                    self.directive(&mut lexer, token.span, &mut conditions);
                    if !run.is_empty() && self.output.len() != written {
                        self.error(token.span, "an include stands in the arguments of a macro");
                    }
                    at_line_start = true;
                }
                _ if assembly.is_inside() && !Assembly::is_hlsl(&token) => at_line_start = false,
                _ => {
                    // A line break is a blank to `#`.
                    token.space_before |= at_line_start;
                    at_line_start = false;
                    if is_active && run.len() + self.output.len() >= MAX_TOKENS {
                        self.stop(token.span, too_many_tokens());
                    } else if is_active {
                        run.push(token);
                    }
                }
            }
        }
        self.expand_run(run);
        for open in conditions.iter().filter(|_| !self.stopped) {
            let error = Diagnostic::error(open.span, "this condition has no `#endif`");
            self.diagnostics.push(error.with_code("preprocess"));
        }
        self.open_files.pop();
    }

    /// Expands tokens and moves them to the output.
    fn expand_run(&mut self, run: Vec<Token>) {
        if run.is_empty() {
            return;
        }
        for token in self.expand(run) {
            match token.kind {
                TokenKind::High => self.error(
                    token.span,
                    "only comments and strings may hold letters and signs outside ASCII",
                ),
                TokenKind::Other(byte) => {
                    let shown = byte.escape_ascii();
                    let message = format!("`{shown}` begins no token");
                    let error = Diagnostic::error(token.span, message).with_code("preprocess");
                    self.diagnostics.push(match byte {
                        b'\\' => error.with_help(
                            "`\\` joins lines only where the line break follows at once, without a blank",
                        ),
                        _ => error,
                    });
                }
                TokenKind::Char(_) => {
                    self.error(token.span, "effects have no character literals");
                }
                _ if self.output.len() >= MAX_TOKENS => {
                    self.stop(token.span, too_many_tokens());
                    return;
                }
                _ => self.output.push(token),
            }
        }
    }
}
