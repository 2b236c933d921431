#!/usr/bin/env python3
"""Compares the kernels that Stepscope records on a GPU with those that torch.profiler records of the same network.

Trains the current MNIST ConvNet of the PyTorch examples (synthetic digits, Adadelta) on cuda:0 with `stepscope run` and
in Python, in turn. Prints a line for each kernel, copy and memory set that an operator has launched: its calls per
step, which must be equal, and its median duration. Stepscope counts hits and losses outside of the recorded operators.

    kernel_comparison.py PROGRAM [--batch-size N] [--rounds N]

Exits with 1 if calls differ, with 77 if there is no GPU.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "benchmarks"))

import torch
import torch.nn.functional as F
from mnist_convnet import Net
from torch.profiler import ProfilerActivity, profile

BEFORE, ACTIVE = 10, 20  # steps that are not recorded, and that are
DEVICE_WORK = ("kernel", "gpu_memcpy", "gpu_memset")
SKIPPED = 77


def launched_by_operators(events):
    """The correlations of the runtime calls within operators."""
    by_thread = defaultdict(list)
    for event in events:
        if event["cat"] in ("cpu_op", "cuda_runtime", "cuda_driver"):
            by_thread[event["tid"]].append(event)
    correlations = set()
    for thread in by_thread.values():
        end = float("-inf")  # of the operators so far
        for event in sorted(thread, key=lambda each: (each["ts"], -each["dur"])):
            if event["cat"] == "cpu_op":
                end = max(end, event["ts"] + event["dur"])
            elif event["ts"] <= end:
                correlations.add(event["args"]["correlation"])
    return correlations


def device_work(trace):
    """Durations in microseconds by name, of the work that operators have launched."""
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    launched = launched_by_operators(events)
    durations = defaultdict(list)
    for event in events:
        if event["cat"] in DEVICE_WORK and event["args"].get("correlation") in launched:
            durations[event["name"]].append(event["dur"])
    return durations


def record_stepscope(program, batch_size, folder):
    environment = dict(os.environ, STEPSCOPE_LIBRARY=os.path.join(folder, "library"))
    out = os.path.join(folder, "report")
    result = subprocess.run(
        [program, "run", "--dataset", "synthetic", "--synthetic-images", "12000", "--device", "cuda:0",
         "--batch-size", str(batch_size), "--steps", str(BEFORE + ACTIVE + 5), "--optimizer-form", "pytorch",
         "--profile-wait", str(BEFORE // 2), "--profile-warmup", str(BEFORE // 2), "--profile-active", str(ACTIVE),
         "--profile-repeat", "1", "--copy-batches", "--out", out, "--force"],
        env=environment, capture_output=True, text=True,
    )
    # A machine without Graphviz cannot draw the network's graph.
    if result.returncode != 0 and not (result.returncode == 1 and "Graphviz" in result.stderr):
        raise RuntimeError("stepscope run: %s" % result.stderr)
    with open(os.path.join(out, "trace.json")) as file:
        return device_work(json.load(file))


def record_python(batch_size, folder):
    torch.manual_seed(1)
    device = torch.device("cuda:0")
    images = torch.rand(12000, 1, 28, 28)
    labels = torch.randint(0, 10, (12000,))
    order = torch.randperm(len(images))
    model = Net().to(device).train()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0, foreach=False)

    def step(number):
        chosen = order.narrow(0, number * batch_size % 6000, batch_size)
        x, y = images.index_select(0, chosen).to(device), labels.index_select(0, chosen).to(device)
        optimizer.zero_grad()
        F.nll_loss(model(x), y).backward()
        optimizer.step()

    for number in range(BEFORE):
        step(number)
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        for number in range(BEFORE, BEFORE + ACTIVE):
            step(number)
        torch.cuda.synchronize()
    path = os.path.join(folder, "python.json")
    profiler.export_chrome_trace(path)
    with open(path) as file:
        return device_work(json.load(file))


def short(name):
    return name if len(name) <= 70 else name[:67] + "..."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("Not compared: there is no GPU.")
        sys.exit(SKIPPED)
    ours, theirs = defaultdict(list), defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for into, recorded in ((ours, record_stepscope(options.program, options.batch_size, folder)),
                                   (theirs, record_python(options.batch_size, folder))):
                for name, durations in recorded.items():
                    into[name] += durations
    steps = ACTIVE * options.rounds
    print("%-70s %20s %24s" % ("", "calls per step", "median microseconds"))
    print("%-70s %10s %10s %12s %12s" % ("", "Stepscope", "Python", "Stepscope", "Python"))
    is_equal = True
    for name in sorted(set(ours) | set(theirs), key=lambda each: -sum(ours.get(each) or theirs[each])):
        calls = [len(each.get(name, [])) / steps for each in (ours, theirs)]
        medians = [statistics.median(each[name]) if name in each else float("nan") for each in (ours, theirs)]
        is_equal = is_equal and calls[0] == calls[1]
        print("%-70s %10.2f %10.2f %12.2f %12.2f%s"
              % (short(name), *calls, *medians, "" if calls[0] == calls[1] else "  DIFFERS"))
    totals = [sum(sum(each) for each in recorded.values()) / steps for recorded in (ours, theirs)]
    print("device time per step: %.1f and %.1f microseconds" % tuple(totals))
    sys.exit(0 if is_equal else 1)


if __name__ == "__main__":
    main()
