"""Has the probe record calls of Python functions."""

import os
import sys

from stepscope._problems import say


class PythonCalls:
    def __init__(self, functions, guard):
        self.functions = functions
        self.guard = guard
        self.are_wanted = bool(os.environ.get("STEPSCOPE_PYTHON_CALLS"))

    def begin_process(self):
        self.are_followed = False
        self.functions.stop_following_calls()  # a forked child may only load data

    def follow(self):
        """Records calls of Python functions on this thread, if requested."""
        if not self.are_wanted or self.are_followed:
            return
        self.are_followed = True
        try:
            if sys.getprofile() is not None:
                say("calls of Python functions are not recorded: the program has set its own profile function")
                return
            paths = __file__, (getattr(sys, "argv", None) or ["-"])[0] or "-"
            problem = self.functions.follow_calls(*(os.path.dirname(os.path.abspath(path)) for path in paths))
            if problem:
                say("calls of Python functions are not recorded: " + problem)
        except Exception as error:
            self.guard.report("Following calls of Python functions", error)

    def are_lost(self):
        say("calls of Python functions are no longer recorded: the program has set its own profile function")
