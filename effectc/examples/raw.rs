//! scratch
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::fs::read_to_string(&a[1]).unwrap();
    let c = shaderc::Compiler::new().unwrap();
    let mut o = shaderc::CompileOptions::new().unwrap();
    o.set_source_language(shaderc::SourceLanguage::HLSL);
    o.set_target_env(shaderc::TargetEnv::Vulkan, shaderc::EnvVersion::Vulkan1_3 as u32);
    o.set_optimization_level(shaderc::OptimizationLevel::Zero);
    let k = match a[2].as_str() {
        "vs" => shaderc::ShaderKind::Vertex,
        "cs" => shaderc::ShaderKind::Compute,
        _ => shaderc::ShaderKind::Fragment,
    };
    match c.compile_into_spirv(&t, k, "x.hlsl", &a[3], Some(&o)) {
        Ok(r) => println!("ok {}", r.get_warning_messages()),
        Err(e) => println!("{e:?}"),
    }
}
