#!/usr/bin/env python3
"""Checks Stepscope on a machine with an NVIDIA GPU and a PyTorch for CUDA.

Records trainings on the GPU with `stepscope record` and compares them with the same trainings alone, trains with
Stepscope's own engine on cuda:0 and on the CPU, and compares kernels with those of torch.profiler.

    check_gpu.py PROGRAM [--keep FOLDER] [NAME ...]

PROGRAM: a build of Stepscope with the engine for this PyTorch, see build.sh. --keep: copies the runs into this folder.
Names: recording, compile, training, settings, kernels; all by default. Exits with 1 if something differs, with 77 if
there is no GPU.
"""

import argparse
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "record"))

from record_programs import SKIPPED, Recording, fail, printed_steps, same_figures

TRAINING = [sys.executable, os.path.join(HERE, "programs", "training.py")]

# Modes of the program, the least share of the kernels whose operator must be known, whether losses are equal bit for bit.
# Kernels of a captured graph and of torch.compile are launched outside of operators.
RECORDED = [
    ([], 0.95),
    (["amp"], 0.95),
    (["bfloat16", "attention"], 0.95),
    (["accumulate", "streams"], 0.95),
    (["loader"], 0.95),
    (["evaluate"], 0.95),
    (["ddp"], 0.95),
    (["graph"], None),
]
STEPS = 120
TRAINED = [
    "mlp",
    "mnist-convnet-2018",
    "conv 16 3, batchnorm, relu, 2 x residual (conv 16 3 same, relu), maxpool 2, flatten, linear 10",
]
# Settings of a training on a GPU, what they are compared with, and the largest relative difference of the losses.
SETTINGS = [
    (["--precision", "float16"], [], 0.1),
    (["--copy-batches", "--pinned-memory", "--async-copies"], ["--copy-batches"], 1e-3),
    (["--loader-workers", "2", "--pinned-memory", "--async-copies"], ["--loader-workers", "2"], 1e-3),
]
OWN_KERNELS = 4  # per step, by which Stepscope counts the hits, outside of recorded operators


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def device_name():
    try:
        import torch

        return torch.cuda.get_device_name(0) if torch.cuda.is_available() else None
    except ImportError:
        return None


def check_kernels_of(recording, path, least_known):
    """All kernels of the window are recorded, and belong to operators."""
    kernels = recording.export(path, "kernels")
    if not kernels:
        return fail("no kernels are recorded: %s" % recording.text(path, "log"))
    calls = sum(int(row["calls"]) for row in kernels)
    known = sum(int(row["calls"]) for row in kernels if row["operator"])
    print("  %d kernel calls in %s, %.1f %% with a known operator" % (calls, kernels[0]["covers"], 100.0 * known / calls))
    if least_known is not None and known < least_known * calls:
        return fail("%d of %d kernel calls have no operator" % (calls - known, calls))
    return True


def check_recorded(program, modes, least_known, keep):
    print("record: %s" % (" ".join(modes) or "plain"), flush=True)
    command = TRAINING + modes + ["--steps", str(STEPS)]
    alone = run(command)
    if alone.returncode != 0:
        return fail("the program fails alone: %s" % alone.stderr[-500:])
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(program, folder, command, ["--name", " ".join(["gpu"] + modes)])
        ok = True
        if (recording.result.returncode, recording.result.stdout) != (alone.returncode, alone.stdout):
            ok = fail("exit code %d and %d, last lines %r and %r, errors %r"
                      % (alone.returncode, recording.result.returncode, alone.stdout[-200:], recording.result.stdout[-200:],
                         recording.result.stderr[-1500:]))
        runs = recording.runs()
        if len(runs) != 1:
            return fail("%d runs; %s" % (len(runs), recording.result.stderr))
        if keep:
            shutil.copy(runs[0], keep)
        if "graph" in modes:  # a replayed step calls nothing of PyTorch that tells its loss or its operators
            ok = check_kernels_of(recording, runs[0], least_known) and ok
            steps = len(recording.export(runs[0], "metrics"))
            if steps != STEPS + 4:  # three before the capture, and the capture
                ok = fail("%d steps, recorded were %d" % (STEPS + 4, steps))
            print("  ok" if ok else "  see above")
            return ok
        printed = printed_steps(alone.stdout)
        steps = recording.export(runs[0], "metrics")
        if len(steps) != len(printed):
            ok = fail("%d steps, recorded were %d" % (len(printed), len(steps)))
        if not {"amp", "accumulate"} & set(modes):
            ok = same_figures(steps, printed) and ok
        ok = check_kernels_of(recording, runs[0], least_known) and ok
        if not recording.shown(runs[0]).get("steps"):
            ok = fail("show does not know the steps")
    print("  ok" if ok else "  see above")
    return ok


def check_recording(program, keep):
    return all([check_recorded(program, modes, least, keep) for modes, least in RECORDED])


def check_compile(program, keep):
    return check_recorded(program, ["compile"], None, keep)


def train(program, folder, device, *options):
    environment = dict(os.environ, STEPSCOPE_LIBRARY=os.path.join(folder, "library-" + device.replace(":", "")))
    out = os.path.join(folder, "report-" + device.replace(":", ""))
    result = run([program, "run", "--dataset", "synthetic", "--device", device, "--out", out, "--force", *options],
                 env=environment)
    # A machine without Graphviz cannot draw the network's graph.
    if result.returncode != 0 and not (result.returncode == 1 and "Graphviz" in result.stderr):
        raise RuntimeError("training on %s: %s" % (device, result.stderr))
    runs = [os.path.join(environment["STEPSCOPE_LIBRARY"], name) for name in os.listdir(environment["STEPSCOPE_LIBRARY"])
            if name.endswith(".stepscope")]

    def export(what):
        text = run([program, "export", runs[0], "--what", what, "--csv-raw"], env=environment)
        if text.returncode != 0:
            raise RuntimeError("export of %s: %s" % (what, text.stderr))
        return list(csv.DictReader(io.StringIO(text.stdout)))

    return export, runs[0], result


def check_training(program, keep):
    """The same training has nearly the same losses on the CPU and on the GPU. Without dropout, whose numbers differ."""
    ok = True
    for network in TRAINED:
        print("train: %s" % network, flush=True)
        options = ["--network", network, "--steps", "80", "--optimizer", "sgd", "--learning-rate", "0.02"]
        with tempfile.TemporaryDirectory() as folder:
            on_cpu, _, _ = train(program, folder, "cpu", *options)
            on_gpu, path, result = train(program, folder, "cuda:0", *options)
            if keep:
                shutil.copy(path, keep)
            expected, losses = ([float(row["loss"]) for row in export("metrics")] for export in (on_cpu, on_gpu))
            worst = max(abs(a - b) / max(abs(a), 1e-3) for a, b in zip(expected[:10], losses[:10]))
            print("  largest relative difference of the first ten losses: %.2g" % worst)
            if len(losses) != 80 or worst > 0.02:
                ok = fail("losses %s and %s" % (expected[:10], losses[:10]))
            kernels = on_gpu("kernels")
            calls = sum(int(row["calls"]) for row in kernels)
            known = sum(int(row["calls"]) for row in kernels if row["operator"])
            print("  %d kernel calls, %d with a known operator" % (calls, known))
            if not calls or known < calls - OWN_KERNELS * 51:
                ok = fail("%d of %d kernel calls have an operator; %s" % (known, calls, result.stderr))
            samples = on_gpu("samples")
            if samples and not any(float(row.get("allocated_bytes") or 0) > 0 for row in samples):
                ok = fail("no memory of the GPU was sampled")
    print("  ok" if ok else "  see above")
    return ok


def check_setting(program, changed, usual, most):
    print("train: %s" % " ".join(changed), flush=True)
    options = ["--network", "mnist-convnet-2018", "--steps", "80", "--optimizer", "sgd", "--learning-rate", "0.02"]
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        before, _, _ = train(program, one, "cuda:0", *options, *usual)
        after, path, _ = train(program, other, "cuda:0", *options, *changed)
        log = run([program, "export", path, "--what", "log"]).stdout
        with open(os.path.join(other, "report-cuda0", "trace.json")) as file:
            copies = {event["name"] for event in json.load(file)["traceEvents"] if "HtoD" in event.get("name", "")}
    expected, losses = ([float(row["loss"]) for row in export("metrics")] for export in (before, after))
    ok = True
    worst = max(abs(a - b) / max(abs(a), 1e-3) for a, b in zip(expected[:10], losses[:10]))
    print("  largest relative difference of the first ten losses: %.2g" % worst)
    if len(losses) != 80 or worst > most:
        ok = fail("losses %s and %s" % (expected[:10], losses[:10]))
    scaling = [line for line in log.splitlines() if "Loss scaling for float16" in line]
    if ("float16" in changed) != (len(scaling) == 1):
        ok = fail("the log has %d lines on the scaling of the loss" % len(scaling))
    for line in scaling:
        print("  %s" % line)
    if "--pinned-memory" in changed and not any("Pinned" in name for name in copies):
        ok = fail("no copy is from pinned memory: %s" % sorted(copies))
    print("  ok" if ok else "  see above")
    return ok


def check_settings(program, _keep):
    """float16 with a scaled loss, and copies from pinned memory, change the losses by rounding alone."""
    return all([check_setting(program, *setting) for setting in SETTINGS])


def check_kernels(program, _keep):
    print("kernels", flush=True)
    return run_shown([sys.executable, os.path.join(HERE, "kernel_comparison.py"), program]) == 0


def run_shown(command):
    return subprocess.run(command, timeout=300).returncode


CHECKS = {
    "recording": check_recording,
    "compile": check_compile,
    "training": check_training,
    "settings": check_settings,
    "kernels": check_kernels,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--keep", metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_intermixed_args()
    device = device_name()
    if device is None:
        print("Not checked: PyTorch finds no GPU.")
        sys.exit(SKIPPED)
    print("On %s" % device, flush=True)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    failed = []
    for name in options.names or CHECKS:
        try:
            ok = CHECKS[name](options.program, options.keep)
        except Exception as error:
            ok = fail("%s: %s" % (type(error).__name__, error))
        if not ok:
            failed.append(name)
    print("Failed: " + ", ".join(failed) if failed else "All checks passed.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
