"""A custom optimizer that PyTorch does not know."""
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(9)
torch.set_num_threads(1)
model = nn.Linear(6, 1)
for step in range(30):
    loss = F.mse_loss(model(torch.randn(7, 6)), torch.randn(7, 1))
    loss.backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad
            parameter.grad = None
    time.sleep(0.1)
    print("step", step, "samples", 7, "loss %.9g" % loss.item())
