#!/usr/bin/env python3
"""Attacks Stepscope and prints the results.

    attack.py PROGRAM [--short] [--only NAME …] [--seed NUMBER]

Kills it, interrupts it, fills its disks, removes its home, replaces the programs that it calls, and gives it malicious
files. Each attack reports how often it was tried, how often the program held, the longest time, the highest peak of
memory, and the findings. Exits with 1 if there are findings. `--short` is what the tests run: fewer tries of each.

Only standard Python is needed. Some attacks need more: a small disk needs the permission to mount, the window's attacks
need Xvfb and xdotool. If that is missing, the table says "not tried".
"""

import argparse
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

import bad_files
import disks
import kills
import libraries
import long_runs
import signals
import surroundings
import window

# Attacks that need minutes, or a display.
LONG = {"long run", "window"}
# An attack takes an `Attack` and reports to it.
ATTACKS = {
    "kill while training": kills.training,
    "kill while sweeping": kills.sweep,
    "kill while importing": kills.importing,
    "kill while exporting": kills.exporting,
    "kill while reporting": kills.reporting,
    "signals": signals.every_phase,
    "full disk": disks.full_disks,
    "output that cannot be written": disks.full_output,
    "file size limit": disks.size_limit,
    "home and temporary folder": surroundings.places,
    "child programs": surroundings.children,
    "planted links": surroundings.links,
    "forged libraries and programs": surroundings.forgeries,
    "bad files": bad_files.given,
    "damaged files": bad_files.damaged,
    "special files": bad_files.special,
    "two processes": libraries.two_processes,
    "10,000 runs": libraries.many_runs,
    "long run": long_runs.recorded,
    "window": window.attacked,
}


class NotTried(Exception):
    """Something that the attack needs is missing."""


class Attack:
    """One attack and its results."""

    def __init__(self, name, program, folder, is_short, seed):
        self.name = name
        self.program = program
        self.folder = pathlib.Path(folder)
        self.is_short = is_short
        self.random = random.Random(f"{seed} {name}")
        self.tries = 0
        self.findings = []
        self.notes = []
        self.seconds = 0.0
        self.peak_bytes = 0

    def times(self, full, short):
        return short if self.is_short else full

    def tried(self, problems, outcome=None):
        """Counts a try; `problems`: sentences about problems found."""
        self.tries += 1
        if outcome:
            self.seconds = max(self.seconds, outcome.seconds)
            self.peak_bytes = max(self.peak_bytes, outcome.peak_bytes)
        if problems:
            self.findings.append("; ".join(dict.fromkeys(problems)))

    def note(self, text):
        """A figure to print below the table."""
        self.notes.append(text)

    @staticmethod
    def skip(reason):
        raise NotTried(reason)


def run(attack, function):
    began = time.monotonic()
    try:
        function(attack)
    except NotTried as reason:
        return f"not tried: {reason}", time.monotonic() - began
    except Exception as error:  # noqa: BLE001 - the others continue
        attack.findings.append(f"the attack itself failed: {type(error).__name__}: {error}")
    held = attack.tries - len(attack.findings)
    return f"{held} of {attack.tries} held", time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--short", action="store_true", help="fewer tries of each")
    parser.add_argument("--only", action="append", choices=sorted(ATTACKS), help="run only this attack; may be repeated")
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(10**6)))
    options = parser.parse_args()
    # Stepscope would inherit signals that the shell ignores for this program, as nohup does.
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    print(f"Attacking {options.program} (--seed {options.seed})\n", flush=True)
    print(f"{'attack':31} {'result':22} {'took':>7} {'longest':>8} {'peak':>8}", flush=True)
    findings, notes, total = [], [], 0
    for name, function in ATTACKS.items():
        if name not in options.only if options.only else options.short and name in LONG:
            continue
        folder = tempfile.mkdtemp(prefix="stepscope-attack-")
        try:
            attack = Attack(name, options.program, folder, options.short, options.seed)
            result, took = run(attack, function)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        total += attack.tries
        findings += [(name, finding) for finding in attack.findings]
        notes += [(name, note) for note in attack.notes]
        longest = f"{attack.seconds:.1f} s" if attack.seconds else ""
        peak = f"{attack.peak_bytes / (1 << 20):.0f} MB" if attack.peak_bytes else ""
        print(f"{name:31} {result:22} {took:5.0f} s {longest:>8} {peak:>8}", flush=True)
    for name, note in notes:
        print(f"\n{name}: {note}", end="")
    print(f"\n\n{total} tries, {len(findings)} findings")
    for name, finding in findings:
        print(f"  {name}: {finding}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
