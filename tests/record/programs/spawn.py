"""Trains in two processes started by multiprocessing. The first argument is the method: fork, spawn or forkserver."""
import sys

import torch
import torch.multiprocessing
from torch import nn


def train(number):
    torch.manual_seed(number)
    torch.set_num_threads(1)
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(10 + number):
        loss = nn.functional.mse_loss(model(torch.randn(6, 4)), torch.zeros(6, 2))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("process %d: loss %.9g" % (number, loss.item()), flush=True)


if __name__ == "__main__":
    context = torch.multiprocessing.get_context(sys.argv[1])
    for number in range(2):  # one after the other, so that the output is the same each time
        process = context.Process(target=train, args=(number,))
        process.start()
        process.join()
