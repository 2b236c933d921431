#!/usr/bin/env bash
# The manual page has every command and every option of `stepscope record` and no others, and groff, if
# installed, reports no problems.
#   test_man_page.sh PROGRAM MAN-PAGE
set -euo pipefail
program=$1 page=$2
failures=0
fail() {
    echo "FAILED: $*"
    failures=1
}

text=$(sed 's/\\-/-/g; s/\\f[A-Z]//g' "$page")
commands=$("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[[ $commands == *record* ]] || fail "--help lists no commands"
for command in $commands; do
    grep -qE "^\.BR? $command\b" <<<"$text" || fail "the command $command is missing"
done
for command in $(sed -n '/^\.SH COMMANDS/,/^\.SH RECORDING/s/^\.BR\? \([a-z][a-z-]*\).*/\1/p' <<<"$text"); do
    grep -qx "$command" <<<"$commands" || fail "there is no command $command"
done

options=$("$program" record --help | sed -n 's/^ \{2,10\}\(-h, *\)\?\(--[a-z-]*\).*/\2/p' | grep -vx -e --help | sort)
described=$(sed -n '/^\.SH RECORDING/,/^\.SH EXIT/s/^\.BI\? //p' <<<"$text" | grep -o -e '--[a-z-]*' | sort)
[[ $options == *--window* ]] || fail "--help lists no options"
[[ $options == "$described" ]] || fail "the page differs from record's options: $(diff <(echo "$options") <(echo "$described"))"

if command -v groff >/dev/null; then
    warnings=$(groff -man -ww -z "$page" 2>&1)
    [[ -z $warnings ]] || fail "$warnings"
fi
exit $failures
