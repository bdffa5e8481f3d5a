//! What the tree says about the sample effects.

use std::path::Path;

use effectc::ast::{
    Effect, ExprKind, Function, Item, Literal, ModifierKind, Pass, PassStmt, StateBlock, StmtKind,
    Technique, TechniqueKind, TypeKind, Variable,
};
use effectc::preprocess::PreprocessOptions;
use effectc::print::{expression_text, type_text};
use effectc::source::SourceMap;

use super::{disk, parse_with, samples_dir};

fn sample(name: &str) -> (SourceMap, Effect) {
    let path = samples_dir().join(name);
    let (sources, parsed) = parse_with(&disk(), &PreprocessOptions::default(), Path::new(&path));
    super::assert_clean(&sources, &parsed.diagnostics);
    (sources, parsed.effect)
}

fn variable<'a>(effect: &'a Effect, name: &str) -> &'a Variable {
    let found = effect.items.iter().find_map(|item| match item {
        Item::Variable(variable) if variable.name.name == name => Some(variable),
        _ => None,
    });
    found.expect(name)
}

fn function<'a>(effect: &'a Effect, name: &str) -> &'a Function {
    let found = effect.items.iter().find_map(|item| match item {
        Item::Function(function) if function.name.name == name && function.body.is_some() => {
            Some(function)
        }
        _ => None,
    });
    found.expect(name)
}

fn techniques(effect: &Effect) -> Vec<&Technique> {
    let found = effect.items.iter().filter_map(|item| match item {
        Item::Technique(technique) => Some(technique),
        _ => None,
    });
    found.collect()
}

fn pass_text(pass: &Pass) -> Vec<String> {
    let text = |stmt: &PassStmt| match stmt {
        PassStmt::Call { name, args, .. } => {
            let args: Vec<String> = args.iter().map(expression_text).collect();
            format!("{}({})", name.name, args.join(", "))
        }
        PassStmt::Assign(state) => {
            let index = state.index.as_ref().map(|index| format!("[{}]", expression_text(index)));
            format!(
                "{}{} = {}",
                state.name.name,
                index.unwrap_or_default(),
                expression_text(&state.value)
            )
        }
    };
    pass.stmts.iter().map(text).collect()
}

fn states(block: &StateBlock) -> Vec<String> {
    let state = |state: &effectc::ast::StateAssignment| {
        let index = state.index.as_ref().map(|index| format!("[{}]", expression_text(index)));
        format!(
            "{}{}={}",
            state.name.name,
            index.unwrap_or_default(),
            expression_text(&state.value)
        )
    };
    block.states.iter().map(state).collect()
}

#[test]
fn passes_from_macros_are_passes_at_the_users_place() {
    let (sources, effect) = sample("tween.fx");
    let techniques = techniques(&effect);
    assert_eq!(techniques.len(), 2);
    assert_eq!(techniques[0].kind, TechniqueKind::Technique11);
    let names: Vec<_> =
        techniques[0].passes.iter().map(|pass| pass.name.as_ref().unwrap().name.as_str()).collect();
    assert_eq!(names, ["P0", "P1"]);
    assert_eq!(
        pass_text(&techniques[0].passes[1]),
        [
            "SetRasterizerState(FillModeWireFrame)",
            "SetVertexShader(CompileShader(vs_5_0, VS()))",
            "SetPixelShader(CompileShader(ps_5_0, PS_RED()))",
        ]
    );
    assert_eq!(
        pass_text(&techniques[1].passes[1]),
        [
            "SetVertexShader(CompileShader(vs_5_0, VS()))",
            "SetGeometryShader(NULL)",
            "SetPixelShader(CompileShader(ps_5_0, PS(false)))",
            "SetDepthStencilState(NoDepthWrites, 0)",
        ]
    );
    let file = sources.file(techniques[0].passes[0].span.file);
    assert_eq!(file.path().file_name().unwrap(), "tween.fx");
    assert_eq!(sources.text(techniques[0].passes[0].name.as_ref().unwrap().span), "P0");
}

#[test]
fn states_are_ordered_names_and_values_as_written() {
    let (_, effect) = sample("tween.fx");
    let of = |name| states(variable(&effect, name).states.as_ref().unwrap());
    assert_eq!(
        of("LinearSampler"),
        ["Filter=MIN_MAG_MIP_LINEAR", "AddressU=Wrap", "AddressV=WRAP"]
    );
    assert_eq!(
        of("PointSampler"),
        ["Filter=MIN_MAG_MIP_Point", "BorderColor=float4(0, 0, 0, 1e5f)", "AddressU=wrap"]
    );
    assert_eq!(of("AlphaBlend")[1], "BlendEnable[0]=true");
    assert_eq!(of("AlphaBlend")[5], "RenderTargetWriteMask[0]=0x0F");
}

#[test]
fn types_modifiers_and_defaults_are_told_apart() {
    let (_, effect) = sample("old.fx");
    let ty = |name| type_text(&variable(&effect, name).ty);
    assert_eq!(ty("Bones"), "float3x4");
    assert_eq!(ty("Flags"), "uint");
    assert_eq!(ty("Axis"), "float3");
    assert_eq!(ty("Rigid"), "float4x3");
    assert_eq!(ty("DiffuseSampler"), "sampler2D");
    let gamma = variable(&effect, "Gamma");
    assert!(
        gamma.modifiers.has(ModifierKind::Uniform) && gamma.modifiers.has(ModifierKind::Extern)
    );
    assert_eq!(gamma.annotations.len(), 2);
    assert_eq!(expression_text(gamma.init.as_ref().unwrap()), "1.0 / 2.2");
    assert_eq!(expression_text(variable(&effect, "Other").init.as_ref().unwrap()), "3");
    let Item::ConstantBuffer(buffer) =
        effect.items.iter().find(|item| matches!(item, Item::ConstantBuffer(_))).unwrap()
    else {
        panic!("not a buffer")
    };
    assert_eq!(buffer.registers[0].slot.name, "b2");
    assert_eq!(
        buffer.members[1].packoffset.as_ref().unwrap().component.as_ref().unwrap().name,
        "w"
    );
    assert_eq!(expression_text(buffer.members[0].init.as_ref().unwrap()), "{ 0, 7.8, 0 }");
    let params = &function(&effect, "GS").params;
    assert!(params[0].modifiers.has(ModifierKind::Triangle));
    assert!(params[1].modifiers.has(ModifierKind::InOut));
    assert_eq!(params[2].semantic.as_ref().unwrap().name.name, "SV_PrimitiveID");
    let more = variable(&effect, "more");
    assert!(matches!(&more.ty.kind, TypeKind::Named(name) if name == "Inner"));
    assert_eq!(more.array.len(), 1);
}

#[test]
fn strings_side_by_side_are_one() {
    let (_, effect) = sample("old.fx");
    let ExprKind::Call(name, args) = &variable(&effect, "Stream").init.as_ref().unwrap().kind
    else {
        panic!("not a call")
    };
    assert_eq!(name.name, "ConstructGSWithSO");
    let ExprKind::Literal(Literal::String(text)) = &args[1].kind else { panic!("not a string") };
    assert_eq!(text, b"POSITION.xyz; NORMAL.xyz");
}

#[test]
fn attributes_and_labels_stay_with_their_statements() {
    let (_, effect) = sample("compute.fx");
    let cs = function(&effect, "CS");
    assert!(cs.attributes[0].is("NumThreads"));
    let sizes: Vec<String> = cs.attributes[0].args.iter().map(expression_text).collect();
    assert_eq!(sizes, ["10", "8", "3"]);
    let cases = cs.body.as_ref().unwrap().stmts.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Switch(_, cases) => Some(cases),
        _ => None,
    });
    let shape: Vec<(usize, usize)> =
        cases.unwrap().iter().map(|case| (case.labels.len(), case.body.len())).collect();
    assert_eq!(shape, [(2, 2), (1, 2)]);
}
