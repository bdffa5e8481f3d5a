//! Functions of HLSL that the HLSL compiler lacks or gets wrong, as functions of our own.

use crate::ast::{Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::lower::convert;
use crate::lower::defined::conversion;
use crate::lower::helper::Helpers;
use crate::lower::whole;
use crate::types::{Callee, Direction, Kind, Number, Shape, Ty};

/// `msad4`, on which glslang crashes: for each of the four places of `reference` in `source`, the sum of the differences
/// of the bytes, without those that are 0 in `reference`, is added.
const MSAD4: &str = "uint4 fx_msad4(uint reference, uint2 source, uint4 accumulated) { \
    uint4 words = uint4(source.x, (source.x >> 8) | (source.y << 24), (source.x >> 16) | (source.y << 16), (source.x >> 24) | (source.y << 8)); \
    for (uint shift = 0u; shift < 32u; shift += 8u) { \
    uint wanted = (reference >> shift) & 255u; \
    uint4 found = (words >> shift) & 255u; \
    uint4 differences = max(found, (uint4)wanted) - min(found, (uint4)wanted); \
    if (wanted != 0u) accumulated += differences; } \
    return accumulated; }";

/// `lit`: ambient, diffuse and specular coefficients, and 1.
const LIT: &str = "float4 fx_lit(float l, float h, float m) { \
    return float4(1.0, max(l, 0.0), l < 0.0 || h < 0.0 ? 0.0 : pow(h, m), 1.0); }";

/// Calls a function of our own instead of one that the HLSL compiler cannot do. The arguments have the types of the
/// parameters already.
pub(super) fn call_function_helper(expr: &mut Expr, callee: &Callee, helpers: &mut Helpers) {
    let Callee::Intrinsic(params, _) = callee else { return };
    // Many effects have a function `noise` of their own; only HLSL's is refused.
    if let ExprKind::Call(name, _) = &expr.kind
        && name.name == "noise"
    {
        let message = "`noise` exists only in texture shaders, which have no passes";
        helpers.refuse(
            Diagnostic::error(name.span, message)
                .with_help("compute the noise in the shader, or read it from a texture"),
        );
        return;
    }
    // glslang hands on a copy of the input, which SPIR-V does not take.
    if let ExprKind::Call(name, _) = &expr.kind
        && name.name.starts_with("EvaluateAttribute")
    {
        let message = format!("not yet supported: `{}`", name.name);
        helpers.refuse(Diagnostic::error(name.span, message).with_help(
            "`centroid` or `sample` before the input's type gives it at another place, for the whole shader",
        ));
        return;
    }
    // Vulkan has no word for it, and glslang crashes on the one and does not know the other.
    if let ExprKind::Call(name, _) = &expr.kind
        && name.name.starts_with("GetRenderTargetSample")
    {
        let message = format!("not yet supported: `{}`", name.name);
        helpers.refuse(
            Diagnostic::error(name.span, message)
                .with_help("the program knows it: let it set a variable of the effect"),
        );
        return;
    }
    let is_mixed = {
        let ExprKind::Call(_, args) = &expr.kind else { return };
        let mut pairs = args.iter().zip(params);
        pairs.any(|(arg, it)| it.direction == Direction::Out && is_other_number(&arg.ty, &it.ty))
    };
    let ty = expr.ty.number();
    if let (Some(number), ExprKind::Call(name, args)) = (ty, &expr.kind)
        && name.name == "sign"
        && number.kind.is_whole()
    {
        // glslang's gives a fraction, and so another quotient and another overload. Those of matrices stay one.
        let given = args.first().and_then(|it| it.ty.number()).unwrap_or(number);
        if given.kind.is_fractional() && !matches!(given.shape, Shape::Matrix(..)) {
            expr.ty = given.into();
            convert::cast(expr, number);
        }
        return;
    }
    let ExprKind::Call(name, args) = &mut expr.kind else { return };
    match name.name.as_str() {
        "msad4" => {
            helpers.add("fx@msad4", || MSAD4.to_owned());
            name.name = "fx@msad4".to_owned();
        }
        // glslang multiplies where the exponent belongs.
        "lit" => {
            helpers.add("fx@lit", || LIT.to_owned());
            name.name = "fx@lit".to_owned();
        }
        // glslang hands the exponent on as a fraction, where SPIR-V has whole ones.
        "ldexp" => {
            let Some(number) = ty else { return };
            let helper = format!("fx@ldexp_{number}");
            helpers.add(&helper, || {
                format!("{number} {helper}({number} a, {number} b) {{ return a * exp2(b); }}")
            });
            name.name = helper;
        }
        // One number has no overload of its own in glslang.
        "normalize" | "reflect" | "refract" | "faceforward" => {
            let float = Number::scalar(Kind::Float);
            let Some(text) = ty.filter(|it| *it == float).and_then(|_| of_scalars(&name.name))
            else {
                return;
            };
            let helper = format!("fx@{}", name.name);
            helpers.add(&helper, || text.to_owned());
            name.name = helper;
        }
        "any" | "all" => {
            let [arg] = args.as_mut_slice() else { return };
            if arg.ty.number().is_some_and(|it| it.shape == Shape::Scalar) {
                let mut value = arg.take();
                convert::cast(&mut value, Number::scalar(Kind::Bool));
                *expr = value;
            }
        }
        // glslang makes an `Fma` of it, which takes fractions only.
        "mad" => {
            let is_matrix = |it: &Number| matches!(it.shape, Shape::Matrix(..));
            let Some(number) = ty.filter(|it| it.kind.is_whole() && !is_matrix(it)) else { return };
            let helper = format!("fx@mad_{number}");
            helpers.add(&helper, || {
                format!(
                    "{number} {helper}({number} a, {number} b, {number} c) {{ return a * b + c; }}"
                )
            });
            name.name = helper;
        }
        "modf" | "frexp" | "sincos"
            if is_mixed && !args.iter().any(|it| whole::is_whole(&it.ty)) =>
        {
            let types: Option<Vec<(Number, Number)>> = args
                .iter()
                .zip(params)
                .map(|(arg, it)| Some((arg.ty.number()?, it.ty.number()?)))
                .collect();
            let Some(types) = types else { return };
            let suffix: Vec<String> = types.iter().map(|(arg, _)| arg.to_string()).collect();
            let helper = format!("fx@{}_{}", name.name, suffix.join("_"));
            let outputs = types.iter().skip(1);
            let conversions: Vec<_> =
                outputs.map(|(to, from)| conversion::function(helpers, *from, *to)).collect();
            helpers.add(&helper, || converting(&name.name, &helper, ty, &types, &conversions));
            name.name = helper;
        }
        _ => {}
    }
}

/// Functions of vectors, for single numbers.
fn of_scalars(name: &str) -> Option<&'static str> {
    Some(match name {
        "normalize" => "float fx_normalize(float a) { return a * rsqrt(a * a); }",
        "reflect" => "float fx_reflect(float i, float n) { return i - 2.0 * n * i * n; }",
        "refract" => {
            "float fx_refract(float i, float n, float eta) { \
            float d = n * i; float k = 1.0 - eta * eta * (1.0 - d * d); \
            return k < 0.0 ? 0.0 : eta * i - (eta * d + sqrt(k)) * n; }"
        }
        "faceforward" => {
            "float fx_faceforward(float n, float i, float g) { return i * g < 0.0 ? n : -n; }"
        }
        _ => return None,
    })
}

fn is_other_number(arg: &Ty, param: &Ty) -> bool {
    arg.number().zip(param.number()).is_some_and(|(arg, param)| arg != param)
}

/// A function that calls another and converts what comes out: types are the arguments' and the parameters'. The first
/// parameter goes in. Each that comes out is converted by a cast, or by a function.
fn converting(
    called: &str,
    name: &str,
    gives: Option<Number>,
    types: &[(Number, Number)],
    conversions: &[Option<String>],
) -> String {
    const LETTERS: [&str; 3] = ["a", "b", "c"];
    let named = || LETTERS.iter().zip(types);
    let params = named().enumerate().map(|(at, (letter, (arg, _)))| match at {
        0 => format!("{arg} {letter}"),
        _ => format!("out {arg} {letter}"),
    });
    let params = params.collect::<Vec<_>>().join(", ");
    let places = named().skip(1).map(|(it, (_, param))| format!("{param} of_{it};"));
    let places = places.collect::<Vec<_>>().join(" ");
    let stores =
        named().skip(1).zip(conversions).map(|((it, (arg, _)), function)| match function {
            Some(function) => format!("{it} = {function}(of_{it});"),
            None => format!("{it} = ({arg})of_{it};"),
        });
    let stores = stores.collect::<Vec<_>>().join(" ");
    let args = named().enumerate().map(|(at, (letter, _))| match at {
        0 => (*letter).to_owned(),
        _ => format!("of_{letter}"),
    });
    let args = args.collect::<Vec<_>>().join(", ");
    match gives {
        Some(gives) => format!(
            "{gives} {name}({params}) {{ {places} {gives} value = {called}({args}); {stores} return value; }}"
        ),
        None => format!("void {name}({params}) {{ {places} {called}({args}); {stores} }}"),
    }
}
