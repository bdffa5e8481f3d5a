//! A bare window, for tests of drawing to one. Needs a display: [`under_xvfb`](super::xvfb::under_xvfb).

use std::sync::Arc;
use std::time::{Duration, Instant};

use sinew::gpu::WindowHandle;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::pump_events::EventLoopExtPumpEvents;
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use winit::window::{Window, WindowId};

/// A window with its event loop; winit allows one event loop a process.
pub(crate) struct TestWindows {
    // The loop owns the connection to the display, so it goes last.
    pub(crate) window: Arc<Window>,
    event_loop: EventLoop<()>,
}

/// Makes a window and drops every event.
struct Opens {
    size_px: [u32; 2],
    window: Option<Arc<Window>>,
}

impl ApplicationHandler for Opens {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        self.open(event_loop);
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.open(event_loop);
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}

impl Opens {
    fn open(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none() {
            let size = PhysicalSize::new(self.size_px[0], self.size_px[1]);
            let attributes = Window::default_attributes().with_inner_size(size);
            self.window = Some(Arc::new(event_loop.create_window(attributes).unwrap()));
        }
    }
}

struct Ignores;

impl ApplicationHandler for Ignores {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}

impl TestWindows {
    /// Opens a window.
    pub(crate) fn open(size_px: [u32; 2]) -> Self {
        let mut event_loop = EventLoop::builder().with_any_thread(true).build().unwrap();
        let window = open(&mut event_loop, size_px);
        let mut windows = Self { window, event_loop };
        windows.wait_for_size(size_px);
        windows
    }

    /// Opens another window in place of the first, which is closed when nobody holds it.
    pub(crate) fn reopen(&mut self, size_px: [u32; 2]) {
        self.window = open(&mut self.event_loop, size_px);
        self.wait_for_size(size_px);
    }

    /// The window as `gpu` takes it.
    pub(crate) fn handle(&self) -> Arc<dyn WindowHandle> {
        Arc::clone(&self.window) as Arc<dyn WindowHandle>
    }

    /// The window's number, for other programs.
    pub(crate) fn id(&self) -> String {
        let handle = self.window.window_handle().unwrap().as_raw();
        let id =
            if let RawWindowHandle::Xlib(handle) = handle { Some(handle.window) } else { None };
        id.expect("a window of X11").to_string()
    }

    /// Lets the system have its say.
    pub(crate) fn pump(&mut self) {
        self.event_loop.pump_app_events(Some(Duration::ZERO), &mut Ignores);
    }

    /// Changes the window's size; it may take a while.
    pub(crate) fn resize(&mut self, size_px: [u32; 2]) {
        let _ = self.window.request_inner_size(PhysicalSize::new(size_px[0], size_px[1]));
        self.pump();
    }

    /// Waits until the window has a size.
    pub(crate) fn wait_for_size(&mut self, size_px: [u32; 2]) {
        let start = Instant::now();
        while <[u32; 2]>::from(self.window.inner_size()) != size_px {
            assert!(start.elapsed() < Duration::from_secs(10), "the window never had {size_px:?}");
            self.pump();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn open(event_loop: &mut EventLoop<()>, size_px: [u32; 2]) -> Arc<Window> {
    let mut opens = Opens { size_px, window: None };
    let start = Instant::now();
    loop {
        event_loop.pump_app_events(Some(Duration::from_millis(10)), &mut opens);
        if let Some(window) = opens.window.take() {
            return window;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "no window was opened");
    }
}
