"""kill -9 at random moments. Everything done until then must be complete, and nothing else may remain."""

import contextlib
import json
import pathlib
import sqlite3
import time
import xml.etree.ElementTree

import samples
from workplace import SMALL_TRAINING, Workplace

# Commands that accept a run must accept one whose process was killed or is still running.
READING = (("show",), ("export", "--what", "metrics"), ("export", "--what", "experiment"))
ENDLESS = ("--steps", "100000000")


def kill_later(attack, running, least, most):
    """Kills the program between `least` and `most` seconds from now, unless it has ended."""
    end = time.monotonic() + attack.random.uniform(least, most)
    while time.monotonic() < end and running.is_running():
        time.sleep(0.005)
    running.kill()
    return time.time()


def check_run_file(place, path):
    """Problems of a run file, according to SQLite and to the program."""
    if path.name.startswith("."):  # it was still being created
        return []
    problems = []
    for command, *options in READING:
        problems += place.run(command, path, *options).problems(status=(0,))
    database = sqlite3.connect(path)
    try:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            problems.append(f"{path.name} is damaged")
    except sqlite3.Error as error:
        problems.append(f"{path.name} cannot be read by SQLite: {error}")
    finally:
        database.close()
    return problems


def seconds_lost(path, killed):
    """Time from the last write to the file until the kill; None if it has no step."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        steps = database.execute("SELECT sum(count) FROM step_blocks").fetchone()[0]
        heard = database.execute("SELECT value FROM meta WHERE key = 'heard_unix_ms'").fetchone()
    return max(0.0, killed - heard[0] / 1e3) if steps and heard else None


def leftovers(folder):
    """Names that only unfinished writes leave behind."""
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob(".*") if path.is_file())


def empty_files_in(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.stat().st_size == 0
                  and not path.name.endswith((".lock", "-wal", "-shm")))


def training(attack):
    place = Workplace(attack.program, attack.folder)
    lost = []
    for number in range(attack.times(60, 4)):
        running = place.start("run", *SMALL_TRAINING, *ENDLESS, "--out", attack.folder / f"out-{number}")
        file = lambda: next(iter(place.library.glob("[!.]*.stepscope")), None)  # noqa: E731
        running.wait_until(file, 30)
        killed = kill_later(attack, running, 0.0, 3.0)
        outcome = running.wait(10)
        path = file()
        problems = check_run_file(place, path) if path else []
        if not path and outcome.seconds > 20:
            problems.append("no run file was written")
        if path and (seconds := seconds_lost(path, killed)) is not None:
            lost.append(seconds)
        problems += place.run("runs").problems(status=(0,))
        attack.tried(problems, outcome)
        for each in place.library.iterdir():
            each.unlink()
    if lost:
        lost.sort()
        attack.note(f"from the last write to the kill: median {lost[len(lost) // 2]:.2f} s, "
                    f"most {lost[-1]:.2f} s ({len(lost)} kills after the first step)")


def sweep(attack):
    for number in range(attack.times(30, 2)):
        place = Workplace(attack.program, attack.folder / f"sweep-{number}")
        command = ("sweep", *SMALL_TRAINING, "--steps", "60", "--axis", "seed=1,2,3", "--out", place.folder / "lab")
        running = place.start(*command)
        kill_later(attack, running, 0.2, 5.0)
        running.wait(10)
        problems = []
        for path in (place.folder / "lab").rglob("*.stepscope"):
            problems += check_run_file(place, path)
        # Repeating the command continues the sweep.
        again = place.run(*command, seconds=120)
        problems += again.problems(status=(0,))
        if not (place.folder / "lab" / "report.html").is_file():
            problems.append("the sweep that went on wrote no report")
        attack.tried(problems, again)


def importing(attack):
    place = Workplace(attack.program, attack.folder)
    trace = attack.folder / "trace.json"
    samples.chrome_trace(trace, events=200_000)
    whole = place.run("import", trace)
    attack.tried(whole.problems(status=(0,)), whole)
    for number in range(attack.times(40, 3)):
        for each in place.library.iterdir():
            each.unlink()
        running = place.start("import", trace)
        kill_later(attack, running, 0.0, 1.2 * whole.seconds)
        running.wait(10)
        problems = []
        for path in place.library.glob("*.stepscope"):
            problems += place.run("show", path).problems(status=(0,))
        problems += place.run("runs").problems(status=(0,))
        again = place.run("import", trace)
        problems += again.problems(status=(0,))
        if left := leftovers(place.library):
            problems.append(f"after the next import {left} is still in the library")
        attack.tried(problems, again)


def check_written(folder):
    """Every existing file must be complete."""
    problems = []
    for path in pathlib.Path(folder).rglob("*"):
        if not path.is_file() or path.name.startswith("."):
            continue
        content = path.read_bytes()
        try:
            if path.suffix == ".json":
                json.loads(content)
            elif path.suffix in (".svg", ".html"):
                xml.etree.ElementTree.fromstring(content)
            elif path.suffix == ".png" and not content.endswith(b"IEND\xaeB`\x82"):
                raise ValueError("it has no end")
            elif path.suffix in (".csv", ".md", ".dot") and not content.endswith(b"\n"):
                raise ValueError("its last line has no end")
        except (ValueError, xml.etree.ElementTree.ParseError) as error:
            problems.append(f"{path.name} is not whole: {error}")
    return problems


def killed_writing(attack, place, command, option, times):
    whole = place.run(*command, "--out", attack.folder / "whole")
    attack.tried(whole.problems(status=(0,)) + check_written(attack.folder / "whole"), whole)
    for number in range(times):
        out = attack.folder / f"out-{number}"
        running = place.start(*command, "--out", out)
        kill_later(attack, running, 0.0, whole.seconds)
        running.wait(10)
        problems = check_written(out) if out.exists() else []
        again = place.run(*command, "--out", out, option)
        problems += again.problems(status=(0,)) + check_written(out)
        if left := leftovers(out):
            problems.append(f"after writing again {left} is still there")
        if left := [path.name for path in place.temporary.iterdir()]:
            problems.append(f"after writing again {left} is still in the temporary folder")
        attack.tried(problems, again)


def exporting(attack):
    place = Workplace(attack.program, attack.folder)
    run = place.train()
    killed_writing(attack, place, ("export", run), "--force", attack.times(40, 3))


def reporting(attack):
    place = Workplace(attack.program, attack.folder)
    runs = [place.train(), place.train("--seed", "2")]
    killed_writing(attack, place, ("report", *runs), "--force", attack.times(30, 2))
