//! Semantics, by which Direct3D joins stages.

/// A semantic: its name in upper case, and its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SemanticKey {
    pub(super) name: String,
    pub(super) index: u32,
}

impl SemanticKey {
    pub(super) fn new(text: &str) -> Self {
        let name = text.trim_end_matches(|it: char| it.is_ascii_digit());
        let index = text[name.len()..].parse().unwrap_or(0);
        Self { name: name.to_ascii_uppercase(), index }
    }

    /// Whether it is a system value (`SV_Position`), which has no location.
    pub(super) fn is_system(&self) -> bool {
        self.name.starts_with("SV_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_are_names_and_numbers() {
        let key = |text: &str| {
            let SemanticKey { name, index } = SemanticKey::new(text);
            (name, index)
        };
        assert_eq!(key("TexCoord12"), ("TEXCOORD".to_owned(), 12));
        assert_eq!(key("NORMAL"), ("NORMAL".to_owned(), 0));
        assert!(SemanticKey::new("sv_position").is_system());
    }
}
