"""A training whose recorder sleeps for 1,500 steps, which is longer than the events of these steps are kept. Arguments:
"marks": the program updates the weights and marks its steps itself. "thread": the recorder sleeps in one step, in which
another thread works, which then ends.
"""
import os
import signal
import sys
import threading
import time

import stepscope
import torch
from torch import nn

HAS_MARKS = "marks" in sys.argv
HAS_THREAD = "thread" in sys.argv
FIRST, LAST = 100, 1600


def signal_recorder(number):
    if "STEPSCOPE_RECORDING" in os.environ:
        os.kill(os.getppid(), number)


def recorder_ticks():
    """The processor time that the recorder has used, in clock ticks."""
    with open("/proc/%d/stat" % os.getppid()) as stat:
        fields = stat.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def wait_for_recorder():
    """Until it has caught up, and waits for events."""
    if "STEPSCOPE_RECORDING" not in os.environ:
        return
    busy = True
    for _ in range(120):
        before = recorder_ticks()
        time.sleep(0.5)
        was_busy, busy = busy, recorder_ticks() - before > 5
        if not was_busy and not busy:
            return


def work():
    number = torch.rand(4)
    for _ in range(100_000):
        number = number + 1


def update():
    if not HAS_MARKS:
        optimizer.step()
        return
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.01 * parameter.grad


torch.manual_seed(1)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = None if HAS_MARKS else torch.optim.SGD(model.parameters(), lr=0.01)
inputs, targets = torch.rand(12, 8), torch.randint(0, 3, (12,))
try:
    for step in range(2000):
        if step == FIRST:
            signal_recorder(signal.SIGSTOP)
        if step == FIRST and HAS_THREAD:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        if step == (FIRST if HAS_THREAD else LAST):
            signal_recorder(signal.SIGCONT)
            wait_for_recorder()
        if HAS_THREAD:
            time.sleep(0.005)  # a recorder that is slowed by a sanitizer keeps up with the other steps
        model.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        update()
        if HAS_MARKS:
            stepscope.step()
        print("step", step, "samples", 12, "loss %.9g" % loss.item())
finally:
    signal_recorder(signal.SIGCONT)
