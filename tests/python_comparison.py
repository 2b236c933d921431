#!/usr/bin/env python3
"""Compares what Stepscope records with what Python's profiler records of the same network.

Trains the current MNIST ConvNet of the PyTorch examples (batch 64, synthetic digits, Adadelta) with `stepscope run` and
in Python under torch.profiler, the same steps with one thread, in turn. Prints a line for each operator: its calls a
step in both, which must be equal but for the exceptions below, and its share of the self time in both.

    python_comparison.py PROGRAM [--rounds N] [--shares] [--optimizer-form FORM]

With the optimizer's form "pytorch", what its step and its zero_grad() call is compared as well.

Exits with 1 where calls differ; with --shares also where shares are more than 3 percentage points apart, as they can be on
a busy machine; with 77 where Python's PyTorch is missing or of another release than the program's LibTorch.
"""

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict

BATCH_SIZE = 64
BEFORE, ACTIVE = 10, 20  # steps that are not recorded, and that are
LARGEST_DIFFERENCE = 3.0  # percentage points
SKIPPED = 77
OPTIMIZER = "Optimizer.step"

# Calls a step that Python 1.13 has more than Stepscope, by the optimizer's form. In the form "fused", what the optimizer
# calls counts as its own in both: Python's updates by some 200 calls, Stepscope's in one pass over each parameter.
KNOWN_RELEASE = "1.13"
NLL_LOSS = (1, "torch.nn.functional.nll_loss calls aten::nll_loss through it, C++ calls it at once")
FIRST_GRADIENT = (1, "Python's backward() makes its first gradient by it, that of C++ by aten::empty")
PYTHON_HAS_MORE = {
    "fused": {
        "aten::nll_loss_nd": NLL_LOSS,
        "aten::zeros": (1, "the tensor by which Python's record_function() marks the optimizer's step"),
        "aten::zero_": (1, "in that aten::zeros"),
        "aten::empty_strided": FIRST_GRADIENT,
        "aten::empty": (0, "one more in that aten::zeros, one less for the first gradient"),
    },
    "pytorch": {
        "aten::nll_loss_nd": NLL_LOSS,
        "aten::zeros": (2, "the tensors by which Python's record_function() marks step and zero_grad"),
        "aten::zero_": (2, "in these aten::zeros"),
        "aten::empty_strided": FIRST_GRADIENT,
        "aten::empty": (1, "two more in these aten::zeros, one less for the first gradient"),
    },
}

# As the program sets them for itself.
ENVIRONMENT = {
    "OMP_WAIT_POLICY": "passive",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TRIM_THRESHOLD_": str((1 << 64) - 1),
}


def skip(why):
    print(f"Not compared: {why}")
    sys.exit(SKIPPED)


class Profile:
    """Calls and microseconds of self time by operator, of all active steps; and the loss of every step."""

    def __init__(self):
        self.calls = defaultdict(int)
        self.self_us = defaultdict(float)
        self.losses = []

    def add(self, name, calls, self_us):
        self.calls[name] += calls
        self.self_us[name] += self_us

    def share(self, name):
        """In percent of what is not the optimizer's."""
        return 100.0 * self.self_us[name] / (sum(self.self_us.values()) - self.self_us[OPTIMIZER])


def common_name(name):
    """Without the optimizer's class: "Optimizer.step" of "Optimizer.step#Adadelta.step"."""
    return name.split("#")[0] if name.startswith("Optimizer.") else name


def record_python(images, labels, form):
    import torch
    import torch.nn.functional as F
    from torch import nn
    from torch.profiler import ProfilerActivity, profile

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1 = nn.Conv2d(1, 32, 3, 1)
            self.conv2 = nn.Conv2d(32, 64, 3, 1)
            self.dropout1 = nn.Dropout(0.25)
            self.dropout2 = nn.Dropout(0.5)
            self.fc1 = nn.Linear(9216, 128)
            self.fc2 = nn.Linear(128, 10)

        def forward(self, x):
            x = F.relu(self.conv1(x))
            x = F.relu(self.conv2(x))
            x = self.dropout1(F.max_pool2d(x, 2))
            x = F.relu(self.fc1(torch.flatten(x, 1)))
            return F.log_softmax(self.fc2(self.dropout2(x)), dim=1)

    torch.set_num_threads(1)
    torch.manual_seed(1)
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(1))
    model = Net().train()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)

    losses = []

    def step(number):
        chosen = order.narrow(0, number * BATCH_SIZE, BATCH_SIZE)
        x, y = images.index_select(0, chosen), labels.index_select(0, chosen)
        if form == "pytorch":
            optimizer.zero_grad()
        else:
            for parameter in model.parameters():
                parameter.grad = None
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)

    for number in range(BEFORE):
        step(number)
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
        for number in range(BEFORE, BEFORE + ACTIVE):
            step(number)
    return profiler, [float(loss.detach()) for loss in losses]


def is_in_optimizer(event):
    while event is not None:
        if event.name.startswith(OPTIMIZER):
            return True
        event = event.cpu_parent
    return False


def span_ns(call):
    """Start and duration; PyTorch 2.6 measures nanoseconds instead of microseconds."""
    if hasattr(call, "start_ns"):
        return call.start_ns(), call.duration_ns()
    return 1000 * call.start_us(), 1000 * call.duration_us()


def profile_python(images, labels, form):
    result = Profile()
    profiler, result.losses = record_python(images, labels, form)
    is_whole = form == "fused"  # all that the optimizer calls counts as its own
    for event in profiler.events():
        name = OPTIMIZER if is_whole and is_in_optimizer(event) else common_name(event.name)
        result.add(name, 0, event.self_cpu_time_total)
    # Calls are counted before Python's clean-up, which drops those it takes for doubles by their whole microseconds.
    calls = profiler.profiler.kineto_results.events()
    spans = [span_ns(call) for call in calls if call.name().startswith(OPTIMIZER)]
    updates = [(start, start + duration) for start, duration in spans]
    for call in calls:
        if call.name().startswith(OPTIMIZER):
            result.add(OPTIMIZER, 1, 0)
        elif not is_whole or not any(start <= span_ns(call)[0] <= end for start, end in updates):
            result.add(common_name(call.name()), 1, 0)
    return result


def profile_stepscope(program, folder, form):
    out = os.path.join(folder, "report")
    command = [program, "run", "--dataset", "synthetic", "--network", "mnist-convnet", "--optimizer", "adadelta"]
    for flag, value in {
        "--synthetic-images": (BEFORE + ACTIVE) * BATCH_SIZE,
        "--test-batch-size": BATCH_SIZE,
        "--batch-size": BATCH_SIZE,
        "--steps": BEFORE + ACTIVE,
        "--threads": 1,
        "--optimizer-form": form,
        "--profile-wait": 0,
        "--profile-warmup": BEFORE,
        "--profile-active": ACTIVE,
        "--out": out,
    }.items():
        command += [flag, str(value)]
    ended = subprocess.run(command + ["--no-keep", "--force"], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{program} failed:\n{ended.stderr}")
    with open(os.path.join(out, "environment.json"), encoding="utf-8") as file:
        release = json.load(file)["engine"]["libtorch"]
    result = Profile()
    with open(os.path.join(out, "operators.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            in_optimizer = form == "fused" and row["pass"] == "Optimizer"
            is_counted = not in_optimizer or row["operator"].startswith("Optimizer.step")
            name = OPTIMIZER if in_optimizer else common_name(row["operator"])
            result.add(name, int(row["calls"]) if is_counted else 0, float(row["self_us"]))
    with open(os.path.join(out, "metrics.csv"), newline="", encoding="utf-8") as file:
        result.losses = [float(row["loss"]) for row in csv.DictReader(file)]
    return result, release


def synthetic_digits(torch):
    """The very images of Stepscope's synthetic data set: its times depend on them, too."""

    def generator(seed):
        return torch.Generator().manual_seed(seed)

    patterns = torch.randn(10, 1, 7, 7, generator=generator(20)).repeat_interleave(4, 2).repeat_interleave(4, 3)
    random = generator(21)
    labels = torch.randint(0, 10, ((BEFORE + ACTIVE) * BATCH_SIZE,), generator=random)
    return patterns.index_select(0, labels) + 0.8 * torch.randn(len(labels), 1, 28, 28, generator=random), labels


def compare(stepscope, python, form):
    """Prints the table; returns the sentences of what differs in calls, and in shares."""
    names = set(stepscope[0].calls) | set(python[0].calls)
    by_share = sorted(names, key=lambda name: -stepscope[0].self_us[name])
    calls_differ, shares_differ = [], []
    print(f"{'operator':<62} {'calls a step':>15} {'% of self time':>17}")
    print(f"{'':<62} {'ours':>7} {'Python':>7} {'ours':>8} {'Python':>8}")
    for name in by_share:
        ours, theirs = stepscope[0].calls[name], python[0].calls[name]
        more, reason = PYTHON_HAS_MORE[form].get(name, (0, ""))
        notes = [f"{more:+d}: {reason}"] if reason else []
        if theirs - ours != more * ACTIVE:
            calls_differ.append(f"{name}: {ours} calls recorded by Stepscope, {theirs} by Python in {ACTIVE} steps")
            notes.append("DIFFERS")
        if name == OPTIMIZER and form == "fused":
            shares = f"{'–':>8} {'–':>8}"
            notes.append("another implementation: time not compared")
        else:
            our_share, their_share = (statistics.median(p.share(name) for p in side) for side in (stepscope, python))
            shares = f"{our_share:8.2f} {their_share:8.2f}"
            if abs(our_share - their_share) > LARGEST_DIFFERENCE:
                shares_differ.append(f"{name}: {our_share:.1f} % of self time by Stepscope, {their_share:.1f} % by Python")
                notes.append(f"MORE THAN {LARGEST_DIFFERENCE:g} POINTS APART")
        print(f"{name:<62} {ours / ACTIVE:>7g} {theirs / ACTIVE:>7g} {shares}  {'; '.join(notes)}".rstrip())
    return calls_differ, shares_differ


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--shares", action="store_true")
    parser.add_argument("--optimizer-form", choices=("fused", "pytorch"), default="fused")
    options = parser.parse_args()
    if any(os.environ.get(name) != value for name, value in ENVIRONMENT.items()):
        os.environ.update(ENVIRONMENT)  # they are read when a process begins
        os.execv(sys.executable, [sys.executable] + sys.argv)
    try:
        import torch
    except ImportError:
        skip("this Python has no PyTorch (Debian: apt install python3-torch).")

    images, labels = synthetic_digits(torch)
    stepscope, python = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            profile, release = profile_stepscope(options.program, folder, options.optimizer_form)
            if release.split(".")[:2] != torch.__version__.split(".")[:2]:
                skip(f"the program has LibTorch {release}, Python PyTorch {torch.__version__}.")
            stepscope.append(profile)
            python.append(profile_python(images, labels, options.optimizer_form))

    print(f"LibTorch {release}, batch {BATCH_SIZE}, {ACTIVE} steps, rounds: {options.rounds}")
    calls_differ, shares_differ = compare(stepscope, python, options.optimizer_form)
    furthest = max(abs(a - b) / max(b, 1e-3) for a, b in zip(stepscope[0].losses, python[0].losses, strict=True))
    print(f"Losses of the {BEFORE + ACTIVE} steps: at most {100 * furthest:.3f} % apart")
    for who, side in {"Stepscope": stepscope, "Python": python}.items():
        per_step = statistics.median(sum(p.self_us.values()) - p.self_us[OPTIMIZER] for p in side) / ACTIVE / 1e3
        print(f"Self time a step without the optimizer, {who}: {per_step:.2f} ms")
    for sentence in calls_differ + shares_differ:
        print(sentence)
    print(f"{len(calls_differ)} operators differ in calls, {len(shares_differ)} by more than 3 points of self time.")
    if not release.startswith(KNOWN_RELEASE):
        skip(f"the exceptions are known of LibTorch {KNOWN_RELEASE} alone.")
    sys.exit(1 if calls_differ or (options.shares and shares_differ) else 0)


if __name__ == "__main__":
    main()
