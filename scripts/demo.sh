#!/usr/bin/env bash
# Installs what is missing, builds, and opens the tween demo in a window. Arguments go to the program:
#   scripts/demo.sh                          the tween demo; without a display it is drawn to out/tween.png
#   scripts/demo.sh view model.glb           another demo or model
set -euo pipefail
caller=$PWD
cd "$(dirname "$0")/.."
root=$PWD

scripts/setup.sh
command -v cargo >/dev/null || export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
printf 'demo: building (a few minutes the first time)\n' >&2
cargo build --locked --release --bin sinew

if [ $# -eq 0 ]; then
    set -- demo tween
    # Of a window nobody asked for a picture.
    if [ -z "${DISPLAY:-}" ]; then
        mkdir -p out
        set -- "$@" --screenshot out/tween.png
    fi
else
    cd "$caller" # files are meant from there
fi
exec "$root/target/release/sinew" "$@"
