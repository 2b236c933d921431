"""Has the probe record what PyTorch's allocators report."""

import os

from stepscope._problems import say


class Memory:
    def __init__(self, torch, functions, guard):
        self.torch = torch
        self.functions = functions
        self.guard = guard
        self.is_wanted = bool(os.environ.get("STEPSCOPE_MEMORY"))

    def report(self):
        """Records allocations, if requested. Call it as early as possible: PyTorch warns about each block that was
        allocated earlier.
        """
        if not self.is_wanted:
            return
        try:
            problem = self.functions.report_memory()
            if not problem and not self.is_seen():
                self.functions.stop_memory()
                problem = "the self-test failed with PyTorch %s" % self.torch.__version__
            if problem:
                self.is_wanted = False
                say("memory is not recorded: " + problem)
        except Exception as error:
            self.is_wanted = False
            self.guard.report("Memory", error)

    def is_seen(self):
        size = 997
        block = self.torch.empty(size, dtype=self.torch.uint8, device="cpu")
        return self.functions.last_reported(block.data_ptr()) == size

    def pause(self):
        if self.is_wanted:
            self.functions.stop_memory()

    def resume(self):
        if self.is_wanted:
            self.functions.report_memory()
