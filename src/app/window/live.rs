//! [`Live`]: the open window - what its events mean, and the order of a frame.

mod effect;
mod output;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use imgui::MouseCursor;
use imgui_winit_support::{HiDpiMode, WinitPlatform};
use nalgebra::Vector2;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, Event, KeyEvent, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::Start;
use super::input::{self, Drag, Pointer};
use super::place::open_window;
use super::presence::{Next, Presence, Replaced};
use super::screen::{Drawn, Screen};
use crate::app::capture;
use crate::app::cli::DrawArgs;
use crate::app::demo::Script;
use crate::app::keys::{Key, help_rows};
use crate::app::open::{Opened, Opening, Source};
use crate::app::overlay::{FrameInput, KeyboardFocus, Overlay};
use crate::app::pacing::{FrameClock, FrameLimiter, Smoothed};
use crate::app::picture::free_name;
use crate::app::preferences::Preferences;
use crate::app::session::Session;
use crate::app::trace::Trace;
use crate::app::{Action, AppError, FrameStatus, bake_limits};
use crate::gpu::{GpuKind, ValidationMessages};
use effect::LiveEffect;

/// The open window.
#[derive(Debug)]
pub(super) struct Live {
    // Goes first: the GPU is done before what it draws to and from goes.
    screen: Screen,
    overlay: Overlay,
    platform: WinitPlatform,
    session: Session,
    args: DrawArgs,
    file_stem: &'static str,
    clips: Vec<PathBuf>,
    clock: FrameClock,
    limiter: FrameLimiter,
    times: Times,
    status: FrameStatus,
    pointer: Pointer,
    actions: Vec<Action>,
    opening: Option<Opening>,
    effect: Option<LiveEffect>,
    trace: Option<Trace>,
    help: Vec<(String, &'static str)>,
    preferences: Preferences,
    /// Multisampling as long as nobody chooses.
    usual_multisampling: bool,
    validation: Arc<ValidationMessages>,
    frame_count: u64,
    /// When the last frame started.
    last_start: Option<Instant>,
    /// The next frame is captured.
    wants_capture: bool,
    /// The next frame is written there as well.
    wants_picture: Option<PathBuf>,
    presence: Presence,
    /// The shape of the mouse that the window shows; none while the overlay draws it.
    mouse_cursor: Option<MouseCursor>,
    is_window_gone: bool,
    is_leaving: bool,
    /// Why the capture that the command line asked for is not there.
    capture_error: Option<AppError>,
    /// Size of what is inside of the window's frame, as its events tell. The window itself is not asked: winit panics
    /// where that is gone and the event that says so is still on its way.
    size_px: [u32; 2],
    window: Arc<Window>,
}

/// Times of the last frames.
#[derive(Debug)]
struct Times {
    cpu_s: Smoothed,
    gpu_s: Smoothed,
    frame_s: Smoothed,
}

impl Times {
    fn new() -> Self {
        let smoothed = Smoothed::new(0.5);
        Self { cpu_s: smoothed, gpu_s: smoothed, frame_s: smoothed }
    }
}

impl Live {
    /// Opens the window, a GPU for it, and the models.
    ///
    /// # Errors
    /// No window, no usable GPU, a model over its limits.
    pub(super) fn open(event_loop: &ActiveEventLoop, start: Start) -> Result<Self, AppError> {
        let Start { models, script, named_clip, clips, file_stem, effect, args } = start;
        let (preferences, warning) = match Preferences::usual_path() {
            // Runs of scripts come out the same whoever was here before.
            Some(path) if args.frames.is_none() => Preferences::load(&path),
            _ => (Preferences::default(), None),
        };
        let window = Arc::new(open_window(event_loop, &args, &preferences)?);
        let mut overlay = Overlay::new();
        let mut platform = WinitPlatform::new(overlay.context_mut());
        // The overlay works in pixels, whatever the scale factor.
        let mode = HiDpiMode::Locked(1.0);
        platform.attach_window(overlay.context_mut().io_mut(), &window, mode);
        overlay.record_item_rects(args.trace.is_some());
        let mut screen = Screen::new(Arc::clone(&window), &args.device, &mut overlay)?;
        if args.capture.is_some() && !screen.can_capture() {
            return Err(capture::not_loaded());
        }
        if args.capture == Some(1) {
            screen.begin_capture();
        }

        // On a GPU in name only every sample costs as much as a pixel.
        let is_software = screen.device().gpu().kind == GpuKind::Cpu;
        let usual_multisampling = !is_software && screen.can_multisample();
        let mut settings = preferences.to_settings(usual_multisampling);
        settings.picture.pass = args.pass.into();
        let size_px: [u32; 2] = window.inner_size().into();
        let mut shown = Vec::with_capacity(models.len());
        for model in models {
            let opened = Opened::new(model, &args.bake, bake_limits(screen.device()))?;
            let id = screen.add_model(&opened)?;
            shown.push((opened, id));
        }
        let mut session = Session::new(settings, shown, script, size_px)?;
        if matches!(script, Script::Scene { .. }) {
            let crowds = session.opened_models().map(|(_, id)| id);
            let props = screen.add_props(crowds)?;
            session.set_props(props);
        }
        if let Some(clip) = named_clip {
            session.perform(&Action::SetAnimIndex(i64::from(clip.0)));
        }
        if let Some(time_s) = args.viewpoint.time {
            session.advance(time_s);
        }
        let effect =
            effect.map(|it| LiveEffect::start(it, &mut screen, &mut session)).transpose()?;
        if let Some(warning) = warning {
            session.messages.error(0.0, &warning);
        }
        screen.name_captures(Path::new(file_stem))?;
        let status = FrameStatus {
            gpu: screen.device().gpu().name.clone(),
            can_multisample: screen.can_multisample(),
            can_capture: screen.can_capture(),
            ..FrameStatus::default()
        };
        let trace = args.trace.as_deref().map(Trace::create).transpose()?;
        Ok(Self {
            validation: screen.device().validation_messages(),
            screen,
            overlay,
            platform,
            session,
            file_stem,
            clips,
            clock: args.dt.map_or_else(FrameClock::new, FrameClock::fixed),
            limiter: FrameLimiter::new(refresh_rate_millihertz(&window)),
            times: Times::new(),
            status,
            pointer: Pointer::default(),
            actions: Vec::new(),
            opening: None,
            effect,
            trace,
            help: help_rows(),
            preferences,
            usual_multisampling,
            frame_count: 0,
            last_start: None,
            wants_capture: false,
            wants_picture: None,
            presence: Presence::new(Instant::now()),
            mouse_cursor: Some(MouseCursor::Arrow),
            is_window_gone: false,
            is_leaving: false,
            capture_error: None,
            args,
            size_px,
            window,
        })
    }

    /// Number of frames that were shown.
    pub(super) fn frame_count(&self) -> u64 {
        self.frame_count
    }

    /// Acts as if the system had taken the surface away.
    pub(super) fn lose_surface(&mut self) {
        self.presence.lose_surface();
    }

    /// What to do once all events are handled.
    pub(super) fn next(&self, now: Instant) -> Next {
        if self.is_leaving {
            return Next::Leave;
        }
        let is_limited = self.session.settings.interface.limits_frame_rate;
        let frame_due = if is_limited { self.limiter.due(now) } else { now };
        self.presence.next(now, !self.size_px.contains(&0), frame_due)
    }

    /// Asks winit for the event that draws.
    pub(super) fn request_frame(&self) {
        self.window.request_redraw();
    }

    /// Takes an event in.
    pub(super) fn on_event(&mut self, event: WindowEvent) {
        if self.take(&event) {
            let event = Event::<()>::WindowEvent { window_id: self.window.id(), event };
            let io = self.overlay.context_mut().io_mut();
            self.platform.handle_event(io, &self.window, &event);
        }
    }

    /// What an event means for the program; whether the panels are to hear of it too.
    fn take(&mut self, event: &WindowEvent) -> bool {
        match event {
            WindowEvent::CloseRequested => self.is_leaving = true,
            WindowEvent::Destroyed => (self.is_leaving, self.is_window_gone) = (true, true),
            WindowEvent::Resized(size) => {
                self.size_px = [size.width, size.height];
                self.screen.resize(self.size_px);
            }
            WindowEvent::Occluded(is_occluded) => self.presence.occlude(*is_occluded),
            WindowEvent::DroppedFile(path) => self.actions.push(Action::Open(path.clone())),
            WindowEvent::Focused(false) => {
                self.session.release_all();
                self.pointer.release();
            }
            WindowEvent::ModifiersChanged(modifiers) => {
                self.session.set_modifiers(input::modifiers(modifiers.state()));
            }
            WindowEvent::KeyboardInput { event: key_event, .. } => return self.on_key(key_event),
            WindowEvent::CursorMoved { position, .. } => self.on_pointer(*position),
            WindowEvent::CursorLeft { .. } => self.pointer.leave(),
            WindowEvent::MouseInput { state, button, .. }
                if *state == ElementState::Released || !self.overlay.wants_mouse() =>
            {
                self.pointer.press(*button, *state);
            }
            WindowEvent::MouseWheel { delta, .. } if !self.overlay.wants_mouse() => {
                self.session.camera_mut().zoom(input::notches(*delta));
                return false;
            }
            _ => {}
        }
        true
    }

    /// A key went down or up; whether the panels are to hear of it too.
    ///
    /// Releases are everybody's, so that no key is held for ever.
    fn on_key(&mut self, event: &KeyEvent) -> bool {
        let Some(key) = input::key(event) else {
            if input::is_enter(event) {
                self.overlay.press_enter(event.state == ElementState::Pressed);
            }
            return true;
        };
        if event.state == ElementState::Released {
            self.session.release(key);
            return true;
        }
        let is_the_panels = match self.overlay.keyboard_focus() {
            KeyboardFocus::Text => true,
            KeyboardFocus::Panels => matches!(key, Key::Space | Key::Tab | Key::Escape),
            KeyboardFocus::Scene => false,
        };
        if is_the_panels || self.session.is_for_system() {
            return true;
        }
        self.actions.extend(self.session.press(key, event.repeat));
        false
    }

    fn on_pointer(&mut self, position: PhysicalPosition<f64>) {
        let place_px = Vector2::new(position.x, position.y);
        let [_, height_px] = self.size_px;
        let camera = self.session.camera_mut();
        match self.pointer.move_to(place_px, height_px) {
            Some((Drag::Orbit, way)) => camera.orbit(way),
            Some((Drag::Pan, way)) => camera.pan(way),
            None => {}
        }
    }

    /// Draws a frame: time, panels, what was asked for, picture.
    ///
    /// # Errors
    /// A lost device, no memory, a trace that cannot be written.
    pub(super) fn frame(&mut self) -> Result<(), AppError> {
        let start = Instant::now();
        // What passed, as opposed to what the program makes of it.
        let frame_time_s =
            self.last_start.replace(start).map_or(0.0, |last| (start - last).as_secs_f64());
        self.status.frame_time_s = frame_time_s;
        self.presence.start(start);
        self.limiter.start(start);
        if self.presence.is_surface_lost() && !self.replace_surface()? {
            return Ok(());
        }
        let dt_s = self.clock.tick(start);
        self.poll_opening();
        self.poll_effect();
        self.session.advance(dt_s);
        self.build_overlay(dt_s)?;
        for action in std::mem::take(&mut self.actions) {
            self.perform(action);
        }
        let frame = self.frame_count + 1;
        let is_last = self.args.frames.is_some_and(|frames| frame >= u64::from(frames));
        let is_asked_for = self.args.capture.is_some_and(|it| frame == u64::from(it));
        if self.wants_capture || (is_asked_for && frame > 1) {
            self.screen.begin_capture();
        }
        let is_multisampled = self.session.settings.picture.multisampling;
        let drawn = self.screen.draw(self.session.scene(), &mut self.overlay, is_multisampled)?;
        let cpu_time = start.elapsed().saturating_sub(self.screen.waited());
        match drawn {
            Drawn::Frame => self.presence.show(),
            Drawn::Nothing => {
                self.presence.find_nothing();
                return Ok(());
            }
            Drawn::SurfaceLost => {
                self.presence.lose_surface();
                return Ok(());
            }
        }
        self.frame_count = frame;
        if std::mem::take(&mut self.wants_capture) || is_asked_for {
            self.end_capture();
        }
        if let Some(path) = self.wants_picture.take() {
            self.save_picture(&path);
        }
        if is_last {
            self.is_leaving = true;
        }
        self.note_times(cpu_time.as_secs_f64(), frame_time_s);
        self.write_trace(dt_s)
    }
}

impl Live {
    /// Goes on with another surface; `false` while there is none yet.
    fn replace_surface(&mut self) -> Result<bool, AppError> {
        let result = self.screen.replace_surface();
        match (self.presence.replace_surface(result.is_ok()), result) {
            (Replaced::Draw, _) => Ok(true),
            (Replaced::Gone, Ok(())) => {
                self.is_window_gone = true;
                self.is_leaving = true;
                Ok(false)
            }
            (Replaced::Gone, Err(error)) => Err(error),
            (Replaced::Later, result) => {
                if let Err(error) = result {
                    log::info!("{}", error.chain());
                }
                Ok(false)
            }
        }
    }

    /// Takes over a model that was opened meanwhile.
    fn poll_opening(&mut self) {
        let Some(opening) = &mut self.opening else { return };
        let Some(opened) = opening.poll() else { return };
        self.opening = None;
        let time_s = self.session.time_s();
        let added = opened.and_then(|opened| {
            let id = self.screen.add_model(&opened)?;
            self.screen.add_effect_model(id, &opened)?;
            Ok((opened, id))
        });
        match added {
            Ok((opened, id)) => self.session.add(opened, id),
            Err(error) => self.session.messages.error(time_s, &error.chain()),
        }
    }

    fn build_overlay(&mut self, dt_s: f64) -> Result<(), AppError> {
        #[expect(clippy::cast_possible_truncation, reason = "a scale factor and a frame time")]
        let (scale, frame_time_s) = (self.window.scale_factor() as f32, dt_s as f32);
        self.overlay.note_effect(self.session.effect_status());
        if self.overlay.prepare_fonts(scale, self.session.model_info(), &self.session.messages) {
            self.screen.update_fonts(&mut self.overlay)?;
        }
        self.status.size_px = self.screen.size_px();
        self.status.scale = scale;
        self.status.sample_count = self.screen.sample_count();
        let input = FrameInput { size_px: self.size_px, dt_s: frame_time_s, help: &self.help };
        let (settings, status) = self.session.for_panels(&self.status);
        self.overlay.frame(&input, settings, &status, &mut self.actions);
        self.session.set_picture(self.size_px, self.overlay.covered_px());
        if self.frame_count == 0 {
            // Only now is it known what the panels leave free.
            self.session.perform(&Action::FrameModel);
            self.session.camera_mut().take(&self.args.viewpoint);
        }
        // A press on a panel is not the picture's, also where it came before this frame knew.
        if self.overlay.wants_mouse() {
            self.pointer.end_drag();
        }
        self.show_mouse_cursor();
        Ok(())
    }

    /// Gives the mouse the shape that the overlay wants, such as a bar over text.
    fn show_mouse_cursor(&mut self) {
        let wanted = self.overlay.mouse_cursor();
        if self.mouse_cursor != wanted {
            self.mouse_cursor = wanted;
            self.window.set_cursor_visible(wanted.is_some());
            if let Some(cursor) = wanted {
                self.window.set_cursor(input::cursor_icon(cursor));
            }
        }
    }

    fn perform(&mut self, action: Action) {
        let time_s = self.session.time_s();
        match action {
            Action::Quit => self.is_leaving = true,
            Action::Capture if self.screen.can_capture() => self.wants_capture = true,
            Action::Capture => self.session.messages.error(
                time_s,
                "RenderDoc is not loaded; start with --capture N, or from RenderDoc",
            ),
            Action::SavePicture => match free_name(self.file_stem, "png") {
                Ok(path) => self.wants_picture = Some(path),
                Err(error) => self.session.messages.error(time_s, &error.chain()),
            },
            Action::SetTexture(texture, path) => self.set_texture(&texture, path),
            Action::Open(path) if self.takes_picture(&path) => self.drop_picture(path),
            Action::Open(path) => {
                if self.opening.is_some() {
                    let text =
                        format!("still opening another model; drop {} again", path.display());
                    self.session.messages.error(time_s, &text);
                } else {
                    self.session.messages.info(time_s, &format!("opening {}", path.display()));
                    self.opening = Some(Opening::start(
                        Source::File(path),
                        self.clips.clone(),
                        self.args.bake,
                        bake_limits(self.screen.device()),
                    ));
                }
            }
            // Only now, so that nobody waits for props at the start who looks at one figure.
            Action::NextDemo if self.session.lacks_props() => {
                match self.screen.add_props(self.session.opened_models().map(|(_, id)| id)) {
                    Ok(props) => self.session.set_props(props),
                    Err(error) => self.session.messages.error(time_s, &error.chain()),
                }
                self.session.perform(&action);
            }
            action => match self.session.technique_asked_for(&action) {
                Some(technique) => self.show_technique(technique),
                None => self.session.perform(&action),
            },
        }
    }
}

/// Thousandths of a frame a second of the monitor that the window is on.
fn refresh_rate_millihertz(window: &Window) -> Option<u32> {
    window.current_monitor()?.refresh_rate_millihertz()
}
