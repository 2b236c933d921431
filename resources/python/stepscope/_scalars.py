"""Sends the recorder the numbers that the program logs."""

from stepscope._messages import json_number


class Scalars:
    def __init__(self, torch, functions, guard, send):
        self.torch = torch
        self.functions = functions
        self.guard = guard
        self.send = send

    def begin_process(self, numbers):
        self.numbers = numbers

    def log(self, tag, value, step=None):
        try:
            if not self.functions.active():
                return
            self.functions.mute()
            try:
                if isinstance(value, self.torch.Tensor):
                    reading = self.numbers.read(value)
                    if reading is not None:
                        reading.then(lambda number: self.send_scalar(tag, number, step))
                elif not isinstance(value, (str, bytes)) and hasattr(value, "__float__"):
                    self.send_scalar(tag, float(value), step)
            finally:
                self.functions.unmute()
        except Exception as error:
            self.guard.report("A logged value", error)

    def send_scalar(self, tag, value, step):
        step = None if step is None else int(step)
        self.send({"scalar": {"tag": str(tag), "value": json_number(value), "step": step}})
