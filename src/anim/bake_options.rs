//! [`BakeOptions`]: how exact the TransformMap is to be, and how large it may be.

use std::str::FromStr;

use super::AnimError;

/// How far mixed rows may be from the exact pose.
///
/// As text: a fraction of the extent (`0.0003`), or metres with an `m` (`0.002m`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ErrorBound {
    /// A fraction of the model's extent, see [`super::TransformMap::extent_m`].
    Relative(f32),
    /// Metres.
    Metres(f32),
}

impl Default for ErrorBound {
    fn default() -> Self {
        Self::Relative(0.0003)
    }
}

impl FromStr for ErrorBound {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        let (number, bound): (&str, fn(f32) -> Self) = match text.trim().strip_suffix('m') {
            Some(number) => (number.trim_end(), Self::Metres),
            None => (text.trim(), Self::Relative),
        };
        let number = number.parse::<f32>().ok().filter(|it| it.is_finite() && *it >= 0.0);
        number.map(bound).ok_or_else(|| AnimError::ErrorBoundText { text: text.to_owned() })
    }
}

/// What an image array of the device can hold, and how much of it the bake may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BakeLimits {
    /// `maxImageDimension2D`, for the height; less than 2 counts as 2.
    pub max_rows: u32,
    /// `maxImageArrayLayers`.
    pub max_layers: u32,
    /// `maxImageDimension2D`, for the width.
    pub max_width_texels: u32,
    /// Bytes of all texels; over that, clips get fewer rows.
    pub max_bytes: u64,
}

impl Default for BakeLimits {
    /// What every Vulkan device can hold, and 256 MiB.
    fn default() -> Self {
        Self { max_rows: 4096, max_layers: 256, max_width_texels: 4096, max_bytes: 256 << 20 }
    }
}

/// What [`super::bake()`] is to keep to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BakeOptions {
    /// How far mixed rows may be from the exact pose.
    pub error_bound: ErrorBound,
    /// How large the result may be.
    pub limits: BakeLimits,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_from_text() {
        for (text, expected) in [
            ("0.0003", ErrorBound::Relative(0.0003)),
            ("0", ErrorBound::Relative(0.0)),
            ("0.002m", ErrorBound::Metres(0.002)),
            (" 1e-3 m ", ErrorBound::Metres(1e-3)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "m", "-1", "nan", "inf", "1cm", "0.1%", "1 0"] {
            let error = text.parse::<ErrorBound>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")) && error.contains("0.002m"), "{error}");
        }
    }
}
