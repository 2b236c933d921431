"""Sends the recorder the program's optimizers, their learning rates and the updates that they skip."""

import weakref

from stepscope._messages import json_number


class Optimizers:
    def __init__(self, torch, functions, guard, send):
        self.Tensor = torch.Tensor
        self.functions = functions
        self.guard = guard
        self.send = send

    def begin_process(self, numbers):
        self.numbers = numbers
        self.rates = {}  # id of an optimizer: learning rates, weak reference
        self.updates = 0  # started by optimizers

    def making(self, optimizer):
        """Called before an optimizer is created, which takes seconds the first time: PyTorch then imports its compiler."""
        try:
            self.send({"optimizer": {"id": id(optimizer), "type": type(optimizer).__name__, "lr": [], "groups": 0}})
        except Exception as error:
            self.guard.report("An optimizer", error)

    def made(self, optimizer):
        """Also called before anything is recorded; then it is sent with the first message. Its learning rates may
        change before they are used.
        """
        try:
            self.send_optimizer(optimizer, [])
        except Exception as error:
            self.guard.report("An optimizer", error)

    def skipped(self, optimizer):
        """A scaler found gradients that are not finite, so that the optimizer does not update."""
        try:
            if self.functions.active():
                self.send({"skipped_update": {"optimizer": id(optimizer)}})
        except Exception as error:
            self.guard.report("An update that was skipped", error)

    def has_known_rate(self, optimizer):
        """Whether the optimizer has a single learning rate, which was sent."""
        known = self.rates.get(id(optimizer))
        groups = optimizer.param_groups
        if known is None or len(groups) != 1:
            return False
        rate = groups[0].get("lr")
        return type(rate) is float and known[0] == [rate]

    def send_rates(self, optimizer):
        """Sends the learning rates, unless they were sent."""
        rates = [group.get("lr") for group in optimizer.param_groups]
        number = id(optimizer)
        before = self.rates.get(number)
        numbers = rates
        if any(type(each) is not float for each in rates):
            numbers = [self.rate(each) for each in rates]
        if before is not None and before[0] == numbers:
            return
        reference = weakref.ref(optimizer, lambda _: self.rates.pop(number, None))
        self.rates[number] = (numbers, reference)
        self.send_optimizer(optimizer, numbers)

    def send_optimizer(self, optimizer, rates):
        self.send(
            {
                "optimizer": {
                    "id": id(optimizer),
                    "type": type(optimizer).__name__,
                    "lr": [None if each is None else json_number(each) for each in rates],
                    "groups": len(optimizer.param_groups),
                }
            }
        )

    def rate(self, value):
        if isinstance(value, self.Tensor):  # reading one on a device would wait for it
            reading = self.numbers.read(value) if value.is_cpu else None
            return reading and reading.value
        return None if value is None else float(value)
