"""PyTorch's own profiler, run for the work of devices alone in the windows of steps that the recorder asks for.

What the profiler has seen goes into a file in the recorder's folder; messages say what is going on, see DeviceWindows in
core/record. Nothing here waits for a device, but for the profiler's own stop.
"""

import atexit
import contextlib
import os
import threading
import time
import warnings

# Set by profilers that use CUPTI, of which there can be one user.
OTHER_PROFILERS = ("NSYS_PROFILING_SESSION_ID", "CUDA_INJECTION64_PATH")
OWN_PROFILER = "the program runs a profiler of its own"


def clock_pair():
    """The clock of the wall and the monotonic clock at the same moment, in nanoseconds."""
    best = None
    for _ in range(5):
        before = time.monotonic_ns()
        wall = time.time_ns()
        after = time.monotonic_ns()
        if best is None or after - before < best[0]:
            best = (after - before, wall, before + (after - before) // 2)
    return [best[1], best[2]]


def is_main_thread():
    return threading.get_ident() == threading.main_thread().ident


class DeviceWindows:
    def __init__(self, torch, functions, guard, send, send_last, say):
        self.torch = torch
        self.functions = functions
        self.guard = guard
        self.send = send
        self.send_last = send_last
        self.say = say
        self.folder = os.environ.get("STEPSCOPE_DEVICES")
        self.is_taken = any(os.environ.get(name) for name in OTHER_PROFILERS)
        self.is_off = not self.folder
        self.is_ready = False  # and the recorder was told so
        self.is_answered = False  # the recorder's wish for the profiler
        self.sees_profilers = False  # of the program: give_way() is called
        self.has_given_way = False
        self.profiler = None
        self.clocks = []
        self.windows = 0
        self.calls = threading.local()  # are_own: what is called of the profiler
        self.process = os.getpid()
        if not self.is_off:
            atexit.register(self.finish)

    def begin_process(self):
        """In a forked child nothing can be done with what the parent has begun."""
        if os.getpid() != self.process:
            self.is_off = True
            self.kept = self.profiler  # its end would be that of the parent's profiler
            self.profiler = None

    # What the recorder is told

    def tell(self, state, **more):
        self.send({"devices": dict(more, state=state)})

    def announce(self):
        """Once the process is recorded."""
        try:
            if not self.is_off and self.uses_cuda():
                self.check()
        except Exception as error:
            self.fail(error)

    def check(self):
        """Whether the work of devices can be recorded; says so, or why not."""
        problem = self.problem()
        if problem:
            self.turn_off(problem)
        elif not self.is_ready:
            self.is_ready = True
            self.tell("ready")
        return not problem

    def uses_cuda(self):
        cuda = self.torch.cuda
        return cuda.is_initialized() and cuda.is_available()

    def problem(self):
        profiler = getattr(self.torch, "profiler", None)
        is_available = getattr(profiler, "kineto_available", None)
        if is_available is None or not is_available():
            return "this PyTorch has no Kineto, by which its profiler sees devices"
        supported = getattr(profiler, "supported_activities", None)
        if supported is not None and profiler.ProfilerActivity.CUDA not in supported():
            return "the profiler of this PyTorch does not see GPUs"
        if self.is_taken:
            return "the program runs under another profiler of GPUs, such as nsys or ncu, and there can be only one"
        if self.has_given_way:
            return OWN_PROFILER
        if not self.sees_profilers:
            return "profilers of the program's own would not be noticed with this PyTorch"
        if not is_main_thread():
            return "the program does not train on its main thread"
        return None

    def turn_off(self, reason):
        self.is_off = True
        self.tell("off", reason=reason)
        self.say("the work of the GPU is not recorded: " + reason)

    def fail(self, error):
        if self.is_off:
            self.guard.report("PyTorch's profiler", error)
            return
        lines = str(error).splitlines() or [""]
        self.turn_off("PyTorch's profiler failed with %s: %s" % (type(error).__name__, lines[0][:200]))

    # Windows

    def follow(self):
        """Where steps begin and end."""
        if self.is_off:
            if self.profiler is not None and is_main_thread():
                self.discard()
            return
        is_wanted = bool(self.functions.devices_wanted())
        if is_wanted == self.is_answered or not is_main_thread():
            return
        try:
            if self.is_capturing():  # a graph, during which the device must not be disturbed
                return
            self.is_answered = is_wanted
            if is_wanted:
                self.start()
            else:
                self.stop()
        except Exception as error:
            self.fail(error)

    def is_capturing(self):
        cuda = self.torch.cuda
        is_capturing = getattr(cuda, "is_current_stream_capturing", None)
        return is_capturing is not None and cuda.is_initialized() and is_capturing()

    def start(self):
        if not self.uses_cuda() or not self.check():
            return
        activity = self.torch.profiler.ProfilerActivity.CUDA
        with self.own_calls():
            profiler = self.torch.profiler.profile(activities=[activity])
            profiler.start()
            self.profiler = profiler
        self.clocks = [clock_pair()]
        self.tell("started", ns=time.monotonic_ns())

    def stop(self):
        if self.profiler is None:
            return
        self.clocks.append(clock_pair())
        self.tell("stopping", ns=time.monotonic_ns())
        profiler, self.profiler = self.profiler, None
        with self.own_calls():
            profiler.stop()
            name = self.write(profiler)
        self.tell("written", file=name, clocks=self.clocks)

    def write(self, profiler):
        self.windows += 1
        name = "%d-%d.json" % (os.getpid(), self.windows)
        path = os.path.join(self.folder, name)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            profiler.export_chrome_trace(path)
            os.chmod(path, 0o600)
        except Exception:
            os.unlink(path)
            raise
        return name

    def discard(self):
        """Stops the profiler, for nobody wants to know any more what it saw."""
        profiler, self.profiler = self.profiler, None
        try:
            with self.own_calls():
                profiler.stop()
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)

    def finish(self):
        """The program ends, perhaps within a window."""
        if self.profiler is None or os.getpid() != self.process:
            return
        try:
            if self.is_off:
                self.discard()
            else:
                self.stop()
                self.send_last()
        except Exception as error:
            self.fail(error)

    @contextlib.contextmanager
    def own_calls(self):
        """Around calls of the profiler: neither are they recorded, nor does PyTorch warn of how they are made."""
        thread = threading.get_ident()
        show = warnings.showwarning

        def show_others(*args, **kwargs):
            if threading.get_ident() != thread:
                show(*args, **kwargs)

        self.calls.are_own = True
        self.functions.mute()
        warnings.showwarning = show_others
        try:
            yield
        finally:
            if warnings.showwarning is show_others:
                warnings.showwarning = show
            self.functions.unmute()
            self.calls.are_own = False

    # The program's own profilers

    def are_own_calls(self):
        return getattr(self.calls, "are_own", False)

    def give_way(self):
        """A profiler of the program is about to start, and there can be one alone."""
        if self.are_own_calls():
            return
        self.has_given_way = True
        try:
            if not self.is_off and self.is_ready:
                self.turn_off(OWN_PROFILER)
            if self.profiler is not None and is_main_thread():
                self.discard()
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)
