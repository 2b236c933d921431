"""Gives way to the program's own profilers: they need the slot that the probe has taken for memory, and there can be
only one profiler of devices.
"""

import threading


class Profilers:
    def __init__(self, functions, devices, memory, send):
        self.functions = functions
        self.devices = devices
        self.memory = memory
        self.send = send
        self.started = threading.local()  # count: on the thread

    def preparing(self):
        self.devices.give_way()
        self.memory.pause()

    def starting(self):
        self.devices.give_way()
        count = getattr(self.started, "count", 0)
        self.started.count = count + 1
        if count == 0 and self.memory.is_wanted:
            self.memory.pause()
            if self.functions.active() and not self.devices.are_own_calls():
                self.send({"memory_left_to_profiler": True})

    def ended(self):
        self.started.count = max(getattr(self.started, "count", 0) - 1, 0)
        if self.started.count == 0:
            self.memory.resume()
