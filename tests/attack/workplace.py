"""Runs the program in a separate place, and checks rules that every run must follow."""

import os
import pathlib
import re
import resource
import signal
import subprocess
import time

MEGABYTE = 1 << 20
# A program ended by one of these signals has crashed.
CRASHES = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP, signal.SIGSYS}
# Texts that no user should have to read.
RAW_TEXTS = ("terminate called", "std::", "bad_alloc", "filesystem error", "basic_string", "what():", "Traceback",
             "AddressSanitizer", "runtime error:", "ThreadSanitizer", "LeakSanitizer")
# Control characters, except for the tab and line ends.
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")

# The exit status after SIGINT, SIGTERM or SIGHUP.
INTERRUPTED = 130

SMALL_TRAINING = ("--dataset", "synthetic", "--network", "mlp", "--hidden-layers", "1", "--width", "8",
                  "--batch-size", "16", "--test-batch-size", "64")


class Outcome:
    """How a run of the program ended."""

    def __init__(self, arguments, status, out, err, seconds, peak_bytes, timed_out):
        self.arguments = arguments
        self.status = status  # the exit status; negative: the signal's number
        self.out = out
        self.err = err
        self.seconds = seconds
        self.peak_bytes = peak_bytes
        self.timed_out = timed_out

    @property
    def name(self):
        return "stepscope " + " ".join(str(argument) for argument in self.arguments[:2])

    def problems(self, status=None):
        """Problems that are independent of the command; `status`: the allowed exit statuses, any if None."""
        found = []
        last = self.err.strip().splitlines()[-1:] or [""]
        if self.timed_out:
            found.append(f"did not end within {self.seconds:.0f} s")
        elif self.status < 0 and -self.status in CRASHES:
            found.append(f"crashed by {signal.Signals(-self.status).name}")
        elif status is not None and self.status not in status:
            found.append(f"ended with {self.status} instead of {' or '.join(map(str, status))}: {last[0][:160]!r}")
        # An interruption needs no explanation.
        if self.status > 0 and self.status != INTERRUPTED and not self.timed_out and not self.err.strip():
            found.append(f"ended with {self.status} and no sentence")
        for raw in RAW_TEXTS:
            if raw in self.err or raw in self.out:
                found.append(f"printed {raw!r}: {last[0][:160]!r}")
        for text in (self.out, self.err):
            if match := CONTROL_CHARACTERS.search(text.replace("\x1b[K", "")):
                found.append(f"printed the control character {match.group()!r}")
        return [f"`{self.name}` {problem}" for problem in found]


class Running:
    """A started program. Its output goes to files, so that it never waits for a reader."""

    def __init__(self, process, arguments, out, err):
        self.process = process
        self.arguments = arguments
        self.began = time.monotonic()
        self._files = (out, err)

    @property
    def pid(self):
        return self.process.pid

    def is_running(self):
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def handles(self, number):
        """Whether the program now has a handler for the signal, or ignores it."""
        try:
            lines = pathlib.Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return True
        masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigCgt:", "SigIgn:"))]
        return any(mask >> (number - 1) & 1 for mask in masks)

    def send(self, number):
        if self.is_running():
            os.kill(self.pid, number)

    def kill(self):
        """Kills it with all its children."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def wait_until(self, condition, seconds):
        """Whether `condition()` became true while the program ran."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.is_running():
            if condition():
                return True
            time.sleep(0.02)
        return condition()

    def wait(self, seconds):
        end = self.began + seconds
        while self.is_running() and time.monotonic() < end:
            time.sleep(0.005)
        timed_out = self.is_running()
        seconds = time.monotonic() - self.began
        self.kill() if timed_out else None
        _, status, usage = os.wait4(self.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in self._files:
            file.seek(0)
            texts.append(file.read(4 * MEGABYTE).decode("utf-8", "replace"))
            file.close()
        return Outcome(self.arguments, self.process.returncode, *texts, seconds, usage.ru_maxrss * 1024, timed_out)


class Workplace:
    """A separate home, library and folder for temporary files."""

    def __init__(self, program, folder, **variables):
        self.program = pathlib.Path(program).resolve()
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "home"
        self.library = self.folder / "library"
        self.temporary = self.folder / "tmp"
        self.runtime = self.folder / "runtime"
        for each in (self.home, self.library, self.temporary, self.runtime):
            each.mkdir(parents=True, exist_ok=True)
        self.runtime.chmod(0o700)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("XDG_", "STEPSCOPE_", "QT_"))}
        self.environment = dict(kept, HOME=str(self.home), TMPDIR=str(self.temporary), LC_ALL="C.UTF-8",
                                XDG_RUNTIME_DIR=str(self.runtime), STEPSCOPE_LIBRARY=str(self.library), QT_QPA_PLATFORM="offscreen", **variables)

    def start(self, *arguments, cwd=None, environment=None, wrapper=(), stdin=subprocess.DEVNULL, stdout=None,
              limits=()):
        """`limits`: pairs for setrlimit. `wrapper`: a command that starts the program."""
        def limit():
            for what, value in limits:
                resource.setrlimit(what, (value, value))

        out = open(self.folder / "stdout", "w+b", buffering=0)
        err = open(self.folder / "stderr", "w+b", buffering=0)
        process = subprocess.Popen([*wrapper, self.program, *map(str, arguments)], stdin=stdin, stdout=stdout or out,
                                   stderr=err, cwd=cwd or self.folder, start_new_session=True,
                                   env=dict(self.environment, **(environment or {})), preexec_fn=limit)
        return Running(process, arguments, out, err)

    def run(self, *arguments, seconds=60, **how):
        return self.start(*arguments, **how).wait(seconds)

    def train(self, *arguments, steps=400, seconds=120, **how):
        """Records a small training in the library. Returns its run file."""
        before = set(self.library.glob("*.stepscope"))
        done = self.run("run", *SMALL_TRAINING, "--steps", steps, "--out", self.folder / f"trained-{len(list(self.folder.glob('trained-*')))}",
                        *arguments, seconds=seconds, **how)
        new = set(self.library.glob("*.stepscope")) - before
        if done.status != 0 or len(new) != 1:
            raise RuntimeError(f"the training that the attack needs failed: {done.err.strip()}")
        return new.pop()


def as_user_with_mounts(script):
    """A wrapper that runs `script` (sh), which may mount, and then the program. None: not available on this machine."""
    ways = (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"])
    for way in ways:
        try:
            if subprocess.run([*way, "true"], capture_output=True, timeout=10).returncode == 0:
                return [*way, "sh", "-c", f'{script} && exec "$@"', "sh"]
        except (OSError, subprocess.TimeoutExpired):
            pass
    return None
