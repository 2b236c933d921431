"""A training that prepares its data by modules without parameters, first computes with a part of its network, calls
forward() itself and tries the network with one sample, creates its optimizer late, and warns. Its network is at the
address of a freed module.
"""
import warnings

import torch
from torch import nn


class Normalize(nn.Module):
    def forward(self, x):
        return (x - 0.5) / 0.5


class Double(nn.Module):
    def forward(self, x):
        return 2 * x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        warnings.warn("of the caller", stacklevel=3)
        return self.out(torch.relu(self.hidden(x)))


def train_step(step):
    inputs = torch.stack([normalize(torch.rand(8)) for _ in range(12)])
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(inputs), torch.randint(0, 3, (12,)))
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 12, "loss %.9g" % loss.item())


torch.set_num_threads(1)
with torch.no_grad():
    others = [Double() for _ in range(100)]
    for each in others:
        each(torch.rand(4, 8))
    addresses = set(map(id, others))
    del each, others
models = []
while not models or (id(models[-1]) not in addresses and len(models) < 1000):
    models.append(Net())
model = models[-1]
assert id(model) in addresses
torch.manual_seed(1)
model.hidden.reset_parameters()
model.out.reset_parameters()
normalize = Normalize()
with torch.no_grad():
    for _ in range(100):
        normalize(torch.rand(4, 8))
model.forward(torch.rand(1, 8))
model(torch.rand(1, 8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(30):
    train_step(step)
