#!/usr/bin/env bash
# Draws the pictures of the README and of docs/ again. The models that are not ours come from SINEW_MODELS or
# ../shared/models. Pictures of the window need Xvfb, which this starts by itself (scripts/setup.sh --tests installs it);
# those of RenderDoc's own window (docs/images/qrenderdoc_*.png) are taken by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
models=${SINEW_MODELS:-../shared/models}/gltf
[ -f "$models/Fox.glb" ] || { echo "pictures: there is no Fox.glb in $models; set SINEW_MODELS" >&2; exit 1; }
cargo build --locked --release --bin sinew
sinew() { target/release/sinew "$@"; }

off_screen() {
    sinew "${@:2}" --headless --size 800x450 --screenshot "$1" && convert "$1" -define png:compression-level=9 "$1"
}
off_screen docs/images/crowd.png demo tween --count 12
off_screen docs/images/scene.png demo scene
off_screen docs/images/wireframe.png demo animation --pass wireframe
off_screen docs/images/fox.png view "$models/Fox.glb" --clip Run
off_screen docs/images/mannequiny.png view "$models/godot_mannequiny.glb"
off_screen docs/images/cesium_man.png view "$models/CesiumMan.gltf"
off_screen docs/images/robot.png view "$models/raylib_robot.glb"

# The character from four sides in the pose without a clip, and close.
folder=$(mktemp -d)
figure() { sinew view assets/character.glb --headless --size 340x450 "$@" > "$folder/said"; }
for yaw in -30 60 150 240; do
  figure --clip none --yaw=$yaw --pitch 6 --screenshot "$folder/turn_$yaw.png"
done
figure --clip Idle --time 0.4 --yaw=-25 --pitch 5 --zoom 5 --target 0.02,1.6,0 --screenshot "$folder/turn_face.png"
convert "$folder"/turn_{-30,60,150,240,face}.png +append -define png:compression-level=9 docs/images/turntable.png
# A short film of the tween demo, from Idle by Walk to Run, 20 frames a second: ImageMagick only joins what the program drew.
frames=()
for k in $(seq 0 89); do
  frame=$(printf "%s/film_%02d.png" "$folder" "$k")
  time_s=$(awk "BEGIN { print 0.5 + $k / 20 }")
  sinew demo tween --headless --size 400x300 --time "$time_s" --zoom 1.25 --screenshot "$frame" > "$folder/said"
  frames+=("$frame")
done
convert -delay 5 -loop 0 "${frames[@]}" -quality 70 -define webp:method=6 docs/images/character.webp
rm -r "$folder"

# The server writes the number of a display that is free once it is ready.
coproc XVFB { exec Xvfb -displayfd 1 -screen 0 1280x1024x24 -nolisten tcp 2>/dev/null; }
trap 'kill "$XVFB_PID" 2>/dev/null || true' EXIT
read -r display <&"${XVFB[0]}" || { echo "pictures: Xvfb did not start" >&2; exit 1; }
# Runs with --frames leave the user's settings alone.
in_window() { DISPLAY=:$display sinew "$@" --dt 0.0166667 --size 1280x720; }
in_window demo tween --frames 91 --screenshot docs/images/window_tween.png
in_window demo animation --frames 31 --screenshot docs/images/window_animation.png
in_window view "$models/Fox.glb" --frames 91 --screenshot docs/images/window_fox.png
