"""A training without torch.nn.Module and without an optimizer: prints the loss of each step."""
import torch

torch.manual_seed(1)
torch.set_num_threads(1)
weight = torch.randn(8, 3, requires_grad=True)
for step in range(30):
    loss = (torch.randn(12, 8) @ weight).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
        weight.grad = None
    print("step", step, "loss %.9g" % loss.item())
