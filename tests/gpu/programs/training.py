"""A training on a GPU. Prints the loss of each step, as the programs in tests/record do.

    training.py [MODE ...] [--steps N] [--batch-size N] [--width N]

Modes: amp (half precision with a gradient scaler), bfloat16, compile (torch.compile), graph (a captured step is
replayed), accumulate (two backward passes per step), loader (a DataLoader with two workers and pinned memory),
evaluate (each 20 steps the network is tested, with a new DataLoader whose worker is forked),
streams (copies on a stream of their own), ddp (DistributedDataParallel with one rank and NCCL), attention (a
transformer instead of a convolutional network), profile (the program's own profiler runs in steps 15 to 19),
silent (prints the mean time of a step instead of losses, which would wait for the GPU in each step).
"""

import argparse
import os
import time

import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, width, 3), nn.ReLU(), nn.Conv2d(width, 2 * width, 3), nn.ReLU())
        self.pool = nn.MaxPool2d(2)
        self.hidden = nn.Linear(2 * width * 12 * 12, 128)
        self.out = nn.Linear(128, 10)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(self.pool(self.features(x)).flatten(1))))


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.rows = nn.Linear(28, 4 * width)
        layer = nn.TransformerEncoderLayer(4 * width, 4, 8 * width, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(4 * width, 10)

    def forward(self, x):
        return self.out(self.encoder(self.rows(x.squeeze(1))).mean(1))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("modes", nargs="*")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--width", type=int, default=32)
    return parser.parse_args()


class Training:
    def __init__(self, options):
        self.modes = set(options.modes)
        self.batch_size = options.batch_size
        self.device = torch.device("cuda:0")
        torch.manual_seed(1)
        torch.backends.cudnn.deterministic = True
        model = (Attention if "attention" in self.modes else ConvNet)(options.width).to(self.device)
        if "compile" in self.modes:
            model = torch.compile(model)
        if "ddp" in self.modes:
            os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511", RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
            torch.distributed.init_process_group("nccl", device_id=self.device)
            model = nn.parallel.DistributedDataParallel(model, device_ids=[0])
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        self.scaler = torch.amp.GradScaler("cuda", enabled="amp" in self.modes)
        self.precision = torch.float16 if "amp" in self.modes else torch.bfloat16
        self.copies = torch.cuda.Stream() if "streams" in self.modes else None
        images = torch.randn(512, 1, 28, 28)
        self.data = torch.utils.data.TensorDataset(images, (images.mean((1, 2, 3)) * 200).long().clamp(-4, 5) + 4)

    def batches(self, steps):
        if "loader" in self.modes:
            loader = torch.utils.data.DataLoader(self.data, self.batch_size, shuffle=True, num_workers=2, pin_memory=True,
                                                 persistent_workers=True, drop_last=True)
            while steps > 0:
                for batch in loader:
                    yield batch
                    steps -= 1
                    if steps == 0:
                        return
        for step in range(steps):
            start = step * self.batch_size % len(self.data)
            rows = torch.arange(start, start + self.batch_size) % len(self.data)
            images, labels = self.data[rows]
            yield images.pin_memory(), labels.pin_memory()

    def to_device(self, batch):
        if self.copies is None:
            return [each.to(self.device, non_blocking=True) for each in batch]
        with torch.cuda.stream(self.copies):
            batch = [each.to(self.device, non_blocking=True) for each in batch]
        torch.cuda.current_stream().wait_stream(self.copies)
        return batch

    def loss_of(self, images, labels):
        with torch.autocast("cuda", self.precision, enabled=bool({"amp", "bfloat16"} & self.modes)):
            return self.criterion(self.model(images), labels)

    def step(self, images, labels):
        self.optimizer.zero_grad()
        parts = 2 if "accumulate" in self.modes else 1
        loss = 0
        for some, of in zip(images.chunk(parts), labels.chunk(parts)):
            part = self.loss_of(some, of)
            self.scaler.scale(part).backward()
            loss = part.detach()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss

    def capture(self):
        self.images = torch.zeros(self.batch_size, 1, 28, 28, device=self.device)
        self.labels = torch.zeros(self.batch_size, dtype=torch.long, device=self.device)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.step(self.images, self.labels)
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.captured_loss = self.step(self.images, self.labels)

    def replay(self, images, labels):
        self.images.copy_(images)
        self.labels.copy_(labels)
        self.graph.replay()
        return self.captured_loss

    @torch.no_grad()
    def evaluate(self):
        self.model.eval()
        loader = torch.utils.data.DataLoader(self.data, 128, num_workers=1)
        hits = sum((self.model(images.to(self.device)).argmax(1).cpu() == labels).sum().item() for images, labels in loader)
        self.model.train()
        print("tested", len(self.data), "hits", hits, flush=True)

    def run(self, steps):
        if "graph" in self.modes:
            self.capture()
        act = self.replay if "graph" in self.modes else self.step
        profiler = None
        times = []
        for number, batch in enumerate(self.batches(steps)):
            if "profile" in self.modes and number == 15:
                profiler = torch.profiler.profile()
                profiler.start()
            loss = act(*self.to_device(batch))
            if profiler and number == 19:
                profiler.stop()
                kernels = sum(event.device_type == torch.autograd.DeviceType.CUDA for event in profiler.events())
                print("own profile: %s kernels" % ("some" if kernels > 20 else "no"))
            if "silent" in self.modes:
                torch.cuda.synchronize()
                times.append(time.perf_counter())
            else:
                print("step", number, "samples", self.batch_size, "loss %.9g" % loss.item(), flush=True)
            if "evaluate" in self.modes and number % 20 == 19:
                self.evaluate()
        if len(times) > 120:  # the first steps differ
            print("times", " ".join("%.1f" % (1e6 * (b - a)) for a, b in zip(times[100:], times[101:])))


def main():
    options = arguments()
    training = Training(options)
    training.run(options.steps)
    if "ddp" in training.modes:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
