//! [`Screen`]: the GPU's side of the window - device, swapchain, renderer and the overlay's renderer.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ash::vk;

use winit::window::Window;

use crate::app::AppError;
use crate::app::cli::DeviceArgs;
use crate::app::draw::{device_desc, pipeline_cache};
use crate::app::effect_file::LoadedEffect;
use crate::app::open::Opened;
use crate::app::overlay::Overlay;
use crate::app::picture::{check_place, write_png};
use crate::app::props::PropIds;
use crate::gpu::{
    Acquired, Capture, Device, HeadlessTarget, MultisampledTarget, OverlayRenderer, Presented,
    Surface, Swapchain, TargetView, WindowHandle,
};
use crate::render::{FrameTarget, ModelId, Renderer, Scene, UserImage};

/// Samples a pixel where multisampling is on.
const SAMPLE_COUNT: u32 = 4;

/// What came of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// The window shows the frame, or will.
    Frame,
    /// There was nothing to draw to.
    Nothing,
    /// The surface is lost: [`Screen::replace_surface`], or the window is gone.
    SurfaceLost,
}

/// The GPU's side of the window. Dropping it waits for the GPU.
#[derive(Debug)]
pub(super) struct Screen {
    // In the order in which they must go: what records first, what it draws to next, the device last.
    overlay: OverlayRenderer,
    renderer: Renderer,
    multisampled: Option<MultisampledTarget>,
    swapchain: Swapchain,
    capture: Option<Capture>,
    waited: Duration,
    device: Arc<Device>,
    window: Arc<Window>,
}

impl Screen {
    /// Opens a GPU that can show frames in the window.
    ///
    /// # Errors
    /// There is none, or what Vulkan says.
    pub(super) fn new(
        window: Arc<Window>,
        args: &DeviceArgs,
        overlay: &mut Overlay,
    ) -> Result<Self, AppError> {
        let handle: Arc<dyn WindowHandle> = Arc::clone(&window) as Arc<dyn WindowHandle>;
        let (device, surface) = Device::for_window(&device_desc(args), &handle)?;
        let swapchain = Swapchain::new(surface, window.inner_size().into())?;
        let formats = swapchain.target_formats();
        let mut renderer = Renderer::new(&device, &formats, pipeline_cache().as_deref())?;
        let color_format = swapchain.color_format();
        let in_flight = renderer.frames().in_flight();
        let overlay =
            OverlayRenderer::new(&device, overlay.context_mut(), color_format, in_flight)?;
        let capture = Capture::find(&device);
        Ok(Self {
            overlay,
            renderer,
            multisampled: None,
            swapchain,
            capture,
            waited: Duration::ZERO,
            device,
            window,
        })
    }

    /// The GPU.
    pub(super) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// RenderDoc is there and takes captures.
    pub(super) fn can_capture(&self) -> bool {
        self.capture.is_some()
    }

    /// The GPU can have four samples a pixel.
    pub(super) fn can_multisample(&self) -> bool {
        self.device.supports_samples(SAMPLE_COUNT)
    }

    /// Samples a pixel of the last frame.
    pub(super) fn sample_count(&self) -> u32 {
        if self.multisampled.is_some() { SAMPLE_COUNT } else { 1 }
    }

    /// Seconds that the GPU worked for the last frame that is known to be done.
    pub(super) fn gpu_time_s(&self) -> Option<f64> {
        self.renderer.last_gpu_time_s()
    }

    /// How often the window's images were made.
    pub(super) fn rebuild_count(&self) -> u64 {
        self.swapchain.rebuild_count()
    }

    /// Size of the window's images.
    pub(super) fn size_px(&self) -> [u32; 2] {
        self.swapchain.size_px()
    }

    /// Copies a model to the GPU.
    ///
    /// # Errors
    /// As [`Renderer::add_model`].
    pub(super) fn add_model(&mut self, opened: &Opened) -> Result<ModelId, AppError> {
        Ok(self.renderer.add_model(&opened.model, &opened.map)?)
    }

    /// Hands the props of the scene demo to the GPU, and gets ready to draw these models as its crowd.
    ///
    /// # Errors
    /// No memory, or what the GPU refuses.
    pub(super) fn add_props(
        &mut self,
        crowds: impl Iterator<Item = ModelId>,
    ) -> Result<PropIds, AppError> {
        let props = PropIds::add_to(&mut self.renderer)?;
        for model in crowds {
            self.renderer.prepare_crowd(model)?;
        }
        Ok(props)
    }

    /// Loads an effect of the user's in the place of the one before.
    ///
    /// # Errors
    /// As [`Renderer::load_user_effect`]; the one before stays.
    pub(super) fn load_effect(
        &mut self,
        effect: &LoadedEffect,
        technique: usize,
    ) -> Result<(), AppError> {
        let window = self.swapchain.target_formats();
        let formats = match &self.multisampled {
            Some(multisampled) => vec![multisampled.formats(), &window],
            None => vec![&window],
        };
        let (compiled, images) = (&effect.compiled, &effect.images);
        Ok(self.renderer.load_user_effect(compiled, images, technique, &formats)?)
    }

    /// Makes a model known to the user's effect.
    ///
    /// # Errors
    /// As [`Renderer::add_user_model`].
    pub(super) fn add_effect_model(
        &mut self,
        id: ModelId,
        opened: &Opened,
    ) -> Result<(), AppError> {
        Ok(self.renderer.add_user_model(id, &opened.model, &opened.map)?)
    }

    /// Gets ready to draw with another technique of the user's effect.
    ///
    /// # Errors
    /// As [`Renderer::prepare_user_effect`].
    pub(super) fn prepare_technique(&mut self, technique: usize) -> Result<(), AppError> {
        let window = self.swapchain.target_formats();
        let formats = self.multisampled.as_ref().map_or(&window, MultisampledTarget::formats);
        Ok(self.renderer.prepare_user_effect(technique, formats)?)
    }

    /// Shows a picture in a texture of the user's effect.
    ///
    /// # Errors
    /// As [`Renderer::set_user_image`].
    pub(super) fn set_effect_image(
        &mut self,
        texture: &str,
        image: &UserImage,
    ) -> Result<(), AppError> {
        Ok(self.renderer.set_user_image(texture, Some(image))?)
    }

    /// The overlay's fonts are others than before.
    ///
    /// # Errors
    /// No memory, or a lost device.
    pub(super) fn update_fonts(&mut self, overlay: &mut Overlay) -> Result<(), AppError> {
        Ok(self.overlay.update_fonts(self.renderer.frames(), overlay.context_mut())?)
    }

    /// Notes that the window has another size.
    pub(super) fn resize(&mut self, size_px: [u32; 2]) {
        self.swapchain.resize(size_px);
    }

    /// Makes the window known to the GPU anew.
    ///
    /// # Errors
    /// The window is gone, or the GPU no longer fits it.
    pub(super) fn replace_surface(&mut self) -> Result<(), AppError> {
        let handle: Arc<dyn WindowHandle> = Arc::clone(&self.window) as Arc<dyn WindowHandle>;
        let surface = Surface::new(&self.device, &handle)?;
        Ok(self.swapchain.replace_surface(surface)?)
    }

    /// Draws a frame and shows it.
    ///
    /// # Errors
    /// A lost device, no memory.
    pub(super) fn draw(
        &mut self,
        scene: &Scene,
        overlay: &mut Overlay,
        is_multisampled: bool,
    ) -> Result<Drawn, AppError> {
        let start = Instant::now();
        let acquired = self.swapchain.acquire(self.renderer.frames())?;
        self.waited = start.elapsed();
        let image = match acquired {
            Acquired::Image(image) => image,
            Acquired::NotNow => return Ok(Drawn::Nothing),
            Acquired::SurfaceLost => return Ok(Drawn::SurfaceLost),
        };
        self.fit_multisampled(&image.target, is_multisampled)?;
        let target = FrameTarget::window(&image, self.multisampled.as_ref());
        let (renderer, painter) = (&mut self.renderer, &mut self.overlay);
        let draw_data = overlay.draw_data();
        renderer.draw_frame(scene, &target, &mut |frame| {
            painter.record(frame, &image.target, draw_data)
        })?;
        // Lets the system pace windows that are hidden.
        self.window.pre_present_notify();
        Ok(match self.swapchain.present(image)? {
            Presented::Done => Drawn::Frame,
            Presented::SurfaceLost => Drawn::SurfaceLost,
        })
    }

    /// How long the last frame waited for the system to hand it an image.
    pub(super) fn waited(&self) -> Duration {
        self.waited
    }

    /// Images with several samples that fit `target`, or none.
    fn fit_multisampled(&mut self, target: &TargetView, is_wanted: bool) -> Result<(), AppError> {
        let is_wanted = is_wanted && self.can_multisample();
        let fits = match &self.multisampled {
            Some(multisampled) => is_wanted && multisampled.fits(target),
            None => !is_wanted,
        };
        if fits {
            return Ok(());
        }
        if let Some(old) = self.multisampled.take() {
            self.renderer.frames().retire(old);
        }
        if is_wanted {
            let formats = target.formats();
            let multisampled =
                MultisampledTarget::new(&self.device, target.size_px, &formats, SAMPLE_COUNT)?;
            self.renderer.warm_up(multisampled.formats())?;
            self.multisampled = Some(multisampled);
        }
        Ok(())
    }

    /// Draws the frame once more, off screen, and writes it to a file.
    ///
    /// # Errors
    /// A window without size, no memory, a lost device, a file that cannot be written.
    pub(super) fn write_picture(
        &mut self,
        scene: &Scene,
        overlay: &mut Overlay,
        is_multisampled: bool,
        path: &Path,
    ) -> Result<(), AppError> {
        check_place(path)?;
        let size_px = self.swapchain.size_px();
        let format = self.swapchain.color_format();
        let picture = HeadlessTarget::with_format(&self.device, size_px, format)?;
        let view = picture.view();
        self.fit_multisampled(&view, is_multisampled)?;
        let target = FrameTarget::off_screen(&view, self.multisampled.as_ref());
        let (renderer, painter) = (&mut self.renderer, &mut self.overlay);
        let draw_data = overlay.draw_data();
        renderer
            .draw_frame(scene, &target, &mut |frame| painter.record(frame, &view, draw_data))?;
        let mut pixels = picture.read_bytes(renderer.frames())?;
        if format == vk::Format::B8G8R8A8_UNORM {
            for pixel in pixels.chunks_exact_mut(4) {
                pixel.swap(0, 2);
            }
        }
        write_png(path, size_px, pixels)
    }

    /// Where captures go: `name` in the current folder.
    ///
    /// # Errors
    /// RenderDoc does not take the name.
    pub(super) fn name_captures(&mut self, name: &Path) -> Result<(), AppError> {
        match &mut self.capture {
            Some(capture) => Ok(capture.set_template(name)?),
            None => Ok(()),
        }
    }

    /// Starts a capture, if RenderDoc is there.
    pub(super) fn begin_capture(&mut self) {
        if let Some(capture) = &mut self.capture {
            capture.begin();
        }
    }

    /// Ends a capture and gives its file; nothing where none was begun.
    ///
    /// # Errors
    /// RenderDoc wrote no file.
    pub(super) fn end_capture(&mut self) -> Result<Option<PathBuf>, AppError> {
        match &mut self.capture {
            Some(capture) if capture.is_running() => Ok(Some(capture.end()?)),
            _ => Ok(None),
        }
    }

    /// Keeps compiled pipelines for the next start.
    pub(super) fn save_pipelines(&self) {
        if let Err(error) = self.renderer.save_pipelines() {
            log::warn!("{error}: the next start compiles them again");
        }
    }
}
