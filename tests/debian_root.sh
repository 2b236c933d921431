#!/usr/bin/env bash
# Runs a command in a root folder with another release of Debian.
#
#   debian_root.sh [--outside] [--share FOLDER[:INSIDE]]... RELEASE ROOT COMMAND [ARGUMENT ...]
#
# ROOT is created by debootstrap if it does not exist, and is kept. A shared folder is visible inside, by default at the
# same path; the folders that were visible before are not changed. With --outside, the command runs outside of the root
# folder while the folders are shared. Needs root and debootstrap. STEPSCOPE_DEBIAN_MIRROR names another mirror.
set -euo pipefail

usage() {
    sed -n '4p' "${BASH_SOURCE[0]}" | sed 's/^# *//' >&2
    exit 2
}

outside=no
shares=()
while (($#)); do
    case $1 in
    --outside) outside=yes && shift ;;
    --share) (($# > 1)) || usage && shares+=("$2") && shift 2 ;;
    *) break ;;
    esac
done
(($# > 2)) || usage
release=$1 folder=$2
shift 2

if [[ ! -x $folder/usr/bin/apt-get ]]; then
    if [[ -e $folder ]]; then
        echo "$folder exists, but is not the root folder of a Debian system. Remove it, or name another one." >&2
        exit 2
    fi
    unfinished=$folder.unfinished # of an interrupted call
    rm -rf "$unfinished"
    mkdir -p "$(dirname "$folder")"
    debootstrap --variant=minbase "$release" "$unfinished" "${STEPSCOPE_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
    mv "$unfinished" "$folder"
fi
folder=$(readlink -f "$folder")
[[ ! -e /etc/resolv.conf ]] || cp /etc/resolv.conf "$folder/etc/resolv.conf"

# The mounts end with the name space.
exec unshare --mount bash -euo pipefail -c '
    folder=$1 outside=$2 shares=$3
    shift 3
    mount --rbind /dev "$folder/dev"
    mount --rbind /sys "$folder/sys"
    mount -t proc proc "$folder/proc"
    for ((; shares > 0; --shares)); do
        from=${1%%:*} to=${1#*:}
        mkdir -p "$folder$to"
        mount --bind "$from" "$folder$to"
        shift
    done
    [[ $outside == no ]] || exec "$@"
    exec chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
' debian_root "$folder" "$outside" "${#shares[@]}" "${shares[@]}" "$@"
