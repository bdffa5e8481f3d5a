//! The overlay's typeface: which characters its texture holds, and when it must be made again.
//!
//! The typeface has 12,000 characters; all of them would make a texture of many megabytes. So the texture holds what panels
//! are written in, and of the rest only what occurs in names: of files, clips, joints, materials. ImGui takes the choice as
//! ranges that live as long as the program. Names change with every model opened, so the choice is made elsewhere: ImGui
//! is given one fixed range and a typeface whose character map lists the chosen characters only.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ttf_parser::{Face, GlyphId, Tag};
use unicode_normalization::UnicodeNormalization;

const TYPEFACE: &[u8] = include_bytes!("../../../assets/fonts/sinew-sans.ttf");

/// Height of a line of text at a scale factor of 1. Whole pixels at 1.25 and 1.5, too.
const LINE_PX: f32 = 16.0;

/// Height of letters of one width, as a part of a line: 13 pixels at a scale factor of 1, which they are drawn for.
const MONOSPACED_PART: f32 = 13.0 / LINE_PX;

/// Scale factors outside of this are taken for the nearest inside.
const SCALES: RangeInclusive<f32> = 0.5..=3.0;

/// At most so many characters are added for names: at every scale factor their texture stays within 4096 x 4096, which
/// every GPU can hold.
const MAX_EXTRA_CHARS: usize = 4096;

/// What panels are written in: ASCII, Latin-1; dashes, quotation marks, bullet and ellipsis.
const BASE_RANGES: [RangeInclusive<char>; 3] =
    [' '..='~', '\u{a0}'..='\u{ff}', '\u{2010}'..='\u{2027}'];

/// Also what panels are written in; and the box that ImGui draws for what is not there.
const BASE_SYMBOLS: &str = "←↑→↓▲▶▼◀○●\u{fffd}";

/// Where ImGui looks for characters: wherever the typeface has any.
static ALL_CHARS: [u32; 3] = [0x20, 0xffff, 0];

/// What the texture of an ImGui context was last made for.
#[derive(Debug)]
pub(super) struct Fonts {
    line_px: f32,
    extra_chars: BTreeSet<char>,
    monospaced: imgui::FontId,
}

impl Fonts {
    /// Gives the context the typeface at the size that `scale`, the window's scale factor, asks for, with the characters
    /// that panels use and those of `extra_chars` that the typeface has. Others show as a box.
    ///
    /// Whoever draws uploads the texture anew afterwards. Not to be called between `new_frame` and `render`.
    pub(super) fn build(
        context: &mut imgui::Context,
        scale: f32,
        extra_chars: &BTreeSet<char>,
    ) -> Self {
        let line_px = line_px(scale);
        let chars = base_chars().chain(extra_chars.iter().copied()).collect();
        let atlas = context.fonts();
        atlas.clear();
        atlas.flags |= imgui::FontAtlasFlags::NO_POWER_OF_TWO_HEIGHT;
        let data = with_chars(TYPEFACE, &chars);
        // Twice the names of thousands of characters would not fit: code is then shown without theirs.
        let is_bounded = extra_chars.len() <= MAX_EXTRA_CHARS / 4;
        let base: BTreeSet<char> = base_chars().collect();
        let code_data = with_chars(TYPEFACE, if is_bounded { &chars } else { &base });
        let typeface = |data| imgui::FontSource::TtfData {
            data,
            size_pixels: line_px,
            config: Some(imgui::FontConfig {
                glyph_ranges: imgui::FontGlyphRanges::from_slice(&ALL_CHARS),
                oversample_h: 2,
                ..imgui::FontConfig::default()
            }),
        };
        atlas.add_font(&[typeface(&data)]);
        // ImGui's own letters are all of one width; others than ASCII come from the typeface.
        let letters = imgui::FontSource::DefaultFontData {
            config: Some(imgui::FontConfig {
                size_pixels: (line_px * MONOSPACED_PART).round(),
                ..imgui::FontConfig::default()
            }),
        };
        let monospaced = atlas.add_font(&[letters, typeface(&code_data)]);
        context.io_mut().font_global_scale = 1.0;
        Self { line_px, extra_chars: extra_chars.clone(), monospaced }
    }

    /// The letters of one width, for code.
    pub(super) fn monospaced(&self) -> imgui::FontId {
        self.monospaced
    }

    /// Whether [`Fonts::build`] would give anything that this texture lacks: another size, or other characters.
    pub(super) fn must_be_rebuilt(&self, scale: f32, extra_chars: &BTreeSet<char>) -> bool {
        self.line_px.to_bits() != line_px(scale).to_bits()
            || !extra_chars.is_subset(&self.extra_chars)
    }
}

/// The characters of names that the typeface has and panels do not use.
///
/// Bounded: when there are more than 4096, those stay that come first, so the names that matter most go first.
pub(super) fn extra_chars<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<char> {
    let typeface = face(TYPEFACE);
    let base: BTreeSet<char> = base_chars().collect();
    let mut extra = BTreeSet::new();
    for c in names.flat_map(UnicodeNormalization::nfc) {
        if extra.len() == MAX_EXTRA_CHARS {
            break;
        }
        if !base.contains(&c) && typeface.glyph_index(c).is_some() {
            extra.insert(c);
        }
    }
    extra
}

/// A name as panels show it: on one line, and composed, for some systems take syllables of file names apart (ㅎ, ㅏ, ㄴ for
/// 한), which ImGui would draw one after the other.
pub(super) fn readable(name: &str) -> String {
    crate::app::one_line(&name.nfc().collect::<String>())
}

/// Height of a line: whole pixels, so that lines below each other all start on one.
fn line_px(scale: f32) -> f32 {
    (LINE_PX * scale.clamp(*SCALES.start(), *SCALES.end())).round()
}

fn base_chars() -> impl Iterator<Item = char> {
    BASE_RANGES.into_iter().flatten().chain(BASE_SYMBOLS.chars())
}

fn face(typeface: &[u8]) -> Face<'_> {
    Face::parse(typeface, 0).expect("the typeface is part of the program, and tests read all of it")
}

/// The typeface with another character map: of `chars`, those that it has.
///
/// The old map stays where it is, unused; the new one goes to the end, and the table directory points there.
fn with_chars(typeface: &[u8], chars: &BTreeSet<char>) -> Vec<u8> {
    const CMAP: Tag = Tag::from_bytes(b"cmap");
    const DIRECTORY_START: usize = 12;
    const RECORD_SIZE: usize = 16;
    const OFFSET_IN_RECORD: usize = 8;

    let face = face(typeface);
    let glyphs = chars.iter().filter_map(|&c| Some((c, face.glyph_index(c)?)));
    let map = character_map(glyphs);
    let record = face
        .raw_face()
        .table_records
        .into_iter()
        .position(|record| record.tag == CMAP)
        .expect("the typeface has a character map, and tests read it");

    let mut changed = typeface.to_vec();
    changed.resize(typeface.len().next_multiple_of(4), 0);
    let place = [be_u32(changed.len()), be_u32(map.len())].concat();
    let at = DIRECTORY_START + RECORD_SIZE * record + OFFSET_IN_RECORD;
    changed[at..at + place.len()].copy_from_slice(&place);
    changed.extend(map);
    changed
}

/// A `cmap` table with one subtable of format 12 for all of Unicode. `glyphs` come by rising character.
fn character_map(glyphs: impl Iterator<Item = (char, GlyphId)>) -> Vec<u8> {
    const HEADER_SIZE: usize = 12;
    const SUBTABLE_HEADER_SIZE: usize = 16;
    const WINDOWS: u16 = 3;
    const UNICODE_FULL: u16 = 10;
    const FORMAT: u16 = 12;

    let groups: Vec<u8> = glyphs
        .flat_map(|(c, glyph)| [u32::from(c), u32::from(c), u32::from(glyph.0)])
        .flat_map(u32::to_be_bytes)
        .collect();
    let mut table = Vec::with_capacity(HEADER_SIZE + SUBTABLE_HEADER_SIZE + groups.len());
    for half in [0, 1, WINDOWS, UNICODE_FULL] {
        table.extend(half.to_be_bytes()); // version, number of subtables, then the only one's kind
    }
    table.extend(be_u32(HEADER_SIZE));
    table.extend(FORMAT.to_be_bytes());
    table.extend([0; 2]); // reserved
    table.extend(be_u32(SUBTABLE_HEADER_SIZE + groups.len()));
    table.extend([0; 4]); // of no language
    table.extend(be_u32(groups.len() / 12));
    table.extend(groups);
    table
}

fn be_u32(value: usize) -> [u8; 4] {
    u32::try_from(value).expect("a typeface of a few megabytes").to_be_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::testing::TestContext;
    use super::{Fonts, MAX_EXTRA_CHARS, TYPEFACE, base_chars, extra_chars, face, readable};

    const NAME: &str = "달리기 빠르게 1";
    const SCALES: [f32; 4] = [1.0, 1.25, 1.5, 2.0];

    fn of(names: &[&str]) -> BTreeSet<char> {
        extra_chars(names.iter().copied())
    }

    fn syllables() -> impl Iterator<Item = char> {
        '\u{ac00}'..='\u{d7a3}'
    }

    /// Width and height of the texture in pixels.
    fn texture_size(context: &mut imgui::Context) -> [u32; 2] {
        let texture = context.fonts().build_alpha8_texture();
        [texture.width, texture.height]
    }

    /// Where in the texture the characters of a text are: left, top, right, bottom in pixels.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "places lie in the texture"
    )]
    fn places(context: &mut TestContext, text: &str) -> Vec<[usize; 4]> {
        let [width, height] = texture_size(context);
        let pixel = |fraction: f32, size: u32| (fraction * size as f32).round() as usize;
        context
            .draw_text(text)
            .chunks_exact(4)
            .map(|quad| (quad[0].uv, quad[2].uv))
            .map(|(low, high)| {
                let [left, right] = [low[0], high[0]].map(|u| pixel(u, width));
                let [top, bottom] = [low[1], high[1]].map(|v| pixel(v, height));
                [left, top, right, bottom]
            })
            .collect()
    }

    /// The most that the texture covers of a pixel at a place, 0 to 255.
    fn ink(context: &mut imgui::Context, [left, top, right, bottom]: [usize; 4]) -> u8 {
        let texture = context.fonts().build_alpha8_texture();
        let rows = texture.data.chunks_exact(texture.width as usize);
        rows.skip(top)
            .take(bottom - top)
            .flat_map(|row| &row[left..right])
            .copied()
            .max()
            .unwrap_or_default()
    }

    #[test]
    fn a_hangul_name_is_drawn_at_every_scale_factor() {
        let mut context = TestContext::new();
        for scale in SCALES {
            let _ = Fonts::build(&mut context, scale, &of(&[NAME]));
            let missing = places(&mut context, "\u{e000}")[0];
            for c in NAME.chars().filter(|c| !c.is_whitespace()) {
                let place = places(&mut context, &c.to_string())[0];
                assert_ne!(place, missing, "{c} at {scale}");
                assert!(ink(&mut context, place) > 150, "{c} at {scale} is pale");
            }
            assert!(ink(&mut context, missing) > 150, "what is missing shows at {scale}");
        }
    }

    #[test]
    fn characters_of_no_name_take_no_place() {
        let mut context = TestContext::new();
        let _ = Fonts::build(&mut context, 1.0, &BTreeSet::new());
        let found = places(&mut context, "달\u{e000}");
        assert_eq!(found[0], found[1], "both show as a box");
        assert_ne!(places(&mut context, "?")[0], found[0]);
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "sizes of single characters")]
    fn characters_have_the_shapes_of_the_typeface() {
        let mut context = TestContext::new();
        let _ = Fonts::build(&mut context, 3.0, &of(&[NAME]));
        let typeface = face(TYPEFACE);
        let units_per_px = f32::from(typeface.ascender() - typeface.descender()) / 48.0;
        for c in "Wil.,|—→Éß달리기빠르게1".chars() {
            let area = typeface.glyph_bounding_box(typeface.glyph_index(c).unwrap()).unwrap();
            let [left, top, right, bottom] = places(&mut context, &c.to_string())[0];
            let found = [(right - left) as f32 / 2.0, (bottom - top) as f32];
            let expected = [area.width(), area.height()].map(|v| f32::from(v) / units_per_px);
            let near = |i: usize| (found[i] - expected[i]).abs() <= 2.0; // rounded up, 1 for oversampling
            assert!(near(0) && near(1), "{c}: {found:?} pixels, should be {expected:?}");
        }
    }

    #[test]
    fn lines_are_whole_pixels_high() {
        let mut context = TestContext::new();
        for (scale, line_px) in SCALES.into_iter().zip([16.0, 20.0, 24.0, 32.0_f32]) {
            let _ = Fonts::build(&mut context, scale, &BTreeSet::new());
            context.fonts().build_alpha8_texture();
            let ui = context.new_frame();
            assert_eq!(ui.current_font_size().to_bits(), line_px.to_bits(), "at {scale}");
            context.render();
        }
    }

    #[test]
    fn what_panels_are_written_in_is_in_the_typeface() {
        let typeface = face(TYPEFACE);
        let lacking: String = base_chars().filter(|&c| typeface.glyph_index(c).is_none()).collect();
        assert_eq!(lacking.escape_unicode().to_string(), "");
    }

    #[test]
    fn the_texture_stays_small() {
        let mut context = TestContext::new();
        let name: String = syllables().step_by(55).take(200).collect();
        for (scale, most_px) in SCALES.into_iter().zip([512, 1024, 1024, 1024]) {
            let _ = Fonts::build(&mut context, scale, &of(&[&name]));
            let [width, height] = texture_size(&mut context);
            assert!(width <= most_px && height <= most_px, "{width} x {height} at {scale}");
        }
        let all: String = syllables().collect();
        let _ = Fonts::build(&mut context, f32::MAX, &of(&[&all]));
        let [width, height] = texture_size(&mut context);
        assert!(width <= 4096 && height <= 4096, "{width} x {height} with all that may be added");
    }

    #[test]
    fn names_of_anything_are_drawn() {
        let name = "🏃 걷기\u{fe0f} \u{e000}\u{10ffff}\u{301}\u{200d}é\0";
        let extra = of(&[name]);
        assert_eq!(extra, BTreeSet::from(['걷', '기']));
        let mut context = TestContext::new();
        let _ = Fonts::build(&mut context, 1.25, &extra);
        // All but the two spaces, and the NUL, which `readable` writes out.
        assert_eq!(places(&mut context, &readable(name)).len(), 9 + r"\u{0}".len());
    }

    #[test]
    fn of_too_many_characters_those_of_the_first_names_stay() {
        let all: String = syllables().collect();
        let backwards: String = syllables().collect::<Vec<_>>().into_iter().rev().collect();
        let extra = of(&["ш", &backwards, &all, "я"]);
        assert_eq!(extra.len(), MAX_EXTRA_CHARS);
        assert!(extra.contains(&'ш') && extra.contains(&'\u{d7a3}'));
        assert!(!extra.contains(&'가') && !extra.contains(&'я'));
        assert_eq!(of(&["ш", &backwards, &all, "я"]), extra);
    }

    #[test]
    fn syllables_taken_apart_are_put_together() {
        let apart = "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af} e\u{301}";
        assert_eq!(readable(apart), "한글 é");
        assert_eq!(of(&[apart]), of(&["한글"]));
        assert_eq!(readable("a\nb"), r"a\nb");
    }

    #[test]
    fn a_texture_is_made_again_only_for_what_it_lacks() {
        let mut context = TestContext::new();
        let fonts = Fonts::build(&mut context, 1.25, &of(&[NAME, "걷기"]));
        for (scale, name, expected) in [
            (1.25, NAME, false),
            (1.25, "plain", false),
            (1.25, "리달", false),
            (1.25, "🏃", false),
            (1.255, NAME, false), // the same number of pixels
            (1.25, "뛰기", true),
            (1.5, NAME, true),
        ] {
            let found = fonts.must_be_rebuilt(scale, &of(&[name]));
            assert_eq!(found, expected, "{name} at {scale}");
        }
    }

    #[test]
    fn contexts_can_be_given_their_fonts_again() {
        let mut context = TestContext::new();
        let _ = Fonts::build(&mut context, 1.0, &of(&["가"]));
        assert_eq!(places(&mut context, "가나").len(), 2);
        let _ = Fonts::build(&mut context, 1.0, &of(&["나"]));
        // The typeface, and the letters for code.
        assert_eq!(context.fonts().fonts().len(), 2);
        let missing = places(&mut context, "가")[0];
        assert_ne!(places(&mut context, "나")[0], missing);
        assert_eq!(places(&mut context, "\u{e000}")[0], missing);
    }

    #[test]
    fn odd_scale_factors_are_brought_into_range() {
        let mut context = TestContext::new();
        for scale in [0.0, -1.0, 1.0e9, f32::INFINITY] {
            let _ = Fonts::build(&mut context, scale, &BTreeSet::new());
            let [width, height] = texture_size(&mut context);
            assert!(width <= 2048 && height <= 2048, "{width} x {height} at {scale}");
        }
    }

    #[test]
    fn the_typeface_has_every_hangul_syllable() {
        let typeface = face(TYPEFACE);
        let mut glyphs = BTreeSet::new();
        for c in syllables().chain('\u{3131}'..='\u{3163}') {
            let glyph = typeface.glyph_index(c).unwrap_or_else(|| panic!("{c} is missing"));
            let area = typeface.glyph_bounding_box(glyph).unwrap_or_else(|| panic!("{c} is empty"));
            assert!(area.width() > 300 || area.height() > 300, "{c}: {area:?}");
            glyphs.insert(glyph);
        }
        assert_eq!(glyphs.len(), 11_172 + 51, "each has a shape of its own");
    }
}
