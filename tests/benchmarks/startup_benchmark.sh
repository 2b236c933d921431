#!/usr/bin/env bash
# Start of the window, warm: time to the first paint, time until the engine is ready after it, and the longest gap of the
# event loop meanwhile. Runs the program several times; medians are printed.
set -euo pipefail
program=$1
runs=${2:-9}
report=$(mktemp)
trap 'rm -f "$report"' EXIT

values() { # key file
    sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$2"
}

median() {
    sort -g | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

all=$(mktemp)
trap 'rm -f "$report" "$all"' EXIT
for ((i = 0; i <= runs; i++)); do
    STEPSCOPE_STARTUP_REPORT=$report "$program" open >/dev/null 2>&1
    ((i == 0)) || cat "$report" >>"$all" # the first run warms the caches
    echo >>"$all"
done
row() { # what key goal
    printf '%-44s %10.1f   %s\n' "$1" "$(values "$2" "$all" | median)" "$3"
}
echo "Start of the window, milliseconds, medians of $runs warm starts"
row "First paint after the start of the process" first_paint_ms "at most 100"
row "Engine ready after the first paint" engine_ready_ms "at most 600"
row "Longest gap of the event loop meanwhile" longest_event_loop_gap_ms "at most 16"
