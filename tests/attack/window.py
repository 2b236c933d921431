"""The window, controlled by keys under Xvfb: killed while it trains, its library changed while open, its display gone."""

import json
import os
import shutil
import signal
import subprocess
import time

import samples
from kills import check_run_file
from workplace import Workplace

TOOLS = ("Xvfb", "xdotool")


class Display:
    """An X server without a screen."""

    def __init__(self):
        read, write = os.pipe()
        # Without -noreset the server restarts whenever its last client leaves, such as an xdotool that searches a
        # window, and refuses a program that connects at that moment.
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1280x800x24"],
                                        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=dict(os.environ, DISPLAY=self.name), capture_output=True,
                              text=True, timeout=30).stdout.split()

    def window_of(self, running, seconds=30):
        found = []

        def look():
            found[:] = self.xdotool("search", "--onlyvisible", "--class", "stepscope")
            return found

        running.wait_until(look, seconds)
        return found[-1] if found else None

    def press(self, window, *keys):
        self.xdotool("windowfocus", window)
        for key in keys:
            self.xdotool("key", "--window", window, key)
            time.sleep(0.3)

    def close(self):
        self.process.kill()
        self.process.wait()


def open_window(attack, place, display, *files):
    running = place.start("open", *files, environment={"QT_QPA_PLATFORM": "xcb", "DISPLAY": display.name})
    window = display.window_of(running)
    if not window:
        outcome = running.wait(1)
        raise RuntimeError(f"no window came: {outcome.err.strip()[-200:]}")
    time.sleep(1.5)
    return running, window


def ends(running, number, seconds=15):
    """Sends the signal and returns problems with how the window ends."""
    running.send(number)
    return running.wait(time.monotonic() - running.began + seconds)


def long_experiment(place):
    """An experiment that trains without a data set on disk, for longer than any attack takes."""
    path = place.folder / "experiment.json"
    path.write_text(json.dumps({"dataset": "synthetic", "network": "mlp", "hidden_layers": 1, "width": 8,
                                "epochs": 1000}))
    return path


def open_training(attack, place, display):
    """A training window, and the problems that prevented the training."""
    running, window = open_window(attack, place, display, long_experiment(place))
    display.press(window, "F5")
    began = running.wait_until(lambda: any(place.library.glob("[!.]*.stepscope")), 30)
    return running, [] if began else ["F5 began no training"]


def killed_while_training(attack, place, display):
    running, problems = open_training(attack, place, display)
    time.sleep(attack.random.uniform(0.5, 3.0))
    if not running.is_running():
        problems.append("the window ended while it trained")
    running.kill()
    running.wait(5)
    runs = list(place.library.glob("[!.]*.stepscope"))
    for path in runs:
        problems += check_run_file(place, path)
    again, window = open_window(attack, place, display, *runs)
    problems += ends(again, signal.SIGTERM).problems()
    attack.tried(problems)
    for path in place.library.iterdir():
        path.unlink()


def changed_underneath(attack, place, display):
    changes = {
        "deleted": lambda path: path.unlink(),
        "replaced by garbage": lambda path: path.write_bytes(os.urandom(100_000)),
        "truncated": lambda path: os.truncate(path, 5000),
        "replaced by a folder": lambda path: (path.unlink(), path.mkdir()),
        "made a FIFO": lambda path: (path.unlink(), os.mkfifo(path)),
    }
    for name, change in changes.items():
        run = place.train("--seed", str(len(name)))
        running, window = open_window(attack, place, display, run)
        change(run)
        display.press(window, *(f"ctrl+{number}" for number in range(1, 10)))
        time.sleep(1.5)
        problems = [] if running.is_running() else [f"the window ended when its file was {name}"]
        outcome = ends(running, signal.SIGTERM)
        attack.tried(problems + outcome.problems(), outcome)
        shutil.rmtree(place.library)
        place.library.mkdir()
    run = place.train()
    trace = place.folder / "trace.json"
    samples.chrome_trace(trace, events=100_000)
    running, window = open_window(attack, place, display, trace)
    shutil.rmtree(place.library)
    trace.unlink()
    display.press(window, *(f"ctrl+{number}" for number in range(1, 10)))
    time.sleep(1.0)
    problems = [] if running.is_running() else ["the window ended when its library was deleted"]
    outcome = ends(running, signal.SIGTERM)
    attack.tried(problems + outcome.problems(), outcome)
    place.library.mkdir(exist_ok=True)


def display_gone(attack, place):
    display = Display()
    try:
        running, problems = open_training(attack, place, display)
        time.sleep(attack.random.uniform(0.2, 2.0))
    finally:
        display.close()
    outcome = running.wait(time.monotonic() - running.began + 20)
    problems += outcome.problems()
    for path in place.library.glob("[!.]*.stepscope"):
        problems += check_run_file(place, path)
    attack.tried(problems, outcome)
    for path in place.library.iterdir():
        path.unlink()


def attacked(attack):
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        attack.skip(f"needs {' and '.join(missing)}")
    place = Workplace(attack.program, attack.folder)
    display = Display()
    try:
        for _ in range(attack.times(5, 1)):
            killed_while_training(attack, place, display)
        changed_underneath(attack, place, display)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            running, window = open_window(attack, place, display)
            outcome = ends(running, number)
            attack.tried(outcome.problems(), outcome)
    finally:
        display.close()
    for _ in range(attack.times(5, 1)):
        display_gone(attack, place)
