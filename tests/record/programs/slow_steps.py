"""A training whose steps take a few milliseconds: slow_steps.py STEPS."""
import sys
import time

import torch
from torch import nn

torch.manual_seed(9)
torch.set_num_threads(1)
network = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(int(sys.argv[1])):
    optimizer.zero_grad()
    nn.functional.mse_loss(network(torch.randn(9, 8)), torch.zeros(9, 3)).backward()
    optimizer.step()
    time.sleep(0.003)
