//! Text files of our own making: ufbx reads text and binary alike.

use std::error::Error;

use nalgebra::{Matrix4, Vector3};

use sinew::anim::{ClipTime, Pose, skin_mesh};
use sinew::asset::Model;
use sinew::asset::fbx::import;

/// One second in the file's unit of time.
const SECOND: i64 = 46_186_158_000;

/// A strip of two quads that a hip and a knee move, in centimetres and Z up, as 3ds Max writes it; the knee turns by 90 degrees
/// about x in a second, with a stack named `Bend`. `objects` and `connections` are added.
fn file(objects: &str, connections: &str) -> String {
    let half = SECOND / 2;
    format!(
        r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {{
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}}
GlobalSettings:  {{
	Version: 1000
	Properties70:  {{
		P: "UpAxis", "int", "Integer", "",2
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",1
		P: "FrontAxisSign", "int", "Integer", "",-1
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",1
	}}
}}
Objects:  {{
	Geometry: 1001, "Geometry::Leg", "Mesh" {{
		Vertices: *18 {{
			a: 0,0,0,10,0,0,0,0,50,10,0,50,0,0,100,10,0,100
		}}
		PolygonVertexIndex: *8 {{
			a: 0,1,3,-3,2,3,5,-5
		}}
		LayerElementUV: 0 {{
			Version: 101
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "Direct"
			UV: *16 {{
				a: 0,0,1,0,1,0.5,0,0.5,0,0.5,1,0.5,1,1,0,1
			}}
		}}
		Layer: 0 {{
			Version: 100
			LayerElement:  {{
				Type: "LayerElementUV"
				TypedIndex: 0
			}}
		}}
	}}
	Model: 2001, "Model::Body", "Mesh" {{
		Version: 232
		Properties70:  {{
			P: "Lcl Translation", "Lcl Translation", "", "A",500,0,0
		}}
	}}
	Model: 2002, "Model::Hip", "LimbNode" {{
		Version: 232
		Properties70:  {{
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,100
		}}
	}}
	Model: 2003, "Model::Knee", "LimbNode" {{
		Version: 232
		Properties70:  {{
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,-50
		}}
	}}
	Deformer: 3001, "Deformer::Skin", "Skin" {{
		Version: 101
	}}
	Deformer: 3002, "SubDeformer::HipCluster", "Cluster" {{
		Version: 100
		Indexes: *4 {{
			a: 2,3,4,5
		}}
		Weights: *4 {{
			a: 0.5,0.5,1,1
		}}
		Transform: *16 {{
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,-100,1
		}}
		TransformLink: *16 {{
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,100,1
		}}
	}}
	Deformer: 3003, "SubDeformer::KneeCluster", "Cluster" {{
		Version: 100
		Indexes: *4 {{
			a: 0,1,2,3
		}}
		Weights: *4 {{
			a: 1,1,0.5,0.5
		}}
		Transform: *16 {{
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,-50,1
		}}
		TransformLink: *16 {{
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,50,1
		}}
	}}
	Material: 4001, "Material::Cloth", "" {{
		Version: 102
		ShadingModel: "phong"
		Properties70:  {{
			P: "DiffuseColor", "Color", "", "A",0.2,0.4,0.6
		}}
	}}
	AnimationStack: 5001, "AnimStack::Bend", "" {{
		Properties70:  {{
			P: "LocalStop", "KTime", "Time", "",{SECOND}
		}}
	}}
	AnimationLayer: 5002, "AnimLayer::Base", "" {{
	}}
	AnimationCurveNode: 5003, "AnimCurveNode::R", "" {{
		Properties70:  {{
			P: "d|X", "Number", "", "A",0
		}}
	}}
	AnimationCurve: 5004, "AnimCurve::", "" {{
		Default: 0
		KeyVer: 4008
		KeyTime: *3 {{
			a: 0,{half},{SECOND}
		}}
		KeyValueFloat: *3 {{
			a: 0,45,90
		}}
		KeyAttrFlags: *1 {{
			a: 4
		}}
		KeyAttrDataFloat: *4 {{
			a: 0,0,0,0
		}}
		KeyAttrRefCount: *1 {{
			a: 3
		}}
	}}
{objects}
}}
Connections:  {{
	C: "OO",2001,0
	C: "OO",2002,0
	C: "OO",2003,2002
	C: "OO",1001,2001
	C: "OO",4001,2001
	C: "OO",3001,1001
	C: "OO",3002,3001
	C: "OO",3003,3001
	C: "OO",2002,3002
	C: "OO",2003,3003
	C: "OO",5002,5001
	C: "OO",5003,5002
	C: "OP",5003,2003, "Lcl Rotation"
	C: "OP",5004,5003, "d|X"
{connections}
}}
"#
    )
}

#[track_caller]
fn model(objects: &str, connections: &str) -> Model {
    import("leg.fbx", file(objects, connections).as_bytes(), None).unwrap()
}

/// Skinned vertices in the file's order at a time of the first clip, right-handed, in metres and Y up.
fn positions(model: &Model, time_s: Option<f64>) -> Vec<Vector3<f32>> {
    let pose = match time_s {
        Some(time_s) => {
            Pose::sample(&model.skeleton, &model.clips[0], ClipTime::new(time_s).unwrap())
        }
        None => Pose::rest(&model.skeleton),
    };
    let mesh = &model.meshes[0];
    let skin = pose.skin_matrices(&model.skeleton, &model.slots);
    let skinned = skin_mesh(mesh, &skin, &mesh.morph_weights).positions;
    let mut positions = vec![Vector3::zeros(); 6];
    for (vertex, position) in mesh.file_vertices.iter().zip(skinned) {
        positions[*vertex as usize] = Vector3::new(position.x, position.y, -position.z);
    }
    positions
}

#[track_caller]
fn check(found: Vector3<f32>, expected: [f32; 3]) {
    assert!((found - Vector3::from(expected)).norm() < 1e-5, "{found} is not {expected:?}");
}

#[test]
fn a_skin_is_bound_moved_and_brought_to_metres_and_y_up() {
    let model = model("", "");
    let names: Vec<&str> = model.skeleton.joints().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["scene", "Body", "Hip", "Knee"]);
    assert_eq!((model.meshes.len(), model.clips.len()), (1, 1));
    let rest = positions(&model, None);
    // A skinned node's own translation plays no part.
    check(rest[1], [0.1, 0.0, 0.0]);
    check(rest[5], [0.1, 1.0, 0.0]);
    let clip = &model.clips[0];
    assert_eq!((clip.name.as_str(), clip.first_key_s, clip.last_key_s), ("Bend", 0.0, 1.0));
    // The knee is at 0.5 m; what is 0.5 m below it swings about x, from -Y to -Z: to +z of the file's -y.
    let bent = positions(&model, Some(1.0));
    check(bent[5], [0.1, 1.0, 0.0]);
    check(bent[1], [0.1, 0.5, -0.5]);
    let half = std::f32::consts::FRAC_1_SQRT_2 / 2.0;
    check(positions(&model, Some(0.5))[0], [0.0, 0.5 - half, -half]);
    assert!(model.notes.is_empty(), "{:?}", model.notes);
}

#[test]
fn what_a_mesh_has_beside_places_is_read() {
    let model = model("", "");
    let mesh = &model.meshes[0];
    assert_eq!(mesh.indices.len(), 12);
    let material = &model.materials[mesh.material];
    assert_eq!(material.name, "Cloth");
    assert!((material.base_color.xyz() - Vector3::new(0.2, 0.4, 0.6)).norm() < 1e-6);
    // v goes down in the program, up in the file.
    let uv = mesh.file_vertices.iter().zip(&mesh.vertices.uvs);
    let lower: Vec<f32> = uv.filter(|it| *it.0 < 2).map(|it| it.1.y).collect();
    assert_eq!(lower, [1.0, 1.0]);
    // Meshes stay in the file's axes; the root turns them.
    for normal in &mesh.vertices.normals {
        assert!((normal + Vector3::y()).norm() < 1e-5, "{normal}");
    }
}

#[test]
fn blend_shapes_are_targets_and_their_weights_are_moved() {
    let objects = format!(
        r#"	Geometry: 1002, "Geometry::Bulge", "Shape" {{
		Version: 100
		Indexes: *1 {{
			a: 3
		}}
		Vertices: *3 {{
			a: 20,0,0
		}}
		Normals: *3 {{
			a: 0,0,0
		}}
	}}
	Deformer: 3004, "Deformer::Shapes", "BlendShape" {{
		Version: 100
	}}
	Deformer: 3005, "SubDeformer::Bulge", "BlendShapeChannel" {{
		Version: 100
		DeformPercent: 25
		FullWeights: *1 {{
			a: 100
		}}
	}}
	AnimationCurveNode: 5005, "AnimCurveNode::DeformPercent", "" {{
		Properties70:  {{
			P: "d|DeformPercent", "Number", "", "A",25
		}}
	}}
	AnimationCurve: 5006, "AnimCurve::", "" {{
		Default: 0
		KeyVer: 4008
		KeyTime: *2 {{
			a: 0,{SECOND}
		}}
		KeyValueFloat: *2 {{
			a: 0,100
		}}
		KeyAttrFlags: *1 {{
			a: 4
		}}
		KeyAttrDataFloat: *4 {{
			a: 0,0,0,0
		}}
		KeyAttrRefCount: *1 {{
			a: 2
		}}
	}}"#
    );
    let connections = "\tC: \"OO\",3004,1001\n\tC: \"OO\",3005,3004\n\tC: \"OO\",1002,3005\n\tC: \"OO\",5005,5002\n\tC: \"OP\",5005,3005, \"DeformPercent\"\n\tC: \"OP\",5006,5005, \"d|DeformPercent\"";
    let model = model(&objects, connections);
    let mesh = &model.meshes[0];
    assert_eq!(mesh.morph_weights, [0.25]);
    let moved: Vec<(u32, f32)> = mesh
        .file_vertices
        .iter()
        .zip(&mesh.morph_targets[0].positions)
        .filter(|it| it.1.norm() > 0.0)
        .map(|it| (*it.0, it.1.x))
        .collect();
    assert!(moved.iter().all(|it| it.0 == 3 && (it.1 - 20.0).abs() < 1e-4), "{moved:?}");
    assert!(!moved.is_empty());
    let morph = &model.clips[0].morphs[0];
    assert_eq!((morph.node, morph.target_count), (mesh.node, 1));
    assert_eq!(morph.track.values.last(), Some(&vec![1.0]));
    // A quarter of 20 cm.
    check(positions(&model, None)[3], [0.15, 0.5, 0.0]);
}

#[test]
fn slots_hold_what_brings_vertices_to_their_joints() {
    let model = model("", "");
    let knee = model.skeleton.joints().iter().position(|it| it.name == "Knee").unwrap();
    let inverse_bind: Matrix4<f32> = model.slots[knee].inverse_bind;
    // In centimetres still: the root scales.
    let offset = inverse_bind.column(3).xyz();
    assert!((offset.norm() - 50.0).abs() < 1e-3, "{inverse_bind}");
}

#[track_caller]
fn error_of(bytes: &[u8]) -> String {
    let error = import("bad.fbx", bytes, None).unwrap_err();
    let cause = error.source().map(|it| format!(": {it}")).unwrap_or_default();
    format!("{error}{cause}")
}

#[test]
fn what_is_no_fbx_is_refused_in_words() {
    for bytes in
        [&b""[..], b"hello", b"Kaydara FBX Binary  \x00\x1a\x00\xff\xff\xff\xff", b"PK\x03\x04"]
    {
        let text = error_of(bytes);
        assert!(text.len() > 8, "{text}");
    }
    let cut = file("", "");
    let text = error_of(&cut.as_bytes()[..cut.len() / 2]);
    assert!(!text.is_empty());
    let past = cut.replace("a: 0,1,3,-3,2,3,5,-5", "a: 0,1,99,-3,2,3,5,-5");
    let text = error_of(past.as_bytes());
    assert!(text.contains("the file is damaged"), "{text}");
}

#[test]
fn mutations_of_a_file_never_panic() {
    let text = file("", "");
    // A xorshift generator: the same mutations every time.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % limit as u64).unwrap()
    };
    let pieces =
        ["-1", "0", "99999999999", "1e39", "nan", "*", "{", "}", "\"", ",", "\0", "2003", ""];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..1500 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            let end = (at + random(10)).min(bytes.len());
            bytes.splice(at..end, pieces[random(pieces.len())].bytes());
        }
        match import("m.fbx", &bytes, None) {
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    assert!(good > 50 && bad > 50, "{good} good, {bad} bad");
}
