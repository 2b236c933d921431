#!/usr/bin/env bash
# Builds Stepscope without its window against the PyTorch of python3, which may be one for CUDA.
#
#   build.sh FOLDER [PACKAGES]
#
# FOLDER: of the build. PACKAGES: a folder of Debian packages (.deb) with the other libraries, for a machine where they
# cannot be installed: they are unpacked into FOLDER/packages.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
torch=$(python3 -c 'import os, torch; print(os.path.dirname(torch.__file__))')
prefix=$torch
flags=

if [[ $# -gt 1 ]]; then
    packages=$folder/packages
    mkdir -p "$packages"
    for package in "$2"/*.deb; do
        dpkg -x "$package" "$packages"
    done
    # Debian 12 has some libraries in /lib, and links to them.
    [[ ! -d $packages/lib ]] || cp -a "$packages/lib/." "$packages/usr/lib/"
    find "$packages/usr/lib" -type l | while read -r link; do
        target=$(readlink "$link")
        [[ $target != /* ]] || ln -sf "$packages/usr$target" "$link"
    done
    prefix="$packages/usr;$torch"
    libraries=$packages/usr/lib/$(uname -m)-linux-gnu
    flags="-Wl,-rpath,$libraries -Wl,--disable-new-dtags"
fi

cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTEPSCOPE_GUI=OFF -DSTEPSCOPE_TESTS=OFF \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_EXE_LINKER_FLAGS="$flags" -DCMAKE_SHARED_LINKER_FLAGS="$flags"
cmake --build "$folder"
