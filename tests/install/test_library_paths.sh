#!/usr/bin/env bash
# No program or library of the build tree or of an installation may have an empty or relative folder in its
# RUNPATH, because the dynamic loader would search libraries in the current folder. test_library_paths.sh
# BUILD_FOLDER CMAKE FORGED_LIBRARY
set -u
build=$1 cmake=$2 forged=$3
readelf=${READELF:-readelf}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { echo "FAIL: $*"; failed=1; }

# The folders of RUNPATH and RPATH, one per line; an empty one is an empty line.
folders_of()
{
    "$readelf" -d "$1" | sed -n 's/.*Library \(runpath\|rpath\): \[\(.*\)\]$/\2/p' | tr ':' '\n'
}

is_elf() { [ "$(head -c 4 "$1" | tail -c 3)" = ELF ]; }

checked=0
check()
{
    while IFS= read -r -d '' file; do
        is_elf "$file" || continue
        checked=$((checked + 1))
        while IFS= read -r folder; do
            case $folder in
                /* | '$ORIGIN' | '$ORIGIN/'*) ;;
                *) fail "$file has the folder \"$folder\" in its RUNPATH" ;;
            esac
        done < <(folders_of "$file")
    done
}

# Runs a program in a folder with a forged copy of every library that it or ours need.
run_among_forged()
{
    local folder=$work/forged program=$1
    mkdir -p "$folder"
    for file in "$program" $2; do
        "$readelf" -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'
    done | sort -u | while read -r name; do cp "$forged" "$folder/$name"; done
    for name in libcurl.so.4 libcuda.so.1 libnvidia-ml.so.1 libstepscope-engine.so libstepscope-window.so; do
        cp "$forged" "$folder/$name"
    done
    (cd "$folder" && "$program" --version > "$work/out" 2>&1 && "$program" devices >> "$work/out" 2>&1)
    local code=$?
    if [ $code = 66 ] || grep -q 'current folder' "$work/out"; then
        fail "$program loads libraries from the current folder"
    elif ! grep -q '^stepscope ' "$work/out"; then
        fail "$program --version says: $(cat "$work/out")"
    fi
}

check < <(find "$build" -maxdepth 1 -type f -print0; find "$build/tests" -maxdepth 1 -type f -print0)
[ -x "$build/stepscope" ] || { echo "The program has not been built."; exit 77; }
run_among_forged "$build/stepscope" "$(echo "$build"/libstepscope-*.so)"
in_build=$checked

if "$cmake" --install "$build" --prefix "$work/installed" > "$work/install.log" 2>&1; then
    check < <(find "$work/installed" -type f -print0)
    [ "$checked" -gt "$in_build" ] || fail "nothing was installed"
    program=$(find "$work/installed" -type f -name stepscope -perm -u+x)
    run_among_forged "$program" "$(find "$work/installed" -name 'libstepscope-*.so')"
else
    fail "the installation failed: $(tail -3 "$work/install.log")"
fi
echo "$checked programs and libraries were checked."
exit $failed
