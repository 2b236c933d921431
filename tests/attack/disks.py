"""Full disks. A file that cannot be written completely is reported, and no part of it remains."""

import os
import resource
import shlex

import samples
from kills import check_run_file, check_written, empty_files_in
from workplace import MEGABYTE, SMALL_TRAINING, Workplace, as_user_with_mounts


def on_small_disk(attack, place, kilobytes, command, allowed=(1,)):
    """Runs the command with a disk of this size as the folder "small", and checks what is left there."""
    small = place.folder / "small"
    kept = place.folder / "left"
    small.mkdir(exist_ok=True)
    # The content of the small disk is lost with it, so it is copied before.
    script = (f"mount -t tmpfs -o size={kilobytes}k tmpfs {shlex.quote(str(small))}")
    wrapper = as_user_with_mounts(script)
    if not wrapper:
        attack.skip("needs the right to mount")
    shell = wrapper[:-2] + [f'{script} && {{ "$@"; s=$?; rm -rf {shlex.quote(str(kept))}; '
                            f'cp -a {shlex.quote(str(small))} {shlex.quote(str(kept))}; exit $s; }}', "sh"]
    outcome = place.run(*command, wrapper=shell, seconds=90)
    problems = outcome.problems(status=allowed)
    if outcome.status != 0:
        problems += check_written(kept)
    else:
        for path in kept.glob("*.stepscope"):
            problems += check_run_file(place, path)
    if empty := empty_files_in(kept):
        problems.append(f"`{outcome.name}` left {empty} with nothing in it")
    attack.tried(problems, outcome)
    return outcome


def full_disks(attack):
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    trace = place.folder / "trace.json"
    samples.chrome_trace(trace, events=50_000)
    small = place.folder / "small"
    sizes = (4, 16, 64, 300) if not attack.is_short else (16, 64)
    for kilobytes in sizes:
        # Even the report of such a small run needs more than any of these.
        on_small_disk(attack, place, kilobytes, ("export", run, "--out", small / "out"))
        on_small_disk(attack, place, kilobytes, ("report", run, "--out", small / "out"))
        # A run file may fit into the largest.
        on_small_disk(attack, place, kilobytes, ("import", trace, "--library", small), allowed=(0, 1))
        on_small_disk(attack, place, kilobytes,
                      ("run", *SMALL_TRAINING, "--steps", "300", "--out", place.folder / f"out-{kilobytes}", "--library",
                       small), allowed=(0, 1))
        on_small_disk(attack, place, kilobytes,
                      ("run", *SMALL_TRAINING, "--steps", "300", "--out", small / "out"))
        on_small_disk(attack, place, 4, ("export", run, "--what", "trace", "--out", small / "trace.json"))


def full_output(attack):
    """/dev/full accepts no data."""
    if not os.path.exists("/dev/full"):
        attack.skip("there is no /dev/full")
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    commands = [("runs",), ("show", run), ("export", run, "--what", "metrics"), ("export", run, "--what", "trace"),
                ("compare", run, run), ("devices",), ("--help",), ("--version",), ("data", "list")]
    for command in commands:
        with open("/dev/full", "wb") as full:
            outcome = place.run(*command, stdout=full)
        attack.tried(outcome.problems(status=(1,)), outcome)


def size_limit(attack):
    """A limit on the file size, as set by `ulimit -f`."""
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    for kilobytes in (1, 20, 100)[:attack.times(3, 2)]:
        for command in (("export", run, "--what", "trace", "--out", place.folder / "trace.json"),
                        ("export", run, "--out", place.folder / f"out-{kilobytes}")):
            outcome = place.run(*command, limits=((resource.RLIMIT_FSIZE, kilobytes * 1024),))
            problems = outcome.problems(status=(1,))
            if (place.folder / "trace.json").exists():
                problems.append("a trace that could not be written is there")
                (place.folder / "trace.json").unlink()
            attack.tried(problems + check_written(place.folder / f"out-{kilobytes}"), outcome)
    for megabytes in (100, 200)[:attack.times(2, 1)]:
        outcome = place.run("export", run, "--what", "trace", "--out", place.folder / "trace.json",
                            limits=((resource.RLIMIT_AS, megabytes * MEGABYTE),))
        problems = outcome.problems()
        if outcome.status != 0 and (place.folder / "trace.json").exists():
            problems.append("without memory a part of the trace was left")
        (place.folder / "trace.json").unlink(missing_ok=True)
        attack.tried(problems, outcome)
