"""Compiles each source file of a unity build by itself, without writing anything: in a unity build a file may
use what another one includes, or what another one's anonymous namespace declares."""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def commands(build):
    """Yields (source, arguments, folder) for each file that a unity file includes."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        unity = Path(entry["file"])
        if unity.parent.name != "Unity":
            continue
        arguments = shlex.split(entry["command"])
        arguments[arguments.index("-o") + 1] = os.devnull
        for source in re.findall(r'#include "(.+)"', unity.read_text()):
            own = [source if argument == str(unity) else argument for argument in arguments]
            yield source, own + ["-fsyntax-only"], entry["directory"]


def check(command):
    source, arguments, folder = command
    result = subprocess.run(arguments, cwd=folder, capture_output=True, text=True)
    return source, result.returncode, result.stderr


def main():
    build = Path(sys.argv[1])
    failed = 0
    checked = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, code, errors in pool.map(check, commands(build)):
            checked += 1
            if code != 0 or "warning:" in errors:
                failed += 1
                print(f"{source} does not compile by itself:\n{errors}", file=sys.stderr)
    if checked == 0:
        print("This is not a unity build: each file was compiled by itself.")
        return 77
    print(f"{checked} files compiled by themselves, {failed} with errors or warnings.")
    return 1 if failed else 0


sys.exit(main())
