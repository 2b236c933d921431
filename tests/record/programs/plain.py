"""A training as in tutorials: prints the loss of each step."""
import torch
from torch import nn

torch.manual_seed(1)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
for step in range(30):
    inputs, labels = torch.randn(12, 8), torch.randint(0, 3, (12,))
    optimizer.zero_grad()
    loss = criterion(model(inputs), labels)
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 12, "loss %.9g" % loss.item())
