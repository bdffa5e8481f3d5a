//! What `--help` prints around the options.

/// The page; `{all-args}` are the options in groups.
pub(super) const TEMPLATE: &str = "\
NAME
    effectc - compile Direct3D effect files (.fx) to SPIR-V, reflection and pipeline state

SYNOPSIS
    effectc [OPTIONS] FILE|FOLDER...
    effectc FILE.fx                     check one effect, and tell what is in it
    effectc FOLDER -o DIR               compile every effect in a folder

DESCRIPTION
    Takes effects as fxc /T fx_2_0, fx_4_0 and fx_5_0 takes them, and gives what a Vulkan program needs: one SPIR-V
    module an entry point, and the techniques, passes, states, constant buffers, resources and vertex layouts as JSON.

    Without -o effects are only checked. One file: its techniques, passes, entry points, constant buffers with
    offsets, resources and states are printed. Several files or a folder: one line each.

    A folder means all .fx files in it, at any depth. With -o their output keeps the folders below it; what an effect
    named by itself gives lies in DIR. An effect with errors gives no files, and stops no other.

    Messages name file, line and column, and mark the place. They go to stderr; tables and JSON go to stdout.

    The HLSL compiler inside runs in worker processes, so that a crash of it is an error of one entry point. What it
    gave is remembered by content, and not asked for again.

    Options of fxc are taken where they mean something: /T fx_5_0, /I, /D, /Zpr, /Zpc, /Zi, /WX, /nologo ...

{all-args}{after-help}
";

/// What stands below the options.
pub(super) const AFTER: &str = "\
EXIT STATUS
    0  every effect compiled
    1  an effect has errors
    2  wrong usage, or trouble with files

EXAMPLES
    effectc Phong.fx
        What is in the effect, or what is wrong with it.
    effectc shaders -I shaders/include -o build/shaders --emit spirv,reflection,hlsl
        All effects of a folder, with the HLSL of each entry point to read.
    effectc shaders --format json > report.json
        Messages and reflection for editors and scripts; effectc/README.md says what is in it.
    effectc shaders --watch
        Checks again what changes.
    effectc Phong.fx -o build --depfile build/Phong.d
        For make and ninja.

FILES
    $XDG_CACHE_HOME/effectc, ~/.cache/effectc (%LOCALAPPDATA%\\effectc\\cache, ~/Library/Caches/effectc)
        Compiled entry points, 256 MiB at most. It may be removed at any time.

ENVIRONMENT
    NO_COLOR
        No colours, if it is set and not empty.";
