#!/usr/bin/env python3
"""Records programs of several kinds with `stepscope record` and compares the runs with the programs' output.

Each program, except for the ranks of a distributed training, runs twice, alone and recorded: exit code, standard output and
errors must be equal. A program prints a line for each of its steps, as in "step 3 samples 16 loss 0.25"; the run must have
these steps with these figures.

    record_programs.py PROGRAM [--cpp EXECUTABLE] [--root FOLDER] [NAME ...]

--cpp: the compiled programs/training.cpp. --root: the programs run in this root folder, which must have the programs' folder
and Stepscope's at the same paths as outside: see in_debian_root.sh. Exits with 1 if something differs, with 77 if PyTorch
for Python is missing.
"""

import argparse
import collections
import csv
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
SKIPPED = 77

PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
IN_ROOT = []  # prefix of each command
CPP = "CPP"  # in place of the compiled program

# Name, command, how the steps must be found, required operators, layers, further options of the recorder. A script is
# run by Python.
PROGRAMS = [
    ("plain", ["plain.py"], "optimizer", ["aten::addmm", "AddmmBackward0"], ["0", "2", "CrossEntropyLoss"]),
    ("loader", ["loader.py", "0"], "optimizer", ["aten::tanh"], ["hidden", "out"]),
    ("loader with workers", ["loader.py", "2"], "optimizer", ["aten::tanh"], ["hidden", "out"]),
    ("two optimizers", ["gan.py"], "optimizer", ["aten::binary_cross_entropy_with_logits"], ["0", "2"]),
    ("accumulation", ["accumulation.py"], "optimizer", ["aten::mse_loss"], ["Linear"]),
    ("LBFGS", ["lbfgs.py"], "optimizer", ["aten::mse_loss"], ["Linear"]),
    ("evaluation", ["evaluation.py"], "optimizer", ["aten::conv2d"], ["features.0", "classifier"]),
    ("inference", ["inference.py"], "module", ["aten::addmm"], ["0", "2"]),
    ("own optimizer", ["own_optimizer.py"], "backward", ["aten::mse_loss"], ["Linear"]),
    ("sequence first", ["sequence_first.py"], "optimizer", ["aten::lstm"], ["words", "memory", "out"]),
    ("own function", ["own_function.py"], "optimizer", ["aten::addmm", "Double"], ["hidden", "out"]),
    ("no module", ["no_module.py"], "backward", ["aten::matmul"], []),
    ("methods", ["methods.py"], "optimizer", ["aten::addmm", "aten::tanh"], ["body.0", "heads.policy", "heads.value"]),
    ("prepared data", ["prepared.py"], "optimizer", ["aten::addmm", "aten::div"], ["hidden", "out", "Normalize"]),
    ("own class of tensors", ["own_tensor.py"], "optimizer", ["aten::addmm"], ["hidden", "out"]),
    ("mixed precision", ["amp.py"], "optimizer", ["aten::linear"], ["0", "2"]),
    ("own profiler", ["own_profiler.py"], "optimizer", ["aten::addmm", "forward"], ["0", "2"]),
    ("own profiler, memory", ["own_profiler.py"], "optimizer", ["aten::addmm", "[memory]"], ["0", "2"], ["--memory"]),
    ("compiled", ["compiled.py"], "optimizer", ["AddmmBackward0"], []),
    ("cleared environment", ["clears_environment.py"], "optimizer", ["aten::addmm"], ["0", "2"]),
    ("ranges", ["ranges.py"], "marks", ["aten::matmul", "my step"], [], ["--step-on", "my step"]),
    ("LBFGS, Python functions", ["lbfgs.py"], "optimizer", ["aten::mse_loss"], ["Linear"], ["--python"]),
    ("Python functions", ["functions.py"], "optimizer", ["aten::addmm"], ["hidden", "out"], ["--python"]),
    ("started by a shell", ["/bin/sh", "-c", '"$0" "$1"; exit $?', PYTHON, "plain.py"], "optimizer",
     ["aten::addmm", "AddmmBackward0"], ["0", "2", "CrossEntropyLoss"]),
    # Data that only the hook provides is missing.
    ("isolated Python", [PYTHON, "-I", "plain.py"], "optimizer", ["aten::addmm", "AddmmBackward0"], []),
    ("C++", [CPP], "backward", ["aten::addmm", "AddmmBackward0"], []),
]
WITHOUT_FIGURES = ["isolated Python"]
# Operators of the network's graph in order; other programs must only have a graph.
GRAPHS = {
    "plain": ["linear", "relu", "linear"],
    "accumulation": ["linear"],
    "own function": ["linear", "mul", "linear"],
    "methods": ["linear", "tanh"],  # its first part that is more than a layer
    "prepared data": ["linear", "relu", "linear"],
    "evaluation": ["conv2d", "add_", "batch_norm", "relu", "flatten", "linear"],
}
WITHOUT_GRAPH = ["ranges", "no module", "isolated Python", "C++"]
# Nesting of calls, as regular expressions for stacks without the leading passes.
STACKS = {
    "Python functions": [
        r"functions\.py\(1\): <module>;functions\.py\(55\): main;functions\.py\(44\): train_step;Net;"
        r".*functions\.py\(14\): (Net\.)?forward;functions\.py\(17\): (Net\.)?classify;out;.*;aten::linear;aten::addmm",
        r".*: main;functions\.py\(21\): batches;aten::randn;aten::normal_",
        r".*: train_step;.*: backward;.*;AddmmBackward0;aten::mm",
        r".*: train_step;.*;Optimizer.step#SGD.step;.*;aten::add_",
        r".*: train_step" + r";functions\.py\(26\): depth_of" * 6,
    ],
}
# Number of evaluations after steps.
EPOCHS = {"evaluation": 3}


def fail(text):
    print("  FAILED:", text)
    return False


def printed_steps(output):
    steps = []
    for line in output.splitlines():
        words = line.split()
        if words[:1] == ["step"]:
            steps.append(dict(zip(words[::2], words[1::2])))
    return steps


class Recording:
    def __init__(self, program, folder, command, options=()):
        self.program = program
        self.folder = folder
        self.environment = dict(os.environ, STEPSCOPE_LIBRARY=folder)
        self.result = subprocess.run(
            [program, "record", *options, "--"] + command, capture_output=True, text=True, env=self.environment, timeout=300
        )

    def runs(self):
        return [os.path.join(self.folder, name) for name in os.listdir(self.folder) if name.endswith(".stepscope")]

    def text(self, run, what):
        result = subprocess.run(
            [self.program, "export", run, "--what", what, "--csv-raw"],
            capture_output=True,
            text=True,
            env=self.environment,
            timeout=120,
        )
        if result.returncode != 0:
            raise RuntimeError("export of %s: %s" % (what, result.stderr))
        return result.stdout

    def shown(self, run):
        result = subprocess.run([self.program, "show", run, "--json"], capture_output=True, text=True,
                                env=self.environment, timeout=120)
        if result.returncode != 0:
            raise RuntimeError("show of %s: %s" % (run, result.stderr))
        return json.loads(result.stdout)

    def export(self, run, what):
        return list(csv.DictReader(io.StringIO(self.text(run, what))))


def same_figures(recorded, printed):
    ok = True
    for step, row in zip(printed, recorded):
        if "samples" in step and int(row["images"]) != int(step["samples"]):
            ok = fail("step %s has %s samples, recorded were %s" % (step["step"], step["samples"], row["images"]))
        if "loss" not in step:
            continue
        loss = float(step["loss"])
        if not row["loss"] or abs(float(row["loss"]) - loss) > 2e-6 * max(1.0, abs(loss)):
            ok = fail("step %s has loss %s, recorded was %s" % (step["step"], step["loss"], row["loss"] or "none"))
    return ok


def command_of(words, cpp):
    words = [cpp if word == CPP else os.path.join(HERE, word) if word.endswith(".py") else word for word in words]
    return IN_ROOT + ([PYTHON] + words if words[0].endswith(".py") else words)


def errors_of(result):
    """The program's stderr, without times and process numbers. A recorder that records memory knows blocks that PyTorch's own
    profiler reports as unknown.
    """
    lines = result.stderr.splitlines()
    ours = ("stepscope: Recorded ", "stepscope: The program is not Python")
    return [re.sub(r"\d+", "0", line) for line in lines if not line.startswith(ours) and "of unknown size" not in line]


def check(program, cpp, case):
    name, words, source, operators, layers, *options = case
    print(name, flush=True)
    command = command_of(words, cpp)
    alone = subprocess.run(command, capture_output=True, text=True, timeout=300)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command, *options)
        result = recording.result
        ok = True
        if (result.returncode, result.stdout) != (alone.returncode, alone.stdout):
            ok = fail("exit code %d and %d, output %r and %r"
                      % (alone.returncode, result.returncode, alone.stdout[-200:], result.stdout[-200:]))
        if errors_of(result) != errors_of(alone):
            ok = fail("errors %r and %r" % (alone.stderr[-200:], result.stderr[-2000:]))
        runs = recording.runs()
        if len(runs) != 1:
            return fail("%d runs; %s" % (len(runs), result.stderr))
        if "(%s)" % source not in result.stderr:
            ok = fail("steps are not found by %s: %s" % (source, result.stderr))
        printed = printed_steps(alone.stdout)
        steps = recording.export(runs[0], "metrics")
        if len(steps) != len(printed):
            return fail("%d steps, recorded were %d" % (len(printed), len(steps)))
        if name in WITHOUT_FIGURES:
            if any(row["images"] or row["loss"] for row in steps):
                ok = fail("figures are there that nothing tells")
        else:
            ok = same_figures(steps, printed) and ok
        ok = check_graph(recording, runs[0], name) and ok
        epochs = recording.shown(runs[0])["epochs"]
        if len(epochs) != EPOCHS.get(name, 0):
            ok = fail("%d epochs of %d" % (len(epochs), EPOCHS.get(name, 0)))
        if any(bool(row["epoch"]) != bool(epochs) for row in steps):
            ok = fail("the epochs of steps are %s" % [row["epoch"] for row in steps])
        if any(row["accuracy"] or row["correct"] for row in steps) or any(row["test_accuracy"] is not None for row in epochs):
            ok = fail("an accuracy is there that nothing tells")
        ok = check_stacks(recording, runs[0], STACKS.get(name, [])) and ok
        events = json.loads(recording.text(runs[0], "trace"))["traceEvents"]
        names = {event["name"] for event in events}
        for name in operators + layers:
            if name not in names:
                ok = fail("no %s among %s" % (name, ", ".join(sorted(names))))
    print("  ok" if ok else "  see above")
    return ok


def check_stacks(recording, run, expected):
    if not expected:
        return True
    stacks = [row["stack"].partition(";")[2] for row in recording.export(run, "calls")]
    missing = [stack for stack in expected if not any(re.fullmatch(stack, each) for each in stacks)]
    return not missing or fail("no stack matches %s among %s" % (missing[0], "\n".join(stacks)))


def check_own_profile_function(program):
    """Functions are recorded until the program replaces the profile function; operators are always recorded."""
    print("own profile function", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command_of(["own_profile_function.py", "10", "20"], None),
                              ["--python", "--window", "0:30"])
        sentence = "calls of Python functions are no longer recorded: the program has set its own profile function"
        if recording.result.stdout != "True\n" or recording.result.stderr.count(sentence) != 1:
            return fail("output %r, %s" % (recording.result.stdout, recording.result.stderr))
        called = {}
        for row in recording.export(recording.runs()[0], "calls"):
            for name in ("train_step", "aten::addmm"):
                if row["name"].endswith(name):
                    called[name] = called.get(name, 0) + int(row["calls"])
    if called.get("aten::addmm") != 60 or not 10 <= called.get("train_step", 0) <= 24:  # a call may be part of two steps
        return fail("there are %s calls" % called)
    print("  ok")
    return True


def check_against_profiler(program):
    """The same steps have the same operator calls and allocations as in PyTorch's profiler."""
    print("against torch.profiler", flush=True)
    command = command_of(["compared.py"], None)
    profiled = subprocess.run(command + ["profile"], capture_output=True, text=True, timeout=300)
    if profiled.returncode != 0:
        return fail(profiled.stderr)
    expected = json.loads(profiled.stdout.splitlines()[-1])
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command, ["--memory", "--window", "10:20"])
        events = json.loads(recording.text(recording.runs()[0], "trace"))["traceEvents"]
    calls = collections.Counter(event["name"] for event in events if event.get("cat") in ("cpu_op", "user_annotation"))
    ok = True
    for name in sorted(set(calls) | set(expected["calls"])):
        if name.startswith(("ProfilerStep", "autograd::engine::evaluate_function")):
            continue  # the latter are around autograd's functions, only in the profiler
        if re.fullmatch(r"Sequential|\d", name):
            continue  # a layer
        if calls[name] != expected["calls"].get(name, 0):
            ok = fail("%s is called %d times, recorded were %d" % (name, expected["calls"].get(name, 0), calls[name]))
    blocks = [event["args"]["Bytes"] for event in events if event["name"] == "[memory]"]
    allocated, freed = sum(each for each in blocks if each > 0), sum(each for each in blocks if each < 0)
    if (allocated, freed) != (expected["allocated"], -expected["allocated"]):  # each step frees what it allocates
        ok = fail("%d bytes are allocated, recorded were %d, and %d freed" % (expected["allocated"], allocated, freed))
    if blocks.count(100_003) != 20 or blocks.count(-100_003) != 20:
        ok = fail("a block is allocated %d times" % blocks.count(100_003))
    print("  ok" if ok else "  see above")
    return ok


def check_windows_only(program):
    """Operators are recorded and counted only in whole steps of a window; all steps are present."""
    print("windows only", flush=True)
    steps = 400
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command_of(["slow_steps.py", str(steps)], None),
                              ["--windows-only", "--window", "20:10"])
        run = recording.runs()[0]
        metrics = recording.export(run, "metrics")
        active = [row for row in metrics if row["profiler_phase"] == "active"]
        ok = True
        if len(metrics) != steps or len(active) != 10 or any(not row["loss"] for row in metrics):
            ok = fail("%d steps, %d with events" % (len(metrics), len(active)))
        events = json.loads(recording.text(run, "trace"))["traceEvents"]
        calls = sum(event["name"] == "aten::addmm" for event in events)
        if calls != 20:
            ok = fail("%d calls of aten::addmm" % calls)
        said = re.search(r"Operators were recorded in (\d+) of %d steps" % steps, recording.text(run, "log"))
        if not said or not 10 <= int(said.group(1)) < steps:
            ok = fail("it is not said in how many steps operators were recorded")
    print("  ok" if ok else "  see above")
    return ok


def check_machine(program):
    """The machine is sampled twice a second, from the end of the first step on."""
    print("machine", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        recording = Recording(program, folder, command_of(["slow_steps.py", "400"], None))
        took = time.monotonic() - start
        run = recording.runs()[0]
        samples = recording.export(run, "samples")
        last = recording.export(run, "metrics")[-1]
    seconds = float(last["start_s"]) + float(last["duration_us"]) / 1e6
    ok = True
    if not seconds - 1 <= len(samples) / 2 <= took + 1:
        ok = fail("%d samples in %.1f seconds" % (len(samples), seconds))
    if not any(float(sample["process_cpu_percent"]) > 0 for sample in samples):
        ok = fail("the process used no processor")
    if not all(int(sample["resident_bytes"]) > 10_000_000 for sample in samples):
        ok = fail("the process had no memory")
    print("  ok" if ok else "  see above")
    return ok


# The program with a simulated GPU: its action in step 30, the number of kernels that each operator launches in the
# window, the expected message, options of the recorder.
DEVICES = [
    ("", 20, "", []),
    ("exit", 20, "", []),
    ("profile", 0, "GPU work is not recorded: the program uses its own profiler", []),
    ("", 0, "", ["--no-gpu"]),
]


def check_devices(program, case, tries=3):
    """Kernels belong to the operators that launched them, and the program behaves as without the recorder."""
    action, kernels, sentence, options = case
    print(" ".join(["made-up GPU"] + [action] * bool(action) + options), flush=True)
    command = command_of(["made_up_gpu.py", "150"] + ([action] if action else []), None)
    alone = subprocess.run(command, capture_output=True, text=True, timeout=300)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command, ["--window", "10:20", *options])
        result = recording.result
        run = recording.runs()[0]
        ok = True
        if (result.returncode, result.stdout) != (alone.returncode, alone.stdout):
            ok = fail("exit code %d and %d, output %r and %r, errors %r"
                      % (alone.returncode, result.returncode, alone.stdout[-200:], result.stdout[-200:],
                         result.stderr[-1500:]))
        said = [line for line in result.stderr.splitlines() if "GPU" in line]
        if said != (["stepscope: " + sentence] if sentence else []):
            ok = fail("it says %s" % result.stderr)
        try:
            found = {row["operator"]: int(row["calls"]) for row in recording.export(run, "kernels")}
        except RuntimeError:
            found = {}
        active = [int(row["step"]) for row in recording.export(run, "metrics") if row["profiler_phase"] == "active"]
        if action == "exit" and not active and tries > 1:
            print("  the window started after the exit, on a slow machine: again", flush=True)
            return check_devices(program, case, tries - 1)
        expected = 20
        if action == "exit" and active:  # on a slow machine the window starts late, and the exit in step 30 ends it
            expected = kernels = 30 - max(active[0], 10)
        if found != ({"Twice": kernels, "TwiceBackward": kernels} if kernels else {}):
            ok = fail("kernels are %s" % found)
        if len(active) != expected:
            ok = fail("steps %s have events" % active)
    print("  ok" if ok else "  see above")
    return ok


def check_graph(recording, run, name):
    if name in WITHOUT_GRAPH:
        try:
            recording.text(run, "graph")
        except RuntimeError:
            return True
        return fail("a graph is there that nothing tells")
    nodes = re.findall(r"^ *n\d+ \[label=.*?<B>(.*?)</B>", recording.text(run, "graph"), re.MULTILINE)
    if nodes[:1] != ["input"] or nodes[-1:] != ["output"]:
        return fail("the graph goes from %s to %s" % (nodes[:1], nodes[-1:]))
    if name in GRAPHS and nodes[1:-1] != GRAPHS[name]:
        return fail("the graph is %s" % nodes)
    if name == "prepared data" and "12 × 8" not in recording.text(run, "graph"):
        return fail("the graph is that of a test with one sample")
    return True


# What a process does to itself, in which step (-1: before the first), the number of steps of each of its runs, and
# the message if there is no run.
HOSTILE = [
    ("forks", 4, [12], ""),
    ("closes all files", -1, [12], ""),
    ("closes all files", 4, [12], ""),
    ("drops its privileges", -1, [], "its file cannot be created in the recorder's folder"),
    ("drops its privileges", 4, [12], ""),
    ("changes its root", -1, [], "its file cannot be created in the recorder's folder"),
    ("changes its root", 4, [12], ""),
    ("leaves its folder", -1, [12], ""),
    ("limits the size of files", -1, [], "the program's file size limit is too small"),
    ("limits the size of files", 4, [12], ""),
    ("blocks all signals", -1, [12], ""),
    ("forgets its path", -1, [12], ""),
    ("has many threads", 4, [12], ""),
    ("starts itself again", 4, [5, 12], ""),
]
FOR_ROOT = {"drops its privileges", "changes its root"}


def check_hostile(program, case):
    action, when, steps, sentence = case
    name = "hostile: %s %d" % (action, when)
    if action in FOR_ROOT and os.geteuid() != 0:
        print(name + "\n  not tried: only root can do that")
        return True
    return check_processes(program, (name, ["hostile.py", action, str(when)], steps, sentence, "step 11"))


# Name, command, the number of steps of each of its runs, the message if there is no run, its output.
PROCESSES = [
    ("forked", ["spawn.py", "fork"], [10, 11], "", "process 1"),
    ("spawned", ["spawn.py", "spawn"], [10, 11], "", "process 1"),
    ("forked by a server", ["spawn.py", "forkserver"], [10, 11], "", "process 1"),
    ("no PyTorch", ["no_torch.py"], [], "The program did not load PyTorch, or used none of its modules", "sum 45"),
]


def check_processes(program, case):
    name, words, steps, sentence, printed = case
    print(name, flush=True)
    command = command_of(words, None)
    alone = subprocess.run(command, capture_output=True, text=True, timeout=300)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command)
        result = recording.result
        ok = True
        if (result.returncode, result.stdout) != (alone.returncode, alone.stdout):
            ok = fail("exit code %d and %d, output %r and %r"
                      % (alone.returncode, result.returncode, alone.stdout[-200:], result.stdout[-200:]))
        if alone.returncode != 0 or printed not in alone.stdout:
            ok = fail("the program alone does not work: %s" % alone.stderr[-300:])
        recorded = sorted(len(recording.export(run, "metrics")) for run in recording.runs())
        if recorded != steps:
            ok = fail("runs of %s steps, not %s: %s" % (recorded, steps, result.stderr))
        if sentence and sentence not in result.stderr:
            ok = fail("nothing says why: %s" % result.stderr)
    print("  ok" if ok else "  see above")
    return ok


# The argument of overload.py, how its steps are found, and the least number of steps whose operators must be there.
OVERLOADS = [("", "optimizer", 450), ("marks", "marks", 450), ("thread", "optimizer", 1900)]


def check_overload(program, case):
    """If the recorder does not keep up, operators are missing, but no steps."""
    argument, source, least = case
    print("overload " + argument, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command_of(["overload.py"] + [argument] * bool(argument), None))
        result = recording.result
        ok = (result.returncode == 0 and "(%s)" % source in result.stderr) or fail(result.stderr)
        run = recording.runs()[0]
        steps = recording.export(run, "metrics")
        printed = printed_steps(result.stdout)
        if len(steps) != len(printed):
            ok = fail("%d steps, recorded were %d" % (len(printed), len(steps)))
        ok = same_figures(steps, printed) and ok
        said = re.search(r"Operators were recorded in ([\d,]+) of 2,000 steps", recording.text(run, "log"))
        if not said or not least <= int(said[1].replace(",", "")) < 2000:
            ok = fail("the log is %s" % recording.text(run, "log"))
    print("  ok" if ok else "  see above")
    return ok


def check_ranks(program):
    """Each rank of a distributed training is a separate run. The ranks are started by a shell: the torchrun of Debian's
    PyTorch 1.13 does not work with Python 3.11. Debian's PyTorch has no libuv.
    """
    print("ranks", flush=True)
    if subprocess.run(IN_ROOT + [PYTHON, "-c", "import torch.distributed as d; assert d.is_available()"],
                      capture_output=True).returncode != 0:
        print("  not tried: this PyTorch cannot train on several processes")
        return True
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = ('export USE_LIBUV=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=%d; '
              'RANK=0 "$0" "$1" & RANK=1 "$0" "$1" && wait $!' % port)
    command = IN_ROOT + ["/bin/sh", "-c", script, PYTHON, os.path.join(HERE, "ranks.py")]
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command)
        lines = recording.result.stdout.splitlines()
        ok = recording.result.returncode == 0 or fail(recording.result.stderr)
        if len(recording.runs()) != 2:
            return fail("%d runs; %s" % (len(recording.runs()), recording.result.stderr))
        for rank in range(2):
            run = [each for each in recording.runs() if "rank-%d" % rank in each]
            start = "rank %d " % rank
            printed = printed_steps("\n".join(line[len(start):] for line in lines if line.startswith(start)))
            if len(run) != 1 or len(printed) != 20:
                ok = fail("%d runs and %d steps of rank %d" % (len(run), len(printed), rank))
                continue
            steps = recording.export(run[0], "metrics")
            if len(steps) != len(printed):
                ok = fail("%d steps of rank %d, recorded were %d" % (len(printed), rank, len(steps)))
            ok = same_figures(steps, printed) and ok
            trace = json.loads(recording.text(run[0], "trace"))
            if trace.get("distributedInfo") != {"backend": "gloo", "rank": rank, "world_size": 2}:
                ok = fail("rank %d is described as %s" % (rank, trace.get("distributedInfo")))
            if not any(re.search("all_?reduce", event["name"]) for event in trace["traceEvents"]):
                ok = fail("no communication of rank %d" % rank)
        ok = check_merged_ranks(program, recording) and ok
    print("  ok" if ok else "  see above")
    return ok


def check_merged_ranks(program, recording):
    """The runs of the ranks become one, in which collective calls are compared."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([program, "import", *recording.runs(), "--as-ranks", "--library", folder],
                                capture_output=True, text=True, timeout=120)
        if result.returncode != 0:
            return fail("the ranks are not merged: %s" % result.stderr)
        if "The clocks of rank" in result.stdout:  # of one machine
            return fail("the ranks' clocks differ: %s" % result.stdout)
        if "events, the first one 0 ns after" not in result.stdout or "one -" in result.stdout:
            return fail("no rank begins first: %s" % result.stdout)
        rows = recording.export(os.path.join(folder, os.listdir(folder)[0]), "ranks")
    if [row["rank"] for row in rows] != ["0", "1"] or not all(int(row["steps"]) == 10 for row in rows):
        return fail("the merged ranks are %s" % rows)
    return True


def is_left_behind(name):
    """Whether the recorder has ended; its process number is in the name."""
    words = name.split("-")
    return words[0] == "stepscope" and not os.path.exists("/proc/" + words[2])


# The program's end must not be caused by the recorder and must not harm the run: name, code after the training,
# outcome of the run.
ENDS = [
    ("exit code", "sys.exit(3)", "failed"),
    ("exception", "raise ValueError('x')", "failed"),
    ("os._exit", "os._exit(0)", "finished"),
    ("killed", "os.kill(os.getpid(), signal.SIGKILL)", "failed"),
    ("segmentation fault", "os.kill(os.getpid(), signal.SIGSEGV)", "failed"),
    ("interrupted", "os.kill(os.getpid(), signal.SIGINT)", "stopped"),
]


def check_end(program, case):
    name, code, outcome = case
    print("end: " + name)
    root = IN_ROOT[-1] if IN_ROOT else ""
    with tempfile.TemporaryDirectory(dir=root + "/tmp" if root else None) as folder:
        script = os.path.join(folder, "script.py")
        with open(os.path.join(HERE, "plain.py")) as source, open(script, "w") as file:
            file.write(source.read() + "\nimport os, signal, sys\nsys.stdout.flush()\n" + code + "\n")
        command = IN_ROOT + [PYTHON, script[len(root):]]
        alone = subprocess.run(command, capture_output=True, text=True, timeout=300)
        library = os.path.join(folder, "library")
        os.mkdir(library)
        recording = Recording(program, library, command)
        ok = True
        if (recording.result.returncode, recording.result.stdout) != (alone.returncode, alone.stdout):
            ok = fail("exit code %d and %d" % (alone.returncode, recording.result.returncode))
        runs = recording.runs()
        if len(runs) != 1:
            return fail("%d runs; %s" % (len(runs), recording.result.stderr))
        if len(recording.export(runs[0], "metrics")) != 30:
            ok = fail("%d steps of 30" % len(recording.export(runs[0], "metrics")))
        shown = recording.shown(runs[0])
        if shown["outcome"] != outcome:
            ok = fail("the outcome is %s, not %s" % (shown["outcome"], outcome))
        left = [each for each in os.listdir("/dev/shm") if is_left_behind(each)]
        if left:
            ok = fail("left in shared memory: %s" % left)
    print("  ok" if ok else "  see above")
    return ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--cpp")
    parser.add_argument("--root")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    program = os.path.abspath(arguments.program)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background
    if arguments.root:
        IN_ROOT.extend(["chroot", arguments.root])
    wanted = lambda case: not arguments.names or case[0] in arguments.names
    if subprocess.run(IN_ROOT + [PYTHON, "-c", "import torch"], capture_output=True).returncode != 0:
        print("PyTorch for Python is not installed.")
        return SKIPPED
    cases = [case for case in PROGRAMS if arguments.cpp or case[1] != [CPP]]
    results = [check(program, arguments.cpp, case) for case in cases if wanted(case)]
    results += [check_processes(program, case) for case in PROCESSES if wanted(case)]
    if not arguments.names or "overload" in arguments.names:
        results += [check_overload(program, case) for case in OVERLOADS]
    if not arguments.names or "ranks" in arguments.names:
        results.append(check_ranks(program))
    if not arguments.names or "against torch.profiler" in arguments.names:
        results.append(check_against_profiler(program))
    if not arguments.names or "windows only" in arguments.names:
        results.append(check_windows_only(program))
    if not arguments.names or "machine" in arguments.names:
        results.append(check_machine(program))
    if not arguments.names or "devices" in arguments.names:
        results += [check_devices(program, case) for case in DEVICES]
    if not arguments.names or "own profile function" in arguments.names:
        results.append(check_own_profile_function(program))
    results += [check_end(program, case) for case in ENDS if wanted(case)]
    results += [check_hostile(program, case) for case in HOSTILE if not arguments.names or "hostile" in arguments.names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
