"""Connects a program's PyTorch to the probe: wraps a few functions of PyTorch and sends the recorder what only Python
knows: layers, losses, learning rates, batch sizes and what the program logs. Each of these is the subject of a module of
its own; this one connects them.

Nothing here or in the modules that this one imports may change what the program does. All of it runs with the recorder
muted, so that its own calls of PyTorch are not recorded. An exception is reported as one line on stderr.
"""

import atexit
import os
import sys
import threading

from stepscope._devices import Captures, DeviceWindows
from stepscope._graph import NetworkGraph
from stepscope._layers import Layers
from stepscope._losses import Losses
from stepscope._memory import Memory
from stepscope._messages import Messages
from stepscope._numbers import NumberReader
from stepscope._optimizers import Optimizers
from stepscope._passes import TRAINS, Passes
from stepscope._probe import ACTIVATE, DESCRIBE, LOST_CALLS, OPTIMIZER, ROOT, SAMPLES, Probe, Refusal
from stepscope._problems import Guard, say
from stepscope._profilers import Profilers
from stepscope._program import is_child_process, is_data_worker, program_message
from stepscope._python_calls import PythonCalls
from stepscope._scalars import Scalars
from stepscope._tensors import Tensors
from stepscope._wrapping import LATER, WRAPPERS

STEP_MARK = "stepscope.step"
# Recorded as the optimizer's own range, which ends a step.
REPLAYED_UPDATE = "Optimizer.step#CUDAGraph.replay"


class Glue:
    """Receives the calls of what was wrapped, and passes them on to the part that each concerns."""

    def __init__(self, torch, functions, guard):
        self.torch = torch
        self.functions = functions
        self.guard = guard
        self.messages = Messages(functions)
        self.tensors = Tensors(torch)
        self.captures = Captures(torch)
        send = self.messages.send
        self.devices = DeviceWindows(torch, self.captures, functions, guard, send, self.messages.send_last, say)
        self.memory = Memory(torch, functions, guard)
        self.profilers = Profilers(functions, self.devices, self.memory, send)
        self.python_calls = PythonCalls(functions, guard)
        self.passes = Passes(torch, self.tensors, functions)
        self.graph = NetworkGraph(self.tensors, self.passes, functions, guard, self.messages)
        self.losses = Losses(torch, functions, guard)
        self.optimizers = Optimizers(torch, functions, guard, send)
        self.scalars = Scalars(torch, functions, guard, send)
        self.numbers = None
        self.begin_process()
        getattr(threading, "_register_atexit", atexit.register)(self.finish)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.begin_process)

    def begin_process(self):
        """Also called in a forked child, which is a separate program if it does more than load data."""
        self.is_announced = False
        self.messages.begin_process()
        self.layers = Layers(self.torch, self.functions, self.messages.send)
        if self.numbers is not None:
            self.numbers.leave()
        self.numbers = NumberReader(self.torch, self.captures, self.functions)
        self.passes.begin_process(self.layers)
        self.graph.begin_process(self.layers)
        self.losses.begin_process(self.numbers)
        self.optimizers.begin_process(self.numbers)
        self.scalars.begin_process(self.numbers)
        self.python_calls.begin_process()
        self.devices.begin_process()

    def finish(self):
        """Called when the program ends: the last losses may have arrived."""
        try:
            if self.numbers.waiting and self.functions.active():
                self.numbers.read_arrived()
                self.messages.send_last()
        except Exception as error:
            self.guard.report("The last losses", error)

    # The start of the recording

    def is_active(self):
        return bool(self.functions.active())

    def activate(self):
        """Starts recording, unless this process only works for another one."""
        if is_data_worker():
            self.functions.make_passive()
            return False
        if self.functions.activate():
            self.python_calls.follow()
            return True
        problem = self.functions.problem()
        if problem:
            say("this program is not recorded: " + problem)
        return False

    def announce(self):
        """The probe may have started by itself, with a step of an optimizer."""
        if not self.is_announced and self.functions.active():
            self.is_announced = True
            self.python_calls.follow()
            self.messages.send(program_message(self.torch))
            self.devices.announce()
        if self.messages.unsent:
            self.messages.send_again()

    def is_quiet(self):
        """Whether there is nothing to send or to start, and no code of the program's sees that sizes are read."""
        if self.messages.unsent or self.numbers.waiting or not self.is_announced or self.tensors.has_override_mode():
            return False
        return self.devices.is_off or self.devices.are_settled()

    # Calls of modules

    def called(self, module, request, arguments, named):
        """Handles a request of begin(). Returns whether end_graph() must be called with the module's result."""
        functions = self.functions
        try:
            if request == ROOT and self.is_usual_call(module, arguments):
                return False
            if request & ACTIVATE:
                if not self.activate():
                    return
                request = functions.begin(module)
            if request & LOST_CALLS:
                self.python_calls.are_lost()
            functions.mute()
            try:
                if self.messages.unsent or not self.is_announced:
                    self.announce()
                if self.tensors.is_traced():  # reading a size would become part of the trace
                    return
                if request & DESCRIBE:
                    self.layers.describe(module, request)
                    if not request & ROOT:
                        self.passes.count_missed(module, arguments)
                if request & ROOT:
                    self.root_called(module, arguments, named)
                    self.devices.follow(may_start=self.passes.mode == TRAINS or not self.passes.has_trained)
                    return self.graph.begin(module, arguments, named)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("A layer", error)
        return False

    def is_usual_call(self, module, arguments):
        """The short way for calls in which only the number of samples may be new. It calls nothing that is recorded. False:
        the call is not one of those.
        """
        if not self.graph.is_settled or not self.is_quiet() or self.tensors.is_traced():
            return False
        return not self.graph.is_part_of(module) and self.passes.count_usual(module, arguments)

    def root_called(self, module, arguments, named):
        mode = self.passes.mode_of(module)
        if mode != self.passes.mode:
            self.graph.is_settled = False
            self.passes.change_mode(mode)
        self.passes.count(module, arguments, named)
        if self.numbers.waiting:
            self.numbers.read_arrived()

    def end_graph(self, result):
        self.graph.end(result)

    # Backward passes and updates

    def backward_of(self, tensors, request):
        functions = self.functions
        self.passes.has_trained = True
        try:
            if request == ROOT and self.is_usual_loss(tensors):
                return
            if request & ACTIVATE:
                if not self.activate():
                    return
                functions.backward_begin()
            functions.mute()
            try:
                if self.messages.unsent or not self.is_announced:
                    self.announce()
                if self.tensors.is_traced():
                    return
                self.devices.follow()
                self.losses.report(tensors)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("A loss", error)

    def is_usual_loss(self, tensor):
        """The short way for a single loss in host memory. False: it is not one."""
        return self.is_quiet() and not self.tensors.is_traced() and self.losses.report_usual(tensor)

    def stepping(self, optimizer):
        self.optimizers.updates += 1
        self.functions.value(OPTIMIZER, id(optimizer))
        try:
            if not self.functions.active() or (self.is_quiet() and self.optimizers.has_known_rate(optimizer)):
                return
            self.functions.mute()
            try:
                if self.messages.unsent or not self.is_announced:
                    self.announce()
                self.devices.follow()
                self.optimizers.send_rates(optimizer)
            finally:
                self.functions.unmute()
        except Exception as error:
            self.guard.report("A learning rate", error)

    def replay_update(self, replay, samples):
        """A captured graph with an update by an optimizer is replayed: only this range shows it."""
        self.optimizers.updates += 1
        if not self.functions.active():
            return replay()
        self.functions.mute()
        try:
            self.devices.follow()
            self.numbers.read_arrived()
            if samples > 0:
                self.functions.value(SAMPLES, samples)
        except Exception as error:
            self.guard.report("A replayed graph", error)
        finally:
            self.functions.unmute()
        with self.span(REPLAYED_UPDATE):
            return replay()

    # Marks of the program

    def span(self, name):
        return self.torch.autograd.profiler.record_function(name)

    def mark_step(self):
        if not self.functions.active() and not self.activate():
            return
        self.devices.follow()  # the step may only replay a graph and call nothing of PyTorch
        with self.span(STEP_MARK):
            pass

    def window(self, steps):
        self.messages.send({"window": {"steps": steps}})


def attach(torch, after_import):
    """Called once PyTorch has been imported. `after_import` maps module names to functions to call afterwards."""
    import stepscope

    probe = None
    try:
        probe = Probe(os.environ["STEPSCOPE_PROBE"])
        probe.attach()
        probe.test(torch)
        glue = Glue(torch, probe.functions(), Guard())
    except Exception as error:
        text = str(error) if isinstance(error, Refusal) else "%s: %s" % (type(error).__name__, error)
        if probe is not None:
            probe.refuse(text)
        say("this program is not recorded: " + text)
        return
    glue.memory.report()
    for wrap in WRAPPERS:
        try:
            wrap(torch, glue)
        except Exception as error:
            glue.guard.report(wrap.__name__, error)
    for name, wrap in LATER.items():
        wrap_later(glue, name, wrap, after_import)
    stepscope._glue = glue
    if not is_child_process():
        glue.python_calls.follow()


def wrap_later(glue, name, wrap, after_import):
    def wrap_now(module):
        try:
            wrap(glue, module)
        except Exception as error:
            glue.guard.report(name, error)

    if name in sys.modules:
        wrap_now(sys.modules[name])
    else:
        after_import[name] = wrap_now
