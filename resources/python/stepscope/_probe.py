"""The probe's library: how it is loaded and tested, and what its functions request and take."""

import collections
import ctypes

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

_Functions = collections.namedtuple(
    "_Functions",
    "begin end backward_begin backward_end value number_at now mute unmute active activate make_passive know forget"
    " message problem follow end_following follow_calls stop_following_calls report_memory stop_memory last_reported"
    " devices_wanted",
)


class Refusal(Exception):
    """This PyTorch cannot be recorded; the text says why."""


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
