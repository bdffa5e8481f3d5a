//! Conversions that fxc makes by itself, and what they are written out as.

use super::{compile_text, row_packed};

const DECLARATIONS: &str =
    "float F; float3 V; float4 W; int I; uint U; bool B; bool3 C; float4x4 M; float A[4];
    float One(float a) { return a; } float2 Two(float2 a, int b) { return a * b; }
    float Kind(int a) { return 1; } float Kind(float3 a) { return 3; }
    RWStructuredBuffer<float4> O;";

#[test]
fn conversions_are_written_out() {
    let cases = [
        ("O[0] = One(W);", "O[0] = One(W.x);"),
        ("O[1].xy = Two(V, F);", "O[1].xy = Two(V.xy, fx_float_to_int(F));"),
        ("O[2].x = min(U, 1);", "O[2].x = min(U, 1u);"),
        ("O[3].x = pow(I, 2);", "O[3].x = fx_power_2_float((float)I);"),
        ("O[4] = lerp(W, 0, B);", "O[4] = lerp(W, (float4)0.0, (float4)B);"),
        ("O[5].xyz = W;", "O[5].xyz = W.xyz;"),
        ("O[6].x = A[F];", "O[6].x = A[fx_float_to_int(F)];"),
        ("O[7].x = B + B;", "O[7].x = (int)B + (int)B;"),
        ("O[8].x = -B;", "O[8].x = -(int)B;"),
        ("O[9].xyz = C ? V : 0;", "O[9].xyz = C ? V : (float3)0.0;"),
        ("O[10].xyz = V && B;", "O[10].xyz = (float3)((bool3)V && (bool3)B);"),
        ("float4x4 n = M; n._11_22 *= 2;", "n._11_22 = float2(n._11, n._22) * 2;"),
        ("int k = 3; k *= 0.5; O[11].x = k;", "k = fx_float_to_int(k * 0.5);"),
        ("O[12].xyz = V * W;", "O[12].xyz = V * W.xyz;"),
        ("O[13].x = Kind(W) + Kind(I);", "O[13].x = Kind(W.xyz) + Kind(I);"),
        ("O[14] = mul(V, M);", "O[14] = mul(V, (float3x4)M);"),
        ("O[15] = F; O[16] = 1;", "O[15] = F;"),
        ("O[17] = saturate(M * 2)[0];", "O[17] = fx_saturate4x4(M * 2)[0];"),
        ("O[18].x = normalize(F) + dot(V, W);", "dot(V, W.xyz);"),
    ];
    let body: String = cases.iter().map(|(code, _)| *code).collect();
    let text = format!(
        "{DECLARATIONS}\n[numthreads(1, 1, 1)] void CS() {{ {body} }}\ntechnique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}"
    );
    let output = compile_text(&text, &row_packed());
    let found = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    assert_eq!(found, "", "the code compiles");
    let lowered = output.lowered[0].text();
    for (code, expected) in cases {
        assert!(lowered.contains(expected), "{code}: expected {expected} in\n{lowered}");
    }
}
