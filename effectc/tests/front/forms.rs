//! Declarations, samplers and techniques in every form that fxc takes: what they mean.
#![expect(clippy::float_cmp, reason = "these values are exact")]

use effectc::check::{self, Checked, Entry};
use effectc::diagnostic::render_all;
use effectc::effect::{MatrixPacking, MemberType, ScalarKind};
use effectc::preprocess::PreprocessOptions;
use effectc::state::{ComparisonFunc, Filter, SamplerDesc, TextureAddressMode};

use super::{assert_clean, disk, parse_clean, parse_with, samples_dir};

/// Checks a text that must have nothing wrong with it.
fn check_clean<T>(text: &str, look: impl Fn(&Checked<'_>) -> T) -> T {
    let (sources, effect) = parse_clean(text);
    let (checked, diagnostics) = check::check(&effect, MatrixPacking::Row);
    let messages = render_all(&diagnostics, &sources);
    let without_technique = messages.contains("the effect has no technique");
    assert_eq!(diagnostics.len(), usize::from(without_technique), "{messages}");
    look(&checked)
}

/// Checks a sample that must have nothing wrong with it.
fn check_sample<T>(name: &str, defines: &[&str], look: impl Fn(&Checked<'_>) -> T) -> T {
    let defines = defines.iter().map(|it| ((*it).to_owned(), "1".to_owned())).collect();
    let options = PreprocessOptions { defines, ..PreprocessOptions::default() };
    let (sources, parsed) = parse_with(&disk(), &options, &samples_dir().join(name));
    assert_clean(&sources, &parsed.diagnostics);
    let (checked, diagnostics) = check::check(&parsed.effect, MatrixPacking::Row);
    assert_clean(&sources, &diagnostics);
    look(&checked)
}

/// The numbers that a member of a buffer begins with.
fn default_numbers(checked: &Checked<'_>, buffer: &str, path: &str, count: usize) -> Vec<f32> {
    let buffer = checked.buffers.iter().find(|it| it.data.name == buffer).unwrap();
    let image = buffer.data.default_image();
    let offset = buffer.data.member(path).unwrap().0 as usize;
    let (numbers, _) = image[offset..offset + 4 * count].as_chunks::<4>();
    numbers.iter().map(|it| f32::from_le_bytes(*it)).collect()
}

#[test]
fn forms_of_declarations_mean_what_they_say() {
    check_sample("forms.fx", &[], |checked| {
        let globals = checked.buffers.iter().find(|it| it.data.name == "$Globals").unwrap();
        let ty = |name: &str| globals.data.member(name).unwrap().1.hlsl_type();
        for (name, expected) in [
            ("color", "float4"),
            ("pair", "float4[2]"),
            ("m4", "float4x4"),
            ("m5", "float3x4"),
            ("h3", "float3"),
            ("d", "uint"),
            ("v", "float4"),
            ("m", "float4x4"),
            ("v3", "float3"),
            ("mm", "float3x3"),
            ("V", "float4"),
            ("M", "float4x4"),
            ("mf", "float"),
            ("dbl", "double"),
            ("lights", "Light[2]"),
        ] {
            assert_eq!(ty(name), expected, "{name}");
        }
        let numbers = |path: &str, count| default_numbers(checked, "$Globals", path, count);
        assert_eq!(numbers("Shared", 4), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(numbers("other", 4), [1.0; 4]);
        assert_eq!(numbers("pair[1]", 4), [5.0, 6.0, 7.0, 8.0]);
        assert_eq!(numbers("lights[0].range", 1), [5.0]);
        assert_eq!(numbers("lights[1].dir", 4), [1.0, 0.0, 0.0, 6.0]);
        assert_eq!(numbers("one.color", 4), [5.0, 6.0, 7.0, 8.0]);
        // The upper left corner of a larger matrix, by columns in registers of their own.
        assert_eq!(numbers("m6", 3), [1.0, 2.0, 3.0]);
        assert_eq!(numbers("m2", 6), [1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        let shared = checked.buffers.iter().find(|it| it.data.name == "SC").unwrap();
        assert!(shared.data.shared);
        assert_eq!(shared.data.register.as_deref(), Some("b3"));
        assert_eq!(shared.data.annotations[0].name, "tool");
        assert_eq!(shared.data.member("inC").unwrap().1.semantic.as_deref(), Some("COLOR0"));
        assert_eq!(shared.data.member("inC").unwrap().1.annotations.len(), 2);
        assert!(checked.buffers.iter().any(|it| it.data.name == "unnamed0"));
        let strings: Vec<_> =
            checked.strings.iter().map(|it| (it.name.as_str(), it.values.len())).collect();
        assert_eq!(strings, [("Name", 1), ("Names", 2)]);
        assert_eq!(checked.strings[0].values, ["abcdef"]);
        let groups: Vec<_> = checked
            .techniques
            .iter()
            .map(|it| (it.name.as_str(), it.group.as_deref(), it.passes.len()))
            .collect();
        assert_eq!(
            groups,
            [("first", None, 2), ("", None, 1), ("Empty", None, 0), ("InGroup", None, 1)]
        );
    });
}

#[test]
fn files_of_monogame_are_read_as_they_are() {
    for defines in [&[][..], &["OPENGL"], &["SM4"]] {
        check_sample("monogame.fx", defines, |checked| {
            assert_eq!(checked.techniques.len(), 3);
            let profile = &checked.entries[0].profile;
            assert_eq!(profile.contains("_3_0"), defines.contains(&"OPENGL"), "{profile}");
            assert!(checked.entries.iter().all(Entry::is_legacy));
        });
    }
}

#[test]
fn sampler_is_sampler_state_to_the_profiles_of_direct3d_11() {
    let filters = |profile: &str| {
        let text = format!(
            "Texture2D T; sampler A {{ AddressU = Wrap; }}; SamplerState B {{ AddressU = Wrap; }};
             sampler2D C = sampler_state {{ Texture = <T>; MinFilter = Point; MagFilter = Point; }};
             float4 PS() : SV_Target {{ return 0; }} technique T {{ pass {{ PixelShader = compile {profile} PS(); }} }}"
        );
        check_clean(&text, |checked| {
            checked.samplers.iter().map(|it| (it.data.desc.filter, it.data.desc.max_lod)).collect()
        })
    };
    let new: Vec<(Filter, f32)> = filters("ps_5_0");
    let default = SamplerDesc::default();
    assert_eq!(new[0], (default.filter, default.max_lod));
    assert_eq!(new[1], (default.filter, default.max_lod));
    assert_eq!(new[2].0, Filter::MinMagPointMipLinear);
    let old = filters("ps_3_0");
    assert_eq!((old[0].0, old[1].0), (Filter::MinMagMipPoint, default.filter));
}

#[test]
fn states_of_samplers_in_both_languages() {
    let sampler = |text: &str| {
        check_clean(&format!("Texture2D T; Texture2D Ts[2]; {text}"), |checked| {
            checked.samplers[0].data.clone()
        })
    };
    // A sampler of Direct3D 9 without states has the device's.
    let plain = sampler("sampler S;");
    assert_eq!(plain.desc.filter, Filter::MinMagMipPoint);
    assert_eq!(plain.desc.address_u, TextureAddressMode::Wrap);
    // One of Direct3D 10 has those of Effects 11, whichever way it is written.
    assert_eq!(sampler("SamplerState S;").desc, SamplerDesc::default());
    let new = sampler("sampler2D S = sampler_state { Filter = MIN_MAG_MIP_LINEAR; };");
    assert_eq!(new.desc, SamplerDesc::default());
    let old = sampler(
        "samplerCUBE S : register(s3) = sampler_state { texture = <T>; MINFILTER = linear; MagFilter = GaussianQuad;
            MipFilter = Point; AddressU = mirroronce; BorderColor = 0x80FFFFFF; MaxAnisotropy = 1; SRGBTexture = true; };",
    );
    assert_eq!(old.desc.filter, Filter::MinMagLinearMipPoint);
    assert_eq!(old.desc.address_u, TextureAddressMode::MirrorOnce);
    assert_eq!(old.desc.border_color, [1.0, 1.0, 1.0, 128.0 / 255.0]);
    assert_eq!((old.texture.as_deref(), old.srgb_texture), (Some("T"), true));
    assert_eq!(old.register.as_deref(), Some("s3"));
    for texture in ["<T>", "(T)", "T"] {
        let old = sampler(&format!("sampler S = sampler_state {{ Texture = {texture}; }};"));
        assert_eq!(old.texture.as_deref(), Some("T"), "{texture}");
    }
    let element = sampler("sampler S = sampler_state { Texture = <Ts[1]>; };");
    assert_eq!(element.texture.as_deref(), Some("Ts[1]"));
    let compared =
        sampler("SamplerComparisonState S { ComparisonFunc = LessEqual; BorderColor = 1.0; };");
    assert_eq!(compared.desc.comparison_func, ComparisonFunc::LessEqual);
    assert_eq!(compared.desc.border_color, [1.0; 4]);
    for (filter, expected) in [
        ("Point", Filter::MinMagMipPoint),
        ("LINEAR", Filter::MinMagMipLinear),
        ("Anisotropic", Filter::Anisotropic),
        ("MinLinearMagMipPoint", Filter::MinLinearMagMipPoint),
    ] {
        let short = sampler(&format!("sampler2D S = sampler_state {{ Filter = {filter}; }};"));
        assert_eq!(short.desc.filter, expected, "{filter}");
    }
}

#[test]
fn arrays_of_samplers_have_states_of_their_own() {
    for text in [
        "SamplerState S[2] { { Filter = ANISOTROPIC; }, { AddressU = WRAP; } };",
        "SamplerState S[2] = { { Filter = ANISOTROPIC; }, { AddressU = WRAP; }, };",
        "SamplerState S[2] = { sampler_state { Filter = ANISOTROPIC; }, sampler_state { AddressU = WRAP; } };",
    ] {
        check_clean(text, |checked| {
            let sampler = &checked.samplers[0].data;
            assert_eq!((sampler.count, sampler.desc.filter), (2, Filter::Anisotropic), "{text}");
            assert_eq!(sampler.element_descs.len(), 2);
            assert_eq!(sampler.element_descs[1].address_u, TextureAddressMode::Wrap);
        });
    }
    check_clean("SamplerState S[2];", |checked| {
        assert!(checked.samplers[0].data.element_descs.is_empty());
    });
}

#[test]
fn state_blocks_are_what_their_passes_assign() {
    let text = "stateblock Block = stateblock_state { CullMode = CW; AlphaBlendEnable = TRUE; };
        technique T { pass P { StateBlock = (Block); CullMode = NONE; } }";
    check_clean(text, |checked| {
        let pass = &checked.techniques[0].passes[0];
        assert!(pass.blend.as_ref().unwrap().desc.render_targets[0].blend_enable);
        let set = pass.rasterizer.as_ref().unwrap();
        assert_eq!(set.desc.cull_mode, effectc::state::CullMode::None);
    });
}

#[test]
fn interfaces_are_no_data() {
    let text = "interface I { float4 F(); }; class A : I { float4 k; float4 F() { return k; } }; A a; I i = a; I j;";
    check_clean(text, |checked| {
        let members: Vec<_> =
            checked.buffers[0].data.members.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(members, ["a"]);
        assert!(matches!(checked.buffers[0].data.members[0].ty, MemberType::Struct { .. }));
    });
}

#[test]
fn packed_colours_are_unsigned() {
    let text = "float4 c; static const uint u = 0xFF00FF00; uint v = 0xFFFFFFFF; int w = 0x80000000; float f = -2147483648;";
    check_clean(text, |checked| {
        let buffer = &checked.buffers[0].data;
        let image = buffer.default_image();
        let word = |name: &str| {
            let at = buffer.member(name).unwrap().0 as usize;
            image[at..at + 4].to_vec()
        };
        assert_eq!(word("v"), u32::MAX.to_le_bytes());
        assert_eq!(word("w"), i32::MIN.to_le_bytes());
        assert_eq!(word("f"), (-2_147_483_648.0_f32).to_le_bytes());
        let MemberType::Scalar { kind } = buffer.member("v").unwrap().1.ty else { panic!() };
        assert_eq!(kind, ScalarKind::Uint);
    });
}
