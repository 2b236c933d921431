"""Batches from a data loader, with the number of workers from the argument, and a smaller last batch."""
import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __init__(self):
        torch.manual_seed(2)
        self.values = torch.randn(70, 4)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return self.values[index], self.values[index].sum()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))


def main():
    torch.manual_seed(3)
    torch.set_num_threads(1)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    loader = DataLoader(Numbers(), batch_size=16, shuffle=True, num_workers=int(sys.argv[1]))
    step = 0
    for epoch in range(3):
        for inputs, target in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(inputs)[:, 0], target)
            loss.backward()
            optimizer.step()
            print("step", step, "samples", len(inputs), "loss %.9g" % loss.item())
            step += 1


if __name__ == "__main__":
    main()
