#!/usr/bin/env bash
# Builds the wheel of the Python package and uses it as an installed package, with a fake program.
#   test_wheel.sh SOURCE-FOLDER VERSION PYTHON
set -euo pipefail
source_folder=$1 version=$2 python=$3

"$python" -c 'import setuptools, wheel' 2>/dev/null || { echo "setuptools or wheel is missing"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "FAILED: $*"
    exit 1
}

cp -r "$source_folder/resources/python" "$scratch/source"
cd "$scratch/source"
"$python" -c 'import setuptools.build_meta as build; build.build_wheel("..")' >"$scratch/log" 2>&1 || {
    cat "$scratch/log"
    fail "the wheel cannot be built"
}
cd "$scratch"
[[ -f stepscope-$version-py3-none-any.whl ]] || fail "there is $(ls ./*.whl), but the version is $version"
"$python" -m zipfile -e stepscope-*.whl site

export PYTHONPATH=$scratch/site
unset STEPSCOPE_RECORDING STEPSCOPE_COMMAND
"$python" - <<'END' || fail "the package does not work in a program that is not recorded"
import stepscope

assert not stepscope.recording()
stepscope.step()
stepscope.log("accuracy", 0.5)
stepscope.window(5)
with stepscope.span("part"):
    pass
END

mkdir -p commands
printf '#!/bin/sh\necho "called: $*"\n' >commands/stepscope
chmod +x commands/stepscope
called=$(PATH=$scratch/commands:$PATH "$python" -m stepscope --name=test train.py --epochs 3)
expected="called: record --name=test -- $("$python" -c 'import sys; print(sys.executable)') train.py --epochs 3"
[[ $called == "$expected" ]] || fail "'$called' in place of '$expected'"

status=0
said=$(PATH=/nowhere "$python" -m stepscope train.py 2>&1) || status=$?
[[ $status == 127 && $said == "stepscope: the program stepscope was not found; "* ]] || fail "without the program: '$said'"
