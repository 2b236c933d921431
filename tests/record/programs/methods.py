"""A training whose network is not called as a whole: methods of its own call its layers."""
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.Tanh())
        self.heads = nn.ModuleDict({"policy": nn.Linear(16, 3), "value": nn.Linear(16, 1)})

    def policy(self, x):
        return self.heads["policy"](self.body(x)).log_softmax(1)

    def value(self, x):
        return self.heads["value"](self.body(x))


torch.manual_seed(1)
torch.set_num_threads(1)
agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=0.01)
for step in range(30):
    states, actions, returns = torch.rand(12, 8), torch.randint(0, 3, (12, 1)), torch.rand(12, 1)
    errors = agent.value(states) - returns
    loss = errors.pow(2).mean() + (agent.policy(states).gather(1, actions) * errors.detach()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("step", step, "samples", 12, "loss %.9g" % loss.item())
