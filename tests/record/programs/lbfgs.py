"""An optimizer that calls the network itself, several times in a step."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(6)
torch.set_num_threads(1)
model = nn.Linear(6, 1)
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)
inputs, target = torch.randn(9, 6), torch.randn(9, 1)
for step in range(22):
    first = []

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(inputs), target)
        loss.backward()
        first.append(loss.item())
        return loss

    optimizer.step(closure)
    print("step", step, "loss %.9g" % first[0])
