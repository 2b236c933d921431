"""A training that records every step during its whole time, in bounded memory."""

import re
import signal
import time

from workplace import MEGABYTE, SMALL_TRAINING, Workplace

# LibTorch, the data and the data for the views; anything beyond that would grow.
LIMIT = 1000 * MEGABYTE


def peak_bytes(pid):
    """The peak of the process so far, from the kernel."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) * 1024
    except (OSError, AttributeError):
        return 0


def recorded(attack):
    place = Workplace(attack.program, attack.folder)
    seconds = attack.times(120, 10)
    running = place.start("run", *SMALL_TRAINING, "--batch-size", "1", "--steps", "100000000", "--profile-repeat", "0",
                          "--profile-active", "1000", "--out", place.folder / "out",
                          *(() if attack.is_short else ("--event-memory", "64")))
    series = []
    while time.monotonic() < running.began + seconds and running.is_running():
        series.append(peak_bytes(running.pid) // MEGABYTE)
        time.sleep(seconds / 10)
    running.send(signal.SIGINT)
    outcome = running.wait(seconds + 120)
    problems = outcome.problems(status=(130,))
    if outcome.peak_bytes > LIMIT:
        problems.append(f"recording {seconds} s took {outcome.peak_bytes // MEGABYTE} MB")
    attack.tried(problems, outcome)
    attack.note(f"peak memory over {seconds} s of recording every step: {series} MB, "
                f"{outcome.peak_bytes // MEGABYTE} MB with the report")
    for path in place.library.glob("*.stepscope"):
        attack.note(f"its run file has {path.stat().st_size // MEGABYTE} MB")
        for command in (("show", path), ("export", path, "--what", "metrics", "--out", place.folder / "metrics.csv"),
                        ("report", path, "--out", place.folder / "report")):
            outcome = place.run(*command, seconds=300)
            problems = outcome.problems(status=(0,))
            if outcome.peak_bytes > LIMIT:
                problems.append(f"`{outcome.name}` took {outcome.peak_bytes // MEGABYTE} MB")
            attack.tried(problems, outcome)
            attack.note(f"`{command[0]}` took {outcome.seconds:.1f} s and {outcome.peak_bytes // MEGABYTE} MB")
