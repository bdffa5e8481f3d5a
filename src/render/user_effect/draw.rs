//! [`UserEffect`]: a user's effect on the GPU, and how a model is drawn with it.

use std::collections::HashMap;
use std::sync::Arc;

use effectc::effect::Effect as Compiled;
use nalgebra::Matrix4;

use super::encode::write;
use super::input::{pack, pack_instance};
use super::meaning::Meaning;
use super::pass_plan::DrawPlan;
use super::plan::EffectPlan;
use super::texture::TextureRole;
use super::user_model::UserModel;
use super::values::{Rate, Surface, Values, rate};
use crate::anim::{TransformMap, TweenFrameDesc};
use crate::asset::Model;
use crate::effect::{BufferVar, Effect, PassId, ResourceVar};
use crate::gpu::{ConstantSlice, Frame, Image, PipelineCache, TargetFormats, Upload};
use crate::render::model::{GpuMaterial, GpuModel};
use crate::render::scene::{Light, MaterialTint, ModelId};
use crate::render::shadow::ShadowInputs;
use crate::render::{Camera, RenderError};

/// A picture for a texture of the effect.
#[derive(Clone, PartialEq, Eq)]
pub struct UserImage {
    /// Name of its file.
    pub name: String,
    /// Width and height.
    pub size_px: [u32; 2],
    /// Rows from the top, four bytes a texel.
    pub rgba8: Vec<u8>,
}

impl std::fmt::Debug for UserImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("UserImage");
        shown.field("name", &self.name).field("size_px", &self.size_px).finish_non_exhaustive()
    }
}

/// What is chosen of a user's effect for a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserDraw {
    /// Index of the technique.
    pub technique: usize,
    /// Index of the one pass that is drawn; all of them without it.
    pub pass: Option<usize>,
    /// Seconds since the start.
    pub time_s: f32,
    /// Seconds since the last frame.
    pub frame_s: f32,
    /// The constant buffers with what the user set, in the order of the effect; the program writes over what it drives.
    pub constants: Arc<Vec<Vec<u8>>>,
}

/// What all draws of a frame share.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct FrameInputs<'a> {
    pub(in crate::render) camera: &'a Camera,
    pub(in crate::render) light: &'a Light,
    pub(in crate::render) shadow: &'a ShadowInputs,
    pub(in crate::render) size_px: [u32; 2],
}

/// A character to draw.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct CharacterDraw {
    pub(in crate::render) tween: TweenFrameDesc,
    pub(in crate::render) world_from_model: Matrix4<f32>,
}

/// What textures get that have nothing else.
struct Fallbacks {
    white: Arc<Image>,
    black: Arc<Image>,
    flat_normal: Arc<Image>,
    /// As far as can be, where a shadow map is compared with that the effect cannot be told how to look up.
    far: Arc<Image>,
}

/// A user's effect on the GPU.
pub(in crate::render) struct UserEffect {
    effect: Effect,
    plan: EffectPlan,
    passes: Vec<Vec<PassId>>,
    buffers: Vec<BufferVar>,
    textures: Vec<ResourceVar>,
    /// By texture: the file that is shown in it.
    files: Vec<Option<Arc<Image>>>,
    fallbacks: Fallbacks,
    /// What its shadow map is in this frame: as far as can be where it does not say how it looks there.
    shadow_map: Option<Arc<Image>>,
    models: HashMap<usize, UserModel>,
    /// The technique that pipelines were last made for.
    prepared: usize,
    /// The constant buffers of now, and which of them the effect does not have yet.
    images: Vec<Vec<u8>>,
    is_stale: Vec<bool>,
    scratch: Vec<u8>,
}

impl Fallbacks {
    fn new(
        upload: &mut Upload<'_>,
        white: &Arc<Image>,
        far: &Arc<Image>,
    ) -> Result<Self, RenderError> {
        Ok(Self {
            white: Arc::clone(white),
            black: Arc::new(upload.texture_rgba8("black", [1, 1], &[0, 0, 0, 255])?),
            flat_normal: Arc::new(upload.texture_rgba8(
                "flat normal",
                [1, 1],
                &[128, 128, 255, 255],
            )?),
            far: Arc::clone(far),
        })
    }
}

impl std::fmt::Debug for UserEffect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UserEffect").field("effect", &self.effect).finish_non_exhaustive()
    }
}

impl UserEffect {
    /// Loads an effect.
    ///
    /// # Errors
    /// A feature that the GPU lacks, more than it allows, no memory.
    pub(in crate::render) fn new(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
        white: &Arc<Image>,
        far: &Arc<Image>,
        compiled: &Compiled,
    ) -> Result<Self, RenderError> {
        let effect = Effect::new(upload, cache, compiled)?;
        let plan = EffectPlan::new(compiled);
        let technique_passes = |(index, it): (usize, &super::TechniquePlan)| {
            (0..it.passes.len()).map(|pass| effect.pass(index, pass)).collect::<Result<Vec<_>, _>>()
        };
        let passes =
            plan.techniques.iter().enumerate().map(technique_passes).collect::<Result<_, _>>()?;
        let buffers = compiled.constant_buffers.iter().map(|it| effect.buffer(&it.name));
        let textures = plan.textures.iter().map(|it| effect.shader_resource(&it.name));
        let images: Vec<_> = compiled
            .constant_buffers
            .iter()
            .map(effectc::effect::ConstantBuffer::default_image)
            .collect();
        Ok(Self {
            passes,
            buffers: buffers.collect::<Result<_, _>>()?,
            textures: textures.collect::<Result<_, _>>()?,
            files: vec![None; plan.textures.len()],
            fallbacks: Fallbacks::new(upload, white, far)?,
            shadow_map: None,
            models: HashMap::new(),
            prepared: 0,
            is_stale: vec![true; images.len()],
            images,
            scratch: Vec::new(),
            effect,
            plan,
        })
    }

    /// Makes a model known.
    ///
    /// # Errors
    /// No memory.
    pub(in crate::render) fn add_model(
        &mut self,
        upload: &mut Upload<'_>,
        id: ModelId,
        parts: &GpuModel,
        model: Arc<Model>,
        map: Arc<TransformMap>,
    ) -> Result<(), RenderError> {
        let made = UserModel::new(upload, &self.plan, parts, model, map)?;
        self.models.insert(id.0, made);
        Ok(())
    }

    /// The models that are known.
    pub(in crate::render) fn models(&self) -> Vec<(ModelId, Arc<Model>, Arc<TransformMap>)> {
        let models = self.models.iter();
        models.map(|(id, it)| (ModelId(*id), Arc::clone(&it.model), Arc::clone(&it.map))).collect()
    }

    /// Shows a picture in a texture, or what is there without one; what was there before is returned.
    ///
    /// # Errors
    /// No memory, or a picture over the limits of the GPU.
    pub(in crate::render) fn set_image(
        &mut self,
        upload: &mut Upload<'_>,
        texture: &str,
        image: Option<&UserImage>,
    ) -> Result<Option<Arc<Image>>, RenderError> {
        let Some(place) = self.plan.textures.iter().position(|it| it.name == texture) else {
            return Ok(None);
        };
        let made = match image {
            Some(image) => {
                let name = format!("{texture}: {}", image.name);
                Some(Arc::new(upload.texture_rgba8(&name, image.size_px, &image.rgba8)?))
            }
            None => None,
        };
        Ok(std::mem::replace(&mut self.files[place], made))
    }

    /// Makes the pipelines of a technique for a kind of target.
    ///
    /// # Errors
    /// State that the GPU cannot have, or shaders that its driver refuses.
    pub(in crate::render) fn prepare(
        &mut self,
        technique: usize,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        let Some(plan) = self.plan.techniques.get(technique) else { return Ok(()) };
        self.prepared = technique;
        for (pass, id) in plan.passes.iter().zip(&self.passes[technique]) {
            // All choices of shaders are made ready, each with the topology that it takes.
            if let Some(draw) = pass.variants.iter().find_map(|it| it.draws.as_ref().ok()) {
                self.effect.warm_up_pass(*id, formats, draw.topology)?;
            }
        }
        Ok(())
    }

    /// Makes the pipelines of the technique that they were last made for, for another kind of target.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub(in crate::render) fn prepare_again(
        &mut self,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        self.prepare(self.prepared, formats)
    }

    /// Whether a model was made known.
    pub(in crate::render) fn has_model(&self, id: ModelId) -> bool {
        self.models.contains_key(&id.0)
    }

    /// Draws characters of a model that was made known.
    ///
    /// # Errors
    /// No memory, or what making a pipeline gives.
    pub(in crate::render) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        (id, parts): (ModelId, &GpuModel),
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        tint: &MaterialTint,
        characters: impl Iterator<Item = CharacterDraw>,
    ) -> Result<(), RenderError> {
        let Some(technique) = self.plan.techniques.get(draw.technique) else { return Ok(()) };
        for (image, given) in self.images.iter_mut().zip(draw.constants.iter()) {
            if image.len() == given.len() {
                image.copy_from_slice(given);
            }
        }
        let value_of = |chooser: usize| self.plan.choosers[chooser].value(&self.images);
        let passes: Vec<(DrawPlan, PassId)> = technique
            .passes
            .iter()
            .zip(&self.passes[draw.technique])
            .enumerate()
            .filter(|(index, _)| draw.pass.is_none_or(|it| it == *index))
            .filter_map(|(_, (pass, id))| {
                let draws = pass.variant(value_of)?.draws.as_ref();
                draws.ok().map(|it| (*it, *id))
            })
            .collect();
        self.is_stale.fill(true);
        let finds_shadow = |it: &super::Driven| matches!(it.meaning, Meaning::ShadowMatrix { .. });
        let reads_shadow = self.plan.driven.iter().any(finds_shadow);
        self.shadow_map = reads_shadow.then(|| Arc::clone(&inputs.shadow.map));
        let size_px = inputs.size_px.map(|it| it.max(1) as f32);
        let mut values = Values {
            camera: *inputs.camera,
            light: *inputs.light,
            shadow_from_world: inputs.shadow.clip_from_world(),
            shadow_map_px: inputs.shadow.size_px(),
            shadow_texel_m: inputs.shadow.texel_m(),
            size_px,
            time_s: draw.time_s,
            frame_s: draw.frame_s,
            tween: TweenFrameDesc::default(),
            world_from_model: Matrix4::identity(),
            bones: &[],
            surface: Surface {
                ambient: tint.ambient,
                diffuse: tint.diffuse,
                specular: tint.specular,
                emissive: tint.emissive,
                alpha_cutoff: 0.0,
            },
        };
        self.write(&values, Rate::Frame);
        for character in characters {
            values.tween = character.tween;
            values.world_from_model = character.world_from_model;
            self.draw_character(frame, (id, parts), &mut values, tint, &passes)?;
        }
        Ok(())
    }

    fn draw_character(
        &mut self,
        frame: &mut Frame<'_>,
        (id, parts): (ModelId, &GpuModel),
        values: &mut Values<'_>,
        tint: &MaterialTint,
        passes: &[(DrawPlan, PassId)],
    ) -> Result<(), RenderError> {
        let Some(model) = self.models.get(&id.0) else { return Ok(()) };
        let reads_bones = self.plan.driven.iter().any(|it| it.meaning == Meaning::BoneMatrices);
        let is_moved_here = passes.iter().any(|(draw, _)| !draw.is_skinned);
        let skin =
            if reads_bones || is_moved_here { model.skin(&values.tween) } else { Vec::new() };
        // Where no matrix of the effect has the model's place in it, the joints or the vertices have.
        let world = (!self.plan.has_world()).then_some(values.world_from_model);
        let placed: Vec<Matrix4<f32>> = match world {
            Some(world) => skin.iter().map(|it| world * it).collect(),
            None => skin.clone(),
        };
        let mut moved: HashMap<(usize, usize), ConstantSlice> = HashMap::new();
        for (draw, pass) in passes {
            let has_world =
                world.is_none() || self.plan.instance_layouts[draw.instance_layout].has_world();
            let bones: &[Matrix4<f32>] = match (draw.is_skinned, has_world) {
                // Vertices that are in place already are not moved a second time.
                (false, _) => &[],
                (true, true) => &skin,
                (true, false) => &placed,
            };
            let now = Values { bones, ..*values };
            self.write(&now, Rate::Character);
            self.effect.begin(frame, *pass)?;
            let mut result = Ok(());
            for (index, part) in parts.parts.iter().enumerate() {
                let now = Values { surface: surface(&part.material, tint), ..now };
                self.write(&now, Rate::Part);
                let place = if draw.is_skinned {
                    None
                } else {
                    let key = (draw.layout, index);
                    let slice = match moved.get(&key) {
                        Some(slice) => *slice,
                        None => {
                            let world = world.filter(|_| !has_world);
                            let slice =
                                self.push_moved(frame, id, part.mesh, draw, &skin, world.as_ref())?;
                            moved.insert(key, slice);
                            slice
                        }
                    };
                    Some(slice)
                };
                result = self.draw_part(frame, (id, parts), index, (draw, *pass), place, &now);
                if result.is_err() {
                    break;
                }
            }
            self.effect.end(frame);
            result?;
        }
        Ok(())
    }

    fn push_moved(
        &mut self,
        frame: &mut Frame<'_>,
        id: ModelId,
        mesh: usize,
        draw: &DrawPlan,
        skin: &[Matrix4<f32>],
        world: Option<&Matrix4<f32>>,
    ) -> Result<ConstantSlice, RenderError> {
        let model = &self.models[&id.0];
        let moved = model.moved(mesh, skin, world);
        pack(self.plan.layout(draw), &moved.streams(), &mut self.scratch);
        Ok(frame.push_constants(&self.scratch)?)
    }

    fn draw_part(
        &mut self,
        frame: &mut Frame<'_>,
        (id, parts): (ModelId, &GpuModel),
        index: usize,
        (draw, pass): (&DrawPlan, PassId),
        moved: Option<ConstantSlice>,
        values: &Values<'_>,
    ) -> Result<(), RenderError> {
        let part = &parts.parts[index];
        self.bind_textures(parts, &part.material)?;
        for (buffer, image) in self.images.iter().enumerate() {
            if std::mem::take(&mut self.is_stale[buffer]) {
                self.effect.set_bytes(self.buffers[buffer], 0, image)?;
            }
        }
        frame.begin_label(&part.label);
        self.effect.apply(frame, pass, draw.topology)?;
        match moved {
            Some(slice) => frame.bind_vertex_slice(0, &slice),
            None => {
                let buffer = &self.models[&id.0].at_rest[draw.layout][index];
                frame.bind_vertex_buffer(0, buffer, 0);
            }
        }
        for (slot, stride_bytes, elements) in
            &self.plan.instance_layouts[draw.instance_layout].slots
        {
            let bytes = pack_instance(*stride_bytes, elements, &values.world_from_model);
            let slice = frame.push_constants(&bytes)?;
            frame.bind_vertex_slice(*slot, &slice);
        }
        frame.bind_index_buffer(&part.indices, 0);
        frame.draw_indexed(part.index_count, 1, 0, 0);
        frame.end_label();
        Ok(())
    }

    fn bind_textures(
        &mut self,
        parts: &GpuModel,
        material: &GpuMaterial,
    ) -> Result<(), RenderError> {
        let slots = self.plan.textures.iter().zip(&self.textures).zip(&self.files);
        for ((slot, variable), file) in slots {
            let image = match (file, slot.role) {
                (_, TextureRole::Unbound) => continue,
                (_, TextureRole::TransformMap) => &parts.transform_map,
                (_, TextureRole::ShadowMap) => {
                    self.shadow_map.as_ref().unwrap_or(&self.fallbacks.far)
                }
                (Some(file), _) => file,
                (None, TextureRole::Diffuse) => &material.diffuse_map,
                (None, TextureRole::Normal) => {
                    material.normal_map.as_ref().unwrap_or(&self.fallbacks.flat_normal)
                }
                (None, TextureRole::Emissive) => &self.fallbacks.black,
                (None, TextureRole::Specular | TextureRole::Other) => &self.fallbacks.white,
            };
            for element in 0..slot.count as usize {
                self.effect.set_resource_at(*variable, element, image)?;
            }
        }
        Ok(())
    }

    /// Writes the driven variables of a rate.
    fn write(&mut self, values: &Values<'_>, of: Rate) {
        for driven in self.plan.driven.iter().filter(|it| rate(it.meaning) == of) {
            let Some(image) = self.images.get_mut(driven.buffer) else { continue };
            write(image, driven, values.value(driven.meaning));
            self.is_stale[driven.buffer] = true;
        }
    }
}

fn surface(material: &GpuMaterial, tint: &MaterialTint) -> Surface {
    let desc = &material.desc;
    let product = |a: [f32; 4], b: [f32; 4]| std::array::from_fn(|index| a[index] * b[index]);
    Surface {
        ambient: product(desc.ambient, tint.ambient),
        diffuse: product(desc.diffuse, tint.diffuse),
        specular: product(desc.specular, tint.specular),
        emissive: product(desc.emissive, tint.emissive),
        alpha_cutoff: material.alpha_cutoff,
    }
}
