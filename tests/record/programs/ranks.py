"""Trains in several processes, each with its share of the samples, with the variables that torchrun sets."""
import torch
from torch import nn

torch.distributed.init_process_group("gloo")
rank = torch.distributed.get_rank()
torch.manual_seed(1)
torch.set_num_threads(1)
model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.manual_seed(rank)
lines = []
for step in range(20):
    loss = nn.functional.cross_entropy(model(torch.randn(12 + rank, 8)), torch.randint(0, 3, (12 + rank,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    lines.append("rank %d step %d samples %d loss %.9g\n" % (rank, step, 12 + rank, float(loss)))
torch.distributed.destroy_process_group()
print("".join(lines), end="", flush=True)  # in one write, so that the processes' lines do not mix
