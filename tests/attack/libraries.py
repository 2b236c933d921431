"""The library of runs: two programs that use one library, and many runs in one library."""

import resource
import shutil
import sqlite3

from kills import check_run_file
from workplace import SMALL_TRAINING, Workplace


def two_processes(attack):
    place = Workplace(attack.program, attack.folder / "first")
    other = Workplace(attack.program, attack.folder / "second", )
    shared = {"STEPSCOPE_LIBRARY": str(place.library)}
    for number in range(attack.times(5, 1)):
        # Into the same library, and into the same folder.
        out = place.folder / f"out-{number}"
        command = ("run", *SMALL_TRAINING, "--steps", "200", "--out", out)
        running = [each.start(*command, environment=shared) for each in (place, other)]
        outcomes = [each.wait(60) for each in running]
        problems = [problem for outcome in outcomes for problem in outcome.problems(status=(0, 1, 2))]
        if all(outcome.status != 0 for outcome in outcomes):
            problems.append("neither of two trainings into one folder was done")
        for path in place.library.glob("*.stepscope"):
            problems += check_run_file(place, path)
            path.unlink()
        attack.tried(problems, outcomes[0])
    run = place.train()
    for number in range(attack.times(5, 1)):
        lists = [each.start("runs", environment=shared) for each in (place, other)]
        outcomes = [each.wait(30) for each in lists]
        attack.tried([problem for outcome in outcomes for problem in outcome.problems(status=(0,))], outcomes[0])
    running = [each.start("export", run, "--out", place.folder / "exported", "--force") for each in (place, other)]
    outcomes = [each.wait(60) for each in running]
    attack.tried([problem for outcome in outcomes for problem in outcome.problems(status=(0, 1, 2))], outcomes[0])


def many_runs(attack):
    place = Workplace(attack.program, attack.folder)
    run = place.train(steps=60)
    with sqlite3.connect(run) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    count = attack.times(10_000, 300)
    for number in range(1, count):
        shutil.copyfile(run, run.with_name(f"copy-{number:05}.stepscope"))
    for when in ("first", "second"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome = place.run("runs", seconds=120)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        problems = outcome.problems(status=(0,))
        if outcome.out.count("\n") < count:
            problems.append(f"{count} runs are listed in {outcome.out.count(chr(10))} lines")
        attack.tried(problems, outcome)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        attack.note(f"the {when} `runs` of {count} took {outcome.seconds:.2f} s, {cpu:.2f} s of a processor")
