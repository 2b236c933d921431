"""Runs PyTorch's own profiler, for devices only, in the windows of steps that the recorder requests.

The profiler's events are written into a file in the recorder's folder; messages report the state, see DeviceWindows in
core/record. Nothing here waits for a device, except the profiler's own stop and, for a limited time, the end of the
program.
"""

import atexit
import contextlib
import functools
import os
import sys
import threading
import time
import warnings
import weakref

# Set by other profilers that use CUPTI, which allows one user at a time.
OTHER_PROFILERS = ("NSYS_PROFILING_SESSION_ID", "CUDA_INJECTION64_PATH", "KINETO_USE_DAEMON")
# Whether Kineto detaches CUPTI when a profile ends. While CUPTI is attached, every call of CUDA takes longer.
TEARDOWN = "TEARDOWN_CUPTI"
TEARDOWN_SINCE = (12, 6)  # with older versions of CUDA, programs that replay graphs may crash after that
OWN_PROFILER = "the program uses its own profiler"
# Usually the recorder ends a window much earlier, unless it was killed or the program evaluates for a long time.
LONGEST_WINDOW_NS = 60_000_000_000
MOST_CALLS = 5000  # calls of follow() per window
LONGEST_WAIT = 5.0  # seconds to wait for the device when the program ends


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


class Captures:
    """Knows whether the program captures a CUDA graph.

    Meanwhile many functions of CUDA must not be called, by default on no thread, not even to ask whether an event has
    arrived: they would end the capture with an error.
    """

    def __init__(self, torch):
        self.torch = torch
        self.open = weakref.WeakSet()  # graphs

    def is_any(self):
        if self.open:
            return True
        cuda = self.torch.cuda
        is_capturing = getattr(cuda, "is_current_stream_capturing", None)
        return is_capturing is not None and cuda.is_initialized() and is_capturing()

    def follow(self, counts, replay_update):
        """Wraps PyTorch's class of graphs. `counts` returns the numbers of updates by optimizers and of samples so far.
        `replay_update` is called with a function that replays a graph with such updates, and the graph's samples.
        """
        graph = getattr(self.torch.cuda, "CUDAGraph", None)
        if not {"capture_begin", "capture_end", "replay"} <= set(vars(graph or object)):
            return  # another thread's captures are not noticed
        original_begin = graph.capture_begin
        original_end = graph.capture_end
        original_replay = graph.replay
        opened = self.open
        counts_before = weakref.WeakKeyDictionary()
        samples_of = weakref.WeakKeyDictionary()  # graphs with updates

        @functools.wraps(original_begin)
        def capture_begin(self, *args, **kwargs):
            opened.add(self)
            samples_of.pop(self, None)
            counts_before[self] = counts()
            try:
                return original_begin(self, *args, **kwargs)
            except BaseException:
                opened.discard(self)
                raise

        @functools.wraps(original_end)
        def capture_end(self, *args, **kwargs):
            try:
                return original_end(self, *args, **kwargs)
            finally:
                opened.discard(self)
                updates, samples = counts()
                updates_before, samples_before = counts_before.pop(self, (updates, samples))
                if updates > updates_before:
                    samples_of[self] = samples - samples_before

        @functools.wraps(original_replay)
        def replay(self, *args, **kwargs):
            samples = samples_of.get(self)
            if samples is None:
                return original_replay(self, *args, **kwargs)
            return replay_update(lambda: original_replay(self, *args, **kwargs), samples)

        graph.capture_begin = capture_begin
        graph.capture_end = capture_end
        graph.replay = replay


class DeviceWindows:
    def __init__(self, torch, captures, functions, guard, send, send_last, say):
        self.torch = torch
        self.captures = captures
        self.functions = functions
        self.guard = guard
        self.send = send
        self.send_last = send_last
        self.say = say
        self.folder = os.environ.get("STEPSCOPE_DEVICES")
        self.is_taken = any(os.environ.get(name) for name in OTHER_PROFILERS)
        self.is_off = not self.folder
        self.is_ready = False  # reported to the recorder
        self.is_answered = False  # whether the last request to run the profiler was handled
        self.is_over = False  # the window took too long and was ended here
        self.sees_profilers = False  # give_way() is called when the program starts a profiler
        self.has_given_way = False
        self.profiler = None
        self.left = None  # a profiler that must not be stopped
        self.start_ns = 0
        self.calls_seen = 0
        self.clocks = []
        self.windows = 0
        self.calls = threading.local()  # are_own: this thread calls the profiler for Stepscope
        self.process = os.getpid()
        if not self.is_off:  # if possible, while threads can still be started
            getattr(threading, "_register_atexit", atexit.register)(self.finish)
        self.tears_down = not self.is_off and not self.is_taken and self.can_tear_down()
        if self.tears_down:  # set now, because a change could disturb other threads that read the environment later
            os.environ[TEARDOWN] = "1"

    def can_tear_down(self):
        """Whether CUPTI may be taken down after a window. The program's own setting has priority."""
        version = getattr(getattr(self.torch, "version", None), "cuda", None)
        numbers = (version or "").split(".")[:2]
        if TEARDOWN in os.environ or not all(number.isdigit() for number in numbers):
            return False
        return tuple(int(number) for number in numbers) >= TEARDOWN_SINCE

    def begin_process(self):
        """A forked child cannot continue what its parent has started."""
        if os.getpid() != self.process:
            self.is_off = True
            self.leave()  # stopping it would stop the parent's profiler

    def restore_teardown(self):
        if self.tears_down:
            self.tears_down = False
            os.environ.pop(TEARDOWN, None)

    # Messages to the recorder

    def tell(self, state, **more):
        self.send({"devices": dict(more, state=state)})

    def announce(self):
        """Call it once the process is recorded."""
        try:
            if not self.is_off and self.uses_cuda():
                self.check()
        except Exception as error:
            self.fail(error)

    def check(self):
        """Whether device work can be recorded; reports this to the recorder, with the reason if not."""
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
        self.say("GPU work is not recorded: " + reason)

    def fail(self, error):
        if self.is_off:
            self.guard.report("PyTorch's profiler", error)
            return
        lines = str(error).splitlines() or [""]
        self.turn_off("PyTorch's profiler failed with %s: %s" % (type(error).__name__, lines[0][:200]))

    # Windows

    def are_settled(self):
        """Whether follow() would do nothing, unless it is off."""
        return not self.is_over and self.profiler is None and bool(self.functions.devices_wanted()) == self.is_answered

    def follow(self, may_start=True):
        """Call it where steps start and end. `may_start`: false where the program evaluates between steps, which a window
        would only delay.
        """
        if self.is_off:
            return
        is_wanted = bool(self.functions.devices_wanted())
        if is_wanted and not may_start and not self.is_answered:
            return
        self.is_over = is_wanted and (self.is_over or self.is_too_long())
        is_wanted = is_wanted and not self.is_over
        if is_wanted == self.is_answered or not is_main_thread():
            return
        try:
            if self.captures.is_any():
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

    def start(self):
        """Returns False if the program does not use a device yet, so that it must be tried again."""
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
                with contextlib.suppress(Exception):  # it may be running nevertheless
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
        """torch.compile() generates calls of record_function() while PyTorch reports a running profiler; they would be
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
        """Stops the profiler and discards its events."""
        profiler, self.profiler = self.profiler, None
        try:
            with self.own_calls():
                profiler.stop()
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)

    def leave(self):
        """Forgets the profiler without stopping it."""
        if self.profiler is not None:
            self.left, self.profiler = self.profiler, None

    def finish(self):
        """Call it when the program ends, perhaps within a window."""
        if self.profiler is None or os.getpid() != self.process:
            return
        self.restore_teardown()  # Kineto would wait for the program's next call of CUDA
        try:
            if self.is_device_done():
                self.stop()
                self.send_last()
            else:
                self.leave()
        except Exception as error:
            self.fail(error)

    def is_device_done(self):
        """Waits for the device for a limited time. The profiler's stop would wait without a limit, but a kernel that
        waits for a process that is gone never ends, and the program must end.
        """
        device = self.torch.cuda.current_device()

        def wait():
            with contextlib.suppress(Exception):
                self.torch.cuda.synchronize(device)

        waiting = threading.Thread(target=wait, daemon=True)
        try:
            waiting.start()
        except RuntimeError:  # too late to start threads
            return False
        waiting.join(LONGEST_WAIT)
        return not waiting.is_alive()

    @contextlib.contextmanager
    def own_calls(self):
        """Wraps calls of the profiler, so that they are not recorded and PyTorch does not warn about them."""
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
        """Call it when a profiler of the program is about to start, because there can be only one.

        Stepscope's profiler is stopped first. From another thread that would stop the program's profiler, because both
        share one session of PyTorch.
        """
        if self.are_own_calls():
            return
        self.has_given_way = True
        try:
            if not self.is_off and self.is_ready:
                self.turn_off(OWN_PROFILER)
            if self.profiler is not None and is_main_thread() and not self.captures.is_any():
                self.discard()
            else:
                self.leave()
            self.restore_teardown()  # the program's profiler behaves as without Stepscope
        except Exception as error:
            self.guard.report("PyTorch's profiler", error)
