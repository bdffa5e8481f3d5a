//! Any bytes go all the way to the HLSL compiler, which refuses everything.
#![no_main]

use std::path::Path;

use effectc::preprocess::MemoryLoader;
use effectc::spirv::{HlslCompiler, HlslJob, HlslResult, SpirvError};
use effectc::{Options, compile_with};
use libfuzzer_sys::fuzz_target;

/// Stands where the HLSL compiler is.
struct Refuses;

impl HlslCompiler for Refuses {
    fn compile(&self, _job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        Ok(HlslResult { words: None, messages: Vec::new() })
    }
}

fuzz_target!(|bytes: &[u8]| {
    let loader = MemoryLoader::new([("a.fx", bytes)]);
    let output = compile_with(Path::new("a.fx"), &Options::default(), &loader, &Refuses);
    for diagnostic in &output.diagnostics {
        assert!(!diagnostic.render(&output.sources).is_empty());
    }
});
