"""Sends the recorder the modules of the program's networks, and finds the batch dimension of their inputs."""

import collections
import functools
import gc
import threading
import weakref

from stepscope._probe import ROOT


def parent_of(module, module_type):
    """The module that contains this one. PyTorch's modules do not know it, so it is found among the objects that refer to
    this one, which takes a pass over all of Python's objects. Runs no code of these objects. None: there is none.
    """

    def is_module(value):
        return value is None or issubclass(type(value), module_type)

    for children in gc.get_referrers(module):
        if type(children) not in (dict, collections.OrderedDict) or not all(map(is_module, children.values())):
            continue
        for owner in gc.get_referrers(children):  # the parent or its __dict__
            is_dictionary = type(owner) is dict and owner.get("_modules") is children
            for each in gc.get_referrers(owner) if is_dictionary else [owner]:
                if not issubclass(type(each), module_type):
                    continue
                if object.__getattribute__(each, "__dict__").get("_modules") is children:
                    return each
    return None


class Layers:
    """The modules that the recorder knows."""

    MOST_WALKS = 4
    MOST_SEARCHES = 8
    MOST_PARENTS = 8

    def __init__(self, torch, functions, send):
        self.module_type = torch.nn.Module
        self.searches = 0  # for the network of a layer
        self.sequential = (torch.nn.RNNBase, torch.nn.MultiheadAttention)
        self.functions = functions
        self.send = send
        self.sequence_first = set()  # ids of layers whose next call shows the batch dimension of the input
        self.batch_dimension = {}  # id of a root: its batch dimension, if it is not the first
        self.known = {}  # id: weak reference that makes the probe forget it
        self.walks = {}  # id of a root: how often its modules were listed
        self.root_of = {}  # ids of modules and of their roots
        self.root = threading.local()

    def describe(self, module, request):
        if request & ROOT:
            self.root.module = weakref.ref(self.network_of(module))
        root = getattr(self.root, "module", lambda: None)()
        if root is None:  # not `not root`: a module with a length is false if it is empty
            root = module
        if getattr(module, "_is_replica", False):  # DataParallel creates new ones in each step
            return
        walks = self.walks.get(id(root), 0)
        if walks < self.MOST_WALKS:
            self.walks[id(root)] = walks + 1
            modules = list(root.named_modules())
            inside = {id(each) for _, each in modules[1:]}
            for name, each in modules:
                self._add(each, name, root, inside)
        if id(module) not in self.known:  # not registered in the root, perhaps created in each call
            self._add(module, "", root)

    def network_of(self, module):
        """The network of which this module is a part although it is not called within a call of it: the network may have
        methods of its own that call its layers.
        """
        if id(module) in self.known or not type(module).__module__.startswith("torch.nn."):
            return module
        for _ in range(self.MOST_PARENTS):
            if self.searches == self.MOST_SEARCHES:
                break
            self.searches += 1
            parent = parent_of(module, self.module_type)
            if parent is None:
                break
            module = parent
        return module

    def is_part(self, module):
        return self.root_of.get(id(module), id(module)) != id(module)

    def _add(self, module, name, root, inside=()):
        """Sends the module, unless it is known. It is sent again if it was first called before the network that it is
        part of: then its root is one of the modules inside that network.
        """
        number = id(module)
        if number in self.known and self.root_of.get(number) not in inside:
            return
        self.root_of[number] = id(root)
        self.known[number] = weakref.ref(module, functools.partial(self._forget, number))
        if isinstance(module, self.sequential) and not getattr(module, "batch_first", True):
            self.sequence_first.add(number)  # passed to know() after its first call
        else:
            self.functions.know(number)
        self.send(
            {
                "layer": {
                    "id": number,
                    "name": name,
                    "type": type(module).__name__,
                    "parameters": sum(map(self._elements, module.parameters(recurse=False))),
                    "all_parameters": sum(map(self._elements, module.parameters())),
                    "training": bool(module.training),
                    "root": id(root),
                }
            }
        )

    def find_batch_dimension(self, module, arguments, sizes):
        """`sizes` are those of the root's input. A sequence-first layer has the batch in its second dimension. If that
        size is the root's second size and not its first, the root is sequence-first too. Returns the number of samples
        minus the root's first size.
        """
        number = id(module)
        if number not in self.sequence_first:
            return 0
        self.sequence_first.discard(number)
        self.functions.know(number)
        root = getattr(self.root, "module", lambda: None)()
        own = tuple(arguments[0].shape) if arguments and hasattr(arguments[0], "shape") else ()
        if root is None or len(own) != 3 or not sizes or len(sizes) < 2 or sizes[0] == own[1] or sizes[1] != own[1]:
            return 0
        if self.batch_dimension.get(id(root)) == 1:
            return 0
        self.batch_dimension[id(root)] = 1
        return sizes[1] - sizes[0]

    @staticmethod
    def _elements(parameter):
        try:
            return int(parameter.numel())
        except Exception:  # a lazy parameter has no size yet
            return 0

    def _forget(self, number, _reference):
        self.known.pop(number, None)
        self.walks.pop(number, None)
        self.root_of.pop(number, None)
        self.sequence_first.discard(number)
        self.batch_dimension.pop(number, None)
        self.functions.forget(number)
