"""A network compiled by torch.compile(), if PyTorch has it."""
import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


torch.manual_seed(1)
torch.set_num_threads(1)
network = Network()
compiled = torch.compile(network, backend="eager") if hasattr(torch, "compile") else network
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(20):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(compiled(torch.randn(12, 8)), torch.randint(0, 3, (12,)))
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 12, "loss %.9g" % loss.item())
if compiled is not network:
    from torch._dynamo.utils import counters

    print("graphs", counters["stats"]["unique_graphs"], "breaks", sum(counters["graph_break"].values()))
