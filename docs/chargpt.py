"""A small GPT that learns characters: the program of manual/recording.md. Its argument is the number of steps."""
import math
import sys

import torch
import torch.nn.functional as F
from torch import nn

CONTEXT = 64


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (y.view(batch, length, self.heads, -1).transpose(1, 2) for y in self.qkv(x).split(width, 2))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(width // self.heads)
        scores = scores.masked_fill(torch.tril(torch.ones(length, length)) == 0, float("-inf")).softmax(-1)
        return self.proj((scores @ v).transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln1 = nn.LayerNorm(width)
        self.attn = Attention(width, heads)
        self.ln2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, characters, width=64, heads=4, blocks=3):
        super().__init__()
        self.token = nn.Embedding(characters, width)
        self.position = nn.Embedding(CONTEXT, width)
        self.blocks = nn.Sequential(*[Block(width, heads) for _ in range(blocks)])
        self.ln = nn.LayerNorm(width)
        self.head = nn.Linear(width, characters, bias=False)

    def forward(self, x):
        x = self.token(x) + self.position(torch.arange(x.shape[1]))
        return self.head(self.ln(self.blocks(x)))


torch.manual_seed(0)
text = "To be, or not to be, that is the question: whether 'tis nobler in the mind to suffer. " * 400
characters = sorted(set(text))
data = torch.tensor([characters.index(each) for each in text])
network = GPT(len(characters))
optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)
for step in range(int(sys.argv[1]) if len(sys.argv) > 1 else 400):
    starts = torch.randint(len(data) - CONTEXT - 1, (16,)).tolist()
    inputs = torch.stack([data[at : at + CONTEXT] for at in starts])
    targets = torch.stack([data[at + 1 : at + 1 + CONTEXT] for at in starts])
    loss = F.cross_entropy(network(inputs).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0:
        print(f"step {step} loss {loss.item():.4f}", flush=True)
