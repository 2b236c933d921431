"""A program that profiles itself, memory included. It must see the same as when it runs alone."""
import collections

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function

torch.manual_seed(6)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(first, steps):
    for step in range(first, first + steps):
        with record_function("forward"):
            loss = nn.functional.mse_loss(model(torch.randn(9, 8)), torch.zeros(9, 3))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("step", step, "samples", 9, "loss %.9g" % loss.item())


train(0, 5)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as profiler:
    train(5, 5)
train(10, 5)
# The recorded events: key_averages() and events() leave some out, depending on their times.
calls = collections.Counter(event.name() for event in profiler.profiler.kineto_results.events())
del calls["[memory]"]  # their number varies
for each, count in sorted(calls.items()):
    print(count, each)
print("memory", any(event.cpu_memory_usage > 0 for event in profiler.events()))
