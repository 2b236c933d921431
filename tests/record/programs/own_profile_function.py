"""Follows its own calls in some of its steps, as Python's profilers did before 3.12."""
import sys

import torch
from torch import nn

first, last = int(sys.argv[1]), int(sys.argv[2])
calls = 0


def count(frame, event, argument):
    global calls
    calls += event == "call"


def train_step(step):
    if step == first:
        sys.setprofile(count)
    elif step == last:
        sys.setprofile(None)
    inputs, labels = torch.randn(12, 8), torch.randint(0, 3, (12,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(inputs), labels)
    loss.backward()
    optimizer.step()


torch.manual_seed(1)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(30):
    train_step(step)
print(calls > 100)
