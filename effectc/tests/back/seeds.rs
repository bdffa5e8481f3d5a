//! The HLSL listings of the documents that this project started from compile, where the folder with them is
//! (`../shared/seeds` beside the checkout, or what `SINEW_SEEDS` names).
//!
//! They are fragments in running text. What each needs to be a whole effect is in [`REPAIRS`], with its reason; the
//! listings themselves are compiled as they stand.

use std::path::{Path, PathBuf};

use super::{compile_text, row_packed};
use effectc::diagnostic::render_all;

/// What a listing leaves to other files, and why it is added: (what the listings must hold for it, reason, HLSL).
const REPAIRS: [(&str, &str, &str); 7] = [
    (
        "mul(output.position, VP)",
        "the shared header of the course has the camera and the world matrix",
        "cbuffer GlobalBuffer { matrix V; matrix P; matrix VP; matrix VInv; };\ncbuffer TransformBuffer { matrix W; };",
    ),
    (
        "BoneTransforms[BoneIndex]",
        "the model's own transforms come from an earlier lesson",
        "cbuffer BoneBuffer { matrix BoneTransforms[MAX_MODEL_TRANSFORMS]; };",
    ),
    (
        "MeshOutput",
        "what goes to the pixel shader is declared in the shared header",
        "struct MeshOutput { float4 position : SV_POSITION; float3 worldPosition : POSITION1; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT; };",
    ),
    (
        "VertexModel input",
        "the instanced vertex is declared in the shared header",
        "struct VertexModel { float4 position : POSITION; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT; float4 blendIndices : BLEND_INDICES; float4 blendWeights : BLEND_WEIGHTS; uint instanceID : SV_INSTANCEID; matrix world : INST; };",
    ),
    (
        "TweenFrames[",
        "the constant buffer is named in the text only",
        "cbuffer TweenBuffer { TweenFrameDesc TweenFrames[500]; };",
    ),
    ("TweenFrames[", "the map is declared in another document", "Texture2DArray TransformMap;"),
    (
        "boneTransforms[indices[i]]",
        "the loop stands without its variables",
        "StructuredBuffer<float4x4> boneTransforms;\nstruct SkinnedInput { float3 posModel : POSITION; float3 normalModel : NORMAL; float3 tangentModel : TANGENT; };",
    ),
];

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SINEW_SEEDS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/seeds");
    named.or(Some(beside)).filter(|it| it.is_dir())
}

/// What stands around the loop.
const LOOP_BEGIN: &str = "float4 VS(SkinnedInput input, uint id : SV_VertexID) : SV_Position
{
    float weights[8] = { 1, 0, 0, 0, 0, 0, 0, 0 };
    uint indices[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    float3 posModel = 0, normalModel = 0, tangentModel = 0;
";
const LOOP_END: &str = "    return float4(posModel + normalModel + tangentModel, id);
}
";

/// The listings of a document: declarations that start at the margin, up to the end of their braces.
fn listings(text: &str) -> Vec<String> {
    let starts = [
        "#define ",
        "struct ",
        "cbuffer ",
        "matrix ",
        "MeshOutput ",
        "uint ",
        "Texture2DArray ",
        "for(",
    ];
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        if !starts.iter().any(|it| lines[at].starts_with(it)) {
            at += 1;
            continue;
        }
        let (mut listing, mut depth, mut has_opened) = (String::new(), 0_isize, false);
        for (index, line) in lines[at..].iter().enumerate() {
            // The text breaks off a function and shows it again, whole.
            if index > 0 && starts.iter().any(|it| line.starts_with(it)) {
                break;
            }
            listing.push_str(line);
            listing.push('\n');
            at += 1;
            depth +=
                line.matches('{').count().cast_signed() - line.matches('}').count().cast_signed();
            has_opened |= line.contains('{');
            let is_alone = !has_opened && (line.trim_end().ends_with(';') || line.starts_with('#'));
            let goes_on = !has_opened && !is_alone && line.trim_end().ends_with(')');
            if (has_opened && depth <= 0)
                || is_alone
                || !(has_opened || goes_on || listing.lines().count() < 2)
            {
                break;
            }
        }
        found.push(listing);
    }
    found
}

fn is_hlsl(listing: &str) -> bool {
    let cpp =
        ["::", "->", "int32", "uint32", "shared_ptr", "Vector", "public:", ": public", "nullptr"];
    let is_whole = listing.matches('{').count() == listing.matches('}').count();
    let says_something =
        listing.contains('{') || listing.starts_with('#') || listing.trim_end().ends_with(';');
    is_whole && says_something && !cpp.iter().any(|it| listing.contains(it))
}

/// The name that a listing declares: a later declaration with the same name takes its place, as the text says.
fn declared(listing: &str) -> String {
    let head = listing.split(['(', '{', ';']).next().unwrap_or_default();
    match listing.strip_prefix("#define ") {
        Some(rest) => rest.split_whitespace().next().unwrap_or_default().to_owned(),
        None => head.split_whitespace().next_back().unwrap_or_default().to_owned(),
    }
}

/// Whether a listing is code: a function, or the loop that stands alone.
fn is_code(listing: &str) -> bool {
    let head = listing.split('{').next().unwrap_or_default();
    head.contains('(') && !listing.starts_with('#')
}

/// One effect for each piece of code in a document, every version of a function that the text develops.
fn effects(text: &str) -> Vec<String> {
    let (code, others): (Vec<String>, Vec<String>) =
        listings(text).into_iter().filter(|it| is_hlsl(it)).partition(|it| is_code(it));
    let mut declarations: Vec<(String, String)> = Vec::new();
    for listing in others {
        let name = declared(&listing);
        match declarations.iter_mut().find(|(it, _)| *it == name) {
            Some(known) => known.1 = listing,
            None => declarations.push((name, listing)),
        }
    }
    // Macros and types come before what uses them.
    let rank = |it: &str| (!it.starts_with('#'), !it.starts_with("struct "));
    declarations.sort_by_key(|(_, it)| rank(it));
    let declarations: String = declarations.into_iter().map(|(_, it)| it).collect();
    let mut last_function = "";
    let mut effects = Vec::new();
    for listing in &code {
        let calls_it = listing.contains("matrix m = GetAnimationMatrix(input)");
        let before = if calls_it { last_function } else { "" };
        effects.push(effect(&declarations, &format!("{before}{listing}")));
        if listing.starts_with("matrix GetAnimationMatrix(") {
            last_function = listing;
        }
    }
    effects
}

/// Puts a piece of code together with what it needs.
fn effect(declarations: &str, code: &str) -> String {
    let mut out = declarations.to_owned();
    for (needs, reason, hlsl) in REPAIRS {
        let is_there = hlsl.split(['{', ';']).next().is_some_and(|it| out.contains(it.trim()));
        if code.contains(needs) && !is_there {
            out.push_str(&format!("// {reason}\n{hlsl}\n"));
        }
    }
    if code.starts_with("for(") {
        out.push_str(LOOP_BEGIN);
        out.push_str(code);
        out.push_str(LOOP_END);
    } else {
        out.push_str(code);
    }
    let is_called = code.contains(" VS(");
    if let Some((name, input)) = code
        .strip_prefix("matrix ")
        .filter(|_| !is_called)
        .and_then(|it| it.split_once('('))
        .and_then(|(name, rest)| Some((name, rest.split_whitespace().next()?)))
    {
        out.push_str(&format!(
            "float4 VS({input} input) : SV_Position {{ return mul(input.position, {name}(input)); }}\n"
        ));
    }
    out.push_str("technique11 T0 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }\n");
    out
}

#[test]
fn the_listings_of_the_seeds_compile() {
    // Most checkouts have no such folder beside them.
    let Some(folder) = folder() else { return };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    let mut counts = Vec::new();
    for path in paths {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let effects = effects(&text);
        for effect in &effects {
            let output = compile_text(effect, &row_packed());
            let messages = render_all(&output.diagnostics, &output.sources);
            assert!(output.effect.is_some(), "{}:\n{messages}\n{effect}", path.display());
        }
        counts.push(effects.len());
    }
    assert_eq!(counts, [5, 1, 1, 0], "pieces of HLSL code in each document");
}
