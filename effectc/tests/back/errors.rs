//! `err/*.fx` and `warn/*.fx`: the text of every message, with its caret.

use effectc::compile_with;
use effectc::diagnostic::render_all;
use effectc::preprocess::MemoryLoader;
use effectc::spirv::{HlslCompiler, HlslJob, HlslResult, SpirvError};

use super::{compile_sample, compile_text, row_packed};

#[test]
fn snapshots_of_messages() {
    insta::glob!("..", "err/*.fx", |path| {
        let output = compile_sample(path);
        assert!(output.has_errors());
        assert!(output.effect.is_none());
        insta::assert_snapshot!(render_all(&output.diagnostics, &output.sources));
    });
}

#[test]
fn snapshots_of_warnings() {
    insta::glob!("..", "warn/*.fx", |path| {
        let output = compile_sample(path);
        assert!(!output.has_errors(), "{}", render_all(&output.diagnostics, &output.sources));
        assert!(!output.diagnostics.is_empty());
        insta::assert_snapshot!(render_all(&output.diagnostics, &output.sources));
    });
}

#[test]
fn a_missing_file_is_named() {
    let output = compile_sample(std::path::Path::new("tests/err/no such file.fx"));
    assert!(output.has_errors());
    let text = render_all(&output.diagnostics, &output.sources);
    assert!(text.contains("no such file.fx"), "{text}");
}

#[test]
fn deep_constants_are_refused_without_a_crash() {
    let text = format!(
        "cbuffer C {{ float a = {}1{}; }}\ntechnique T {{ pass P {{ SetPixelShader(NULL); }} }}",
        "(1 + ".repeat(150),
        ")".repeat(150)
    );
    let output = compile_text(&text, &row_packed());
    let default = output.effect.map(|it| it.constant_buffers[0].default_bytes.clone());
    // The last two bytes of 151.0; nothing follows that is not 0.
    assert_eq!(default.as_deref(), Some(&151.0_f32.to_le_bytes()[..]));
    let chain: String =
        (1..300).map(|it| format!("static const int c{it} = c{} + 1;\n", it - 1)).collect();
    let text = format!(
        "static const int c0 = 0;\n{chain}float4 a[c299];\ntechnique T {{ pass P {{ SetPixelShader(NULL); }} }}"
    );
    assert!(compile_text(&text, &row_packed()).has_errors());
}

/// A compiler that always gives the same.
struct Always(Option<Vec<u32>>);

impl HlslCompiler for Always {
    fn compile(&self, _job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        Ok(HlslResult { words: self.0.clone(), messages: Vec::new() })
    }
}

#[test]
fn a_compiler_that_fails_is_said() {
    let text = "float4 PS() : SV_Target { return 1; }
        technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }";
    let loader = MemoryLoader::new([("a.fx", text)]);
    let said = |words| {
        let compiler = Always(words);
        let output = compile_with("a.fx".as_ref(), &row_packed(), &loader, &compiler);
        assert!(output.effect.is_none());
        output.diagnostics.iter().map(|it| it.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(said(None), ["the HLSL compiler failed without a message"]);
    assert_eq!(said(Some(vec![1, 2])), ["the HLSL compiler gave a module that is cut off"]);
    assert_eq!(
        said(Some(vec![0x0723_0203, 0x0001_0600, 0, 9, 0, 2 << 16])),
        ["the HLSL compiler gave a module that is cut off"]
    );
}
