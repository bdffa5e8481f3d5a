//! The declarations of the objects that lowered code uses, with their bindings.

use super::choose::{dim, object_kind};
use super::resolver::{Resolver, Used};
use crate::ast::{
    Attribute, Expr, Ident, Item, ModifierKind, Modifiers, ObjectKind, ScalarKind, TemplateArg,
    Type, TypeKind, Variable,
};
use crate::check::Object;
use crate::effect::{Resource, ResourceKind, Sampler};

impl Resolver<'_, '_> {
    /// The declarations, textures and buffers first, in the effect's order.
    pub(super) fn declarations(&self) -> Vec<Item> {
        let declared = self.used.iter().filter_map(|used| match used {
            Used::Resource(index) => self.checked.resources.get(*index).map(|it| self.resource(it)),
            Used::Counter(index) => self.checked.resources.get(*index).map(counter),
            Used::Sampler(index) => self.checked.samplers.get(*index).map(sampler),
        });
        declared.map(Item::Variable).collect()
    }

    fn resource(&self, object: &Object<'_, Resource>) -> Variable {
        let span = object.node.name.span;
        let resolved = self.checked.symbols.resolve(&object.node.ty, &mut Vec::new());
        let kind = match object.data.kind {
            // These are structured buffers whose counter is a buffer of its own.
            ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer => {
                ObjectKind::RWStructuredBuffer
            }
            other => object_kind(other),
        };
        let args = match &resolved.kind {
            TypeKind::Object(written, args) if object_kind(object.data.kind) == *written => {
                args.iter().map(|it| self.argument(it)).collect()
            }
            _ => Vec::new(),
        };
        let name = Ident { name: object.code_name.clone(), span };
        let mut variable = Variable::new(Type { kind: TypeKind::Object(kind, args), span }, name);
        variable.attributes.push(Attribute::vk("binding", &[object.data.binding, 0], span));
        let coherent = object.node.modifiers.0.iter();
        let coherent = coherent.filter(|it| it.kind == ModifierKind::GloballyCoherent);
        variable.modifiers = Modifiers(coherent.copied().collect());
        if !object.node.array.is_empty() && !object.data.kind.is_storage_buffer() {
            variable.array.push(dim(object.data.count, span));
        }
        variable
    }

    /// A template argument; numbers of samples are written as numbers.
    fn argument(&self, argument: &TemplateArg) -> TemplateArg {
        match argument {
            TemplateArg::Value(expr) => {
                let constants =
                    crate::check::constant::Constants { symbols: &self.checked.symbols };
                TemplateArg::Value(match constants.uint(expr) {
                    Ok(count) => Expr::uint(u64::from(count), expr.span),
                    Err(_) => expr.clone(),
                })
            }
            TemplateArg::Type(..) => argument.clone(),
        }
    }
}

fn sampler(object: &Object<'_, Sampler>) -> Variable {
    let span = object.node.name.span;
    let kind = match object.data.comparison {
        true => ObjectKind::SamplerComparisonState,
        false => ObjectKind::SamplerState,
    };
    let ty = Type { kind: TypeKind::Object(kind, Vec::new()), span };
    let mut variable = Variable::new(ty, Ident { name: object.code_name.clone(), span });
    variable.attributes.push(Attribute::vk("binding", &[object.data.binding, 0], span));
    if !object.node.array.is_empty() {
        variable.array.push(dim(object.data.count, span));
    }
    variable
}

/// `RWStructuredBuffer<uint> fx_counter_Name`
fn counter(object: &Object<'_, Resource>) -> Variable {
    let span = object.node.name.span;
    let uint = Type { kind: TypeKind::Scalar(ScalarKind::Uint), span };
    let args = vec![TemplateArg::Type(Modifiers::default(), uint)];
    let ty = Type { kind: TypeKind::Object(ObjectKind::RWStructuredBuffer, args), span };
    let mut variable = Variable::new(ty, Ident { name: counter_name(object), span });
    let binding = object.data.counter_binding.unwrap_or_default();
    variable.attributes.push(Attribute::vk("binding", &[binding, 0], span));
    variable
}

/// The name of a buffer's counter in lowered code.
pub(super) fn counter_name(object: &Object<'_, Resource>) -> String {
    format!("fx@counter_{}", object.code_name)
}
