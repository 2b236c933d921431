#!/usr/bin/env python3
"""The training loop of the benchmark, in Python with the same LibTorch.

Needs PyTorch for Python: on Debian the package python3-torch, which stands on the same libtorch.
Called with a file of images (float32, [N, 1, 28, 28]) and one of labels (int64, [N]). The line "begin BATCH_SIZE
THREADS" on stdin begins to train the current MNIST ConvNet of the PyTorch examples with Adadelta; "go SKIPPED STEPS"
then goes on for these steps and prints the nanoseconds that one of STEPS took on average. Nothing but the loop itself
is timed.
"""

import os
import sys
import time

import torch
import torch.nn.functional as F
from mnist_convnet import Net


def read(path, dtype, item_size):
    return torch.from_file(path, size=os.path.getsize(path) // item_size, dtype=dtype).clone()


images = read(sys.argv[1], torch.float32, 4).view(-1, 1, 28, 28)
labels = read(sys.argv[2], torch.int64, 8)


def training(batch_size, threads):
    """Yields after each step."""
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    order = torch.randperm(len(images))
    model = Net().train()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
    batches = len(images) // batch_size
    loss_sum = 0.0
    step = 0
    while True:
        first = step % batches * batch_size
        chosen = order[first : first + batch_size]
        x, y = images.index_select(0, chosen), labels.index_select(0, chosen)
        optimizer.zero_grad(set_to_none=True)
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        loss_sum += loss.item()
        step += 1
        yield


def ns_per_step(steps, skipped, counted):
    for _ in range(skipped):
        next(steps)
    begin = time.perf_counter_ns()
    for _ in range(counted):
        next(steps)
    return (time.perf_counter_ns() - begin) / counted


print("ready", torch.__version__, flush=True)
running = None
for line in sys.stdin:
    command, *numbers = line.split()
    if command == "begin":
        running = training(*map(int, numbers))
    else:
        print(ns_per_step(running, *map(int, numbers)), flush=True)
