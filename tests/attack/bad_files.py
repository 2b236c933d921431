"""Malicious files. Each is read, or refused with a sentence, within limits of time and memory."""

import os
import pathlib
import shutil
import socket
import sqlite3

import inputs
import samples
from kills import empty_files_in
from workplace import MEGABYTE, Workplace

# Limits for a file of up to 100 MB.
SECONDS = 20
BYTES = 2000 * MEGABYTE


def try_file(attack, place, path, commands=("import",), options=()):
    for command in commands:
        outcome = place.run(command, path, *options, seconds=3 * SECONDS)
        problems = outcome.problems(status=(0, 1, 2))
        if outcome.seconds > SECONDS:
            problems.append(f"took {outcome.seconds:.0f} s")
        if outcome.peak_bytes > BYTES:
            problems.append(f"took {outcome.peak_bytes // MEGABYTE} MB")
        if empty := empty_files_in(place.library):
            problems.append(f"left {empty} with nothing in it")
        attack.tried([f"{pathlib.Path(path).name}: {problem}" for problem in problems], outcome)
        for each in place.library.iterdir():
            each.unlink()


def given(attack):
    """The files of inputs.py."""
    place = Workplace(attack.program, attack.folder)
    folder = place.folder / "inputs"
    for name in inputs.CASES:
        path = inputs.write_inputs(folder, [name], scale=attack.times(1.0, 0.001))[name]
        try_file(attack, place, path, ("import",) if attack.is_short else ("import", "show"))
        shutil.rmtree(folder)


def damaged(attack):
    """Valid files with a few bytes changed, cut off, or repeated."""
    place = Workplace(attack.program, attack.folder)
    trace = place.folder / "trace.json"
    samples.chrome_trace(trace, events=2000)
    run = place.train(steps=60)
    with sqlite3.connect(run) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sound = {".json": trace.read_bytes(), ".stepscope": run.read_bytes()}
    run.unlink()
    for suffix, content in sound.items():
        for number in range(attack.times(100, 5)):
            bytes_ = bytearray(content)
            what = attack.random.randrange(3)
            if what == 0:
                for _ in range(attack.random.choice((1, 10, 1000))):
                    bytes_[attack.random.randrange(len(bytes_))] = attack.random.randrange(256)
            elif what == 1:
                del bytes_[attack.random.randrange(len(bytes_)):]
            else:
                at, end = sorted(attack.random.randrange(len(bytes_)) for _ in range(2))
                bytes_[at:at] = bytes_[at:end]
            path = place.folder / f"damaged-{number}{suffix}"
            path.write_bytes(bytes_)
            try_file(attack, place, path, ("show",))
            path.unlink()


def with_views(run, folder):
    """Run files whose tables are views that never end, or whose schema computes."""
    content = run.read_bytes()
    for table in ("meta", "step_blocks", "epochs", "log", "samples", "trace_names", "trace_blocks", "scalars"):
        path = folder / f"view-{table}.stepscope"
        path.write_bytes(content)
        with sqlite3.connect(path) as database:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            database.execute(f"ALTER TABLE {table} RENAME TO was_{table}")
            select = ("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT "
                      + ", ".join(f"n AS {column}" for column in columns) + " FROM t")
            database.execute(f"CREATE VIEW {table} AS {select}")
        yield path


def special(attack):
    """Things that are not regular files: FIFOs, sockets, devices, folders, dangling links; and run files that compute.
    Also in the library.
    """
    place = Workplace(attack.program, attack.folder)
    run = place.train(steps=60)
    with sqlite3.connect(run) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = place.folder / "kept.stepscope"
    run.rename(kept)
    folder = place.folder / "special"
    folder.mkdir()
    os.mkfifo(folder / "fifo.json")
    os.mkfifo(folder / "fifo.stepscope")
    (folder / "folder.stepscope").mkdir()
    (folder / "nowhere.stepscope").symlink_to("/nowhere")
    (folder / "loop.stepscope").symlink_to("loop.stepscope")
    (folder / "zero.stepscope").symlink_to("/dev/zero")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "terminal.json").symlink_to("/dev/tty")
    (folder / "empty.stepscope").touch()
    (folder / "empty.json").touch()
    (folder / ("x" * 240 + ".json")).write_text("{")
    (folder / "control \x1b[31m red.json").write_text("{")
    (pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/not utf-8 \xff.json"))).write_text("{")
    server = socket.socket(socket.AF_UNIX)
    try:
        server.bind(str(folder / "socket.stepscope"))
    except OSError:
        pass
    paths = sorted(folder.iterdir()) + list(with_views(kept, folder))
    for path in paths:
        commands = ("show", "import", "export", "compare", "report") if not attack.is_short else ("show", "import")
        for command in commands:
            options = {"export": ("--what", "metrics"), "compare": (kept,),
                       "report": ("--out", place.folder / "report", "--force")}.get(command, ())
            try_file(attack, place, path, (command,), options)
    # None of them may disturb the library's list.
    library = place.folder / "library of bad files"
    library.mkdir()
    for path in folder.iterdir():
        if path.suffix == ".stepscope":
            path.rename(library / path.name)
    (library / "sound.stepscope").write_bytes(kept.read_bytes())
    outcome = place.run("runs", "--library", library, seconds=SECONDS)
    problems = outcome.problems(status=(0, 1))
    if "sound" not in outcome.out:
        problems.append("the sound run is not listed")
    attack.tried(problems, outcome)
    server.close()
