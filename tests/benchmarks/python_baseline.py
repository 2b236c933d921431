#!/usr/bin/env python3
"""The training loop of the benchmark, in Python with the same LibTorch.

Needs PyTorch for Python: on Debian the package python3-torch, which stands on the same libtorch.
Called with a file of images (float32, [N, 1, 28, 28]) and one of labels (int64, [N]). The line "begin BATCH_SIZE THREADS"
on stdin begins to train today's MNIST ConvNet of the PyTorch examples with Adadelta; "go SKIPPED STEPS" then goes on for
these steps and prints the nanoseconds that one of STEPS took on average. Nothing but the loop itself is timed.
"""

import os
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn


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
