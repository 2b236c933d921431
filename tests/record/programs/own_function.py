"""A custom autograd function."""
import torch
from torch import nn


class Double(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        return x * 2

    @staticmethod
    def backward(context, gradient):
        return gradient * 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 6)
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        return self.out(Double.apply(self.hidden(x)))


torch.manual_seed(2)
torch.set_num_threads(1)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(20):
    loss = nn.functional.mse_loss(model(torch.randn(5, 4)), torch.zeros(5, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 5, "loss %.9g" % loss.item())
