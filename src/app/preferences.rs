//! [`Preferences`]: what is remembered from one run to the next, in a small JSON file.
//!
//! A file that cannot be read is worth a message and no more: the program then starts as it would without one.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::picture::write_whole;
use super::settings::{InterfaceSettings, MAX_TWEEN_S, PlaybackSettings, Settings};
use super::{AppError, one_line};

/// Larger files are not ours.
const MAX_BYTES: u64 = 64 << 10;
/// Sides of the window, in pixels.
pub(super) const SIDES_PX: [u32; 2] = [64, 16_384];

/// What is remembered from one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Where the window was.
    pub window: WindowPlace,
    /// Overlay and window.
    pub interface: InterfaceSettings,
    /// [`PlaybackSettings::tween_duration_s`].
    pub tween_duration_s: f32,
    /// Four samples a pixel, if somebody chose; else the GPU decides.
    pub multisampling: Option<bool>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            window: WindowPlace::default(),
            interface: InterfaceSettings::default(),
            tween_duration_s: PlaybackSettings::default().tween_duration_s,
            multisampling: None,
        }
    }
}

/// Where a window is: physical pixels. Whether a monitor is there is for the window to find out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    /// Left and top edge; `None` leaves it to the system.
    pub position_px: Option<[i32; 2]>,
    /// Width and height of what is inside of the frame, when it is not maximised; `None` for the usual size.
    pub size_px: Option<[u32; 2]>,
    /// It fills the monitor.
    pub is_maximised: bool,
}

impl Preferences {
    /// Where they are kept, if the system has a place for such things.
    #[must_use]
    pub fn usual_path() -> Option<PathBuf> {
        let folders = directories::ProjectDirs::from("", "", "sinew")?;
        Some(folders.config_dir().join("preferences.json"))
    }

    /// Reads a file. What is out of range is repaired; from a file that is broken or not ours come the defaults and a
    /// message that says why. No file is no trouble.
    #[must_use]
    pub fn load(path: &Path) -> (Self, Option<String>) {
        match read(path) {
            Ok(preferences) => (preferences.repaired(), None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Self::default(), None),
            Err(error) => {
                let text = format!(
                    "the preferences in {} cannot be read and are left out: {error}",
                    path.display()
                );
                (Self::default(), Some(one_line(&text)))
            }
        }
    }

    /// Writes the file, which appears whole; its folder is made where it is missing.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), AppError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|source| AppError::Write { path: path.to_owned(), source })?;
        }
        let text = super::to_json(&self.clone().repaired());
        write_whole(path, text.as_bytes())
    }

    /// What of the settings is remembered, with the place of the window.
    ///
    /// Multisampling is remembered as `chosen_multisampling` says: `None` as long as nobody chose.
    #[must_use]
    pub fn of(
        settings: &Settings,
        window: WindowPlace,
        chosen_multisampling: Option<bool>,
    ) -> Self {
        Self {
            window,
            interface: settings.interface.clone(),
            tween_duration_s: settings.playback.tween_duration_s,
            multisampling: chosen_multisampling,
        }
    }

    /// Settings to start with. `can_multisample` says whether the GPU is one that draws four samples a pixel with ease.
    #[must_use]
    pub fn to_settings(&self, can_multisample: bool) -> Settings {
        let mut settings = Settings { interface: self.interface.clone(), ..Settings::default() };
        // The help is for whoever asks for it.
        settings.interface.is_help_open = false;
        settings.playback.tween_duration_s = self.tween_duration_s;
        settings.picture.multisampling = self.multisampling.unwrap_or(can_multisample);
        settings
    }

    fn repaired(mut self) -> Self {
        let [smallest, largest] = SIDES_PX;
        if let Some(size_px) = &mut self.window.size_px {
            *size_px = size_px.map(|side| side.clamp(smallest, largest));
        }
        self.tween_duration_s = if self.tween_duration_s.is_finite() {
            self.tween_duration_s.clamp(0.0, MAX_TWEEN_S)
        } else {
            PlaybackSettings::default().tween_duration_s
        };
        self
    }
}

fn read(path: &Path) -> io::Result<Preferences> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        let problem = format!("it has more than {MAX_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    serde_json::from_str(&text)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::Style;

    fn preferences() -> Preferences {
        Preferences {
            window: WindowPlace {
                position_px: Some([-1200, 40]),
                size_px: Some([1600, 900]),
                is_maximised: true,
            },
            interface: InterfaceSettings { style: Style::Light, ..InterfaceSettings::default() },
            tween_duration_s: 0.25,
            multisampling: Some(false),
        }
    }

    #[test]
    fn what_is_saved_comes_back_and_the_folder_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("새 폴더/a b/preferences.json");
        assert_eq!(Preferences::load(&path), (Preferences::default(), None));
        preferences().save(&path).unwrap();
        assert_eq!(Preferences::load(&path), (preferences(), None));
        let other = Preferences::default();
        other.save(&path).unwrap();
        assert_eq!(Preferences::load(&path), (other, None));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn settings_come_from_them_and_go_to_them() {
        let settings = preferences().to_settings(true);
        assert_eq!(settings.interface.style, Style::Light);
        assert!((settings.playback.tween_duration_s - 0.25).abs() < 1e-6);
        assert!(!settings.picture.multisampling);
        assert!(Preferences::default().to_settings(true).picture.multisampling);
        assert!(!Preferences::default().to_settings(false).picture.multisampling);
        let back = Preferences::of(&settings, preferences().window, Some(false));
        assert_eq!(back, preferences());
        assert_eq!(Preferences::default().to_settings(false), Settings::default());
    }

    #[test]
    fn broken_and_foreign_files_are_a_message() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("preferences.json");
        let large = format!("{}{{}}", " ".repeat(70_000));
        for (bytes, part) in [
            (&b""[..], "EOF"),
            (b"{\"tween_duration_s\": 0.5", "EOF"),
            (b"[1, 2, 3, 4, 5, 6]", "invalid"),
            (b"{\"window\": {\"size_px\": [800]}}", "invalid length"),
            (b"{\"interface\": {\"style\": \"pink\"}}", "pink"),
            (b"\xff\xfe\0", "UTF-8"),
            (b"\x89PNG\r\n", "UTF-8"),
            (large.as_bytes(), "65536 bytes"),
        ] {
            fs::write(&path, bytes).unwrap();
            let (preferences, message) = Preferences::load(&path);
            let message = message.unwrap_or_default();
            assert_eq!(preferences, Preferences::default());
            assert!(
                message.contains(part) && message.contains("preferences.json"),
                "{bytes:?}: {message}"
            );
        }
        let (_, message) = Preferences::load(folder.path());
        assert!(message.is_some(), "a folder");
    }

    #[test]
    fn what_is_out_of_range_is_repaired_and_what_is_unknown_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("preferences.json");
        let text =
            r#"{"window": {"size_px": [0, 4000000000]}, "tween_duration_s": -2, "later": 1}"#;
        fs::write(&path, text).unwrap();
        let (preferences, message) = Preferences::load(&path);
        assert_eq!(message, None);
        assert_eq!(preferences.window.size_px, Some([64, 16_384]));
        assert!(preferences.tween_duration_s == 0.0);
        for (typed, kept) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (1e9, 3600.0)] {
            Preferences { tween_duration_s: typed, ..Preferences::default() }.save(&path).unwrap();
            let (preferences, message) = Preferences::load(&path);
            assert_eq!(message, None);
            assert!((preferences.tween_duration_s - kept).abs() < 1e-6);
        }
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        for path in [file.join("preferences.json"), folder.path().to_owned()] {
            let text = Preferences::default().save(&path).unwrap_err().chain();
            assert!(text.contains(&path.display().to_string()), "{text}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"x");
    }
}
