//! The names that people use, and what they mean.

use effectc::effect::{MatrixPacking, Member, MemberType, ScalarKind};

use super::*;

const FLOAT: ScalarKind = ScalarKind::Float;

fn matrix_type(rows: u32, columns: u32) -> MemberType {
    let packing = MatrixPacking::Row;
    MemberType::Matrix { kind: FLOAT, rows, columns, packing, stride_bytes: 16 }
}

fn vector(columns: u32) -> MemberType {
    MemberType::Vector { kind: FLOAT, columns }
}

fn number_type(kind: ScalarKind) -> MemberType {
    MemberType::Scalar { kind }
}

/// `W`, `VP`, with `i` and `t` behind.
fn short(meaning: Option<Meaning>) -> String {
    let Some(Meaning::Matrix { product, is_inverse, is_transpose }) = meaning else {
        return format!("{meaning:?}");
    };
    let product = match product {
        Product::Identity => "I",
        Product::World => "W",
        Product::View => "V",
        Product::Projection => "P",
        Product::WorldView => "WV",
        Product::ViewProjection => "VP",
        Product::WorldViewProjection => "WVP",
    };
    let inverse = if is_inverse { "i" } else { "" };
    let transpose = if is_transpose { "t" } else { "" };
    format!("{product}{inverse}{transpose}")
}

#[test]
fn matrices_by_name() {
    for (names, expected) in [
        (
            "W World world gWorld g_mWorld matWorld mWorld WorldMatrix xWorld worldXf WorldXf Model g_World WORLD ObjectToWorld world_matrix mtxWorld",
            "W",
        ),
        ("V View gView matView ViewMatrix xView viewXf VIEW mView", "V"),
        (
            "P Proj Projection gProj matProj ProjMatrix ProjectionMatrix mProjection xProjection",
            "P",
        ),
        ("WV WorldView gWorldView matWorldView WorldViewXf modelView", "WV"),
        (
            "VP ViewProj gViewProj ViewProjection g_mViewProjection viewProj matViewProj view_proj",
            "VP",
        ),
        (
            "WVP WorldViewProj WorldViewProjection gWorldViewProj g_mWorldViewProjection matWVP WvpXf worldviewproj mWVP WorldViewProjXf mvp xWorldViewProjection MVP",
            "WVP",
        ),
        (
            "WorldInverseTranspose gWorldInvTranspose WorldIT WorldITXf worldInvTranspose WorldInverseTransposeMatrix invTransposeWorld WIT matWorldIT NormalMatrix gNormalMat matNormal WorldNormalMatrix",
            "Wit",
        ),
        ("WorldInverse WorldI invWorld gWorldInv WorldIXf", "Wi"),
        (
            "VInv ViewInverse ViewI ViewIXf invView gInvView viewInv InverseView matViewInverse ViewInv",
            "Vi",
        ),
        ("gInvViewProj ViewProjectionInverse InvVP", "VPi"),
        ("WorldTranspose", "Wt"),
    ] {
        for name in names.split(' ') {
            assert_eq!(short(meaning(name, None, &matrix_type(4, 4), false)), expected, "{name}");
        }
    }
    // 4x3 is an affine matrix; 3x3 takes the part that turns.
    assert_eq!(short(meaning("World", None, &matrix_type(4, 3), false)), "W");
    assert_eq!(short(meaning("World", None, &matrix_type(3, 3), false)), "W");
}

#[test]
fn matrices_of_something_else_are_left_alone() {
    for name in [
        "T",
        "VPT",
        "PrevWorldViewProj",
        "reflect",
        "ColorMatrix",
        "m",
        "Wave",
        "viewport",
        "BoneWorld2",
        "NormalMapMatrix",
    ] {
        assert_eq!(meaning(name, None, &matrix_type(4, 4), false), None, "{name}");
    }
    assert_eq!(meaning("World", None, &matrix_type(2, 2), false), None);
    assert_eq!(meaning("World", None, &matrix_type(4, 4), true), None);
}

#[test]
fn matrices_of_the_shadow_map_say_where_they_lead() {
    for (names, is_to_texture) in [
        (
            "ShadowVP gShadowVP ShadowViewProj LightViewProj g_mLightViewProjection lightVPMatrix",
            false,
        ),
        ("ShadowTransform gShadowTransform", true),
    ] {
        for name in names.split(' ') {
            let found = meaning(name, None, &matrix_type(4, 4), false);
            assert_eq!(found, Some(Meaning::ShadowMatrix { is_to_texture }), "{name}");
        }
    }
    let size = meaning("ShadowMapSize", None, &number_type(FLOAT), false);
    assert_eq!(size, Some(Meaning::ShadowMapSize));
    assert_eq!(meaning("LightView", None, &matrix_type(4, 4), false), None);
}

#[test]
fn semantics_go_before_names() {
    let of = |name: &str, semantic: &str| meaning(name, Some(semantic), &matrix_type(4, 4), false);
    for (semantic, expected) in [
        ("WORLD", "W"),
        ("View", "V"),
        ("PROJECTION", "P"),
        ("WorldViewProjection", "WVP"),
        ("WORLDVIEWPROJECTION0", "WVP"),
        ("WORLDINVERSETRANSPOSE", "Wit"),
        ("ViewInverse", "Vi"),
        ("VIEWPROJECTION", "VP"),
    ] {
        assert_eq!(short(of("foo", semantic)), expected, "{semantic}");
    }
    assert_eq!(short(of("View", "WORLD")), "W");
    // An unknown semantic is no reason not to know the name.
    assert_eq!(short(of("World", "MYMATRIX")), "W");
    assert_eq!(
        meaning("c", Some("SPECULARPOWER"), &number_type(FLOAT), false),
        Some(Meaning::Material(MaterialPart::Shininess))
    );
}

#[track_caller]
fn check(names: &str, ty: &MemberType, expected: Meaning) {
    for name in names.split(' ') {
        assert_eq!(meaning(name, None, ty, false), Some(expected), "{name}");
    }
}

#[test]
fn numbers_and_vectors_by_name() {
    let camera = "CameraPosition CameraPos gCameraPos EyePos gEyePosW g_vEyePos vEyePosition CamPos ViewPos xCamPos";
    check(camera, &vector(3), Meaning::CameraPosition);
    check(camera, &vector(4), Meaning::CameraPosition);
    check("Time gTime g_fTime fTime TotalTime g_time", &number_type(FLOAT), Meaning::Time);
    check("ElapsedTime gDeltaTime gTimeStep dt", &number_type(FLOAT), Meaning::FrameTime);
    check(
        "ViewportSize ScreenSize gResolution RenderTargetSize",
        &vector(2),
        Meaning::ViewportSize,
    );
    check("InvViewportSize", &vector(2), Meaning::InverseViewportSize);
    check("NearPlane gNearZ", &number_type(FLOAT), Meaning::NearDistance);
    check("BoneIndex gBoneIndex", &number_type(ScalarKind::Uint), Meaning::BoneIndex);
    check("AlphaCutoff", &number_type(FLOAT), Meaning::AlphaCutoff);
    assert_eq!(meaning("Timeout", None, &number_type(FLOAT), false), None);
    assert_eq!(meaning("EyePos", None, &vector(2), false), None, "too few numbers");
    assert_eq!(meaning("Time", None, &number_type(ScalarKind::Int), false), None);
}

#[test]
fn lights_and_materials_by_name() {
    let light = Meaning::Light;
    check(
        "LightDirection LightDir gLightDir g_LightDir0 vLightDir DiffuseLightDirection SunDirection xLightDirection lightDirW DirLightDirection",
        &vector(3),
        light(LightPart::Direction),
    );
    check("LightPosition LightPos Lamp0Pos g_lightPos", &vector(3), light(LightPart::Position));
    check(
        "LightColor LightDiffuse DirLightColor LightDiffuseColor",
        &vector(4),
        light(LightPart::Diffuse),
    );
    check("AmbientLight LightAmbient AmbientLightColor", &vector(4), light(LightPart::Ambient));
    check("LightVec ToLight", &vector(3), light(LightPart::ToLight));
    let material = Meaning::Material;
    check(
        "DiffuseColor Diffuse MaterialDiffuse gDiffuseMtrl matDiffuse g_MaterialDiffuseColor MaterialColor",
        &vector(4),
        material(MaterialPart::Diffuse),
    );
    check("AmbientColor MaterialAmbient", &vector(4), material(MaterialPart::Ambient));
    check("SpecularColor MaterialSpecular", &vector(3), material(MaterialPart::Specular));
    check("EmissiveColor", &vector(3), material(MaterialPart::Emissive));
    check(
        "Shininess SpecularPower MaterialPower g_Shininess SpecPower",
        &number_type(FLOAT),
        material(MaterialPart::Shininess),
    );
    check(
        "Reflectivity MaterialReflectivity",
        &number_type(FLOAT),
        material(MaterialPart::Reflectivity),
    );
    for name in
        ["Color", "gFogColor", "LineColor", "LightIntensity", "Power", "ShadowLightDir", "RimColor"]
    {
        assert_eq!(meaning(name, None, &vector(4), false), None, "{name}");
    }
}

#[test]
fn bones_by_name_and_semantic() {
    for name in [
        "Bones",
        "BoneTransforms",
        "gBoneTransforms",
        "g_mBones",
        "matPalette",
        "MatrixPalette",
        "mWorldMatrixArray",
        "xBones",
    ] {
        for ty in [matrix_type(4, 4), matrix_type(4, 3), matrix_type(3, 4)] {
            assert_eq!(meaning(name, None, &ty, true), Some(Meaning::BoneMatrices), "{name}");
        }
    }
    let by_semantic = meaning("m", Some("WORLDMATRIXARRAY"), &matrix_type(4, 3), true);
    assert_eq!(by_semantic, Some(Meaning::BoneMatrices));
    assert_eq!(meaning("gLightMatrices", None, &matrix_type(4, 4), true), None);
}

#[test]
fn structs_say_what_their_members_are() {
    let member = |name: &str, ty: MemberType| Member {
        name: name.to_owned(),
        ty,
        offset_bytes: 0,
        size_bytes: 0,
        array_counts: Vec::new(),
        array_stride_bytes: 0,
        semantic: None,
        annotations: Vec::new(),
    };
    let structure =
        |name: &str, members: Vec<Member>| MemberType::Struct { name: name.to_owned(), members };
    let light = structure("LightDesc", vec![member("ambient", vector(4))]);
    assert_eq!(around(Around::Nothing, "GlobalLight", &light), Around::Light);
    let of = |around, name: &str, ty: &MemberType| meaning_within(around, name, None, ty, false);
    assert_eq!(of(Around::Light, "ambient", &vector(4)), Some(Meaning::Light(LightPart::Ambient)));
    assert_eq!(
        of(Around::Light, "direction", &vector(3)),
        Some(Meaning::Light(LightPart::Direction))
    );
    assert_eq!(
        of(Around::Light, "lightDir", &vector(3)),
        Some(Meaning::Light(LightPart::Direction))
    );
    assert_eq!(of(Around::Light, "padding", &number_type(FLOAT)), None);
    assert_eq!(
        of(Around::Material, "diffuse", &vector(4)),
        Some(Meaning::Material(MaterialPart::Diffuse))
    );
    assert_eq!(around(Around::Nothing, "gMaterial", &structure("M", Vec::new())), Around::Material);
    assert_eq!(
        around(Around::Nothing, "Options", &structure("Options", Vec::new())),
        Around::Nothing
    );

    let keyframe = structure(
        "KeyframeDesc",
        vec![
            member("animIndex", number_type(ScalarKind::Int)),
            member("currFrame", number_type(ScalarKind::Uint)),
            member("nextFrame", number_type(ScalarKind::Uint)),
        ],
    );
    let tween =
        structure("T", vec![member("curr", keyframe.clone()), member("next", keyframe.clone())]);
    assert_eq!(around(Around::Nothing, "TweenFrames", &tween), Around::Tween);
    assert_eq!(around(Around::Tween, "next", &keyframe), Around::Keyframe(KeyframeOf::Next));
    assert_eq!(around(Around::Nothing, "Keyframes", &keyframe), Around::Keyframe(KeyframeOf::Curr));
    assert_eq!(
        of(Around::Keyframe(KeyframeOf::Next), "currFrame", &number_type(ScalarKind::Uint)),
        Some(Meaning::Keyframe(KeyframeOf::Next, KeyframeField::CurrFrame))
    );
    assert_eq!(
        of(Around::Tween, "tweenRatio", &number_type(FLOAT)),
        Some(Meaning::Tween(TweenField::Ratio))
    );
}

fn member_of(
    declaration: &str,
    ty: MemberType,
    annotations: Vec<effectc::effect::Annotation>,
) -> Member {
    let (name, semantic) = match declaration.split_once(" : ") {
        Some((name, semantic)) => (name, Some(semantic.to_owned())),
        None => (declaration, None),
    };
    Member {
        name: name.to_owned(),
        ty,
        offset_bytes: 0,
        size_bytes: 0,
        array_counts: Vec::new(),
        array_stride_bytes: 0,
        semantic,
        annotations,
    }
}

fn text_annotation(name: &str, text: &str) -> effectc::effect::Annotation {
    let value = effectc::effect::AnnotationValue::String(text.to_owned());
    effectc::effect::Annotation { name: name.to_owned(), value }
}

/// Matrices as engines and editors name them, one a line: who, and what they write.
#[test]
fn matrices_of_engines() {
    for (engine, declarations, expected) in [
        ("vvvv", "tVP : LAYERVIEWPROJECTION|m : VIEWPROJECTION|m : LAYERVIEWPROJECTION", "VP"),
        ("vvvv", "tV : LAYERVIEW|m : VIEW", "V"),
        ("vvvv", "tWVP : WORLDLAYERVIEWPROJECTION|m : WORLDVIEWPROJECTION", "WVP"),
        ("vvvv", "tWV : WORLDLAYERVIEW", "WV"),
        ("vvvv", "tW : WORLDLAYER|tW : WORLD", "W"),
        ("vvvv", "m : WORLDLAYERINVERSETRANSPOSE|tWIT : WORLDINVERSETRANSPOSE", "Wit"),
        ("vvvv", "tVI : VIEWINVERSE|m : LAYERVIEWINVERSE", "Vi"),
        ("vvvv", "tVPI : VIEWPROJECTIONINVERSE", "VPi"),
        ("vvvv", "layer : LAYER|tTex : TEXTUREMATRIX|tColor2 : TEXTURETRANSFORM", "I"),
        ("FX Composer", "wvp : WorldViewProjection|WvpXf : WORLDVIEWPROJECTION", "WVP"),
        ("FX Composer", "WorldITXf : WorldInverseTranspose", "Wit"),
        ("FX Composer", "ViewIXf : ViewInverse", "Vi"),
        ("FX Composer", "ProjI : ProjectionInverse", "Pi"),
        ("MikuMikuEffect", "WorldViewProjMatrix : WORLDVIEWPROJECTION", "WVP"),
        ("MikuMikuEffect", "ViewProjMatrix : VIEWPROJECTION", "VP"),
        ("RenderMonkey", "matViewProjection|view_proj_matrix|m : ViewProjection", "VP"),
        ("RenderMonkey", "inv_view_matrix|matViewInverse", "Vi"),
        ("RenderMonkey", "matWorldViewProjection", "WVP"),
        ("Luna", "gWorldViewProj", "WVP"),
        ("Luna", "gTexTransform|gMatTransform|TexTransform", "I"),
        ("XNA", "xCamerasViewProjection|CameraViewProj|ViewProjection", "VP"),
        ("XNA", "CameraView|xView", "V"),
        ("XNA", "CameraProjection|xProjection", "P"),
        ("others", "ProjView|gLocalToClip : ProjView", "VP"),
        ("others", "ModelToClip|objectToProj", "WVP"),
        ("others", "ClipToWorld", "VPi"),
    ] {
        for declaration in declarations.split('|') {
            let found =
                meaning_of(Around::Nothing, &member_of(declaration, matrix_type(4, 4), Vec::new()));
            assert_eq!(short(found), expected, "{engine}: {declaration}");
        }
    }
    let uv = effectc::effect::Annotation {
        name: "uvspace".to_owned(),
        value: effectc::effect::AnnotationValue::Bool(vec![true]),
    };
    assert_eq!(
        short(meaning_of(Around::Nothing, &member_of("tSomething", matrix_type(4, 4), vec![uv]))),
        "I"
    );
}

#[test]
fn addresses_of_dxsas() {
    for (address, ty, expected) in [
        ("Sas.Skeleton.MeshToJointToWorld[0]", matrix_type(4, 4), Some("W")),
        ("Sas.Camera.WorldToView", matrix_type(4, 4), Some("V")),
        ("sas.camera.projection", matrix_type(4, 4), Some("P")),
        ("Sas.Camera.Position", vector(3), Some("Some(CameraPosition)")),
        ("Sas.Time.Now", number_type(FLOAT), Some("Some(Time)")),
        ("Sas.DirectionalLight[0].Direction", vector(3), Some("Some(Light(Direction))")),
        ("Sas.AmbientLight[0].Color", vector(3), Some("Some(Light(Ambient))")),
        // Of the wrong type, and unknown: not even by their names.
        ("Sas.Camera.Position", number_type(FLOAT), None),
        ("Sas.Clouds[2].Height", matrix_type(4, 4), None),
    ] {
        let annotations = vec![text_annotation("SasBindAddress", address)];
        let found = meaning_of(Around::Nothing, &member_of("World", ty, annotations));
        assert_eq!(found.map(|it| short(Some(it))).as_deref(), expected, "{address}");
    }
}

#[test]
fn objects_beside_semantics() {
    for (declaration, object, expected) in [
        ("d : DIRECTION", "Light", Some(Meaning::Light(LightPart::Direction))),
        ("p : POSITION", "PointLight0", Some(Meaning::Light(LightPart::Position))),
        ("c : DIFFUSE", "Light", Some(Meaning::Light(LightPart::Diffuse))),
        ("c : DIFFUSE", "Geometry", Some(Meaning::Material(MaterialPart::Diffuse))),
        ("p : POSITION", "Camera", Some(Meaning::CameraPosition)),
        ("p : POSITION", "Somebody", None),
    ] {
        let annotations = vec![text_annotation("Object", object)];
        let found = meaning_of(Around::Nothing, &member_of(declaration, vector(4), annotations));
        assert_eq!(found, expected, "{declaration} of {object}");
    }
    // The light's own view, which shadow maps are drawn from.
    let light = vec![text_annotation("Object", "Light")];
    let matrix = member_of("m : WORLDVIEWPROJECTION", matrix_type(4, 4), light.clone());
    let from_light = Meaning::LightMatrix {
        product: Product::WorldViewProjection,
        is_inverse: false,
        is_transpose: false,
    };
    assert_eq!(meaning_of(Around::Nothing, &matrix), Some(from_light));
    let world = member_of("m : WORLD", matrix_type(4, 4), light);
    assert_eq!(short(meaning_of(Around::Nothing, &world)), "W");
}

#[test]
fn numbers_of_rendermonkey_and_vvvv() {
    for (declaration, count, expected) in [
        ("fTime0_X", 1, Meaning::Time),
        ("x : Time0_X", 1, Meaning::Time),
        ("fCosTime0_X", 1, Meaning::TimeWave(TimeWave::Cos)),
        ("x : SinTime0_X", 1, Meaning::TimeWave(TimeWave::Sin)),
        ("fTime0_1", 1, Meaning::TimeWave(TimeWave::Cycle)),
        ("x : Time0_2PI", 1, Meaning::TimeWave(TimeWave::CycleAngle)),
        ("vViewPosition : ViewPosition", 4, Meaning::CameraPosition),
        ("vViewSide", 4, Meaning::CameraRight),
        ("view_up", 4, Meaning::CameraUp),
        ("fViewportWidth", 1, Meaning::Viewport(ViewportPart::Width)),
        ("x : ViewportHeightInverse", 1, Meaning::Viewport(ViewportPart::InverseHeight)),
        ("x : TARGETSIZE", 2, Meaning::ViewportSize),
        ("x : INVTARGETSIZE", 2, Meaning::InverseViewportSize),
        ("aspect_ratio", 1, Meaning::Viewport(ViewportPart::Aspect)),
    ] {
        let ty = if count == 1 { number_type(FLOAT) } else { vector(count) };
        let found = meaning_of(Around::Nothing, &member_of(declaration, ty, Vec::new()));
        assert_eq!(found, Some(expected), "{declaration}");
    }
}
