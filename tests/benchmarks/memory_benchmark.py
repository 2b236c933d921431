#!/usr/bin/env python3
"""Compares the largest memory of a process that trains: `stepscope run` against the same training in Python.

    memory_benchmark.py PROGRAM [--quick]

Both train the current MNIST ConvNet of the PyTorch examples (batch 64, Adadelta) on as many images of noise, then test
it, each in a process of its own. Prints the largest resident memory of both and their ratio for several sizes of the
test's batches: the activations of a large one are most of what the process ever holds. Exits with 1 where a ratio is
above the goal, with 77 where Python's PyTorch is missing.
"""

import os
import subprocess
import sys
import tempfile

BATCH_SIZE = 64
GOAL = 1.05
SKIPPED = 77


def train_in_python(train_images, test_batch_size, steps):
    import torch
    import torch.nn.functional as F
    from mnist_convnet import Net

    torch.set_num_threads(len(os.sched_getaffinity(0)))
    torch.manual_seed(1)
    images, labels = torch.randn(train_images, 1, 28, 28), torch.randint(0, 10, (train_images,))
    test_images, test_labels = torch.randn(train_images // 6, 1, 28, 28), torch.randint(0, 10, (train_images // 6,))
    order = torch.randperm(train_images)
    model = Net().train()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
    for step in range(steps):
        first = step % (train_images // BATCH_SIZE) * BATCH_SIZE
        chosen = order[first : first + BATCH_SIZE]
        x, y = images.index_select(0, chosen), labels.index_select(0, chosen)
        optimizer.zero_grad(set_to_none=True)
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        loss.item()
    model.eval()
    with torch.no_grad():
        for first in range(0, len(test_images), test_batch_size):
            output = model(test_images[first : first + test_batch_size])
            F.nll_loss(output, test_labels[first : first + test_batch_size], reduction="sum").item()


def largest_memory(command):
    """In MB; None if the command fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024 if process.returncode == 0 else None


def stepscope_command(program, train_images, test_batch_size, steps, folder):
    flags = {
        "--dataset": "synthetic",
        "--synthetic-images": train_images,
        "--network": "mnist-convnet",
        "--batch-size": BATCH_SIZE,
        "--test-batch-size": test_batch_size,
        "--steps": steps,
        "--out": os.path.join(folder, "report"),
        "--library": os.path.join(folder, "library"),
    }
    return [program, "run", "--force"] + [str(text) for flag in flags.items() for text in flag]


def main():
    if sys.argv[1] == "--python":
        train_in_python(*map(int, sys.argv[2:]))
        return 0
    program, quick = sys.argv[1], "--quick" in sys.argv[2:]
    steps = 20 if quick else 80
    has_torch = subprocess.run([sys.executable, "-c", "import torch"], capture_output=True, check=False).returncode == 0
    if not has_torch:
        print("Not compared: this Python has no PyTorch (Debian: apt install python3-torch).")
        return SKIPPED
    print(f"{'training images':>16} {'test batch':>11} {'Stepscope':>12} {'Python':>12} {'ratio':>7}   goal: at most {GOAL}")
    above = False
    with tempfile.TemporaryDirectory() as folder:
        for train_images, test_batch_size in ((6_000, 64), (6_000, 1_000), (60_000, 1_000)):
            ours = largest_memory(stepscope_command(program, train_images, test_batch_size, steps, folder))
            theirs = largest_memory([sys.executable, __file__, "--python", str(train_images), str(test_batch_size), str(steps)])
            if ours is None or theirs is None:
                print(f"{'Stepscope' if ours is None else 'Python'} failed to train.")
                return 1
            above |= ours > GOAL * theirs
            print(f"{train_images:>16,} {test_batch_size:>11,} {ours:>9.0f} MB {theirs:>9.0f} MB {ours / theirs:>7.2f}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
