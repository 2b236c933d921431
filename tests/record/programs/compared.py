"""A program that can be recorded, or profile 20 of its 30 steps itself and print the calls of each operator and what was
allocated and freed: compared.py [profile].
"""
import collections
import json
import sys

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile

torch.manual_seed(8)
torch.set_num_threads(1)
network = nn.Sequential(
    nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.1), nn.Linear(36, 5)
)
optimizer = torch.optim.SGD(network.parameters(), lr=0.05, momentum=0.9)
images, labels = torch.randn(6, 1, 8, 8), torch.tensor([0, 1, 2, 3, 4, 0])


def train(steps):
    for _ in range(steps):
        optimizer.zero_grad()
        nn.functional.cross_entropy(network(images), labels).backward()
        block = torch.empty(100_003, dtype=torch.uint8)
        optimizer.step()


train(10)
if sys.argv[1:] != ["profile"]:
    train(20)
    sys.exit()
with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
    train(20)
calls = collections.Counter()
allocated = freed = 0
for event in profiler.profiler.kineto_results.events():
    if event.name() == "[memory]":
        allocated += max(event.nbytes(), 0)
        freed += min(event.nbytes(), 0)
    else:
        calls[event.name()] += 1
print(json.dumps({"calls": calls, "allocated": allocated, "freed": freed}))
