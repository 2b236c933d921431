"""Two networks that are trained in turn by separate optimizers."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(4)
torch.set_num_threads(1)
generator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
of_generator = torch.optim.Adam(generator.parameters())
of_discriminator = torch.optim.Adam(discriminator.parameters())
for step in range(25):
    real = torch.randn(10, 4)
    fake = generator(torch.randn(10, 2))
    of_discriminator.zero_grad()
    judged_real = discriminator(real)
    judged_fake = discriminator(fake.detach())
    loss_real = F.binary_cross_entropy_with_logits(judged_real, torch.ones(10, 1))
    loss_fake = F.binary_cross_entropy_with_logits(judged_fake, torch.zeros(10, 1))
    loss_real.backward()
    loss_fake.backward()
    of_discriminator.step()
    of_generator.zero_grad()
    loss = F.binary_cross_entropy_with_logits(discriminator(fake), torch.ones(10, 1))
    loss.backward()
    of_generator.step()
    print("step", step, "samples", 10, "loss %.9g" % (loss_real.item() + loss_fake.item() + loss.item()))
