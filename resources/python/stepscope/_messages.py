"""Sends messages to the recorder, and keeps those for which there is no room yet."""

import collections
import json
import math
import time

LONGEST_MESSAGE = 100_000  # characters; a quarter of the smallest ring


def json_number(value):
    """A float, or a text for a value that JSON cannot express as a number: "nan", "inf", "-inf"."""
    value = float(value)
    return value if math.isfinite(value) else str(value)


class Messages:
    def __init__(self, functions):
        self.functions = functions
        self.begin_process()

    def begin_process(self):
        self.unsent = collections.deque(maxlen=100000)

    def send(self, message):
        text = json.dumps(message, default=str)
        if len(text) > LONGEST_MESSAGE:
            return
        if self.unsent or not self.functions.message(text):
            self.unsent.append(text)

    def send_again(self):
        while self.unsent and self.functions.message(self.unsent[0]):
            self.unsent.popleft()

    def send_last(self):
        """Call it at the end of the program. The recorder may need a moment to make room."""
        for _ in range(100):
            self.send_again()
            if not self.unsent:
                break
            time.sleep(0.01)
