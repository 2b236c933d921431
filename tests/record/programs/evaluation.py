"""An evaluation after each epoch, with another batch size, and one before the training."""
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU())
        self.classifier = nn.Linear(4 * 6 * 6, 5)

    def forward(self, x):
        return self.classifier(self.features(x).flatten(1))


def test(model, count):
    model.eval()
    with torch.no_grad():
        for _ in range(count):
            model(torch.randn(32, 1, 8, 8)).argmax(1)
    model.train()


torch.manual_seed(7)
torch.set_num_threads(1)
model = Net()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
test(model, 60)
step = 0
for epoch in range(3):
    for _ in range(10):
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(torch.randn(8, 1, 8, 8)), torch.randint(0, 5, (8,)))
        loss.backward()
        optimizer.step()
        print("step", step, "samples", 8, "loss %.9g" % loss.item())
        step += 1
    test(model, 4)
