"""Mixed precision on the CPU. If PyTorch has a GradScaler for the CPU, one gradient is infinite and its update is skipped."""
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(5)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
if hasattr(torch.amp, "GradScaler"):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
else:
    scaler = torch.cuda.amp.GradScaler(enabled=False)
skipped = 0
for step in range(20):
    samples = torch.randn(10, 8)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = model(samples)
    loss = nn.functional.cross_entropy(scores.float(), torch.randint(0, 3, (10,)))
    scaler.scale(loss).backward()
    if step in (0, 7) and scaler.is_enabled():
        model[0].weight.grad[0, 0] = float("inf")
    before = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    skipped += scaler.get_scale() < before
    print("step", step, "samples", 10, "loss %.9g" % loss.item())
print("skipped", skipped)
