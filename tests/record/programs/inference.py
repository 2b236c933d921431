"""No training: each call of the network is a step."""
import torch
from torch import nn

torch.manual_seed(8)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)).eval()
with torch.no_grad():
    for step in range(70):
        model(torch.randn(4, 8))
        print("step", step, "samples", 4)
