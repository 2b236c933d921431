"""A training with a simulated GPU: PyTorch reports that it has one, and its profiler reports kernels on it. Arguments: the
number of steps, then what the program does in step 30: "profile" starts its own profiler, "exit" ends it with sys.exit(),
"fork" forks a child that continues training for a while.
"""

import json
import os
import sys
import threading
import time

import torch

KERNELS = []  # (thread, start of the launch, its end), while the profiler runs
BASE = 1_600_000_000_000_000_000


class Profile:
    running = None

    def __init__(self, activities):
        assert activities == [torch.profiler.ProfilerActivity.CUDA]

    def start(self):
        assert Profile.running is None
        Profile.running = self
        KERNELS.clear()

    def stop(self):
        assert Profile.running is self
        Profile.running = None

    def export_chrome_trace(self, path):
        events = []
        for number, (thread, start, end) in enumerate(KERNELS, 1):
            for category, name, of, pid, tid, at, args in (
                ("cuda_runtime", "cudaLaunchKernel", end - start, os.getpid(), thread, start, {}),
                ("kernel", "void twice<float>(float*)", 20_000, 0, 7, end + 5_000, {"device": 0, "stream": 7}),
            ):
                events.append({"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": (at - BASE) / 1000,
                               "dur": of / 1000, "args": dict(args, correlation=number)})
        with open(path, "w") as file:
            json.dump({"deviceProperties": [{"id": 0, "name": "Made-up GPU", "numSms": 4}], "traceEvents": events,
                       "baseTimeNanoseconds": BASE}, file)


def launch():
    start = time.time_ns()
    while time.time_ns() < start + 20_000:
        pass
    if Profile.running:
        KERNELS.append((threading.get_native_id(), start, time.time_ns()))


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        launch()
        return x * 2

    @staticmethod
    def backward(context, gradient):
        launch()
        return gradient * 2


def make_up_gpu():
    torch.cuda.is_available = torch.cuda.is_initialized = lambda: True
    torch.cuda.is_current_stream_capturing = lambda: False
    torch.cuda.current_device = lambda: 0
    torch.cuda.synchronize = lambda device=None: None
    torch.profiler.kineto_available = lambda: True
    torch.profiler.supported_activities = lambda: {torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA}
    torch.profiler.profile = Profile


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.nn.Linear(8, 8)
        self.out = torch.nn.Linear(8, 2)

    def forward(self, x):
        return self.out(Twice.apply(self.hidden(x)))


def main():
    make_up_gpu()
    torch.manual_seed(0)
    steps, action = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    network = Net()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    x, y = torch.randn(16, 8), torch.randint(0, 2, (16,))
    for step in range(steps):
        if step == 30 and action == "profile":
            with torch.autograd.profiler.profile():
                network(x)
        if step == 30 and action == "exit":
            sys.exit(3)
        if step == 30 and action == "fork" and os.fork() == 0:
            steps = 40  # and it prints nothing
            sys.stdout = open(os.devnull, "w")
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(network(x), y)
        loss.backward()
        optimizer.step()
        time.sleep(0.002)
        print("step", step, "samples", len(x), "loss", loss.item())
    if action == "fork" and steps == 40:
        os._exit(0)


if __name__ == "__main__":
    main()
