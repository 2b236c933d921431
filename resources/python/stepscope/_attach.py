"""Connects a program's PyTorch to the probe: wraps a few functions of PyTorch and sends the recorder what only Python
knows: layers, losses, learning rates, batch sizes and what the program logs.

Nothing here may change what the program does. All of it runs with the recorder muted, so that its own calls of
PyTorch are not recorded. An exception is reported as one line on stderr.
"""

import atexit
import collections
import ctypes
import functools
import gc
import json
import math
import os
import sys
import threading
import time
import weakref

from stepscope._devices import Captures, DeviceWindows

# What begin() and backward_begin() request: Request in python_functions.cpp.
ROOT = 1
DESCRIBE = 2
ACTIVATE = 4
LOST_CALLS = 8

# ValueKind in probe_protocol.h.
LOSS = 1
SAMPLES = 2
EVALUATION = 4
OPTIMIZER = 5
LATE_LOSS = 6

# Values of EVALUATION.
TRAINS = 0
EVALUATES = 1
WITHOUT_GRADIENT = 2

STEP_MARK = "stepscope.step"
# Recorded as the optimizer's own range, which ends a step.
REPLAYED_UPDATE = "Optimizer.step#CUDAGraph.replay"
LONGEST_MESSAGE = 100_000  # characters; a quarter of the smallest ring
MOST_IN_MESSAGE = 200  # parameters per message
MOST_ATTEMPTS = 4
MOST_WITHOUT_PARAMETERS = 1000
MOST_ENDS = 16  # of the inputs or outputs of a network's graph

_Functions = collections.namedtuple(
    "_Functions",
    "begin end backward_begin backward_end value number_at now mute unmute active activate make_passive know forget"
    " message problem follow end_following follow_calls stop_following_calls report_memory stop_memory last_reported"
    " devices_wanted",
)


class Refusal(Exception):
    """This PyTorch cannot be recorded; the text says why."""


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


class Probe:
    """The probe's library."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def attach(self):
        reason = ctypes.create_string_buffer(512)
        if self.library.stepscope_attach(reason, ctypes.c_size_t(len(reason))):
            raise Refusal(reason.value.decode())

    def functions(self):
        make = ctypes.PyDLL(None, handle=self.library._handle).stepscope_python_functions
        make.restype = ctypes.py_object
        return _Functions(*make())

    def refuse(self, reason):
        self.library.stepscope_refuse(reason.encode())

    def test(self, torch):
        """Runs known operators and checks what the probe recorded. Raises a Refusal if it differs."""
        with torch.enable_grad():
            first = torch.empty((7, 11, 13), dtype=torch.float32, device="cpu", requires_grad=True)
            second = first.detach()
            expected, seen = self._observe(torch, first, second)
            if expected is None:  # no sequence number to compare with: check that they increase
                expected = seen[2]
                _, again = self._observe(torch, first, second)
                if not 0 <= expected < again[2] < expected + 100:
                    expected = None
        if seen != ("aten::mul", "[7, 11, 13], [7, 11, 13]", expected):
            raise Refusal(
                "the self-test failed with PyTorch %s: the probe saw %s of shapes %s with sequence number %d"
                % (torch.__version__, seen[0] or "nothing", seen[1] or "unknown", seen[2])
            )

    def _observe(self, torch, first, second):
        if self.library.stepscope_test_begin():
            raise Refusal("the self-test could not be started")
        name = ctypes.create_string_buffer(64)
        shapes = ctypes.create_string_buffer(64)
        sequence = ctypes.c_longlong(-1)
        try:
            product = torch.mul(first, second)
            torch.cat([second, second])
            torch.sum(second, (2, 0), True)
        finally:
            self.library.stepscope_test_end(
                name, ctypes.c_size_t(64), shapes, ctypes.c_size_t(64), ctypes.byref(sequence)
            )
        number = getattr(product.grad_fn, "_sequence_nr", None)
        return number and number(), (name.value.decode(), shapes.value.decode(), sequence.value)


def is_data_worker():
    """Whether this process loads data for another one."""
    worker = sys.modules.get("torch.utils.data._utils.worker")
    return getattr(worker, "_worker_info", None) is not None


def is_child_process():
    """Whether multiprocessing has started this process. It may only load data, so it is recorded once it trains."""
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


def program_message(torch):
    def number(name):
        try:
            return int(os.environ[name])
        except (KeyError, ValueError):
            return None

    def attempt(function):
        try:
            return function()
        except Exception:
            return None

    def group():
        """The rank, the number of ranks and the backend, from the process group if there is one."""
        distributed = torch.distributed
        if distributed.is_available() and distributed.is_initialized():
            return distributed.get_rank(), distributed.get_world_size(), str(distributed.get_backend())
        return number("RANK"), number("WORLD_SIZE"), ""

    def cuda_devices():
        """The devices on which the program has memory, or the current one."""
        if not torch.cuda.is_initialized():
            return []
        used = [each for each in range(torch.cuda.device_count()) if torch.cuda.memory_allocated(each) > 0]
        return used or [torch.cuda.current_device()]

    def gpu_address():
        """The PCI address of the GPU, as NVIDIA's driver writes it; empty if there are several. Only newer releases of
        PyTorch know it.
        """
        if len(devices) != 1:
            return ""
        gpu = torch.cuda.get_device_properties(devices[0])
        return f"{gpu.pci_domain_id:04X}:{gpu.pci_bus_id:02X}:{gpu.pci_device_id:02X}.0"

    cuda = getattr(torch.version, "cuda", None)
    devices = attempt(cuda_devices) or []
    cudnn = attempt(torch.backends.cudnn.version) if cuda else None
    rank, world_size, backend = attempt(group) or (None, None, "")
    return {
        "program": {
            "argv": list(getattr(sys, "orig_argv", None) or [sys.executable] + sys.argv),
            "executable": sys.executable,
            "cwd": attempt(os.getcwd),
            "python": sys.version.split()[0],
            "torch": str(torch.__version__),
            "cuda": cuda,
            "cudnn": None if cudnn is None else str(cudnn),
            "rank": rank,
            "local_rank": number("LOCAL_RANK"),
            "world_size": world_size,
            "local_world_size": number("LOCAL_WORLD_SIZE"),
            "backend": backend,
            "cuda_device": devices[0] if devices else None,
            "gpu_address": attempt(gpu_address),
            "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES"),
            "CUDA_DEVICE_ORDER": os.environ.get("CUDA_DEVICE_ORDER"),
            "threads": attempt(torch.get_num_threads),
            "processors": attempt(lambda: len(os.sched_getaffinity(0))),
            "deterministic": attempt(torch.are_deterministic_algorithms_enabled),
            "ppid": os.getppid(),
        }
    }


def json_number(value):
    """A float, or a text for a value that JSON cannot express as a number: "nan", "inf", "-inf"."""
    value = float(value)
    return value if math.isfinite(value) else str(value)


class Reading:
    """The number in a tensor, which may arrive later."""

    __slots__ = ("value", "function")

    def __init__(self, value=None):
        self.value = value
        self.function = None

    def arrive(self, value):
        self.value = value
        if self.function is not None:
            self.function(value)

    def then(self, function):
        """Calls the function with the number, now or when it arrives."""
        if self.value is not None:
            function(self.value)
        else:
            self.function = function


class NumberReader:
    """Reads numbers of tensors without an operator that the program's own profiler would see, and without waiting for a
    device.
    """

    MOST_WAITING = 256

    def __init__(self, torch, captures, functions):
        self.torch = torch
        self.captures = captures
        self.Tensor = torch.Tensor
        self.number_at = functions.number_at
        # NumberType in python_functions.cpp
        self.types = {torch.float32: 0, torch.float64: 1, torch.float16: 2, torch.bfloat16: 3}
        self.waiting = collections.deque()  # (event, tensor in host memory, type, Reading)

    def leave(self):
        """Call it in a forked child: what CUDA has given to the parent must not be released there, not even at the end of
        the child, because that fails with an error of CUDA.
        """
        for event, host, _, _ in self.waiting:
            for each in (event, host):
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(each))

    def read(self, tensor):
        """A Reading; None if the tensor is not a single real number."""
        if type(tensor) is self.Tensor:
            return self._read(tensor)
        if not isinstance(tensor, self.Tensor) or type(tensor).__torch_dispatch__ is not self.Tensor.__torch_dispatch__:
            return None  # it may not have its own memory
        with self.torch._C.DisableTorchFunction():
            return self._read(tensor)

    def in_memory(self, tensor):
        """The number in a tensor of PyTorch's own class; None if it is on a device or not a single real number."""
        number_type = self.types.get(tensor.dtype)
        if number_type is None or not tensor.is_cpu or tensor.numel() != 1:
            return None
        return self.number_at(tensor.data_ptr(), number_type)

    def _read(self, tensor):
        number = self.in_memory(tensor)
        if number is not None:
            return Reading(number)
        if not tensor.is_cuda or tensor.numel() != 1 or tensor.dtype not in self.types:
            return None
        return self._read_later(tensor, self.types[tensor.dtype])

    def _read_later(self, tensor, number_type):
        cuda = self.torch.cuda
        if len(self.waiting) >= self.MOST_WAITING or self.captures.is_any():
            return None
        host = self.torch.empty((), dtype=tensor.dtype, device="cpu", pin_memory=True)
        host.copy_(tensor.detach().reshape(()), non_blocking=True)
        event = cuda.Event()
        event.record(cuda.current_stream(tensor.device))
        reading = Reading()
        self.waiting.append((event, host, number_type, reading))
        return reading

    def read_arrived(self):
        if not self.waiting or self.captures.is_any():
            return
        while self.waiting and self.waiting[0][0].query():
            _, host, number_type, reading = self.waiting.popleft()
            reading.arrive(self.number_at(host.data_ptr(), number_type))


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


class Glue:
    def __init__(self, torch, functions, guard):
        self.torch = torch
        self.Tensor = torch.Tensor
        self.is_traced = getattr(torch._C, "_is_tracing", torch.jit.is_tracing)
        self.is_grad_enabled = torch.is_grad_enabled
        self.count_override_modes = getattr(torch._C, "_len_torch_function_stack", None)
        self.wants_calls = bool(os.environ.get("STEPSCOPE_PYTHON_CALLS"))
        self.wants_memory = bool(os.environ.get("STEPSCOPE_MEMORY"))
        self.profilers = threading.local()  # count: the program's own profilers started on the thread
        self.functions = functions
        self.guard = guard
        self.captures = Captures(torch)
        self.devices = DeviceWindows(torch, self.captures, functions, guard, self.send, self.send_last, say)
        self.numbers = None
        self.begin_process()
        getattr(threading, "_register_atexit", atexit.register)(self.finish)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.begin_process)

    def begin_process(self):
        """Also called in a forked child, which is a separate program if it does more than load data."""
        self.is_announced = False
        self.unsent = collections.deque(maxlen=100000)
        self.layers = Layers(self.torch, self.functions, self.send)
        self.root_sizes = None  # of the first tensor of the last root
        if self.numbers is not None:
            self.numbers.leave()
        self.numbers = NumberReader(self.torch, self.captures, self.functions)
        self.scaled = None  # (weak reference to a scaled loss, Reading of the loss)
        self.rates = {}  # id of an optimizer: learning rates, weak reference
        self.updates = 0  # started by optimizers
        self.samples = 0  # of all calls of root modules
        self.mode = TRAINS
        self.graph_modes = set()  # modes of the forward passes whose graphs were sent
        self.graph_attempts = 0
        self.graph_network = None  # id of the network that was followed last
        self.graph_sizes = None  # of its first input
        self.has_graph = False  # no other pass in this mode would be followed, unless its network contains this one
        self.has_trained = False  # there was a backward pass
        self.without_parameters = {}  # id of a module: weak reference that removes it
        self.follows_calls = False
        self.functions.stop_following_calls()  # a forked child may only load data
        self.devices.begin_process()

    def finish(self):
        """Called when the program ends: the last losses may have arrived."""
        try:
            if self.numbers.waiting and self.functions.active():
                self.numbers.read_arrived()
                self.send_last()
        except Exception as error:
            self.guard.report("The last losses", error)

    def is_active(self):
        return bool(self.functions.active())

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

    def activate(self):
        """Starts recording, unless this process only works for another one."""
        if is_data_worker():
            self.functions.make_passive()
            return False
        if self.functions.activate():
            self.follow_calls()
            return True
        problem = self.functions.problem()
        if problem:
            say("this program is not recorded: " + problem)
        return False

    def follow_calls(self):
        """Records calls of Python functions on this thread, if requested."""
        if not self.wants_calls or self.follows_calls:
            return
        self.follows_calls = True
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

    # Memory

    def report_memory(self):
        """Records allocations, if requested. Call it as early as possible: PyTorch warns about each block that was
        allocated earlier.
        """
        if not self.wants_memory:
            return
        try:
            problem = self.functions.report_memory()
            if not problem and not self.sees_memory():
                self.functions.stop_memory()
                problem = "the self-test failed with PyTorch %s" % self.torch.__version__
            if problem:
                self.wants_memory = False
                say("memory is not recorded: " + problem)
        except Exception as error:
            self.wants_memory = False
            self.guard.report("Memory", error)

    def sees_memory(self):
        size = 997
        block = self.torch.empty(size, dtype=self.torch.uint8, device="cpu")
        return self.functions.last_reported(block.data_ptr()) == size

    def profiler_prepares(self):
        self.devices.give_way()
        if self.wants_memory:
            self.functions.stop_memory()

    def profiler_starts(self):
        """PyTorch's profilers need the slot that the probe has taken."""
        self.devices.give_way()
        count = getattr(self.profilers, "count", 0)
        self.profilers.count = count + 1
        if count == 0 and self.wants_memory:
            self.functions.stop_memory()
            if self.functions.active() and not self.devices.are_own_calls():
                self.send({"memory_left_to_profiler": True})

    def profiler_ended(self):
        self.profilers.count = max(getattr(self.profilers, "count", 0) - 1, 0)
        if self.profilers.count == 0 and self.wants_memory:
            self.functions.report_memory()

    # The network's graph

    def begin_graph(self, module, arguments, named):
        """Follows the first forward pass, and the first one in training. Returns whether this pass is followed."""
        is_known = self.mode in self.graph_modes or TRAINS in self.graph_modes
        is_better = self.contains_graph(module) or self.has_other_batch(module)
        if (is_known and not is_better) or self.graph_attempts == MOST_ATTEMPTS:
            self.has_graph = self.has_trained or self.mode != TRAINS
            return False
        if self.layers.is_part(module) and next(module.children(), None) is None:
            return False  # one layer of a network that is never called as a whole
        if self.unsent or self.has_override_mode():
            return False
        number = id(module)
        if number in self.without_parameters:
            return False
        with self.without_overrides():
            parameters = list(module.named_parameters())
            if not parameters:  # such as one that prepares data
                if len(self.without_parameters) < MOST_WITHOUT_PARAMETERS:
                    forget = functools.partial(self.without_parameters.pop, number)
                    self.without_parameters[number] = weakref.ref(module, forget)
                return False
            self.graph_attempts += 1
            if not self.functions.follow():
                return False
            self.graph_network = id(module)
            self.graph_sizes = self.root_sizes
            inputs = self.tensors_in(list(arguments) + list((named or {}).values()))
            self.send({"graph": {"network": id(module), "inputs": list(map(self.tensor_of, inputs))}})
            for first in range(0, len(parameters), MOST_IN_MESSAGE):
                some = parameters[first : first + MOST_IN_MESSAGE]
                self.send({"graph_parameters": [[name] + self.tensor_of(tensor) for name, tensor in some]})
        return True

    def contains_graph(self, module):
        """Whether the network whose graph is known was only a part of this one, called on its own."""
        network = self.graph_network
        return network is not None and network != id(module) and self.layers.root_of.get(network) == id(module)

    def has_other_batch(self, module):
        """Whether the known graph is of a call with another batch and without a backward pass, such as a test of the network
        before the training.
        """
        if self.has_trained or self.mode != TRAINS:
            return False
        return self.graph_network == id(module) and self.graph_sizes != self.root_sizes

    def end_graph(self, result):
        functions = self.functions
        try:
            functions.mute()
            try:
                is_complete = bool(functions.end_following())
                with self.without_overrides():
                    outputs = list(map(self.tensor_of, self.tensors_in([result])))
                self.send({"graph_end": {"outputs": outputs, "complete": is_complete}})
                if is_complete and not self.unsent:
                    self.graph_modes.add(self.mode)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("The network's graph", error)

    def has_override_mode(self):
        """Whether the program itself intercepts calls of PyTorch's functions; it would see ours."""
        return self.count_override_modes is not None and self.count_override_modes() > 0

    def without_overrides(self):
        """Within this context, queries of a tensor of a subclass do not run the program's code."""
        return self.torch._C.DisableTorchFunction()

    def tensor_of(self, tensor):
        """The address, as operators report it, and the shape."""
        try:
            return [tensor._cdata, [int(size) for size in tensor.shape]]
        except Exception:  # it has no shape yet
            return [0, []]

    def tensors_in(self, values, depth=0):
        """The tensors, including those in lists, tuples and dictionaries; at most MOST_ENDS."""
        found = []
        for value in values:
            if isinstance(value, self.Tensor):
                found.append(value)
            elif depth < 3 and isinstance(value, dict):
                found += self.tensors_in(value.values(), depth + 1)
            elif depth < 3 and isinstance(value, (list, tuple)):
                found += self.tensors_in(value, depth + 1)
            if len(found) >= MOST_ENDS:
                break
        return found[:MOST_ENDS]

    def announce(self):
        """The probe may have started by itself, with a step of an optimizer."""
        if not self.is_announced and self.functions.active():
            self.is_announced = True
            self.follow_calls()
            self.send(program_message(self.torch))
            self.devices.announce()
        if self.unsent:
            self.send_again()

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
                say("calls of Python functions are no longer recorded: the program has set its own profile function")
            functions.mute()
            try:
                if self.unsent or not self.is_announced:
                    self.announce()
                if self.is_traced():  # reading a size would become part of the trace
                    return
                if request & DESCRIBE:
                    self.layers.describe(module, request)
                    if not request & ROOT and self.layers.sequence_first:
                        more = self.layers.find_batch_dimension(module, arguments, self.root_sizes)
                        if more:
                            functions.value(SAMPLES, more)
                if request & ROOT:
                    self.root_called(module, arguments, named)
                    self.devices.follow(may_start=self.mode == TRAINS or not self.has_trained)
                    return self.begin_graph(module, arguments, named)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("A layer", error)
        return False

    def is_quiet(self):
        """Whether there is nothing to send or to start, and no code of the program's sees that sizes are read."""
        if self.unsent or self.numbers.waiting or not self.is_announced or self.has_override_mode():
            return False
        return self.devices.is_off or self.devices.are_settled()

    def mode_of(self, module):
        return EVALUATES if not module.training else TRAINS if self.is_grad_enabled() else WITHOUT_GRADIENT

    def is_usual_call(self, module, arguments):
        """The short way for calls in which only the number of samples may be new. It calls nothing that is recorded. False:
        the call is not one of those.
        """
        if not self.has_graph or not self.is_quiet() or self.is_traced() or self.mode != self.mode_of(module):
            return False
        number = id(module)
        tensor = arguments[0] if arguments else None
        if type(tensor) is not self.Tensor or self.contains_graph(module):
            return False
        sizes = tensor.shape
        dimension = self.layers.batch_dimension.get(number, 0)
        if len(sizes) < 2 or type(sizes[dimension]) is not int:
            return False
        self.root_sizes = sizes
        self.samples += sizes[dimension]
        self.functions.value(SAMPLES, sizes[dimension])
        return True

    def root_called(self, module, arguments, named):
        mode = self.mode_of(module)
        if mode != self.mode:
            self.mode = mode
            self.has_graph = False
            self.functions.value(EVALUATION, mode)
        samples = self.samples_of(module, arguments, named)
        if samples is not None:
            self.samples += samples
            self.functions.value(SAMPLES, samples)
        if self.numbers.waiting:
            self.numbers.read_arrived()

    def samples_of(self, module, arguments, named):
        self.root_sizes = None
        tensor = self.first_tensor(arguments)
        if tensor is None and named:
            tensor = self.first_tensor(named.values())
        if tensor is None:
            return None
        sizes = self.sizes_of(tensor)
        if len(sizes) == 1 and tensor.dtype.is_floating_point:  # the features of one sample
            return 1
        dimension = self.layers.batch_dimension.get(id(module), 0)
        if len(sizes) <= dimension or any(type(size) is not int for size in sizes):  # symbolic sizes must not be read
            return None
        self.root_sizes = sizes
        return sizes[dimension]

    def sizes_of(self, tensor):
        if type(tensor) is self.Tensor:
            return tuple(tensor.shape)
        with self.without_overrides():
            return tuple(tensor.shape)

    def first_tensor(self, values, depth=0):
        """The first one that is not a single number, such as the time of a differential equation."""
        for value in values:
            if isinstance(value, self.Tensor):
                if len(self.sizes_of(value)) > 0:
                    return value
                continue
            if depth == 0 and isinstance(value, (list, tuple)):
                found = self.first_tensor(value, 1)
            elif depth == 0 and isinstance(value, dict):
                found = self.first_tensor(value.values(), 1)
            else:
                continue
            if found is not None:
                return found
        return None

    # Losses

    def backward_of(self, tensors, request):
        functions = self.functions
        self.has_trained = True
        try:
            if request == ROOT and self.is_usual_loss(tensors):
                return
            if request & ACTIVATE:
                if not self.activate():
                    return
                functions.backward_begin()
            functions.mute()
            try:
                if self.unsent or not self.is_announced:
                    self.announce()
                if self.is_traced():
                    return
                self.devices.follow()
                if isinstance(tensors, self.Tensor):
                    self.loss(tensors)
                else:
                    for tensor in tuple(tensors):
                        self.loss(tensor)
            finally:
                functions.unmute()
        except Exception as error:
            self.guard.report("A loss", error)

    def is_usual_loss(self, tensor):
        """The short way for a single loss in host memory. False: it is not one."""
        if self.scaled is not None or type(tensor) is not self.Tensor or not self.is_quiet() or self.is_traced():
            return False
        number = self.numbers.in_memory(tensor)
        if number is None:
            return False
        self.functions.value(LOSS, number)
        return True

    def loss(self, tensor):
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
            reading.then(functools.partial(self.late_loss, time))

    def late_loss(self, time, value):
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

    # Optimizers

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

    def stepping(self, optimizer):
        self.updates += 1
        self.functions.value(OPTIMIZER, id(optimizer))
        try:
            if not self.functions.active() or (self.is_quiet() and self.has_known_rate(optimizer)):
                return
            self.functions.mute()
            try:
                if self.unsent or not self.is_announced:
                    self.announce()
                self.devices.follow()
                self.learning_rates(optimizer)
            finally:
                self.functions.unmute()
        except Exception as error:
            self.guard.report("A learning rate", error)

    def replay_update(self, replay, samples):
        """A captured graph with an update by an optimizer is replayed: only this range shows it."""
        self.updates += 1
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

    def learning_rates(self, optimizer):
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

    # What the program logs

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

    # The package's functions

    def span(self, name):
        return self.torch.autograd.profiler.record_function(name)

    def mark_step(self):
        if not self.functions.active() and not self.activate():
            return
        self.devices.follow()  # the step may only replay a graph and call nothing of PyTorch
        with self.span(STEP_MARK):
            pass

    def window(self, steps):
        self.send({"window": {"steps": steps}})


# Wrappers of PyTorch's functions


def without_frame(function):
    """The function, whose frames warnings.warn() does not count in its stacklevel: it skips code of such a file name, as
    that of Python's own imports.
    """
    name = "%s (skipped by warnings, as importlib._bootstrap)" % __file__
    function.__code__ = function.__code__.replace(co_filename=name)
    return function


def wrap_modules(torch, glue):
    Module = torch.nn.Module
    original = Module.__call__
    begin = glue.functions.begin
    end = glue.functions.end
    called = glue.called
    end_graph = glue.end_graph
    # Code compiled by torch.compile() is one operator; it must not trace into the recording functions.
    is_compiling = getattr(getattr(torch, "compiler", None), "is_compiling", None)

    @without_frame
    @functools.wraps(original)
    def __call__(self, *args, **kwargs):
        if is_compiling is not None and is_compiling():
            return original(self, *args, **kwargs)
        try:
            request = begin(self)
            if request and called(self, request, args, kwargs):
                result = original(self, *args, **kwargs)
                end_graph(result)
                return result
            return original(self, *args, **kwargs)
        finally:
            end(self)

    Module.__call__ = __call__


def wrap_backward(torch, glue):
    original = torch.autograd.backward
    begin = glue.functions.backward_begin
    end = glue.functions.backward_end
    backward_of = glue.backward_of

    @without_frame
    @functools.wraps(original)
    def backward(tensors, *args, **kwargs):
        try:
            request = begin()
            if request:
                backward_of(tensors, request)
            return original(tensors, *args, **kwargs)
        finally:
            end()

    torch.autograd.backward = backward


def wrap_scaler(glue, module):
    scaler = module.GradScaler
    original_scale = scaler.__dict__.get("scale")
    original_step = scaler.__dict__.get("step")
    if original_scale is None or original_step is None:  # inherited from a wrapped class
        return

    @without_frame
    @functools.wraps(original_scale)
    def scale(self, outputs):
        scaled = original_scale(self, outputs)
        glue.has_scaled(scaled, outputs)
        return scaled

    @without_frame
    @functools.wraps(original_step)
    def step(self, optimizer, *args, **kwargs):
        before = glue.updates
        result = original_step(self, optimizer, *args, **kwargs)
        if glue.updates == before and isinstance(optimizer, glue.torch.optim.Optimizer):
            glue.skipped(optimizer)  # for other classes it is not known whether they update
        return result

    scaler.scale = scale
    scaler.step = step


def wrap_making_of_optimizers(torch, glue):
    Optimizer = torch.optim.Optimizer
    original = Optimizer.__init__

    @functools.wraps(original)
    def __init__(self, *args, **kwargs):
        glue.making(self)
        original(self, *args, **kwargs)
        glue.made(self)

    Optimizer.__init__ = __init__


def follow_optimizers(torch, glue):
    """Calls stepping() before each step."""
    wrap_making_of_optimizers(torch, glue)
    module = sys.modules["torch.optim.optimizer"]
    if hasattr(module, "register_optimizer_step_pre_hook"):
        module.register_optimizer_step_pre_hook(lambda optimizer, args, kwargs: glue.stepping(optimizer))
        return
    # PyTorch 1.x has no such hooks; when an optimizer is created, it wraps the step of its class.
    Optimizer = torch.optim.Optimizer
    original = Optimizer._hook_for_profile

    @functools.wraps(original)
    def _hook_for_profile(self):
        original(self)
        step = type(self).step
        if hasattr(step, "_stepscope"):
            return

        @functools.wraps(step)
        def followed(self, *args, **kwargs):
            glue.stepping(self)
            return step(self, *args, **kwargs)

        followed._stepscope = True
        type(self).step = followed

    Optimizer._hook_for_profile = _hook_for_profile


def give_way_to_profilers(torch, glue):
    """While a profiler of the program runs, it receives the reports of PyTorch's allocators, and the recording of
    devices ends.
    """
    if not glue.wants_memory and glue.devices.is_off:
        return

    def starting(function):
        @functools.wraps(function)
        def start(*args, **kwargs):
            glue.profiler_starts()
            try:
                return function(*args, **kwargs)
            except BaseException:
                glue.profiler_ended()
                raise

        return start

    def preparing(function):
        @functools.wraps(function)
        def prepare(*args, **kwargs):
            glue.profiler_prepares()
            return function(*args, **kwargs)

        return prepare

    def ending(function):
        @functools.wraps(function)
        def end(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            finally:
                glue.profiler_ended()

        return end

    wrappers = {
        "_prepare_profiler": preparing,
        "_enable_profiler": starting,
        "_enable_profiler_legacy": starting,
        "_disable_profiler": ending,
        "_disable_profiler_legacy": ending,
    }
    places = ("torch._C._autograd", "torch.autograd", "torch.autograd.profiler", "torch.autograd.profiler_legacy")
    for place in places:
        module = sys.modules.get(place)
        for name, wrap in wrappers.items():
            function = getattr(module, name, None)
            if function is not None and not hasattr(function, "__wrapped__"):
                setattr(module, name, wrap(function))
    enable = getattr(sys.modules.get("torch.autograd.profiler"), "_enable_profiler", None)
    glue.devices.sees_profilers = hasattr(enable, "__wrapped__")


def follow_captures(_torch, glue):
    glue.captures.follow(lambda: (glue.updates, glue.samples), glue.replay_update)


def wrap_writer(glue, module):
    original = module.SummaryWriter.add_scalar

    @without_frame
    @functools.wraps(original)
    def add_scalar(self, tag, scalar_value, global_step=None, *args, **kwargs):
        result = original(self, tag, scalar_value, global_step, *args, **kwargs)
        glue.log(tag, scalar_value, global_step)
        return result

    module.SummaryWriter.add_scalar = add_scalar


def wrap_lightning(glue, module):
    original = module.LightningModule.log

    @without_frame
    @functools.wraps(original)
    def log(self, name, value, *args, **kwargs):
        result = original(self, name, value, *args, **kwargs)
        glue.log(name, value, getattr(self, "global_step", None))
        return result

    module.LightningModule.log = log


# Modules that are wrapped when, and if, the program imports them.
LATER = {
    "torch.amp.grad_scaler": wrap_scaler,
    "torch.cuda.amp.grad_scaler": wrap_scaler,
    "torch.utils.tensorboard.writer": wrap_writer,
    "tensorboardX.writer": wrap_writer,
    "lightning.pytorch.core.module": wrap_lightning,
    "pytorch_lightning.core.module": wrap_lightning,
    "pytorch_lightning.core.lightning": wrap_lightning,
}


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
    glue.report_memory()
    for wrap in (wrap_modules, wrap_backward, follow_optimizers, give_way_to_profilers, follow_captures):
        try:
            wrap(torch, glue)
        except Exception as error:
            glue.guard.report(wrap.__name__, error)
    for name, wrap in LATER.items():
        wrap_later(glue, name, wrap, after_import)
    stepscope._glue = glue
    if not is_child_process():
        glue.follow_calls()


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
