#!/usr/bin/env python3
"""Compares what `stepscope advise --measure` gains with what someone gains who tries the usual switches by hand.

    advice_benchmark.py PROGRAM [--quick] [--networks NAME,…] [--batch-sizes N,…] [--time SECONDS] [--dataset NAME]

Each network is trained for some seconds with its usual settings and each batch size. Then
- the advice measures its changes within the time, and keeps some;
- the switches below are tried one after the other, each in an A/B test against those that were kept before: a switch is
  kept if it is certainly faster, and its loss is the same or lower.
Then all changes that were kept are measured together, and equal sets of changes once. The advice may also enlarge the
batch, which is no answer for those who need this batch size, so the table also has the gain of its other changes alone.

Prints a table of the gains (times as fast as the usual settings, with 95 % intervals) and exits with 1 if the advice is
certainly slower than the switches for any network. Needs a quiet machine and, with 15 rows, half an hour.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SWITCHES = ["threads=1", "onednn=off", "channels-last=on", "execution=torchscript", "precision=bfloat16",
            "optimizer-form=fused", "optimizer-form=pytorch", "pin-threads=on"]


def output_of(program, *arguments):
    result = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"stepscope {' '.join(map(str, arguments))}: {result.stderr.strip()}")
    return result.stdout


def option_of(change):
    name, value = change.split("=")
    return {"on": [f"--{name}"], "off": [f"--no-{name}"]}.get(value, [f"--{name}", value])


def test(program, run, changes, seconds, before=()):
    """The result of an A/B test of the run's settings with the changes `before`, and those with `changes` as well. None
    where the changes have no effect."""
    options = [part for change in before for part in option_of(change)]
    options += [part for change in changes for part in ("--change", change)]
    try:
        return json.loads(output_of(program, "ab", "--run", run, *options, "--time", seconds, "--json"))[0]
    except RuntimeError as problem:
        print(f"  {', '.join(changes)}: {problem}", file=sys.stderr)
        return None


def same_name(change):
    """The advice names settings as experiments do, the switches as the command's options: "tf32=true", "tf32=on"."""
    name, value = change.split("=")
    return name.replace("_", "-").replace(".", "-"), {"true": "on", "false": "off"}.get(value, value)


def is_gain(result):
    return result is not None and result["verdict"] == "faster" and result["loss_verdict"] in ("same", "lower")


def by_hand(program, run, seconds):
    """The switches that are kept."""
    kept = []
    for switch in SWITCHES:
        if is_gain(test(program, run, [switch], seconds, before=kept)):
            kept = [other for other in kept if other.split("=")[0] != switch.split("=")[0]] + [switch]
    return kept


def text_of(result):
    if result is None or result["times_as_fast"] is None:
        return "no gain"
    return f"{result['times_as_fast']:.2f} ({result['low']:.2f} to {result['high']:.2f})"


def gains_of(result):
    """The interval of the speed; that of the usual settings if nothing was kept."""
    if result is None or result["low"] is None:
        return 1.0, 1.0
    return result["low"], result["high"]


def compare(program, folder, network, batch_size, options):
    library = Path(folder) / f"{network}-{batch_size}"
    output_of(program, "run", "--network", network, "--dataset", options.dataset, "--batch-size", batch_size,
              "--seconds", options.train_seconds, "--no-weights", "--library", library, "--out", library / "report")
    run, = library.glob("*.stepscope")
    advice = json.loads(output_of(program, "advise", run, "--measure", "--time", options.time, "--json"))
    changes = {trial["setting"]: trial["value"] for trial in advice["trials"] if trial["kept"]}
    settings = [f"{name}={value}" for name, value in changes.items()]
    same_batch = [setting for setting in settings if not setting.startswith("batch_size=")]
    switches = by_hand(program, run, options.test_seconds)
    measured = {}
    for kept in (settings, same_batch, switches):
        same = frozenset(map(same_name, kept))
        if same and same not in measured:
            measured[same] = test(program, run, kept, 3 * options.test_seconds)
    total, of_this_batch, result = (
        measured.get(frozenset(map(same_name, kept))) for kept in (settings, same_batch, switches))
    print(f"{network:20} {batch_size:5}  {text_of(total):22} {text_of(of_this_batch):22} {text_of(result):22} "
          f"{', '.join(settings) or '-'} | {', '.join(switches) or '-'}", flush=True)
    return max(gains_of(total)[1], gains_of(of_this_batch)[1]) >= gains_of(result)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one network, one batch size, short tests")
    parser.add_argument("--networks", default="mlp,mnist-convnet,mnist-convnet-2020,mnist-convnet-2018,mnist-convnet-2017")
    parser.add_argument("--batch-sizes", default="1,16,64")
    parser.add_argument("--dataset", default="mnist")
    parser.add_argument("--time", type=float, default=60, help="seconds for the advice")
    parser.add_argument("--test-seconds", type=float, default=4, help="seconds for a switch")
    parser.add_argument("--train-seconds", type=float, default=4)
    options = parser.parse_args()
    if options.quick:
        options.networks, options.batch_sizes, options.time, options.test_seconds = "mlp", "16", 15, 1.5
    print(f"{'network':20} {'batch':>5}  {'advice':22} {'same batch size':22} {'by hand':22} advice | by hand")
    reached = True
    with tempfile.TemporaryDirectory() as folder:
        for network in options.networks.split(","):
            for batch_size in options.batch_sizes.split(","):
                reached &= compare(options.program, folder, network, batch_size, options)
    return 0 if reached else 1


sys.exit(main())
