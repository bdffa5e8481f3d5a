//! What ImGui makes, drawn over a picture off screen.

use ash::vk;
use sinew::gpu::{GpuResult, HEADLESS_FORMAT, HeadlessTarget, Load, OverlayRenderer, PassDesc};

use crate::support::gpu::Stage;
use crate::support::overlay::TestContext;

const SIZE: [u32; 2] = [64, 48];
const IN_FLIGHT: usize = 2;

/// ImGui over a grey picture.
struct Overlaid {
    overlay: OverlayRenderer,
    context: TestContext,
    stage: Stage,
}

/// A display in units of ImGui, `scale` pixels each, that covers the picture.
fn overlaid(scale: f32) -> Overlaid {
    let stage = Stage::new(SIZE);
    let size = SIZE.map(|it| f32::from(u16::try_from(it).unwrap()) / scale);
    let mut context = TestContext::new(size, scale);
    let overlay =
        OverlayRenderer::new(&stage.device, &mut context.imgui, HEADLESS_FORMAT, IN_FLIGHT)
            .unwrap();
    Overlaid { overlay, context, stage }
}

/// Whether a recorded frame is handed to the GPU.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Submit,
    Forget,
}

impl Overlaid {
    fn try_frame(&mut self, then: Then, build: impl FnOnce(&imgui::Ui)) -> GpuResult<()> {
        let draw_data = self.context.frame(build);
        let view = self.stage.target.view();
        let mut frame = self.stage.frames.begin().unwrap();
        let (color, depth) = (Load::Clear([0.2; 4]), Load::Clear(1.0));
        frame.begin_pass(&view, &PassDesc { label: "grey", color, depth });
        frame.end_pass();
        self.overlay.record(&mut frame, &view, draw_data)?;
        frame.finish_target(&view);
        if then == Then::Submit {
            frame.submit()?;
        }
        Ok(())
    }

    fn frame(&mut self, build: impl FnOnce(&imgui::Ui)) {
        self.try_frame(Then::Submit, build).unwrap();
    }

    fn close(self) {
        let Self { overlay, context, stage } = self;
        drop((overlay, context));
        stage.close();
    }
}

const GREY: [u8; 4] = [51; 4];
const COLOR: [f32; 4] = [0.5, 0.25, 0.75, 1.0];
const COLOR_RGB: [u8; 3] = [128, 64, 191];

fn fill(list: &imgui::DrawListMut<'_>, from: [f32; 2], to: [f32; 2]) {
    list.add_rect(from, to, COLOR).filled(true).build();
}

/// Asserts that exactly the pixels from `from` up to `to` have the colour of the overlay.
#[track_caller]
fn check_filled(pixels: &[[u8; 4]], from: [usize; 2], to: [usize; 2]) {
    let width = SIZE[0] as usize;
    for (index, pixel) in pixels.iter().enumerate() {
        let (x, y) = (index % width, index / width);
        let is_within = (from[0]..to[0]).contains(&x) && (from[1]..to[1]).contains(&y);
        if is_within {
            assert_eq!(pixel[..3], COLOR_RGB, "at {x}, {y}");
        } else {
            assert_eq!(*pixel, GREY, "at {x}, {y}");
        }
    }
}

#[test]
fn colours_are_display_values_at_every_scale() {
    for (scale, from, to) in
        [(1.0, [8, 4], [24, 12]), (2.0, [16, 8], [48, 24]), (1.25, [10, 5], [30, 15])]
    {
        let mut overlaid = overlaid(scale);
        overlaid.frame(|ui| fill(&ui.get_background_draw_list(), [8.0, 4.0], [24.0, 12.0]));
        check_filled(&overlaid.stage.pixels(), from, to);
        overlaid.close();
    }
}

/// The corner of such a rectangle is moved into the picture, and what was cut off must not come in at the other end.
#[test]
fn clip_rectangles_that_start_outside_end_where_they_should() {
    let mut overlaid = overlaid(1.0);
    overlaid.frame(|ui| {
        let list = ui.get_background_draw_list();
        list.with_clip_rect([-20.0, -10.0], [16.0, 8.0], || {
            fill(&list, [-30.0, -30.0], [60.0, 40.0]);
        });
    });
    check_filled(&overlaid.stage.pixels(), [0, 0], [16, 8]);
    overlaid.frame(|ui| {
        let list = ui.get_background_draw_list();
        list.with_clip_rect([48.0, 40.0], [500.0, 400.0], || fill(&list, [0.0, 0.0], [64.0, 48.0]));
        list.with_clip_rect([80.0, 60.0], [90.0, 70.0], || fill(&list, [0.0, 0.0], [64.0, 48.0]));
    });
    check_filled(&overlaid.stage.pixels(), [48, 40], [64, 48]);
    overlaid.close();
}

#[test]
fn nothing_to_draw_and_no_size_draw_nothing() {
    let mut overlaid = overlaid(1.0);
    overlaid.frame(|_| {});
    assert!(overlaid.stage.pixels().iter().all(|it| *it == GREY));
    for (size, scale) in [([0.0, 48.0], 1.0), ([64.0, 0.0], 1.0), ([64.0, 48.0], 0.0)] {
        let io = overlaid.context.imgui.io_mut();
        (io.display_size, io.display_framebuffer_scale) = (size, [scale; 2]);
        overlaid.frame(|ui| fill(&ui.get_background_draw_list(), [0.0, 0.0], [64.0, 48.0]));
        assert!(overlaid.stage.pixels().iter().all(|it| *it == GREY), "{size:?} by {scale}");
    }
    overlaid.close();
}

/// The buffers are replaced when they are too small, and must not be while a frame reads them, whatever became of the
/// frames between.
#[test]
fn growing_contents_do_not_disturb_frames_in_flight() {
    let mut overlaid = overlaid(1.0);
    for round in 0..40_u16 {
        let then = if round % 3 == 1 { Then::Forget } else { Then::Submit };
        overlaid
            .try_frame(then, |ui| {
                for _ in 0..=round * 20 {
                    fill(&ui.get_background_draw_list(), [0.0, 0.0], [f32::from(round), 48.0]);
                }
            })
            .unwrap();
    }
    check_filled(&overlaid.stage.pixels(), [0, 0], [39, 48]);
    overlaid.close();
}

/// Frames that were recorded and forgotten leave their timeline value to the next, which must not wait for it.
#[test]
fn forgotten_frames_are_not_waited_for() {
    let mut overlaid = overlaid(1.0);
    for then in [Then::Submit].into_iter().chain([Then::Forget; 2 * IN_FLIGHT + 1]) {
        overlaid
            .try_frame(then, |ui| fill(&ui.get_background_draw_list(), [0.0, 0.0], [9.0, 9.0]))
            .unwrap();
    }
    overlaid.frame(|ui| fill(&ui.get_background_draw_list(), [4.0, 8.0], [20.0, 30.0]));
    check_filled(&overlaid.stage.pixels(), [4, 8], [20, 30]);
    overlaid.close();
}

#[test]
fn more_vertices_than_an_index_counts_are_drawn() {
    let mut overlaid = overlaid(1.0);
    overlaid.frame(|ui| {
        // Four vertices each: 80,000 in all. The last one is the visible one.
        for _ in 0..20_000 {
            fill(&ui.get_background_draw_list(), [0.0, 0.0], [1.0, 1.0]);
        }
        fill(&ui.get_background_draw_list(), [0.0, 0.0], [32.0, 24.0]);
    });
    check_filled(&overlaid.stage.pixels(), [0, 0], [32, 24]);
    overlaid.close();
}

#[test]
fn fonts_are_uploaded_again() {
    let mut overlaid = overlaid(1.0);
    let text = |ui: &imgui::Ui| {
        ui.get_background_draw_list().add_text([1.0, 1.0], [1.0, 1.0, 1.0, 1.0], "Walk");
    };
    let lit = |overlaid: &mut Overlaid| {
        overlaid.frame(text);
        overlaid.stage.pixels().iter().filter(|it| it[0] > 128).count()
    };
    let small = lit(&mut overlaid);
    assert!(small > 20, "{small} pixels of text");
    let fonts = overlaid.context.imgui.fonts();
    fonts.clear();
    let config = imgui::FontConfig { size_pixels: 26.0, ..imgui::FontConfig::default() };
    fonts.add_font(&[imgui::FontSource::DefaultFontData { config: Some(config) }]);
    overlaid.overlay.update_fonts(&mut overlaid.stage.frames, &mut overlaid.context.imgui).unwrap();
    let large = lit(&mut overlaid);
    assert!(large > small * 5 / 2, "{small} pixels of text, then {large}");
    overlaid.close();
}

#[test]
fn targets_and_calls_that_do_not_fit_are_refused() {
    let mut overlaid = overlaid(1.0);
    let format = vk::Format::R16G16B16A16_SFLOAT;
    let other = HeadlessTarget::with_format(&overlaid.stage.device, SIZE, format).unwrap();
    let draw_data =
        overlaid.context.frame(|ui| fill(&ui.get_background_draw_list(), [0.0, 0.0], [9.0, 9.0]));
    let view = overlaid.stage.target.view();
    let mut frame = overlaid.stage.frames.begin().unwrap();
    let mut error = |view| {
        let recorded = overlaid.overlay.record(&mut frame, view, draw_data);
        recorded.expect_err("refused").to_string()
    };
    let message = error(&other.view());
    assert!(message.starts_with("target of the overlay: R8G8B8A8_UNORM"), "{message}");
    let (color, depth) = (Load::Clear([0.2; 4]), Load::Clear(1.0));
    frame.begin_pass(&view, &PassDesc { label: "grey", color, depth });
    frame.end_pass();
    overlaid.overlay.record(&mut frame, &view, draw_data).unwrap();
    let again = overlaid.overlay.record(&mut frame, &view, draw_data);
    assert_eq!(again.expect_err("refused").to_string(), "overlay: it is drawn once a frame");
    drop(frame);
    drop(other);
    overlaid.close();
}
