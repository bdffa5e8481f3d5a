//! What is wrong is said where it stands.

use super::messages;

#[test]
fn a_missing_semicolon_is_missing_at_the_end_of_its_line() {
    insta::assert_snapshot!(messages("float a\nfloat b;\n"), @"");
}
