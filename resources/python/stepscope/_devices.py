"""PyTorch's own profiler, run for the work of devices alone in the windows of steps that the recorder asks for.

What the profiler has seen goes into a file in the recorder's folder; messages say what is going on, see DeviceWindows in
core/record. Nothing here waits for a device, except the profiler's own stop and, for a limited time, the end of the program.
"""

import atexit
import contextlib
import os
import sys
import threading
import time
import warnings

# Set by other profilers that use CUPTI, which has one user at a time.
OTHER_PROFILERS = ("NSYS_PROFILING_SESSION_ID", "CUDA_INJECTION64_PATH", "KINETO_USE_DAEMON")
OWN_PROFILER = "the program runs a profiler of its own"
# Usually the recorder ends a window long before, unless it was killed or the program evaluates for long.
LONGEST_WINDOW_NS = 60_000_000_000
MOST_CALLS = 5000  # of follow() in a window
LONGEST_WAIT = 5.0  # seconds for the device when the program ends


def clock_pair():
    """The wall clock and the monotonic clock at the same moment, in nanoseconds."""
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
        self.is_answered = False  # whether the profiler was last asked to run
        self.is_over = False  # the window was ended here, for it took too long
        self.sees_profilers = False  # of the program: give_way() is called
        self.has_given_way = False
        self.profiler = None
        self.left = None  # a profiler that must not be ended
        self.start_ns = 0
        self.calls_seen = 0
        self.clocks = []
        self.windows = 0
        self.calls = threading.local()  # are_own: the thread calls the profiler for us
        self.process = os.getpid()
        if not self.is_off:  # while threads can still be started, if possible
            getattr(threading, "_register_atexit", atexit.register)(self.finish)

    def begin_process(self):
        """In a forked child nothing can be done with what the parent has begun."""
        if os.getpid() != self.process:
            self.is_off = True
            self.leave()  # its end would be that of the parent's profiler

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
            return "this PyTorch was built without Kineto, which its profiler needs to see GPUs"
        supported = getattr(profiler, "supported_activities", None)
        if supported is not None and profiler.ProfilerActivity.CUDA not in supported():
            return "the profiler of this PyTorch does not see GPUs"
        if self.is_taken:
            return "the program runs under another GPU profiler, such as nsys or ncu, and there can be only one"
        if self.has_given_way:
            return OWN_PROFILER
        if not self.sees_profilers:
            return "Stepscope cannot tell when the program uses its own profiler with this PyTorch"
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
            return
        is_wanted = bool(self.functions.devices_wanted())
        self.is_over = is_wanted and (self.is_over or self.is_too_long())
        is_wanted = is_wanted and not self.is_over
        if is_wanted == self.is_answered or not is_main_thread():
            return
        try:
            if self.is_capturing():  # a graph, during which the device must not be disturbed
                return
            if is_wanted:
                self.is_answered = self.start()
            else:
                self.is_answered = False
                self.stop()
        except Exception as error:
            self.fail(error)

    def is_too_long(self):
        if self.profiler is None:
            return False
        self.calls_seen += 1
        return self.calls_seen > MOST_CALLS or time.monotonic_ns() - self.start_ns > LONGEST_WINDOW_NS

    def is_capturing(self):
        cuda = self.torch.cuda
        is_capturing = getattr(cuda, "is_current_stream_capturing", None)
        return is_capturing is not None and cuda.is_initialized() and is_capturing()

    def start(self):
        """Returns False where it is to be tried again: the program does not use a device yet."""
        if not self.uses_cuda():
            return False
        if not self.check():
            return True
        activity = self.torch.profiler.ProfilerActivity.CUDA
        with self.own_calls():
            profiler = self.torch.profiler.profile(activities=[activity])
            try:
                profiler.start()
            except BaseException:
                with contextlib.suppress(Exception):  # it may run all the same
                    profiler.stop()
                raise
            finally:
                self.hide()
            self.profiler = profiler
        self.start_ns = time.monotonic_ns()
        self.calls_seen = 0
        self.clocks = [clock_pair()]
        self.tell("started", ns=time.monotonic_ns())
        return True

    def hide(self):
        """torch.compile() generates calls of record_function() while PyTorch says that a profiler runs; they would be
        recorded as operators.
        """
        set_enabled = getattr(sys.modules.get("torch.autograd.profiler"), "_set_is_profiler_enabled", None)
        if set_enabled is not None:
            set_enabled(False)

    def stop(self):
        if self.profiler is None:
            return
        self.clocks.append(clock_pair())
        stop_ns = time.monotonic_ns()
        self.tell("stopping", ns=stop_ns)
        profiler, self.profiler = self.profiler, None
        with self.own_calls():
            profiler.stop()
            name = self.write(profiler)
        self.tell("written", file=name, clocks=self.clocks, took_ns=time.monotonic_ns() - stop_ns)

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
        """Stops the profiler and drops what it saw."""
        profiler, self.profiler = self.profiler, None
        try:
            with self.own_calls():
                profiler.stop()
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)

    def leave(self):
        """Forgets the profiler without ending it."""
        if self.profiler is not None:
            self.left, self.profiler = self.profiler, None

    def finish(self):
        """The program ends, perhaps within a window."""
        if self.profiler is None or os.getpid() != self.process:
            return
        try:
            if self.is_device_done():
                self.stop()
                self.send_last()
            else:
                self.leave()
        except Exception as error:
            self.fail(error)

    def is_device_done(self):
        """Waits a little for the device, as the end of the profiler does without limit: a kernel that waits for another
        process which is gone never ends, and the program has to.
        """
        device = self.torch.cuda.current_device()

        def wait():
            with contextlib.suppress(Exception):
                self.torch.cuda.synchronize(device)

        waiting = threading.Thread(target=wait, daemon=True)
        try:
            waiting.start()
        except RuntimeError:  # too late for threads
            return False
        waiting.join(LONGEST_WAIT)
        return not waiting.is_alive()

    @contextlib.contextmanager
    def own_calls(self):
        """Around calls of the profiler: neither are they recorded, nor does PyTorch warn of how they are made."""
        self.calls.are_own = True
        self.functions.mute()
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", module=r"torch(\.|$)")
                yield
        finally:
            self.functions.unmute()
            self.calls.are_own = False

    # The program's own profilers

    def are_own_calls(self):
        return getattr(self.calls, "are_own", False)

    def give_way(self):
        """A profiler of the program is about to start, and there can be only one.

        Ours is ended first; from another thread that would end the program's, for both share one session of PyTorch.
        """
        if self.are_own_calls():
            return
        self.has_given_way = True
        try:
            if not self.is_off and self.is_ready:
                self.turn_off(OWN_PROFILER)
            if self.profiler is not None and is_main_thread() and not self.is_capturing():
                self.discard()
            else:
                self.leave()
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)
