#!/usr/bin/env bash
# Draws the pictures of the README again. The models that are not ours come from SINEW_MODELS or ../shared/models.
set -euo pipefail
cd "$(dirname "$0")/.."
models=${SINEW_MODELS:-../shared/models}/gltf
[ -f "$models/Fox.glb" ] || { echo "pictures: there is no Fox.glb in $models; set SINEW_MODELS" >&2; exit 1; }
cargo build --locked --release --bin sinew
sinew() { target/release/sinew "$@" --headless --size 800x450; }
sinew demo tween --screenshot docs/images/tween.png
sinew demo tween --count 12 --screenshot docs/images/crowd.png
sinew demo animation --pass wireframe --screenshot docs/images/wireframe.png
sinew view "$models/Fox.glb" --clip Run --screenshot docs/images/fox.png
sinew view "$models/godot_mannequiny.glb" --screenshot docs/images/mannequiny.png
sinew view "$models/CesiumMan.gltf" --screenshot docs/images/cesium_man.png
sinew view "$models/raylib_robot.glb" --screenshot docs/images/robot.png
