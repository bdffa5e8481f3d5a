//! Handles of an effect's variables: looked up by name once, checked then, cheap to use every frame.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use ash::vk;
use effectc::effect::{MatrixPacking, ResourceKind, ScalarKind};

use crate::gpu::{
    Buffer, Descriptor, Image, ImageShape, ImageView, ResourceId, Sampler, TexelView,
};

/// Tells loaded effects apart, so that a handle is only used with its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EffectId(pub(super) u64);

/// A constant buffer as bytes.
#[derive(Debug, Clone, Copy)]
pub struct BufferVar {
    pub(super) effect: EffectId,
    pub(super) index: usize,
}

/// A constant buffer whose bytes are a `T`.
pub struct ConstantBufferVar<T> {
    pub(super) raw: BufferVar,
    pub(super) marker: PhantomData<fn(T)>,
}

impl<T> ConstantBufferVar<T> {
    /// The same buffer as bytes.
    pub fn raw(self) -> BufferVar {
        self.raw
    }
}

impl<T> Clone for ConstantBufferVar<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ConstantBufferVar<T> {}

impl<T> fmt::Debug for ConstantBufferVar<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

/// One number in a constant buffer: `uint BoneIndex`.
#[derive(Debug, Clone, Copy)]
pub struct ScalarVar {
    pub(super) buffer: BufferVar,
    pub(super) offset_bytes: usize,
    pub(super) kind: ScalarKind,
    pub(super) array: ArrayOf,
}

/// Elements of a variable that is an array.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrayOf {
    pub(super) count: usize,
    pub(super) stride_bytes: usize,
}

/// Any variable in a constant buffer, as bytes.
#[derive(Debug, Clone, Copy)]
pub struct RawVar {
    pub(super) buffer: BufferVar,
    pub(super) offset_bytes: usize,
    pub(super) size_bytes: usize,
}

impl RawVar {
    /// Size without padding behind it, all array elements included.
    pub fn size_bytes(self) -> usize {
        self.size_bytes
    }
}

/// Up to four numbers in a constant buffer: `float3 LightDirection`.
#[derive(Debug, Clone, Copy)]
pub struct VectorVar {
    pub(super) first: ScalarVar,
    pub(super) columns: usize,
}

/// A matrix in a constant buffer, in either packing.
#[derive(Debug, Clone, Copy)]
pub struct MatrixVar {
    pub(super) first: ScalarVar,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) packing: MatrixPacking,
    pub(super) stride_bytes: usize,
}

impl MatrixVar {
    /// Where a number of the matrix lies, from its start.
    pub(super) fn place_bytes(self, row: usize, column: usize, step_bytes: usize) -> usize {
        let (line, place) = match self.packing {
            MatrixPacking::Row => (row, column),
            MatrixPacking::Column => (column, row),
        };
        line * self.stride_bytes + place * step_bytes
    }
}

/// A texture or buffer that shaders read, or read and write.
#[derive(Debug, Clone, Copy)]
pub struct ResourceVar {
    pub(super) effect: EffectId,
    pub(super) index: usize,
}

/// A sampler.
#[derive(Debug, Clone, Copy)]
pub struct SamplerVar {
    pub(super) effect: EffectId,
    pub(super) index: usize,
}

/// A pass of a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassId {
    pub(super) effect: EffectId,
    pub(super) index: usize,
}

/// How a technique or pass is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// By its name.
    Name(&'a str),
    /// By its place in the file, from 0.
    Index(usize),
}

impl<'a> From<&'a str> for Which<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl From<usize> for Which<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// What is bound to a resource variable. The effect shares its ownership for as long as it is bound
/// and frames use it.
#[derive(Debug, Clone)]
pub enum Resource {
    /// A texture, in use as [`ImageUse::ShaderRead`](crate::gpu::ImageUse::ShaderRead) when it is
    /// read and [`ImageUse::ShaderReadWrite`](crate::gpu::ImageUse::ShaderReadWrite) when written.
    Image(Arc<Image>),
    /// A part of a texture, in use as above.
    View(Arc<ImageView>),
    /// A structured or byte-address buffer.
    Buffer(Arc<Buffer>),
    /// A typed buffer.
    Texels(Arc<TexelView>),
}

impl From<&Arc<Image>> for Resource {
    fn from(image: &Arc<Image>) -> Self {
        Self::Image(Arc::clone(image))
    }
}

impl From<&Arc<ImageView>> for Resource {
    fn from(view: &Arc<ImageView>) -> Self {
        Self::View(Arc::clone(view))
    }
}

impl From<&Arc<Buffer>> for Resource {
    fn from(buffer: &Arc<Buffer>) -> Self {
        Self::Buffer(Arc::clone(buffer))
    }
}

impl From<&Arc<TexelView>> for Resource {
    fn from(view: &Arc<TexelView>) -> Self {
        Self::Texels(Arc::clone(view))
    }
}

impl Resource {
    /// Whether a variable of this kind can take it; says what it is if not.
    pub(super) fn check(&self, kind: ResourceKind) -> Result<(), String> {
        let fits = match self {
            Self::Image(image) => image_fits(image, image.shape(), kind),
            Self::View(view) => image_fits(view.image(), view.shape(), kind),
            Self::Buffer(_) => kind.is_storage_buffer(),
            Self::Texels(_) => kind.is_texel_buffer(),
        };
        if fits {
            return Ok(());
        }
        Err(match self {
            Self::Image(image) => image_text(image, image.shape()),
            Self::View(view) => image_text(view.image(), view.shape()),
            Self::Buffer(buffer) => format!("buffer '{}'", buffer.name()),
            Self::Texels(_) => "a typed buffer".to_owned(),
        })
    }
}

fn image_text(image: &Image, shape: ImageShape) -> String {
    let samples = image.samples().as_raw();
    let samples = if samples > 1 { format!(" with {samples} samples") } else { String::new() };
    format!("the {shape:?} image '{}'{samples}", image.name())
}

fn image_fits(image: &Image, shape: ImageShape, kind: ResourceKind) -> bool {
    let wants_samples = matches!(kind, ResourceKind::Texture2DMS | ResourceKind::Texture2DMSArray);
    let usage = if kind.is_read_write() {
        vk::ImageUsageFlags::STORAGE
    } else {
        vk::ImageUsageFlags::SAMPLED
    };
    // A Texture2DMS of one sample is a matter of the image; of several it cannot be a Texture2D.
    let has_samples = image.samples() != vk::SampleCountFlags::TYPE_1;
    image.usage().contains(usage) && (wants_samples || !has_samples) && shape_fits(shape, kind)
}

fn shape_fits(shape: ImageShape, kind: ResourceKind) -> bool {
    match kind {
        ResourceKind::Texture1D | ResourceKind::RWTexture1D => shape == ImageShape::D1,
        ResourceKind::Texture1DArray | ResourceKind::RWTexture1DArray => {
            matches!(shape, ImageShape::D1Array(_))
        }
        ResourceKind::Texture2D | ResourceKind::Texture2DMS | ResourceKind::RWTexture2D => {
            shape == ImageShape::D2
        }
        ResourceKind::Texture2DArray
        | ResourceKind::Texture2DMSArray
        | ResourceKind::RWTexture2DArray => matches!(shape, ImageShape::D2Array(_)),
        ResourceKind::Texture3D | ResourceKind::RWTexture3D => matches!(shape, ImageShape::D3(_)),
        ResourceKind::TextureCube => shape == ImageShape::Cube,
        ResourceKind::TextureCubeArray => matches!(shape, ImageShape::CubeArray(_)),
        ResourceKind::Buffer
        | ResourceKind::StructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::RWBuffer
        | ResourceKind::RWStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::RWByteAddressBuffer => false,
    }
}

/// What fills one descriptor: a resource or a sampler.
#[derive(Debug, Clone)]
pub(super) enum Bound {
    Resource(Resource),
    Sampler(Arc<Sampler>),
    /// What was drawn to; never a descriptor.
    Target(Arc<ImageView>),
}

impl Bound {
    pub(super) fn id(&self) -> ResourceId {
        match self {
            Self::Resource(Resource::Image(image)) => image.id(),
            Self::Resource(Resource::View(view)) | Self::Target(view) => view.id(),
            Self::Resource(Resource::Buffer(buffer)) => buffer.id(),
            Self::Resource(Resource::Texels(view)) => view.id(),
            Self::Sampler(sampler) => sampler.id(),
        }
    }

    /// The descriptor for a binding of this kind, which `Resource::check` allowed.
    pub(super) fn descriptor(&self, kind: vk::DescriptorType) -> Descriptor<'_> {
        match self {
            Self::Resource(Resource::Image(image)) => {
                if kind == vk::DescriptorType::STORAGE_IMAGE {
                    Descriptor::StorageImage(image)
                } else {
                    Descriptor::Sampled(image)
                }
            }
            Self::Resource(Resource::View(view)) | Self::Target(view) => {
                if kind == vk::DescriptorType::STORAGE_IMAGE {
                    Descriptor::StorageView(view)
                } else {
                    Descriptor::SampledView(view)
                }
            }
            Self::Resource(Resource::Buffer(buffer)) => Descriptor::Storage(buffer),
            Self::Resource(Resource::Texels(view)) => {
                if kind == vk::DescriptorType::STORAGE_TEXEL_BUFFER {
                    Descriptor::StorageTexel(view)
                } else {
                    Descriptor::UniformTexel(view)
                }
            }
            Self::Sampler(sampler) => Descriptor::Sampler(sampler),
        }
    }
}
