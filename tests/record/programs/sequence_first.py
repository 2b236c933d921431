"""The input has the sequence in the first dimension, as in recurrent layers, and the batch in the second."""
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 8)
        self.memory = nn.LSTM(8, 12)
        self.out = nn.Linear(12, 30)

    def forward(self, x):
        return self.out(self.memory(self.words(x))[0])


torch.manual_seed(9)
torch.set_num_threads(1)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(25):
    x = torch.randint(0, 30, (7, 5))
    loss = F.cross_entropy(model(x).flatten(0, 1), x.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 5, "loss %.9g" % loss.item())
