"""What a program is: whether it trains or only works for another process, and what it runs with."""

import os
import sys


def is_data_worker():
    """Whether this process loads data for another one."""
    worker = sys.modules.get("torch.utils.data._utils.worker")
    return getattr(worker, "_worker_info", None) is not None


def is_child_process():
    """Whether multiprocessing has started this process. It may only load data, so it is recorded once it trains."""
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


def program_message(torch):
    def number(name):
        try:
            return int(os.environ[name])
        except (KeyError, ValueError):
            return None

    def attempt(function):
        try:
            return function()
        except Exception:
            return None

    def group():
        """The rank, the number of ranks and the backend, from the process group if there is one."""
        distributed = torch.distributed
        if distributed.is_available() and distributed.is_initialized():
            return distributed.get_rank(), distributed.get_world_size(), str(distributed.get_backend())
        return number("RANK"), number("WORLD_SIZE"), ""

    def cuda_devices():
        """The devices on which the program has memory, or the current one."""
        if not torch.cuda.is_initialized():
            return []
        used = [each for each in range(torch.cuda.device_count()) if torch.cuda.memory_allocated(each) > 0]
        return used or [torch.cuda.current_device()]

    def gpu_address():
        """The PCI address of the GPU, as NVIDIA's driver writes it; empty if there are several. Only newer releases of
        PyTorch know it.
        """
        if len(devices) != 1:
            return ""
        gpu = torch.cuda.get_device_properties(devices[0])
        return f"{gpu.pci_domain_id:04X}:{gpu.pci_bus_id:02X}:{gpu.pci_device_id:02X}.0"

    cuda = getattr(torch.version, "cuda", None)
    devices = attempt(cuda_devices) or []
    cudnn = attempt(torch.backends.cudnn.version) if cuda else None
    rank, world_size, backend = attempt(group) or (None, None, "")
    return {
        "program": {
            "argv": list(getattr(sys, "orig_argv", None) or [sys.executable] + sys.argv),
            "executable": sys.executable,
            "cwd": attempt(os.getcwd),
            "python": sys.version.split()[0],
            "torch": str(torch.__version__),
            "cuda": cuda,
            "cudnn": None if cudnn is None else str(cudnn),
            "rank": rank,
            "local_rank": number("LOCAL_RANK"),
            "world_size": world_size,
            "local_world_size": number("LOCAL_WORLD_SIZE"),
            "backend": backend,
            "cuda_device": devices[0] if devices else None,
            "gpu_address": attempt(gpu_address),
            "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES"),
            "CUDA_DEVICE_ORDER": os.environ.get("CUDA_DEVICE_ORDER"),
            "threads": attempt(torch.get_num_threads),
            "processors": attempt(lambda: len(os.sched_getaffinity(0))),
            "deterministic": attempt(torch.are_deterministic_algorithms_enabled),
            "ppid": os.getppid(),
        }
    }
