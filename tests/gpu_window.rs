//! Surface and swapchain on a real window, on a display without a screen: pictures, resizes, images that are never
//! presented, surfaces that are lost.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::sync::Arc;

use ash::vk;
use sinew::gpu::{
    Acquired, AcquiredImage, Buffer, BufferDesc, Device, DeviceDesc, Frames, Load, MemoryUse,
    PassDesc, Presented, Surface, Swapchain, Validation,
};

use crate::support::gpu::TestDevice;
use crate::support::window::TestWindows;
use crate::support::xvfb::under_xvfb;

const FRAMES_IN_FLIGHT: u32 = 2;
const GREEN: [f32; 4] = [0.2, 0.8, 0.4, 1.0];

/// A window with all that draws to it.
struct Shown {
    // Frames wait when dropped, so they go first.
    frames: Frames,
    swapchain: Swapchain,
    device: TestDevice,
    windows: TestWindows,
}

impl Shown {
    fn open(size_px: [u32; 2]) -> Self {
        let windows = TestWindows::open(size_px);
        let (device, surface) = TestDevice::for_window(&windows.handle());
        let swapchain = Swapchain::new(surface, size_px).unwrap();
        let frames = Frames::new(&device, "test", FRAMES_IN_FLIGHT).unwrap();
        Self { frames, swapchain, device, windows }
    }

    fn acquire(&mut self) -> Acquired {
        self.swapchain.acquire(&mut self.frames).unwrap()
    }

    /// An image, which there must be.
    #[track_caller]
    fn image(&mut self) -> AcquiredImage {
        let image = match self.acquire() {
            Acquired::Image(image) => Some(image),
            Acquired::NotNow | Acquired::SurfaceLost => None,
        };
        image.expect("the window can be drawn to")
    }

    /// Clears an image and submits that.
    fn submit(&mut self, image: &AcquiredImage, color: [f32; 4]) {
        let mut frame = self.frames.begin().unwrap();
        let (color, depth) = (Load::Clear(color), Load::Clear(1.0));
        frame.begin_pass(&image.target, &PassDesc { label: "clear", color, depth });
        frame.end_pass();
        frame.finish_target(&image.target);
        frame.submit_with(image.waits(), image.signals()).unwrap();
    }

    /// A whole frame; the size of its image.
    #[track_caller]
    fn show(&mut self, color: [f32; 4]) -> [u32; 2] {
        let image = self.image();
        let size_px = image.target.size_px;
        self.submit(&image, color);
        assert_eq!(self.swapchain.present(image).unwrap(), Presented::Done);
        size_px
    }

    /// Everything goes, and the validation layer was silent.
    fn close(self) {
        let Self { frames, swapchain, device, windows } = self;
        drop((frames, swapchain));
        device.close();
        assert_eq!(Arc::strong_count(&windows.window), 1, "nothing else holds the window");
    }
}

#[test]
fn a_window_shows_what_was_drawn() {
    under_xvfb("gpu_window::a_window_shows_what_was_drawn", || {
        let mut shown = Shown::open([320, 200]);
        for _ in 0..5 {
            assert_eq!(shown.show(GREEN), [320, 200]);
        }
        shown.frames.wait_idle().unwrap();
        assert_eq!(shown.swapchain.rebuild_count(), 1);
        let picture = window_picture(&shown.windows.id());
        assert_eq!(picture.dimensions(), (320, 200));
        assert!(picture.pixels().all(|it| it.0 == [51, 204, 102]), "{:?}", picture.get_pixel(0, 0));
        shown.close();
    });
}

/// What another program sees in a window.
fn window_picture(id: &str) -> image::RgbImage {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("window.png");
    let status = Command::new("import").args(["-window", id]).arg(&path).status();
    assert!(status.expect("scripts/setup.sh --tests installs imagemagick").success());
    image::open(&path).unwrap().into_rgb8()
}

#[test]
fn a_hundred_resizes_leave_nothing_behind() {
    under_xvfb("gpu_window::a_hundred_resizes_leave_nothing_behind", || {
        let mut shown = Shown::open([320, 200]);
        let mut shown_count = 0;
        for step in 0..100_u32 {
            let size_px = [200 + step * 37 % 300, 150 + step * 53 % 200];
            // A resize that the program has heard of or not, and a window without a size.
            match step % 4 {
                0 => shown.windows.resize(size_px),
                1 => shown.swapchain.resize(size_px),
                2 => shown.swapchain.resize([size_px[0], 0]),
                _ => {
                    shown.windows.resize(size_px);
                    shown.swapchain.resize(shown.windows.window.inner_size().into());
                }
            }
            match shown.acquire() {
                Acquired::Image(image) => {
                    assert_ne!(step % 4, 2, "there is nothing to draw to");
                    shown.submit(&image, GREEN);
                    assert_eq!(shown.swapchain.present(image).unwrap(), Presented::Done);
                    shown_count += 1;
                }
                // Between two of its sizes a window may give none; how many frames are shown is checked below.
                Acquired::NotNow => assert_ne!(step, 0),
                Acquired::SurfaceLost => panic!("the window is still there"),
            }
        }
        assert!(shown_count >= 50, "{shown_count} frames were shown");
        assert!(shown.swapchain.rebuild_count() > 25, "{}", shown.swapchain.rebuild_count());
        // It comes to rest at the window's size.
        shown.windows.resize([410, 230]);
        shown.windows.wait_for_size([410, 230]);
        shown.swapchain.resize([410, 230]);
        assert_eq!(shown.show(GREEN), [410, 230]);
        let rebuild_count = shown.swapchain.rebuild_count();
        for _ in 0..10 {
            assert_eq!(shown.show(GREEN), [410, 230]);
        }
        shown.swapchain.resize([410, 230]);
        shown.show(GREEN);
        assert_eq!(shown.swapchain.rebuild_count(), rebuild_count, "nothing changed");
        assert_eq!(shown.device.counters().drop_waits, 0);
        shown.close();
    });
}

#[test]
fn an_image_that_is_not_presented_costs_a_rebuild_and_nothing_else() {
    under_xvfb(
        "gpu_window::an_image_that_is_not_presented_costs_a_rebuild_and_nothing_else",
        || {
            let mut shown = Shown::open([160, 120]);
            shown.show(GREEN);
            for round in 0..12_u64 {
                let image = shown.image();
                match round % 3 {
                    // Not drawn to, recorded but not submitted, submitted but not presented.
                    0 => {}
                    1 => drop(shown.frames.begin().unwrap()),
                    _ => shown.submit(&image, GREEN),
                }
                drop(image);
                assert_eq!(shown.swapchain.rebuild_count(), 1 + round);
                assert_eq!(shown.show(GREEN), [160, 120]);
            }
            // More images than the window has are not waited for.
            for _ in 0..10 {
                drop(shown.image());
            }
            shown.show(GREEN);
            shown.close();
        },
    );
}

#[test]
fn frames_of_other_work_between_acquire_and_draw_are_no_trouble() {
    under_xvfb("gpu_window::frames_of_other_work_between_acquire_and_draw_are_no_trouble", || {
        let mut shown = Shown::open([160, 120]);
        for round in 0..30 {
            let image = shown.image();
            for _ in 0..round % 4 {
                shown.frames.begin().unwrap().submit().unwrap();
            }
            shown.submit(&image, GREEN);
            for _ in 0..round % 3 {
                shown.frames.begin().unwrap().submit().unwrap();
            }
            assert_eq!(shown.swapchain.present(image).unwrap(), Presented::Done);
        }
        assert_eq!(shown.swapchain.rebuild_count(), 1);
        shown.close();
    });
}

/// Frames that take the GPU long: what is still in use then is neither signalled again nor dropped.
#[test]
fn a_busy_gpu_is_waited_for() {
    under_xvfb("gpu_window::a_busy_gpu_is_waited_for", || {
        let mut shown = Shown::open([160, 120]);
        let buffer = Buffer::new(
            &shown.device,
            &BufferDesc {
                name: "work",
                size_bytes: 64 << 20,
                usage: vk::BufferUsageFlags::TRANSFER_DST,
                memory_use: MemoryUse::Device,
            },
        )
        .unwrap();
        let busy = |frames: &mut Frames| {
            let mut frame = frames.begin().unwrap();
            let write = (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE);
            for word in 0..8 {
                frame.memory_barrier(write, write);
                frame.fill_buffer(&buffer, word);
            }
            frame.submit().unwrap();
        };
        for round in 0..12_u32 {
            let image = shown.image();
            busy(&mut shown.frames);
            shown.submit(&image, GREEN);
            if round % 4 == 3 {
                // Never presented.
                drop(image);
                continue;
            }
            assert_eq!(shown.swapchain.present(image).unwrap(), Presented::Done);
            if round % 4 == 1 {
                shown.swapchain.resize([161 + round, 120]);
            }
        }
        assert_eq!(shown.device.counters().drop_waits, 0);
        shown.frames.wait_idle().unwrap();
        drop(buffer);
        shown.close();
    });
}

#[test]
fn an_image_of_an_earlier_acquire_is_refused() {
    under_xvfb("gpu_window::an_image_of_an_earlier_acquire_is_refused", || {
        let mut shown = Shown::open([160, 120]);
        let first = shown.image();
        let second = shown.image();
        let error = shown.swapchain.present(first).expect_err("it is gone").to_string();
        assert!(error.ends_with(": the one acquired last was expected"), "{error}");
        shown.submit(&second, GREEN);
        assert_eq!(shown.swapchain.present(second).unwrap(), Presented::Done);
        shown.close();
    });
}

#[test]
fn a_lost_surface_is_replaced() {
    under_xvfb("gpu_window::a_lost_surface_is_replaced", || {
        let mut shown = Shown::open([160, 120]);
        shown.show(GREEN);
        let id = shown.windows.id();
        let status = Command::new("xdotool").args(["windowclose", &id]).status();
        assert!(status.expect("scripts/setup.sh --tests installs xdotool").success());
        let mut lost = false;
        for _ in 0..50 {
            lost = match shown.acquire() {
                Acquired::Image(image) => {
                    shown.submit(&image, GREEN);
                    shown.swapchain.present(image).unwrap() == Presented::SurfaceLost
                }
                Acquired::NotNow => false,
                Acquired::SurfaceLost => true,
            };
            if lost {
                break;
            }
        }
        assert!(lost, "the window is gone");
        assert!(matches!(shown.acquire(), Acquired::SurfaceLost), "and stays so");

        shown.windows.reopen([200, 100]);
        let surface = Surface::new(&shown.device, &shown.windows.handle()).unwrap();
        shown.swapchain.replace_surface(surface).unwrap();
        shown.swapchain.resize([200, 100]);
        assert_eq!(shown.show(GREEN), [200, 100]);
        shown.close();
    });
}

#[test]
fn a_surface_can_be_replaced_while_its_window_is_well() {
    under_xvfb("gpu_window::a_surface_can_be_replaced_while_its_window_is_well", || {
        let mut shown = Shown::open([160, 120]);
        for _ in 0..3 {
            shown.show(GREEN);
            let surface = Surface::new(&shown.device, &shown.windows.handle()).unwrap();
            shown.swapchain.replace_surface(surface).unwrap();
        }
        shown.show(GREEN);
        shown.close();
    });
}

#[test]
fn a_device_for_drawing_off_screen_has_no_surfaces() {
    under_xvfb("gpu_window::a_device_for_drawing_off_screen_has_no_surfaces", || {
        let windows = TestWindows::open([160, 120]);
        let device = TestDevice::new();
        let error = Surface::new(&device, &windows.handle()).expect_err("not for a window");
        let name = &device.gpu().name;
        assert_eq!(
            error.to_string(),
            format!("GPU {name}: it was opened for drawing off screen, not for a window")
        );
        device.close();
    });
}

/// A GPU is looked at together with the window, so a name that fits none lists them all the same.
#[test]
fn the_gpu_is_chosen_for_the_window() {
    under_xvfb("gpu_window::the_gpu_is_chosen_for_the_window", || {
        let windows = TestWindows::open([160, 120]);
        let desc = DeviceDesc {
            app_name: "sinew tests".to_owned(),
            gpu: Some("no such name".to_owned()),
            validation: Validation::On,
            ..DeviceDesc::default()
        };
        let error = Device::for_window(&desc, &windows.handle()).expect_err("none has the name");
        assert!(error.to_string().starts_with("no GPU matches 'no such name'"), "{error}");
        assert_eq!(Arc::strong_count(&windows.window), 1);
    });
}
