"""A training whose recorder sleeps for 1,500 steps, which is longer than the events of these steps are kept."""
import os
import signal

import torch
from torch import nn

RECORDED = "STEPSCOPE_RECORDING" in os.environ


def signal_recorder(number):
    if RECORDED:
        os.kill(os.getppid(), number)


torch.manual_seed(1)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
inputs, targets = torch.rand(12, 8), torch.randint(0, 3, (12,))
try:
    for step in range(2000):
        if step == 100:
            signal_recorder(signal.SIGSTOP)
        if step == 1600:
            signal_recorder(signal.SIGCONT)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        print("step", step, "samples", 12, "loss %.9g" % loss.item())
finally:
    signal_recorder(signal.SIGCONT)
