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

if [[ ! -x $folder/usr/bin/apt-get ]]; then
    debootstrap --variant=minbase "$release" "$folder" "${STEPSCOPE_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
fi
folder=$(readlink -f "$folder")

# The mounts end with the name space. Paths that the recorder sets in the program's environment must exist
# inside, too.
unshare --mount bash -euo pipefail -s "$folder" "$source" "$program" "$@" <<'END'
folder=$1 source=$2 program=$3
shift 3
mount --rbind /dev "$folder/dev"
mount -t proc proc "$folder/proc"
for shared in "$source" "$(dirname "$program")"; do
    mkdir -p "$folder$shared"
    mount --bind "$shared" "$folder$shared"
done
inside() {
    chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
if ! inside dpkg-query -W python3-torch >/dev/null 2>&1; then
    [[ ! -e /etc/resolv.conf ]] || cp /etc/resolv.conf "$folder/etc/resolv.conf"
    inside apt-get -y update
    inside apt-get -y --no-install-recommends install python3-torch
fi
inside /usr/bin/python3 -c 'import sys, torch; print("Python", sys.version.split()[0], "PyTorch", torch.__version__)'
"$source/tests/record/record_programs.py" "$program" --root "$folder" "$@"
END
