"""Reads numbers of tensors, of which those on a device arrive later."""

import collections
import ctypes


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
