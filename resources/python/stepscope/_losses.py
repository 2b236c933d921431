"""Reports losses: the tensors from which the program starts backward passes."""

import functools
import weakref

from stepscope._probe import LATE_LOSS, LOSS


class Losses:
    def __init__(self, torch, functions, guard):
        self.Tensor = torch.Tensor
        self.functions = functions
        self.guard = guard

    def begin_process(self, numbers):
        self.numbers = numbers
        self.scaled = None  # (weak reference to a scaled loss, Reading of the loss)

    def report_usual(self, tensor):
        """The short way for a single loss in host memory. False: it is not one."""
        if self.scaled is not None or type(tensor) is not self.Tensor:
            return False
        number = self.numbers.in_memory(tensor)
        if number is None:
            return False
        self.functions.value(LOSS, number)
        return True

    def report(self, tensors):
        if isinstance(tensors, self.Tensor):
            self.report_one(tensors)
        else:
            for tensor in tuple(tensors):
                self.report_one(tensor)

    def report_one(self, tensor):
        if self.scaled is not None and self.scaled[0]() is tensor:
            reading = self.scaled[1]
        else:
            reading = self.numbers.read(tensor)
        if reading is None:
            return
        if reading.value is not None:
            self.functions.value(LOSS, reading.value)
        else:
            time = self.functions.now()
            self.functions.value(LATE_LOSS, 0.0, time)
            reading.then(functools.partial(self.report_late, time))

    def report_late(self, time, value):
        self.functions.value(LOSS, value, time)

    def has_scaled(self, scaled, loss):
        try:
            if not self.functions.active() or scaled is loss or not isinstance(scaled, self.Tensor):
                return
            self.functions.mute()
            try:
                self.scaled = (weakref.ref(scaled), self.numbers.read(loss))
            finally:
                self.functions.unmute()
        except Exception as error:
            self.guard.report("A scaled loss", error)
