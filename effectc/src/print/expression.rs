//! Prints expressions and types, with parentheses where precedence asks for them.

use super::Printer;
use crate::ast::{
    ArrayDim, BinaryOp, Expr, ExprKind, FloatSuffix, Literal, Modifiers, TemplateArg, Type,
    TypeKind, UnaryOp,
};
use crate::parse::BINARY_OPERATORS;

/// How tightly an expression binds; operators of the parser's table lie between `CONDITIONAL` and `UNARY`.
mod level {
    pub(super) const COMMA: u8 = 0;
    pub(super) const ASSIGNMENT: u8 = 1;
    pub(super) const CONDITIONAL: u8 = 2;
    pub(super) const BINARY: u8 = 3;
    pub(super) const UNARY: u8 = 20;
    pub(super) const POSTFIX: u8 = 21;
    pub(super) const PRIMARY: u8 = 22;
}

pub(crate) fn binary_operator(op: BinaryOp) -> (&'static str, u8) {
    let found = BINARY_OPERATORS.iter().find(|(_, candidate, _)| *candidate == op);
    found.map_or(("", level::BINARY), |(text, _, inner)| (text, level::BINARY + inner))
}

fn level_of(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => level::COMMA,
        ExprKind::Assign(..) => level::ASSIGNMENT,
        ExprKind::Conditional(..) => level::CONDITIONAL,
        ExprKind::Binary(op, ..) => binary_operator(*op).1,
        ExprKind::Unary(UnaryOp::PostIncrement | UnaryOp::PostDecrement, _)
        | ExprKind::Method(..)
        | ExprKind::Member(..)
        | ExprKind::Index(..) => level::POSTFIX,
        ExprKind::Unary(..) | ExprKind::Cast(..) => level::UNARY,
        ExprKind::Literal(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::Construct(..)
        | ExprKind::Call(..)
        | ExprKind::Braces(_)
        | ExprKind::Compile { .. }
        | ExprKind::AngleName(_)
        | ExprKind::Asm => level::PRIMARY,
    }
}

impl Printer<'_> {
    /// Prints an expression where a comma may stand.
    pub fn expression(&mut self, expr: &Expr) {
        self.expr(expr, level::COMMA);
    }

    /// Prints an expression where a comma would separate it from the next.
    pub fn argument(&mut self, expr: &Expr) {
        self.expr(expr, level::ASSIGNMENT);
    }

    fn arguments(&mut self, args: &[Expr]) {
        self.put("(");
        let outer = std::mem::replace(&mut self.no_angles, false);
        self.list(args, Self::argument);
        self.no_angles = outer;
        self.put(")");
    }

    fn expr(&mut self, expr: &Expr, min_level: u8) {
        use BinaryOp as B;
        let is_angle = matches!(
            expr.kind,
            ExprKind::Binary(B::Less | B::Greater | B::GreaterEqual | B::ShiftRight, ..)
        );
        if level_of(&expr.kind) >= min_level && !(self.no_angles && is_angle) {
            self.bare(expr);
            return;
        }
        let outer = std::mem::replace(&mut self.no_angles, false);
        self.put("(");
        self.bare(expr);
        self.put(")");
        self.no_angles = outer;
    }

    fn bare(&mut self, expr: &Expr) {
        // Left parts begin where the whole begins; the lines of the other parts follow on their own.
        self.follow(expr.span);
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Null => self.put("NULL"),
            ExprKind::Name(name) => self.put(name),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => {
                let (text, level) = binary_operator(*op);
                self.expr(left, level);
                self.put(" ");
                self.put(text);
                self.put(" ");
                self.expr(right, level + 1);
            }
            ExprKind::Assign(op, target, value) => {
                // `a ? b : c = d` assigns inside the last branch: a conditional target needs parentheses.
                self.expr(target, level::BINARY);
                self.put(" ");
                self.put(op.map_or("", |op| binary_operator(op).0));
                self.put("= ");
                self.expr(value, level::ASSIGNMENT);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition, level::BINARY);
                self.put(" ? ");
                self.expr(then, level::ASSIGNMENT);
                self.put(" : ");
                self.expr(otherwise, level::ASSIGNMENT);
            }
            ExprKind::Comma(left, right) => {
                self.expr(left, level::COMMA);
                self.put(", ");
                self.expr(right, level::ASSIGNMENT);
            }
            ExprKind::Cast(ty, array, operand) => {
                self.put("(");
                self.type_name(ty);
                self.array_dims(array);
                self.put(")");
                // `(Name)-x` could be a difference.
                let is_named = matches!(ty.kind, TypeKind::Named(_));
                let min_level = if is_named { level::POSTFIX } else { level::UNARY };
                self.expr(operand, min_level);
            }
            ExprKind::Construct(ty, args) => {
                self.type_name(ty);
                self.arguments(args);
            }
            ExprKind::Call(name, args) => {
                self.put(&name.name);
                self.arguments(args);
            }
            ExprKind::Method(object, name, args) => {
                self.object(object);
                self.put(".");
                self.put(&name.name);
                self.arguments(args);
            }
            ExprKind::Member(object, name) => {
                self.object(object);
                self.put(".");
                self.put(&name.name);
            }
            ExprKind::Index(object, index) => {
                self.object(object);
                let outer = std::mem::replace(&mut self.no_angles, false);
                self.put("[");
                self.expression(index);
                self.put("]");
                self.no_angles = outer;
            }
            ExprKind::Braces(values) => {
                self.put("{ ");
                self.list(values, Self::argument);
                self.put(if values.is_empty() { "}" } else { " }" });
            }
            ExprKind::Compile { profile, entry, args } => {
                self.put("CompileShader(");
                self.put(&profile.name);
                self.put(", ");
                self.put(&entry.name);
                self.arguments(args);
                self.put(")");
            }
            ExprKind::AngleName(name) => {
                self.put("<");
                self.put(&name.name);
                self.put(">");
            }
            ExprKind::Asm => self.put("asm { }"),
        }
    }

    /// Prints what stands before a dot or bracket.
    fn object(&mut self, object: &Expr) {
        // The dot after a number would belong to it.
        let is_literal = matches!(object.kind, ExprKind::Literal(_));
        self.expr(object, if is_literal { u8::MAX } else { level::POSTFIX });
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        let (before, after) = match op {
            UnaryOp::Plus => ("+", ""),
            UnaryOp::Minus => ("-", ""),
            UnaryOp::Not => ("!", ""),
            UnaryOp::BitNot => ("~", ""),
            UnaryOp::PreIncrement => ("++", ""),
            UnaryOp::PreDecrement => ("--", ""),
            UnaryOp::PostIncrement => ("", "++"),
            UnaryOp::PostDecrement => ("", "--"),
        };
        self.put(before);
        // `- -x` must not become `--x`.
        let is_sign = matches!(
            operand.kind,
            ExprKind::Unary(
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::PreIncrement | UnaryOp::PreDecrement,
                _
            )
        );
        let min_level = match (before, is_sign) {
            ("", _) | ("+" | "-" | "++" | "--", true) => level::POSTFIX,
            _ => level::UNARY,
        };
        self.expr(operand, min_level);
        self.put(after);
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            // Whole numbers have 32 bits; the compiler refuses larger ones, where fxc takes the low bits.
            Literal::Int { unsigned, value, .. }
                if self.is_for_shaders() && *value > u64::from(u32::MAX) =>
            {
                self.put(&(value & u64::from(u32::MAX)).to_string());
                self.put(if *unsigned { "u" } else { "" });
            }
            Literal::Int { unsigned, text, .. } => {
                self.put(text);
                self.put(if *unsigned { "u" } else { "" });
            }
            // The compiler has no literal for this.
            Literal::Float { value, .. } if self.is_for_shaders() && value.is_nan() => {
                self.put("asfloat(0x7fc00000u)");
            }
            Literal::Float { value, text, .. }
                if self.is_for_shaders() && value.is_infinite() && text.contains('#') =>
            {
                self.put("1.#INF");
            }
            Literal::Float { suffix, text, .. } => {
                self.put(text);
                // The compiler takes no `1f`.
                if self.is_for_shaders() && !text.contains(['.', 'e', 'E', '#']) {
                    self.put(".0");
                }
                self.put(match suffix {
                    FloatSuffix::None => "",
                    FloatSuffix::F => "f",
                    FloatSuffix::H => "h",
                    FloatSuffix::L => "L",
                });
            }
            Literal::Bool(value) => self.put(if *value { "true" } else { "false" }),
            Literal::String(bytes) => {
                let quoted = quoted(bytes);
                self.put(&quoted);
            }
        }
    }

    pub(super) fn array_dims(&mut self, dims: &[ArrayDim]) {
        for dim in dims {
            self.put("[");
            if let Some(size) = &dim.size {
                let outer = std::mem::replace(&mut self.no_angles, false);
                self.expression(size);
                self.no_angles = outer;
            }
            self.put("]");
        }
    }

    pub(super) fn modifiers(&mut self, modifiers: &Modifiers) {
        for modifier in &modifiers.0 {
            self.put(modifier.kind.keyword());
            self.put(" ");
        }
    }

    /// Prints a type's name, or the whole struct if it has none.
    pub fn type_name(&mut self, ty: &Type) {
        let name = match &ty.kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Scalar(kind) => kind.keyword().to_owned(),
            TypeKind::Vector(kind, size) => format!("{}{size}", kind.keyword()),
            TypeKind::Matrix(kind, rows, columns) => format!("{}{rows}x{columns}", kind.keyword()),
            TypeKind::Named(name) => name.clone(),
            TypeKind::Inline(definition) => {
                self.struct_def(definition);
                return;
            }
            TypeKind::Object(kind, args) => {
                self.put(kind.keyword());
                if !args.is_empty() {
                    let outer = std::mem::replace(&mut self.no_angles, true);
                    self.put("<");
                    self.list(args, Self::template_arg);
                    self.put(">");
                    self.no_angles = outer;
                }
                return;
            }
        };
        self.put(&name);
    }

    fn template_arg(&mut self, arg: &TemplateArg) {
        match arg {
            TemplateArg::Type(modifiers, ty) => {
                self.modifiers(modifiers);
                self.type_name(ty);
            }
            TemplateArg::Value(value) => self.argument(value),
        }
    }
}

/// The string with quotes and escapes; bytes that are not UTF-8 as `\xNN`.
fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                '\t' => text.push_str("\\t"),
                '\r' => text.push_str("\\r"),
                control if control.is_ascii_control() => {
                    text.push_str(&format!("\\x{:02x}", u32::from(control)));
                }
                other => text.push(other),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text.push('"');
    text
}
