//! The types of expressions, as fxc sees them.
//!
//! ```text
//! declarations   structs, functions and variables of a tree, with their types
//! scope          which of them, and which locals, a name means at some place
//! expression     the type of an expression whose parts have theirs; errors for what fxc does not know either
//! walk           goes through a tree, types every expression, and lets a `Visitor` change it on the way
//! common         what operators make of two types, what converts to what, and which overload is called
//! intrinsic      HLSL's functions; `object` HLSL's methods
//! ```
//!
//! A type that cannot be told is [`Ty::Unknown`]: whoever asks leaves the code alone then, and the HLSL compiler judges.

mod common;
mod declarations;
mod expression;
mod intrinsic;
mod object;
mod scope;
mod ty;
mod walk;

pub(crate) use common::{arithmetic, common_number, fit};
pub(crate) use declarations::{Declarations, Direction, Parameter, Signature};
pub(crate) use expression::{Callee, index_type, matrix_components};
pub(crate) use intrinsic::intrinsic_outputs;
pub(crate) use object::method_outputs;
pub(crate) use scope::{GLOBAL_MARK, Scope};
pub use ty::{Kind, Number, Shape, Ty};
pub(crate) use walk::{Place, Visitor, Walker};
