#!/usr/bin/env python3
"""The training loop of the benchmark, in Python with the same LibTorch.

Needs PyTorch for Python: on Debian the package python3-torch, which stands on the same libtorch.
Called with a file of images (float32, [N, 1, 28, 28]) and one of labels (int64, [N]), it trains for each line
"BATCH_SIZE WARMUP STEPS THREADS" on stdin today's MNIST ConvNet of the PyTorch examples with Adadelta, and prints the
nanoseconds a step took on average. Nothing but the loop itself is timed.
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


def ns_per_step(batch_size, warmup, steps, threads):
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    order = torch.randperm(len(images))
    model = Net().train()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
    batches = len(images) // batch_size
    begin = 0
    loss_sum = 0.0
    for i in range(warmup + steps):
        if i == warmup:
            begin = time.perf_counter_ns()
        first = i % batches * batch_size
        chosen = order[first : first + batch_size]
        x, y = images.index_select(0, chosen), labels.index_select(0, chosen)
        optimizer.zero_grad(set_to_none=True)
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        loss_sum += loss.item()
    return (time.perf_counter_ns() - begin) / steps


print("ready", torch.__version__, flush=True)
for line in sys.stdin:
    print(ns_per_step(*map(int, line.split())), flush=True)
