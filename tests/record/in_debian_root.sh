#!/usr/bin/env bash
# Records the programs of record_programs.py with the Python and the PyTorch of another release of Debian, which are in a
# root folder of their own. Stepscope itself runs outside of it.
#
#   in_debian_root.sh PROGRAM RELEASE FOLDER [NAME ...]      such as: in_debian_root.sh build/release/stepscope trixie /var/tmp/trixie
#
# The folder is created by debootstrap if it does not exist, and is kept. Needs root, debootstrap, and about 3
# GB of disk. STEPSCOPE_DEBIAN_MIRROR names another mirror.
set -euo pipefail

if (($# < 3)); then
    sed -n '5p' "${BASH_SOURCE[0]}" | sed 's/^# *//' >&2
    exit 2
fi
program=$(readlink -f "$1")
release=$2
folder=$3
shift 3
source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
in_root=("$source/tests/debian_root.sh")

"${in_root[@]}" "$release" "$folder" bash -c '
    dpkg-query -W python3-torch >/dev/null 2>&1 ||
        { apt-get -y update && apt-get -y --no-install-recommends install python3-torch; }
    /usr/bin/python3 -c '\''import sys, torch; print("Python", sys.version.split()[0], "PyTorch", torch.__version__)'\'
# Paths that the recorder gives to the program must exist inside, too.
"${in_root[@]}" --outside --share "$source" --share "$(dirname "$program")" --share "${TMPDIR:-/tmp}" "$release" "$folder" \
    "$source/tests/record/record_programs.py" "$program" --root "$(readlink -f "$folder")" "$@"
