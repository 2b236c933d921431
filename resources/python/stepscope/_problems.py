"""Reports on stderr what is not recorded, and why."""

import sys


def say(text):
    try:
        sys.stderr.write("stepscope: %s\n" % text)
        sys.stderr.flush()
    except Exception:
        pass


class Guard:
    """Keeps exceptions of this module away from the program, and reports the first one at each place."""

    def __init__(self):
        self.reported = set()

    def report(self, place, error):
        if place not in self.reported:
            self.reported.add(place)
            say("%s failed and is not recorded: %s: %s" % (place, type(error).__name__, error))
