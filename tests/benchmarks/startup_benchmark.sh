#!/usr/bin/env bash
# Warm start of the window: time to the first paint, compared with an empty window of the same toolkit; time
# from then until the engine is ready, compared with loading LibTorch alone; and the longest gap of the event
# loop. The programs run in turn; medians are printed.
set -euo pipefail
build=$1
runs=${2:-15}
libtorch=$(ldd "$build/libstepscope-engine.so" | awk '$1 ~ /^libtorch(_cpu)?\.so/ { print $3; exit }')
report=$(mktemp)
all=$(mktemp)
all_empty=$(mktemp)
all_libtorch=$(mktemp)
trap 'rm -f "$report" "$all" "$all_empty" "$all_libtorch"' EXIT

values() { # key file
    sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$2"
}

median() {
    sort -g | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

start() { # file command...
    local file=$1
    shift
    STEPSCOPE_STARTUP_REPORT=$report "$@" >/dev/null 2>&1
    ((i == 0)) || cat "$report" >>"$file" # the first run warms the caches
    echo >>"$file"
}

for ((i = 0; i <= runs; i++)); do
    start "$all_empty" "$build/stepscope-bench-empty-window"
    start "$all_libtorch" "$build/stepscope-bench-load-libtorch" "$libtorch"
    start "$all" "$build/stepscope" open
done
row() { # what key file goal
    printf '%-44s %10.1f   %s\n' "$1" "$(values "$2" "$3" | median)" "$4"
}
echo "Start of the window, milliseconds, medians of $runs warm starts"
row "First paint after the start of the process" first_paint_ms "$all" "at most 100"
row "The same of an empty window" first_paint_ms "$all_empty" ""
row "Engine ready after the first paint" engine_ready_ms "$all" "at most 600"
row "Loading of LibTorch by an empty program" libtorch_ms "$all_libtorch" ""
row "Longest gap of the event loop meanwhile" longest_event_loop_gap_ms "$all" "at most 16"
