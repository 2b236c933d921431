"""Follows a forward pass, so that the recorder gets the network's graph.

The probe reports the operators. Messages report the network's inputs, outputs and parameters.
"""

import functools
import weakref

from stepscope._passes import TRAINS

MOST_IN_MESSAGE = 200  # parameters per message
MOST_ATTEMPTS = 4
MOST_WITHOUT_PARAMETERS = 1000


class NetworkGraph:
    def __init__(self, tensors, passes, functions, guard, messages):
        self.tensors = tensors
        self.passes = passes
        self.functions = functions
        self.guard = guard
        self.messages = messages

    def begin_process(self, layers):
        self.layers = layers
        self.modes = set()  # modes of the forward passes whose graphs were sent
        self.attempts = 0
        self.network = None  # id of the network that was followed last
        self.sizes = None  # of its first input
        self.is_settled = False  # no other pass in this mode would be followed, unless its network contains this one
        self.without_parameters = {}  # id of a module: weak reference that removes it

    def begin(self, module, arguments, named):
        """Follows the first forward pass, and the first one in training. Returns whether this pass is followed."""
        mode = self.passes.mode
        is_known = mode in self.modes or TRAINS in self.modes
        is_better = self.is_part_of(module) or self.has_other_batch(module)
        if (is_known and not is_better) or self.attempts == MOST_ATTEMPTS:
            self.is_settled = self.passes.has_trained or mode != TRAINS
            return False
        if self.layers.is_part(module) and next(module.children(), None) is None:
            return False  # one layer of a network that is never called as a whole
        if self.messages.unsent or self.tensors.has_override_mode():
            return False
        number = id(module)
        if number in self.without_parameters:
            return False
        with self.tensors.without_overrides():
            parameters = list(module.named_parameters())
            if not parameters:  # such as one that prepares data
                if len(self.without_parameters) < MOST_WITHOUT_PARAMETERS:
                    forget = functools.partial(self.without_parameters.pop, number)
                    self.without_parameters[number] = weakref.ref(module, forget)
                return False
            self.attempts += 1
            if not self.functions.follow():
                return False
            self.network = id(module)
            self.sizes = self.passes.sizes
            inputs = self.tensors.all_in(list(arguments) + list((named or {}).values()))
            self.messages.send({"graph": {"network": id(module), "inputs": list(map(self.tensor_of, inputs))}})
            for first in range(0, len(parameters), MOST_IN_MESSAGE):
                some = parameters[first : first + MOST_IN_MESSAGE]
                self.messages.send({"graph_parameters": [[name] + self.tensor_of(tensor) for name, tensor in some]})
        return True

    def end(self, result):
        functions = self.functions
        try:
            functions.mute()
            try:
                is_complete = bool(functions.end_following())
                with self.tensors.without_overrides():
                    outputs = list(map(self.tensor_of, self.tensors.all_in([result])))
                self.messages.send({"graph_end": {"outputs": outputs, "complete": is_complete}})
                if is_complete and not self.messages.unsent:
                    self.modes.add(self.passes.mode)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("The network's graph", error)

    def is_part_of(self, module):
        """Whether the network whose graph is known was only a part of this one, called on its own."""
        network = self.network
        return network is not None and network != id(module) and self.layers.root_of.get(network) == id(module)

    def has_other_batch(self, module):
        """Whether the known graph is of a call with another batch and without a backward pass, such as a test of the network
        before the training.
        """
        if self.passes.has_trained or self.passes.mode != TRAINS:
            return False
        return self.network == id(module) and self.sizes != self.passes.sizes

    def tensor_of(self, tensor):
        """The address, as operators report it, and the shape."""
        try:
            return [tensor._cdata, [int(size) for size in tensor.shape]]
        except Exception:  # it has no shape yet
            return [0, []]
