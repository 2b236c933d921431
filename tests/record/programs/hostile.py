"""A training that harms its own process: the arguments select how and when."""
import os
import sys
import threading

import torch
from torch import nn


def forks():
    for what in range(4):
        child = os.fork()
        if child == 0:
            if what == 1:
                torch.ones(3).sum()
            elif what == 2:
                os.execv("/bin/true", ["true"])
            os._exit(0)
        os.waitpid(child, 0)


def drop_privileges():
    os.setgid(65534)
    os.setuid(65534)


def change_root():
    os.chroot("/proc")


def leave_folder():
    folder = "/tmp/stepscope-hostile-%d" % os.getpid()
    os.mkdir(folder)
    os.chdir(folder)
    os.rmdir(folder)


def limit_files():
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def block_signals():
    import signal

    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))


def forget_path():
    sys.path[:] = [each for each in sys.path if "python" in each and "hook" not in each]
    sys.modules.pop("sitecustomize", None)


def many_threads():
    threads = [threading.Thread(target=lambda: torch.ones(8) @ torch.ones(8, 4)) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def start_again():
    if len(sys.argv) < 4:
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable] + sys.argv + ["again"])


ACTIONS = {
    "forks": forks,
    "closes all files": lambda: os.closerange(3, 4096),
    "drops its privileges": drop_privileges,
    "changes its root": change_root,
    "leaves its folder": leave_folder,
    "limits the size of files": limit_files,
    "blocks all signals": block_signals,
    "forgets its path": forget_path,
    "has many threads": many_threads,
    "starts itself again": start_again,
}

if __name__ == "__main__":
    action, when = ACTIONS[sys.argv[1]], int(sys.argv[2])
    torch.manual_seed(1)
    torch.set_num_threads(1)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    if when < 0:
        action()
    # A loader, so that PyTorch creates a range before the network is called.
    loader = torch.utils.data.DataLoader(torch.randn(12 * 12, 8), batch_size=12)
    for step, inputs in enumerate(loader):
        loss = criterion(model(inputs), torch.randint(0, 3, (12,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("step", step, "samples", 12, "loss %.9g" % loss.item())
        if step == when:
            action()
