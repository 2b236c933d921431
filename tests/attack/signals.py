"""Every signal that ends a program, in every phase of its work."""

import signal
import time

import samples
from kills import ENDLESS, check_run_file, check_written, leftovers
from workplace import SMALL_TRAINING, Workplace

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# A program need not handle these, but they must do no harm.
OTHERS = (signal.SIGPIPE, signal.SIGUSR1, signal.SIGWINCH, signal.SIGCONT, signal.SIGXFSZ)
HARMLESS = {signal.SIGPIPE, signal.SIGWINCH, signal.SIGCONT, signal.SIGXFSZ}


def interrupt(attack, place, command, number, wait, seconds=30):
    """Sends a signal after `wait` seconds, or when the condition `wait` becomes true."""
    running = place.start(*command)
    if callable(wait):
        running.wait_until(wait, 30)
    else:
        end = time.monotonic() + wait
        while time.monotonic() < end and running.is_running():
            time.sleep(0.005)
    was_running = running.is_running()
    was_handled = running.handles(number)
    running.send(number)
    sent = time.monotonic()
    if number in HARMLESS:
        time.sleep(0.3)
        if was_running and callable(wait) and not running.is_running():
            return running.wait(5), [f"{signal.Signals(number).name} ended `{command[0]}`"]
        running.send(signal.SIGINT)
    outcome = running.wait(time.monotonic() - running.began + seconds)
    took = time.monotonic() - sent
    right = [0, 130, 128 + number] if number in ENDING or number in HARMLESS else None
    if right and number in ENDING and not was_handled:  # it arrived before the program could handle it
        right.append(-number)
    problems = outcome.problems(status=right)
    if took > 10:
        problems.append(f"`{command[0]}` took {took:.0f} s to end after {signal.Signals(number).name}")
    return outcome, problems


def training_phase(attack, place, number):
    out = place.folder / f"out-{number}"
    is_there = lambda: any(place.library.glob("[!.]*.stepscope"))  # noqa: E731
    outcome, problems = interrupt(attack, place, ("run", *SMALL_TRAINING, *ENDLESS, "--out", out), number, is_there)
    if number != signal.SIGUSR1 and (left := leftovers(place.library)):  # which ends it immediately
        problems.append(f"{signal.Signals(number).name} while training left {left} in the library")
    for path in place.library.glob("*.stepscope"):
        problems += check_run_file(place, path)
        path.unlink()
    if number in ENDING and not (out / "metrics.csv").is_file():
        problems.append(f"{signal.Signals(number).name} while training lost the report")
    return outcome, problems


def every_phase(attack):
    place = Workplace(attack.program, attack.folder)
    run = place.train(steps=1500)
    kept = place.folder / "kept.stepscope"
    run.rename(kept)
    trace = place.folder / "trace.json"
    samples.chrome_trace(trace, events=200_000)
    numbers = ENDING if attack.is_short else ENDING + OTHERS
    for number in numbers:
        outcome, problems = training_phase(attack, place, number)
        attack.tried(problems, outcome)
    phases = {
        "export": lambda n: ("export", kept, "--out", place.folder / f"export-{n}"),
        "report": lambda n: ("report", kept, "--out", place.folder / f"report-{n}"),
        "import": lambda n: ("import", trace),
        "sweep": lambda n: ("sweep", *SMALL_TRAINING, *ENDLESS, "--axis", "seed=1,2", "--out", place.folder / f"lab-{n}"),
    }
    for phase, command in phases.items():
        for number in ENDING:
            for moment in range(attack.times(6, 1)):
                name = f"{int(number)}-{moment}"
                wait = attack.random.uniform(0.0, 2.0 if phase == "sweep" else 0.6)
                outcome, problems = interrupt(attack, place, command(name), number, wait)
                for folder in place.folder.glob(f"{phase}-{name}"):
                    problems += check_written(folder)
                    if left := leftovers(folder):
                        problems.append(f"{signal.Signals(number).name} in `{phase}` left {left}")
                if left := leftovers(place.library):
                    problems.append(f"{signal.Signals(number).name} in `{phase}` left {left} in the library")
                attack.tried(problems, outcome)
