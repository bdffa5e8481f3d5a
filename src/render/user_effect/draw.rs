//! [`UserEffect`]: a user's effect on the GPU, and how a model is drawn with it.

use std::collections::HashMap;
use std::sync::Arc;

use effectc::effect::Effect as Compiled;
use nalgebra::Matrix4;

use super::bind::Fallbacks;
use super::encode::write;
use super::environment::Environment;
use super::image::UserImage;
use super::input::{pack, pack_instances};
use super::meaning::Meaning;
use super::mmd::with_state;
use super::pass_plan::{DrawPlan, TechniquePlan};
use super::plan::EffectPlan;
use super::rounds::Into;
use super::targets::Targets;
use super::user_model::UserModel;
use super::values::{Rate, Surface, Values, rate};
use crate::anim::{TransformMap, TweenFrameDesc};
use crate::asset::Model;
use crate::effect::{BufferVar, Effect, PassId, ResourceVar};
use crate::gpu::{ConstantSlice, Frame, Image, PipelineCache, Upload};
use crate::render::RenderError;
use crate::render::model::{GpuMaterial, GpuModel};
use crate::render::scene::{MaterialTint, ModelDraw, ModelId, Scene};
use crate::render::shadow::ShadowInputs;
use crate::render::shadow_camera::ShadowCamera;

/// Width of outlines.
const EDGE_PX: f32 = 1.5;

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
    pub(in crate::render) scene: &'a Scene,
    /// By id.
    pub(in crate::render) models: &'a [Option<GpuModel>],
    pub(in crate::render) shadow: &'a ShadowInputs,
    /// The view along the light, whether or not there are shadows.
    pub(in crate::render) light_camera: Option<ShadowCamera>,
    pub(in crate::render) size_px: [u32; 2],
}

/// A character to draw.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct CharacterDraw {
    pub(in crate::render) tween: TweenFrameDesc,
    pub(in crate::render) world_from_model: Matrix4<f32>,
}

/// A user's effect on the GPU.
pub(in crate::render) struct UserEffect {
    pub(super) effect: Effect,
    pub(super) plan: EffectPlan,
    pub(super) passes: Vec<Vec<PassId>>,
    buffers: Vec<BufferVar>,
    pub(super) textures: Vec<ResourceVar>,
    /// By texture: the file that is shown in it.
    pub(super) files: Vec<Option<Arc<Image>>>,
    pub(super) fallbacks: Fallbacks,
    pub(super) targets: Targets,
    /// What is drawn to: a texture of it cannot be read at the same time.
    pub(super) into: Option<Into>,
    pub(super) environment: Environment,
    /// What its shadow map is in this frame: as far as can be where it does not say how it looks there.
    pub(super) shadow_map: Option<Arc<Image>>,
    models: HashMap<usize, UserModel>,
    /// The technique that pipelines were last made for.
    pub(super) prepared: usize,
    /// The constant buffers of now, and which of them the effect does not have yet.
    pub(super) images: Vec<Vec<u8>>,
    is_stale: Vec<bool>,
    pub(super) scratch: Vec<u8>,
    /// How far vertices are moved out along their normals, for outlines.
    swell_m: Option<f32>,
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
        let effect = Effect::new(upload, cache, &with_state(compiled))?;
        let plan = EffectPlan::new(compiled);
        let technique_passes = |(index, it): (usize, &TechniquePlan)| {
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
            targets: Targets::new(upload.device(), &plan.targets),
            into: None,
            environment: Environment::new(upload, &plan.textures)?,
            shadow_map: None,
            models: HashMap::new(),
            prepared: 0,
            is_stale: vec![true; images.len()],
            images,
            scratch: Vec::new(),
            swell_m: None,
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
                let kind = self.plan.textures[place].kind;
                let image = image.fitted(kind).map_err(|reason| RenderError::Picture {
                    texture: texture.to_owned(),
                    reason,
                })?;
                Some(Arc::new(image.upload(upload, texture)?))
            }
            None => None,
        };
        Ok(std::mem::replace(&mut self.files[place], made))
    }

    /// A model that was made known.
    pub(super) fn model(&self, id: ModelId) -> Option<&Arc<Model>> {
        self.models.get(&id.0).map(|it| &it.model)
    }

    /// Whether a model was made known.
    pub(in crate::render) fn has_model(&self, id: ModelId) -> bool {
        self.models.contains_key(&id.0)
    }

    /// The values that all draws of a frame share, and the constant buffers as the user set them.
    pub(super) fn start(
        &mut self,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        tint: &MaterialTint,
    ) -> Values<'static> {
        for (image, given) in self.images.iter_mut().zip(draw.constants.iter()) {
            if image.len() == given.len() {
                image.copy_from_slice(given);
            }
        }
        self.is_stale.fill(true);
        let finds_shadow = |it: &super::Driven| matches!(it.meaning, Meaning::ShadowMatrix { .. });
        let reads_shadow = self.plan.driven.iter().any(finds_shadow);
        self.shadow_map = reads_shadow.then(|| Arc::clone(&inputs.shadow.map));
        // An effect with targets may draw a shadow map of its own.
        let own_shadows = inputs.light_camera.filter(|_| !self.plan.targets.is_empty());
        let values = Values {
            camera: inputs.scene.camera,
            light: inputs.scene.light,
            sky: crate::render::shared::sky_colors(inputs.scene),
            shadow_from_world: own_shadows
                .map_or_else(|| inputs.shadow.clip_from_world(), |it| it.clip_from_world),
            shadow_map_px: inputs.shadow.size_px(),
            shadow_texel_m: inputs.shadow.texel_m(),
            light_camera: inputs.light_camera,
            size_px: inputs.size_px.map(|it| it.max(1) as f32),
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
                specular_power: 32.0,
                reflectivity: 0.0,
                has_texture: false,
            },
        };
        self.write(&values, Rate::Frame);
        values
    }

    /// How a pass draws with the shaders that are chosen now, if it does.
    pub(super) fn pass_now(&self, technique: usize, pass: usize) -> Option<(DrawPlan, PassId)> {
        let value_of = |chooser: usize| self.plan.choosers[chooser].value(&self.images);
        let plan = self.plan.techniques.get(technique)?.passes.get(pass)?;
        let draws = plan.variant(value_of)?.draws.as_ref().ok()?;
        Some((*draws, *self.passes.get(technique)?.get(pass)?))
    }

    /// Draws all characters of a model that was made known with passes of a technique: those parts of it that `takes` is
    /// true for.
    ///
    /// # Errors
    /// No memory, or what making a pipeline gives.
    pub(super) fn draw_model(
        &mut self,
        frame: &mut Frame<'_>,
        (of, parts): (&ModelDraw, &GpuModel),
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        (technique, passes): (usize, &[usize]),
        takes: &dyn Fn(usize) -> bool,
    ) -> Result<(), RenderError> {
        let mut values = self.start(inputs, draw, &of.material);
        let passes: Vec<(DrawPlan, PassId)> =
            passes.iter().filter_map(|it| self.pass_now(technique, *it)).collect();
        let is_edge = self.plan.techniques.get(technique).is_some_and(TechniquePlan::is_edge);
        self.swell_m = is_edge.then(|| EDGE_PX * values.pixel_m());
        let plans: Vec<&DrawPlan> = passes.iter().map(|it| &it.0).collect();
        let room = self.plan.instance_room(&plans);
        let characters: Vec<CharacterDraw> = of.animation.characters().collect();
        for batch in characters.chunks(room) {
            self.draw_batch(frame, (of.model, parts, takes), &mut values, &passes, batch)?;
        }
        self.swell_m = None;
        Ok(())
    }

    /// Draws characters with one draw a pass and part; several only where the shaders have room for them.
    fn draw_batch(
        &mut self,
        frame: &mut Frame<'_>,
        (id, parts, takes): (ModelId, &GpuModel, &dyn Fn(usize) -> bool),
        values: &mut Values<'_>,
        passes: &[(DrawPlan, PassId)],
        batch: &[CharacterDraw],
    ) -> Result<(), RenderError> {
        let Some(first) = batch.first() else { return Ok(()) };
        values.tween = first.tween;
        values.world_from_model = first.world_from_model;
        let worlds: Vec<Matrix4<f32>> = batch.iter().map(|it| it.world_from_model).collect();
        let tint = values.surface;
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
            for (instance, character) in batch.iter().enumerate().skip(1) {
                let of_it = Values { tween: character.tween, ..now };
                self.write_instance(&of_it, Rate::Character, instance);
            }
            self.effect.begin(frame, *pass)?;
            let mut result = Ok(());
            for (index, part) in parts.parts.iter().enumerate().filter(|it| takes(it.0)) {
                let now = Values { surface: surface(&part.material, &tint), ..now };
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
                let draw = (draw, *pass);
                result = self.draw_part(frame, (id, parts), index, draw, place, &worlds);
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
        let mut moved = model.moved(mesh, skin, world);
        if let Some(swell_m) = self.swell_m {
            moved.swell(swell_m);
        }
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
        worlds: &[Matrix4<f32>],
    ) -> Result<(), RenderError> {
        let part = &parts.parts[index];
        self.bind_textures(Some((parts, &part.material)))?;
        self.send_constants()?;
        frame.begin_label(&part.label);
        self.effect.apply(frame, pass, draw.topology)?;
        match moved {
            Some(slice) => frame.bind_vertex_slice(0, &slice),
            None => {
                let buffer = &self.models[&id.0].at_rest[draw.layout][index];
                frame.bind_vertex_buffer(0, buffer, 0);
            }
        }
        self.bind_instances(frame, draw, worlds)?;
        frame.bind_index_buffer(&part.indices, 0);
        let instance_count = u32::try_from(worlds.len()).unwrap_or(u32::MAX);
        frame.draw_indexed(part.index_count, instance_count, 0, 0);
        frame.end_label();
        Ok(())
    }

    /// Binds what shaders read of each instance.
    pub(super) fn bind_instances(
        &self,
        frame: &mut Frame<'_>,
        draw: &DrawPlan,
        worlds: &[Matrix4<f32>],
    ) -> Result<(), RenderError> {
        let slots = &self.plan.instance_layouts[draw.instance_layout].slots;
        for (slot, stride_bytes, elements) in slots {
            let bytes = pack_instances(*stride_bytes, elements, worlds);
            let slice = frame.push_constants(&bytes)?;
            frame.bind_vertex_slice(*slot, &slice);
        }
        Ok(())
    }

    /// Gives the effect the constant buffers that changed.
    pub(super) fn send_constants(&mut self) -> Result<(), RenderError> {
        for (buffer, image) in self.images.iter().enumerate() {
            if std::mem::take(&mut self.is_stale[buffer]) {
                self.effect.set_bytes(self.buffers[buffer], 0, image)?;
            }
        }
        Ok(())
    }

    /// Writes the driven variables of a rate.
    pub(super) fn write(&mut self, values: &Values<'_>, of: Rate) {
        self.write_instance(values, of, 0);
    }

    /// Writes them for an instance of a draw.
    fn write_instance(&mut self, values: &Values<'_>, of: Rate, instance: usize) {
        for driven in self.plan.driven.iter().filter(|it| rate(it.meaning) == of) {
            let Some(image) = self.images.get_mut(driven.buffer) else { continue };
            write(image, driven, instance, values.value(driven.meaning));
            self.is_stale[driven.buffer] = true;
        }
    }
}

/// The material of a part, in the colours that those of the model are tinted with.
fn surface(material: &GpuMaterial, tint: &Surface) -> Surface {
    let desc = &material.desc;
    let product = |a: [f32; 4], b: [f32; 4]| std::array::from_fn(|index| a[index] * b[index]);
    Surface {
        ambient: product(desc.ambient, tint.ambient),
        diffuse: product(desc.diffuse, tint.diffuse),
        specular: product(desc.specular, tint.specular),
        emissive: product(desc.emissive, tint.emissive),
        alpha_cutoff: material.alpha_cutoff,
        specular_power: material.specular_power,
        reflectivity: material.reflectivity,
        has_texture: material.has_texture,
    }
}
