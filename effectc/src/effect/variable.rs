//! Constant buffers and their members, with the layout that HLSL's packing rules give.

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::GLOBALS_BUFFER;
use super::Stages;

/// How a matrix lies in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatrixPacking {
    /// Row after row (fxc `/Zpr`).
    Row,
    /// Column after column (fxc `/Zpc`), the default of HLSL.
    #[default]
    Column,
}

/// The kind of a number. 32 bits each, `Double` 64; `half` and the `min16` types are stored as their 32-bit kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScalarKind {
    /// `bool`: 0 is false.
    Bool,
    /// `int`.
    Int,
    /// `uint`, `dword`.
    Uint,
    /// `float`, `half`.
    Float,
    /// `double`.
    Double,
}

impl ScalarKind {
    /// Size of one number.
    #[must_use]
    pub fn size_bytes(self) -> u32 {
        match self {
            Self::Double => 8,
            Self::Bool | Self::Int | Self::Uint | Self::Float => 4,
        }
    }

    /// The HLSL keyword.
    #[must_use]
    pub fn hlsl(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
            Self::Double => "double",
        }
    }
}

/// The type of a member, arrays apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum MemberType {
    /// One number.
    Scalar {
        /// Its kind.
        kind: ScalarKind,
    },
    /// 1 to 4 numbers.
    Vector {
        /// Kind of the numbers.
        kind: ScalarKind,
        /// How many.
        columns: u32,
    },
    /// A matrix; `float3x4` has 3 rows and 4 columns.
    Matrix {
        /// Kind of the numbers.
        kind: ScalarKind,
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        columns: u32,
        /// Which of them is contiguous.
        packing: MatrixPacking,
        /// Distance between two rows (row packing) or columns (column packing).
        stride_bytes: u32,
    },
    /// A structure.
    Struct {
        /// Its name.
        name: String,
        /// Its members; their offsets count from the structure's start.
        members: Vec<Member>,
    },
}

impl MemberType {
    /// Whether it is a matrix of whole numbers, or of one row or column: SPIR-V has none of these.
    pub(crate) fn is_no_matrix(&self) -> bool {
        match self {
            Self::Matrix { kind, rows, columns, .. } => {
                !matches!(kind, ScalarKind::Float | ScalarKind::Double)
                    || (*rows).min(*columns) == 1
            }
            Self::Scalar { .. } | Self::Vector { .. } | Self::Struct { .. } => false,
        }
    }
}

/// A member of a constant buffer or structure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type, arrays apart.
    #[serde(rename = "type")]
    pub ty: MemberType,
    /// From the start of the buffer or structure that holds it.
    pub offset_bytes: u32,
    /// Size without padding behind it, all array elements included.
    pub size_bytes: u32,
    /// Array counts, outermost first; empty: not an array.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub array_counts: Vec<u32>,
    /// Distance between two elements of the innermost array; 0: not an array.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub array_stride_bytes: u32,
    /// The semantic, where one is written (`: WORLDVIEWPROJECTION`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

impl Member {
    /// Number of elements over all array dimensions; 1 for what is no array.
    #[must_use]
    pub fn element_count(&self) -> u32 {
        self.array_counts.iter().fold(1, |total: u32, count| total.saturating_mul(*count))
    }

    /// The type as HLSL writes it, arrays included: `float4x4`, `KeyframeDesc[500]`.
    #[must_use]
    pub fn hlsl_type(&self) -> String {
        let mut text = match &self.ty {
            MemberType::Scalar { kind } => kind.hlsl().to_owned(),
            MemberType::Vector { kind, columns } => format!("{}{columns}", kind.hlsl()),
            MemberType::Matrix { kind, rows, columns, .. } => {
                format!("{}{rows}x{columns}", kind.hlsl())
            }
            MemberType::Struct { name, .. } => name.clone(),
        };
        for count in &self.array_counts {
            text.push_str(&format!("[{count}]"));
        }
        text
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(super) fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A constant buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConstantBuffer {
    /// Its name; [`GLOBALS_BUFFER`] for the loose globals.
    pub name: String,
    /// Descriptor set.
    pub set: u32,
    /// Binding, the same in every stage and pass.
    pub binding: u32,
    /// Size, a multiple of 16.
    pub size_bytes: u32,
    /// Stages of any pass that really read it.
    pub stages: Stages,
    /// Members in order.
    pub members: Vec<Member>,
    /// The buffer's image with all initialisers, cut after the last byte that is not 0; in JSON as hex digits.
    #[serde(default, with = "hex", skip_serializing_if = "Vec::is_empty")]
    pub default_bytes: Vec<u8>,
    /// Whether it was declared as a `tbuffer`. Layout and binding are those of a `cbuffer`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub texture_buffer: bool,
    /// Register as written (`b0`), if it has one. It decides nothing: bindings are by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<String>,
    /// Whether it is `shared`: one for all effects of a pool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

impl ConstantBuffer {
    /// The whole image with all initialisers, `size_bytes` long.
    #[must_use]
    pub fn default_image(&self) -> Vec<u8> {
        let mut image = self.default_bytes.clone();
        image.resize(self.size_bytes as usize, 0);
        image
    }

    /// Finds a member by path: `Time`, `GlobalLight.ambient`, `TweenFrames[3].curr.speed`. Gives the offset from
    /// the buffer's start and the member; an index left out means element 0.
    #[must_use]
    pub fn member(&self, path: &str) -> Option<(u32, &Member)> {
        let mut members = &self.members;
        let mut offset_bytes: u32 = 0;
        let mut found = None;
        for part in path.split('.') {
            let (name, indices) = match part.find('[') {
                Some(at) => part.split_at(at),
                None => (part, ""),
            };
            let member = members.iter().find(|it| it.name == name)?;
            let element = element_index(indices, &member.array_counts)?;
            let in_array_bytes = element.checked_mul(member.array_stride_bytes)?;
            offset_bytes = in_array_bytes
                .checked_add(member.offset_bytes)
                .and_then(|it| it.checked_add(offset_bytes))?;
            found = Some((offset_bytes, member));
            members = match &member.ty {
                MemberType::Struct { members, .. } => members,
                MemberType::Scalar { .. }
                | MemberType::Vector { .. }
                | MemberType::Matrix { .. } => const { &Vec::new() },
            };
        }
        found
    }
}

/// Flat element number of `[a][b]` in an array of these counts.
fn element_index(indices: &str, counts: &[u32]) -> Option<u32> {
    if indices.is_empty() {
        return Some(0);
    }
    let inner = indices.strip_prefix('[')?.strip_suffix(']')?;
    let mut flat: u32 = 0;
    let mut depth = 0;
    for text in inner.split("][") {
        let index: u32 = text.trim().parse().ok()?;
        let count = *counts.get(depth)?;
        if index >= count {
            return None;
        }
        flat = u32::checked_mul(flat, count)?.checked_add(index)?;
        depth += 1;
    }
    counts[depth..].iter().try_fold(flat, |flat, count| flat.checked_mul(*count))
}

/// An annotation: data for tools, without meaning to the compiler.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: AnnotationValue,
}

/// The value of an annotation; vectors give several numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationValue {
    /// `bool`.
    Bool(Vec<bool>),
    /// `int`, `uint`.
    Int(Vec<i64>),
    /// `float`.
    Float(Vec<f64>),
    /// `string`.
    String(String),
}

/// Bytes as hex digits.
mod hex {
    use std::fmt::Write as _;

    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            let _ = write!(text, "{byte:02x}"); // writing to a String cannot fail
        }
        serializer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(de: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(de)?;
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(D::Error::custom("expected an even number of hex digits"));
        }
        let digit = |it: u8| char::from(it).to_digit(16).and_then(|it| u8::try_from(it).ok());
        pairs
            .iter()
            .map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?))
            .collect::<Option<Vec<u8>>>()
            .ok_or_else(|| D::Error::custom("expected hex digits"))
    }
}

/// A global `string`, or an array of them: data for tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StringVariable {
    /// Its name.
    pub name: String,
    /// One; more for an array. What is not UTF-8 becomes U+FFFD.
    pub values: Vec<String>,
    /// Semantic, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}
