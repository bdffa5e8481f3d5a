#!/usr/bin/env bash
# Prepares this machine: packages (apt), and shaderc built once into a cache outside the checkout.
#   scripts/setup.sh            what a build and the demo need
#   scripts/setup.sh --tests    what the tests need as well
# Safe to run again: it does only what is missing. SINEW_CACHE names another cache folder.
set -euo pipefail
cd "$(dirname "$0")/.."

shaderc_version=0.10.1 # of shaderc-sys, as Cargo.lock has it; checked below
build_packages=(g++ cmake ninja-build git python3 pkg-config ca-certificates)
run_packages=(libvulkan1 mesa-vulkan-drivers)
# What the window loads when it opens.
window_packages=(libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon0 libxkbcommon-x11-0)
test_packages=(vulkan-validationlayers spirv-tools xvfb xdotool twm x11-utils imagemagick)
# RenderDoc's Vulkan layer, which captures, and its Python module, which replays. Some distributions have none; the rest
# works without, and only the tests of captures fail there.
capture_packages=(librenderdoc python3-renderdoc)

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

packages=("${build_packages[@]}" "${run_packages[@]}" "${window_packages[@]}")
for argument in "$@"; do
    case "$argument" in
        --tests) packages+=("${test_packages[@]}" "${capture_packages[@]}") ;;
        *) die "unknown argument '$argument'; expected --tests or nothing" ;;
    esac
done

install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        local missing=()
        for tool in c++ cmake git python3; do command -v "$tool" >/dev/null || missing+=("$tool"); done
        if [ ${#missing[@]} -gt 0 ]; then
            die "this is no Debian or Ubuntu; install these with your package manager and run again: ${missing[*]}" \
                "(and a Vulkan 1.3 driver with its loader; for the window libX11, libXcursor, libXi and" \
                "libxkbcommon-x11; ninja is optional; the tests also need the Khronos" \
                "validation layer, spirv-tools, Xvfb, xdotool, twm, ImageMagick and RenderDoc with its Python module)"
        fi
        say "no apt here: the build tools are there, packages are left to you (a Vulkan 1.3 driver and loader;" \
            "for the window libX11, libXcursor, libXi and libxkbcommon-x11;" \
            "for the tests the Khronos validation layer, spirv-tools, Xvfb, xdotool, twm, ImageMagick and RenderDoc with its Python module)"
        return
    fi
    local missing=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "not root and no sudo; run as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    local log
    log=$(mktemp)
    if ! "${as_root[@]}" apt-get update >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        die "apt-get update failed; the whole log is in $log"
    fi
    local there=()
    for package in "${missing[@]}"; do
        if [[ " ${capture_packages[*]} " == *" $package "* ]] && ! apt-cache show "$package" >/dev/null 2>&1; then
            say "this distribution has no package $package: the tests of RenderDoc captures will fail"
        else
            there+=("$package")
        fi
    done
    [ ${#there[@]} -gt 0 ] || return 0
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${there[@]}" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        die "apt-get failed; the whole log is in $log"
    fi
    rm -f "$log"
}

find_cargo() {
    command -v cargo >/dev/null || export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    command -v cargo >/dev/null || die "cargo was not found; install Rust (rustup) and run again"
}

# Compiles only libshaderc_combined.a out of the sources in the shaderc-sys crate: 253 of the 377 files
# that the crate's own build script would compile, once for all profiles and clones.
build_shaderc() {
    grep -A1 'name = "shaderc-sys"' Cargo.lock | grep -q "\"$shaderc_version\"" ||
        die "Cargo.lock has another shaderc-sys than $shaderc_version; mend shaderc_version in scripts/setup.sh"
    local folder=${SINEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sinew}/shaderc-sys-$shaderc_version
    if [ ! -f "$folder/libshaderc_combined.a" ]; then
        say "fetching the crates"
        cargo fetch --locked --quiet
        local sources
        sources=$(ls -d "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/shaderc-sys-"$shaderc_version"/build | head -n 1)
        say "building shaderc into $folder (8 minutes on two cores; only this once)"
        mkdir -p "$folder"
        local build
        build=$(mktemp -d "$folder/build.XXXXXX")
        # shellcheck disable=SC2064 # the folder of now, not of the time of the trap
        trap "rm -rf '$build'" EXIT
        cmake -S "$sources" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
            -DENABLE_SPVREMAPPER=OFF -DENABLE_GLSLANG_BINARIES=OFF -DSHADERC_SKIP_TESTS=ON \
            -DSPIRV_SKIP_EXECUTABLES=ON -DSPIRV_WERROR=OFF >"$folder/cmake.log" 2>&1 ||
            { tail -n 20 "$folder/cmake.log" >&2; die "cmake failed; the whole log is in $folder/cmake.log"; }
        build_with_progress "$build" "$folder/ninja.log" ||
            { tail -n 20 "$folder/ninja.log" >&2; die "shaderc did not build; the log is in $folder/ninja.log"; }
        # A rename, so that a second setup at the same time never sees half an archive.
        cp "$build/shaderc/libshaderc/libshaderc_combined.a" "$build/finished.a"
        mv "$build/finished.a" "$folder/libshaderc_combined.a"
        rm -rf "$build"
        trap - EXIT
    fi
    ln -sfn "$folder" .shaderc
}

# One line on a terminal; every tenth of the work elsewhere, so that a log stays short.
build_with_progress() {
    local tenth=-1
    NINJA_STATUS='[%f/%t] ' ninja -C "$1" shaderc/libshaderc/libshaderc_combined.a 2>&1 | tee "$2" |
        while IFS= read -r line; do
            [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
            local done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
            if [ -t 2 ]; then
                printf '\rsetup: shaderc %d of %d files' "$done" "$all" >&2
            elif [ $((done * 10 / all)) -gt $tenth ]; then
                tenth=$((done * 10 / all))
                say "shaderc $((tenth * 10)) %"
            fi
        done
    local status=("${PIPESTATUS[@]}")
    [ ! -t 2 ] || printf '\n' >&2
    return "${status[0]}"
}

install_packages
find_cargo
build_shaderc
