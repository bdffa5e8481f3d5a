# Checks for what a build on Windows needs, builds, and opens the tween demo in a window. Arguments go to the program:
#   powershell -ExecutionPolicy Bypass -File scripts\demo.ps1
#   powershell -ExecutionPolicy Bypass -File scripts\demo.ps1 view model.glb
# It installs nothing. Written for Windows PowerShell 5.1 and later.
$ErrorActionPreference = 'Stop'

function Write-Message([string] $text) {
    [Console]::Error.WriteLine("demo: $text")
}

# Whether a program is there and runs: what Windows puts in the place of a missing Python opens the store.
function Test-Program([string] $name) {
    if (-not (Get-Command $name -CommandType Application -ErrorAction SilentlyContinue)) {
        return $false
    }
    $previous = $ErrorActionPreference
    $ErrorActionPreference = 'Continue' # 5.1 takes a line on stderr for an error
    & $name --version 2>&1 | Out-Null
    $runs = $LASTEXITCODE -eq 0
    $ErrorActionPreference = $previous
    return $runs
}

# The folder of a Visual Studio, or of its build tools, that has the C++ compiler.
function Find-VisualStudio {
    $vswhere = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    if (-not (Test-Path $vswhere)) {
        return $null
    }
    $compiler = 'Microsoft.VisualStudio.Component.VC.Tools.x86.x64'
    & $vswhere -latest -products '*' -requires $compiler -property installationPath | Select-Object -First 1
}

if ($env:OS -ne 'Windows_NT') {
    Write-Message 'this script is for Windows; elsewhere there is scripts/demo.sh'
    exit 2
}

$missing = @()
if (-not (Test-Program 'cargo')) {
    $missing += 'Rust 1.95 or later: rustup (winget: Rustlang.Rustup)'
}
# These build the HLSL compiler (shaderc).
if (-not (Test-Program 'cmake')) {
    $missing += 'CMake (winget: Kitware.CMake)'
}
if (-not (Test-Program 'ninja')) {
    $missing += 'Ninja (winget: Ninja-build.Ninja)'
}
if (-not (Test-Program 'git')) {
    $missing += 'Git (winget: Git.Git)'
}
if (-not ((Test-Program 'python3') -or (Test-Program 'python'))) {
    $missing += 'Python 3, on the PATH (winget: Python.Python.3.12)'
}
$visualStudio = Find-VisualStudio
if (-not $visualStudio) {
    $missing += 'Visual Studio Build Tools with "Desktop development with C++" (winget: Microsoft.VisualStudio.2022.BuildTools)'
}
if (-not (Test-Path (Join-Path $env:SystemRoot 'System32\vulkan-1.dll'))) {
    $missing += "a Vulkan 1.3 driver: that of your GPU's maker; the Vulkan SDK (winget: KhronosGroup.VulkanSDK) has the loader and the validation layer"
}
if ($missing.Count -gt 0) {
    Write-Message 'these are missing; install them, open a new terminal and run this again:'
    foreach ($item in $missing) {
        [Console]::Error.WriteLine("  - $item")
    }
    exit 1
}
if (-not $env:VULKAN_SDK) {
    Write-Message 'the Vulkan SDK is not installed: --validation needs it, nothing else does'
}

$root = Split-Path -Parent $PSScriptRoot
if ($root.Length -gt 80) {
    Write-Message "the path of this checkout is $($root.Length) characters long; where the build fails, move it to a shorter one"
}

# Ninja looks for the compiler on the PATH, which the developer shell sets.
if (-not (Get-Command 'cl.exe' -ErrorAction SilentlyContinue)) {
    $shell = Join-Path $visualStudio 'Common7\Tools\Launch-VsDevShell.ps1'
    & $shell -Arch amd64 -HostArch amd64 -SkipAutomaticLocation | Out-Null
}

Write-Message 'building (10 minutes or more the first time: it compiles the HLSL compiler)'
Push-Location $root
try {
    & cargo build --locked --release --bin sinew
    $built = $LASTEXITCODE
}
finally {
    Pop-Location
}
if ($built -ne 0) {
    Write-Message 'the build failed; what cargo said stands above'
    exit $built
}

$arguments = $args
if ($arguments.Count -eq 0) {
    $arguments = @('demo', 'tween')
}
# Files are meant from the folder that this was called in.
& (Join-Path $root 'target\release\sinew.exe') @arguments
exit $LASTEXITCODE
