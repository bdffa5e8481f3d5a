#!/usr/bin/env bash
# Installs what is missing, then checks format, lints, docs and every test. Arguments go to the test runner.
# SINEW_MODELS names a folder of models to try as well; ../shared/models beside the checkout is found by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\ntest: %s\n' "$*" >&2; }

scripts/setup.sh --tests
command -v cargo >/dev/null || export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

# Pictures are compared with ones that lavapipe drew, and its output does not change with the machine.
for icd in /usr/share/vulkan/icd.d/lvp_icd*.json /usr/local/share/vulkan/icd.d/lvp_icd*.json; do
    if [ -f "$icd" ]; then
        export VK_DRIVER_FILES=$icd VK_ICD_FILENAMES=$icd # the second is the older loaders' name for the first
        break
    fi
done
export RUST_BACKTRACE=${RUST_BACKTRACE:-1} INSTA_UPDATE=${INSTA_UPDATE:-no}
export CARGO_TERM_PROGRESS_WHEN=${CARGO_TERM_PROGRESS_WHEN:-auto}

if cargo fmt --version >/dev/null 2>&1; then
    say "format"
    cargo fmt --all --check
else
    say "format: not checked, rustfmt is not installed (rustup component add rustfmt)"
fi
if cargo clippy --version >/dev/null 2>&1; then
    say "lints"
    cargo clippy --locked --workspace --all-targets -- -D warnings
else
    say "lints: not checked, clippy is not installed (rustup component add clippy)"
fi
say "docs"
RUSTDOCFLAGS=-Dwarnings cargo doc --locked --workspace --no-deps --document-private-items

say "tests"
if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --locked --workspace --no-fail-fast "$@"
else
    cargo test --locked --workspace --no-fail-fast --lib --bins --tests "$@"
fi
say "documentation tests"
cargo test --locked --workspace --doc --quiet

say "all passed"
