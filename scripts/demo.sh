#!/usr/bin/env bash
# Installs what is missing, builds, and draws the tween demo. Arguments go to the program:
#   scripts/demo.sh                          the tween demo, to out/tween.png
#   scripts/demo.sh view model.glb           another demo or model
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
command -v cargo >/dev/null || export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
printf 'demo: building (a few minutes the first time)\n' >&2
cargo build --locked --release --bin sinew

if [ $# -eq 0 ]; then
    mkdir -p out
    set -- demo tween --headless --screenshot out/tween.png
fi
exec target/release/sinew "$@"
