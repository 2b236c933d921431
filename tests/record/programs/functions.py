"""A training in functions that recurse, yield and raise, as in real programs."""
import sys

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        return self.classify(torch.relu(self.hidden(x)))

    def classify(self, x):
        return self.out(x)


def batches(count):
    for _ in range(count):
        yield torch.randn(12, 8), torch.randint(0, 3, (12,))


def depth_of(number):
    if number == 0:
        raise ValueError("deep enough")
    depth_of(number - 1)


def leaf():
    pass


def go_deep(number):
    """Deeper than the limit for recorded calls."""
    if number > 0:
        return go_deep(number - 1)
    for _ in range(5000):
        leaf()


def train_step(net, optimizer, inputs, labels):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(inputs), labels)
    loss.backward()
    optimizer.step()
    try:
        depth_of(5)
    except ValueError:
        return loss.item()


def main():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    sys.setrecursionlimit(5000)
    for step, (inputs, labels) in enumerate(batches(80)):
        if step == 5:
            go_deep(1500)
        print("step", step, "samples", 12, "loss %.9g" % train_step(net, optimizer, inputs, labels))


main()
