"""Four batches make one step: each loss is divided by four."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(5)
torch.set_num_threads(1)
model = nn.Linear(6, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(25):
    optimizer.zero_grad()
    total = 0.0
    for part in range(4):
        loss = F.mse_loss(model(torch.randn(5, 6)), torch.randn(5, 2)) / 4
        loss.backward()
        total += loss.item()
    optimizer.step()
    print("step", step, "samples", 20, "loss %.9g" % total)
