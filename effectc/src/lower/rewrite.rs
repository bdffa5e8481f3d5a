//! The rewrites by name, so that each can be switched off: to see what it does, and to prove that its test needs it.

use std::collections::BTreeSet;
use std::fmt;

macro_rules! rewrites {
    ($($(#[$doc:meta])* $variant:ident, $name:literal;)*) => {
        /// A change that is made to shader code because the HLSL compiler is not fxc.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rewrite {
            $($(#[$doc])* $variant,)*
        }

        impl Rewrite {
            /// All of them, in the order in which they are made.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name: `matrix-swizzle`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

rewrites! {
    /// What an entry point does not reach is left out.
    Reach, "reach";
    /// Types of functions have names that nothing else has.
    LocalTypes, "local-types";
    /// Methods are functions, members are inherited, interfaces are classes.
    Methods, "methods";
    /// Functions that the compiler lacks are our own.
    Intrinsics, "intrinsics";
    /// Roots, logarithms, powers and directions are as devices of Direct3D 9 compute them.
    LegacyArithmetic, "legacy-arithmetic";
    /// Conversions that fxc makes by itself are written out.
    Conversions, "conversions";
    /// Constants are computed as fxc computes them.
    ConstantFolding, "constant-folding";
    /// Matrices that share their last register are declared as vectors.
    SplitMatrix, "split-matrix";
    /// `m._41_42_43` is spelled out.
    MatrixSwizzle, "matrix-swizzle";
    /// Operators and functions of matrices work element by element.
    MatrixArithmetic, "matrix-arithmetic";
    /// `%` of signed numbers has the sign of the dividend.
    Remainder, "remainder";
    /// Fractions that whole numbers do not hold become the nearest.
    ConversionRange, "conversion-range";
    /// Counts of shifts have five bits.
    ShiftCount, "shift-count";
    /// Whole numbers divided by 0 have all bits set.
    DivisionByZero, "division-by-zero";
    /// Powers with whole constant exponents are products.
    WholePowers, "whole-powers";
    /// `GetDimensions` of buffers gives HLSL's sizes.
    BufferDimensions, "buffer-dimensions";
    /// Array sizes are numbers.
    ArraySize, "array-size";
    /// Outputs that are not written are 0.
    ZeroOutputs, "zero-outputs";
    /// Vertex inputs that are matrices packed by columns are transposed.
    MatrixInput, "matrix-input";
    /// `w` of a pixel shader's position is as in Direct3D.
    PositionW, "position-w";
    /// `SV_VertexID` and `SV_InstanceID` count from 0.
    DrawBase, "draw-base";
    /// Uniform parameters of entry points have their values in the code.
    UniformArguments, "uniform-arguments";
    /// Semantics of Direct3D 9 stand for system values.
    LegacySemantics, "legacy-semantics";
    /// A variable has one width in all stages that some pass puts together.
    SameWidth, "same-width";
    /// What the next stage reads and this one does not write is written as 0.
    MissingOutputs, "missing-outputs";
    /// Loops that texel offsets depend on are unrolled.
    OffsetLoops, "offset-loops";
    /// The offset of `Load` is added to the coordinate.
    LoadOffset, "load-offset";
    /// `tex2D` and its family read textures through samplers.
    LegacyTextures, "legacy-textures";
    /// Counters of buffers are buffers.
    Counters, "counters";
    /// Objects of arrays are chosen by a `switch`.
    ObjectArrays, "object-arrays";
    /// `Length` of textures and buffers is asked for.
    TextureLength, "texture-length";
    /// `t.sample[i][p]` is a `Load`.
    SampleIndex, "sample-index";
    /// `GatherCmp` has an offset.
    GatherCompare, "gather-compare";
    /// Attributes are spelled as the compiler spells them.
    AttributeCase, "attribute-case";
    /// Locals whose names the compiler would take for something else have others.
    LocalNames, "local-names";
    /// Variables of loops live as long as the block around the loop.
    ForScope, "for-scope";
    /// Braces of initialisers stand where the type has its parts.
    Initializer, "initializer";
    /// Casts to and from arrays call functions.
    ArrayCast, "array-cast";
    /// Labels of a `switch`, and numbers in attributes and templates, are numbers.
    ConstantLabels, "constant-labels";
    /// A function that ends without a value returns 0.
    MissingReturn, "missing-return";
    /// Default values that are no constants are written into the calls.
    DefaultArguments, "default-arguments";
    /// Locals that may be read before they are written begin with 0.
    ZeroLocals, "zero-locals";
    /// Globals that are named like a type or function have other names.
    GlobalNames, "global-names";
    /// Globals that code writes are copies.
    WrittenGlobals, "written-globals";
    /// Values of statics that are no constants are computed at the start of the entry point.
    StaticValues, "static-values";
    /// Statics without a value are 0.
    ZeroStatics, "zero-statics";
    /// What is named by a word that the compiler keeps for itself has another name.
    KeptWords, "kept-words";
}

impl Rewrite {
    /// Finds one by name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

impl fmt::Display for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which rewrites are made: all but some.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rewrites {
    off: BTreeSet<Rewrite>,
}

impl Rewrites {
    /// All but these.
    pub fn without(off: impl IntoIterator<Item = Rewrite>) -> Self {
        Self { off: off.into_iter().collect() }
    }

    /// Whether a rewrite is made.
    #[must_use]
    pub fn has(&self, rewrite: Rewrite) -> bool {
        !self.off.contains(&rewrite)
    }
}
