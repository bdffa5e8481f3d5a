//! scratch
use effectc::effect::Stage;
use effectc::spirv::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::fs::read_to_string(&a[1]).unwrap();
    let st = match a[2].as_str() {
        "vs" => Stage::Vertex,
        "ps" => Stage::Pixel,
        "gs" => Stage::Geometry,
        "cs" => Stage::Compute,
        "hs" => Stage::Hull,
        _ => Stage::Domain,
    };
    let r = Shaderc::new()
        .unwrap()
        .compile(&HlslJob {
            text: &t,
            name: "lowered.hlsl",
            stage: st,
            entry: &a[3],
            debug_info: a.len() > 5,
        })
        .unwrap();
    for m in &r.messages {
        println!("{m:?}");
    }
    if let Some(w) = r.words {
        let b: Vec<u8> = w.iter().flat_map(|x| x.to_le_bytes()).collect();
        std::fs::write(&a[4], b).unwrap();
    }
}
