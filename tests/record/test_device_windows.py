#!/usr/bin/env python3
"""Tests how the Python package runs PyTorch's profiler for device work, with a simulated PyTorch and probe."""

import contextlib
import gc
import json
import os
import stat
import sys
import tempfile
import threading
import types
import unittest
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "python"))

from stepscope import _attach, _devices, _probe, _problems, _wrapping

VARIABLES = ("STEPSCOPE_DEVICES", "STEPSCOPE_MEMORY", _devices.TEARDOWN) + _devices.OTHER_PROFILERS
KEPT = {name: os.environ.get(name) for name in VARIABLES}


class Probe:
    """The functions of the probe."""

    number_at = None

    def __init__(self):
        self.is_wanted = False
        self.muted = 0
        self.is_reporting = False
        self.messages = []
        self.values = []

    def devices_wanted(self):
        return int(self.is_wanted)

    def value(self, *arguments):
        self.values.append(arguments)

    def mute(self):
        self.muted += 1

    def unmute(self):
        self.muted -= 1

    def active(self):
        return 1

    def message(self, text):
        self.messages.append(json.loads(text))
        return 1

    def report_memory(self):
        self.is_reporting = True
        return ""

    def stop_memory(self):
        self.is_reporting = False

    def stop_following_calls(self):
        pass


class Profile:
    """torch.profiler.profile"""

    def __init__(self, torch, activities):
        self.torch = torch
        self.activities = activities

    def start(self):
        warnings.warn_explicit("a word about profilers", UserWarning, "profiler.py", 1, "torch.profiler.profiler")
        self.torch.seen.append(("start", self.torch.probe.muted, self.torch.probe.is_reporting))
        if self.torch.fails_in == "start":
            raise RuntimeError("CUPTI_ERROR_NOT_INITIALIZED\nsecond line")
        sys.modules["torch.autograd.profiler"]._prepare_profiler()
        sys.modules["torch.autograd.profiler"]._enable_profiler()
        sys.modules["torch.autograd.profiler"].is_enabled = True
        self.torch.seen.append(("enabled", self.torch.probe.muted, self.torch.probe.is_reporting))
        if self.torch.fails_in == "late start":
            raise RuntimeError("no metadata")

    def stop(self):
        sys.modules["torch.autograd.profiler"]._disable_profiler()
        self.torch.seen.append(("stop", self.torch.probe.muted, self.torch.probe.is_reporting))
        if self.torch.fails_in == "stop":
            raise RuntimeError("it did not stop")

    def export_chrome_trace(self, path):
        if self.torch.fails_in == "export":
            raise OSError("No space left on device")
        with open(path, "w") as file:
            file.write('{"traceEvents": []}')


class Torch:
    def __init__(self, probe):
        self.probe = probe
        self.seen = []
        self.fails_in = None
        self.has_kineto = True
        self.is_initialized = True
        self.is_capturing = False
        self.enabled = []
        self.synchronized = None
        self.is_done = threading.Event()
        self.is_done.set()
        activity = types.SimpleNamespace(CPU="cpu", CUDA="cuda")
        self.supported = {"cpu", "cuda"}
        self.version = types.SimpleNamespace(cuda=None)
        self.profiler = types.SimpleNamespace(
            ProfilerActivity=activity,
            kineto_available=lambda: self.has_kineto,
            supported_activities=lambda: self.supported,
            profile=lambda activities: Profile(self, activities),
        )
        self.cuda = types.SimpleNamespace(
            is_initialized=lambda: self.is_initialized,
            is_available=lambda: True,
            is_current_stream_capturing=lambda: self.is_capturing,
            current_device=lambda: 0,
            synchronize=self.synchronize,
        )
        self.Tensor = type("Tensor", (), {})
        classes = {name: type(name, (), {}) for name in ("Module", "RNNBase", "MultiheadAttention")}
        self.nn = types.SimpleNamespace(**classes)
        self.is_grad_enabled = lambda: True
        self.jit = types.SimpleNamespace(is_tracing=lambda: False)
        self._C = types.SimpleNamespace()
        for name in ("float32", "float64", "float16", "bfloat16"):
            setattr(self, name, name)

    def synchronize(self, device):
        self.synchronized = device
        self.is_done.wait()

    def import_autograd(self):
        autograd = types.ModuleType("torch.autograd.profiler")
        autograd._prepare_profiler = lambda: None
        autograd._enable_profiler = lambda: self.enabled.append(True)
        autograd._disable_profiler = lambda: self.enabled.pop()
        autograd.is_enabled = False
        autograd._set_is_profiler_enabled = lambda value: setattr(autograd, "is_enabled", value)
        sys.modules["torch.autograd.profiler"] = autograd


class TestDeviceWindows(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        for name in KEPT:
            os.environ.pop(name, None)
        os.environ["STEPSCOPE_DEVICES"] = self.folder.name
        self.probe = Probe()
        self.torch = Torch(self.probe)
        self.said = []
        self.say = _attach.say
        _attach.say = self.said.append
        self.attach()

    def tearDown(self):
        _attach.say = self.say
        self.folder.cleanup()
        sys.modules.pop("torch.autograd.profiler")
        for name, value in KEPT.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value

    def attach(self):
        self.torch.import_autograd()
        self.glue = _attach.Glue(self.torch, self.probe, _problems.Guard())
        _wrapping.give_way_to_profilers(self.torch, self.glue)
        self.devices = self.glue.devices

    def states(self):
        return [message["devices"]["state"] for message in self.probe.messages if "devices" in message]

    def last(self):
        return self.probe.messages[-1]["devices"]

    def want(self, is_wanted):
        self.probe.is_wanted = is_wanted
        for _ in range(2):  # once is enough
            if not self.devices.are_settled():
                self.devices.follow()

    def window(self):
        self.want(True)
        self.want(False)

    def test_a_window_is_written_into_the_recorders_folder(self):
        self.devices.announce()
        self.want(True)
        self.assertEqual(self.states(), ["ready", "started"])
        started = self.last()
        self.want(False)
        self.assertEqual(self.states(), ["ready", "started", "stopping", "written"])
        written = self.last()
        path = os.path.join(self.folder.name, written["file"])
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        (first_wall, first), (last_wall, last) = written["clocks"]
        self.assertLessEqual(first, started["ns"])
        self.assertLessEqual(started["ns"], last)
        self.assertLess(abs((last_wall - first_wall) - (last - first)), 50_000_000)
        self.assertEqual(self.said, [])
        self.assertFalse(self.torch.enabled)

    def test_the_profiler_runs_for_devices_alone_and_is_not_recorded(self):
        made = []
        profile = self.torch.profiler.profile
        self.torch.profiler.profile = lambda activities: made.append(activities) or profile(activities)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            self.window()
        self.assertEqual(made, [["cuda"]])
        self.assertEqual([muted for _, muted, _ in self.torch.seen], [1, 1, 1])
        self.assertEqual(self.probe.muted, 0)
        self.assertEqual([str(each.message) for each in warned], [])

    def test_several_windows_have_a_file_each(self):
        self.window()
        first = self.last()["file"]
        self.window()
        self.assertNotEqual(self.last()["file"], first)
        self.assertEqual(len(os.listdir(self.folder.name)), 2)

    def test_a_program_without_a_device_is_left_alone(self):
        self.torch.is_initialized = False
        self.devices.announce()
        self.window()
        self.assertEqual((self.states(), self.said, self.torch.seen), ([], [], []))
        self.torch.is_initialized = True  # it has a device from now on
        self.window()
        self.assertEqual(self.states(), ["ready", "started", "stopping", "written"])

    def test_a_device_that_comes_within_a_window_is_recorded(self):
        self.torch.is_initialized = False
        self.want(True)
        self.torch.is_initialized = True
        self.devices.follow()
        self.assertEqual(self.states(), ["ready", "started"])

    def test_no_window_starts_during_an_evaluation(self):
        self.probe.is_wanted = True
        self.devices.follow(may_start=False)
        self.assertEqual(self.torch.seen, [])
        self.devices.follow()
        self.assertEqual(self.states(), ["ready", "started"])
        self.probe.is_wanted = False
        self.devices.follow(may_start=False)
        self.assertEqual(self.states()[-1], "written")

    def test_a_window_that_nobody_ends_is_ended(self):
        calls = _devices.MOST_CALLS
        try:
            _devices.MOST_CALLS = 10
            self.want(True)
            for _ in range(30):
                self.devices.follow()
            self.assertEqual(self.states(), ["ready", "started", "stopping", "written"])
            self.want(False)
            self.want(True)
            self.assertEqual(self.states()[4:], ["started"])
        finally:
            _devices.MOST_CALLS = calls

    def test_code_that_is_compiled_sees_no_profiler(self):
        self.want(True)
        self.assertFalse(sys.modules["torch.autograd.profiler"].is_enabled)

    def test_warnings_that_are_errors_do_not_disturb_it(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.window()
        self.assertEqual(self.states(), ["ready", "started", "stopping", "written"])

    def test_without_a_folder_nothing_is_done(self):
        del os.environ["STEPSCOPE_DEVICES"]
        self.attach()
        self.devices.announce()
        self.window()
        self.assertEqual((self.states(), self.said, self.torch.seen), ([], [], []))

    def check_off(self, reason):
        self.assertEqual(self.states()[-1], "off")
        self.assertIn(reason, self.last()["reason"])
        self.assertEqual(self.said, ["GPU work is not recorded: " + self.last()["reason"]])
        count = len(self.probe.messages)
        self.window()
        self.assertEqual(len(self.probe.messages), count)
        self.assertIsNone(self.devices.profiler)

    def test_without_kineto_the_reason_is_said_once(self):
        self.torch.has_kineto = False
        self.devices.announce()
        self.check_off("Kineto")

    def test_a_profiler_that_sees_no_gpu_is_not_started(self):
        self.torch.supported = {"cpu"}
        self.window()
        self.check_off("does not see GPUs")

    def test_where_cupti_is_taken_the_profiler_is_not_started(self):
        for name in _devices.OTHER_PROFILERS:
            self.probe.messages.clear()
            self.said.clear()
            os.environ[name] = "1"
            self.attach()
            del os.environ[name]
            self.window()
            self.check_off("nsys")
        self.assertEqual(self.torch.seen, [])

    def own_profiler(self):
        profiler = sys.modules["torch.autograd.profiler"]
        profiler._prepare_profiler()
        profiler._enable_profiler()
        return profiler._disable_profiler

    def test_a_profiler_of_the_program_ends_it(self):
        self.want(True)
        end = self.own_profiler()
        self.assertEqual(len(self.torch.enabled), 1)  # the program's
        end()
        self.check_off("own profiler")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_a_profiler_of_a_program_without_a_device_is_no_news(self):
        self.torch.is_initialized = False
        self.own_profiler()()
        self.window()
        self.assertEqual((self.states(), self.said), ([], []))
        self.torch.is_initialized = True
        self.window()
        self.check_off("own profiler")

    def test_a_profiler_on_another_thread_is_not_ended_with_ours(self):
        self.want(True)
        thread = threading.Thread(target=self.own_profiler)
        thread.start()
        thread.join()
        self.devices.follow()
        self.assertEqual(len(self.torch.enabled), 2)
        self.assertIsNone(self.devices.profiler)
        self.check_off("own profiler")

    def test_memory_is_not_reported_while_the_profiler_runs(self):
        os.environ["STEPSCOPE_MEMORY"] = "1"
        self.attach()
        self.probe.is_reporting = True
        self.want(True)
        self.assertFalse(self.probe.is_reporting)
        self.want(False)
        self.assertTrue(self.probe.is_reporting)
        self.assertFalse(any("memory_left_to_profiler" in message for message in self.probe.messages))

    def test_memory_that_is_not_wanted_is_not_reported_afterwards(self):
        self.window()
        self.own_profiler()()
        self.assertFalse(self.probe.is_reporting)
        self.assertFalse(any("memory_left_to_profiler" in message for message in self.probe.messages))

    def test_a_failure_ends_it_with_one_line(self):
        for place in ("start", "late start", "stop", "export"):
            with self.subTest(place):
                self.probe.messages.clear()
                self.said.clear()
                self.torch.fails_in = place
                self.attach()
                self.window()
                self.check_off("PyTorch's profiler failed")
                self.assertNotIn("\n", self.last()["reason"])
                self.assertEqual(os.listdir(self.folder.name), [])
                self.assertEqual(self.probe.muted, 0)
                self.assertFalse(self.torch.enabled)
                self.assertFalse(sys.modules["torch.autograd.profiler"].is_enabled)

    def test_another_thread_starts_nothing(self):
        self.probe.is_wanted = True
        thread = threading.Thread(target=self.devices.follow)
        thread.start()
        thread.join()
        self.assertEqual(self.torch.seen, [])
        self.devices.follow()
        self.assertEqual(self.states(), ["ready", "started"])

    def test_a_program_that_trains_on_another_thread_is_told_so(self):
        thread = threading.Thread(target=self.devices.announce)
        thread.start()
        thread.join()
        self.check_off("main thread")

    def test_a_graph_is_captured_undisturbed(self):
        self.torch.is_capturing = True
        self.want(True)
        self.assertEqual(self.torch.seen, [])
        self.torch.is_capturing = False
        self.devices.follow()
        self.assertEqual(self.states(), ["ready", "started"])

    def follow_graphs(self, fails_in=None):
        """A class of graphs as PyTorch's, and whether a capture is noticed within each of its functions."""
        glue = self.glue
        seen = []

        class Graph:
            def capture_begin(self, pool=None, capture_error_mode="global"):
                seen.append(glue.captures.is_any())
                if fails_in == "begin":
                    raise RuntimeError("a graph is being captured already")

            def capture_end(self):
                seen.append(glue.captures.is_any())
                if fails_in == "end":
                    raise RuntimeError("cudaErrorStreamCaptureInvalidated")

            def replay(self):
                return "replayed"

        self.torch.cuda.CUDAGraph = Graph
        _wrapping.follow_captures(self.torch, glue)
        return Graph(), seen

    def test_a_capture_on_another_stream_is_noticed(self):
        graph, seen = self.follow_graphs()
        graph.capture_begin(pool=1)
        self.want(True)
        self.assertEqual(self.states(), [])
        graph.capture_end()
        self.devices.follow()
        self.assertEqual(self.states(), ["ready", "started"])
        self.assertEqual(seen, [True, True])

    def test_captures_that_fail_or_are_abandoned_are_over(self):
        for fails_in in ("begin", "end"):
            graph, _ = self.follow_graphs(fails_in)
            with self.assertRaises(RuntimeError):
                graph.capture_begin()
                graph.capture_end()
            self.assertFalse(self.glue.captures.is_any(), fails_in)
        graph, _ = self.follow_graphs()
        graph.capture_begin()
        del graph
        self.assertFalse(self.glue.captures.is_any())

    def test_a_replayed_update_is_recorded_as_one(self):
        spans = []
        self.glue.span = lambda name: spans.append(name) or contextlib.nullcontext()
        graph, _ = self.follow_graphs()
        for updates in (0, 1):
            graph.capture_begin()
            self.glue.optimizers.updates += updates
            self.glue.passes.samples += 16
            graph.capture_end()
            self.assertEqual(graph.replay(), "replayed")
            self.assertEqual(spans, ["Optimizer.step#CUDAGraph.replay"] * updates)
            self.assertEqual(self.probe.values, [(_probe.SAMPLES, 16)] * updates)

    def test_numbers_on_a_device_are_not_asked_for_during_a_capture(self):
        class Event:
            asked = 0

            def query(self):
                Event.asked += 1
                return False

        graph, _ = self.follow_graphs()
        numbers = self.glue.numbers
        numbers.waiting.append((Event(), None, 0, None))
        graph.capture_begin()
        numbers.read_arrived()
        self.assertEqual(Event.asked, 0)
        graph.capture_end()
        numbers.read_arrived()
        self.assertEqual(Event.asked, 1)

    def test_a_forked_child_releases_nothing_of_the_device(self):
        reader, writer = os.pipe()

        class OfTheDevice:
            def __del__(self):
                os.write(writer, b"released")

        self.glue.numbers.waiting.append((OfTheDevice(), OfTheDevice(), 0, None))
        child = os.fork()
        if child == 0:
            try:
                self.glue.begin_process()
                del self.glue
                gc.collect()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.set_blocking(reader, False)
        self.assertRaises(BlockingIOError, os.read, reader, 10)
        self.glue.numbers.waiting.clear()
        self.assertEqual(os.read(reader, 20), b"released" * 2)
        os.close(reader)
        os.close(writer)

    def test_a_program_that_ends_within_a_window_delivers_it(self):
        self.want(True)
        self.devices.finish()
        self.assertEqual(self.states(), ["ready", "started", "stopping", "written"])
        self.devices.finish()
        self.assertEqual(len(self.states()), 4)

    def test_cupti_is_taken_down_after_a_window_where_that_is_safe(self):
        for cuda, before, expected in (
            ("13.0", None, "1"), ("12.6", None, "1"), ("12.10", None, "1"), ("12.4", None, None), ("11.8", None, None),
            (None, None, None), ("none", None, None), ("13.0", "0", "0"),
        ):
            with self.subTest(cuda=cuda, before=before):
                os.environ.pop(_devices.TEARDOWN, None)
                if before is not None:
                    os.environ[_devices.TEARDOWN] = before
                self.torch.version.cuda = cuda
                self.attach()
                self.assertEqual(os.environ.get(_devices.TEARDOWN), expected)

    def test_cupti_is_not_taken_down_for_others(self):
        self.torch.version.cuda = "13.0"
        os.environ[_devices.OTHER_PROFILERS[0]] = "1"
        self.attach()
        self.assertNotIn(_devices.TEARDOWN, os.environ)
        del os.environ[_devices.OTHER_PROFILERS[0]]
        del os.environ["STEPSCOPE_DEVICES"]
        self.attach()
        self.assertNotIn(_devices.TEARDOWN, os.environ)

    def test_the_programs_own_profiler_finds_cupti_as_without_stepscope(self):
        self.torch.version.cuda = "13.0"
        self.attach()
        self.want(True)
        self.assertEqual(os.environ.get(_devices.TEARDOWN), "1")
        self.devices.give_way()
        self.assertNotIn(_devices.TEARDOWN, os.environ)

    def test_the_end_of_the_program_does_not_wait_for_cupti(self):
        self.torch.version.cuda = "13.0"
        self.attach()
        self.want(True)
        self.devices.finish()
        self.assertEqual(self.last()["state"], "written")
        self.assertNotIn(_devices.TEARDOWN, os.environ)

    def test_a_device_that_hangs_does_not_keep_the_program_from_ending(self):
        longest = _devices.LONGEST_WAIT
        try:
            _devices.LONGEST_WAIT = 0.05
            self.torch.is_done.clear()
            self.want(True)
            self.devices.finish()
            self.assertEqual(self.torch.synchronized, 0)
            self.assertEqual(self.states(), ["ready", "started"])
            self.assertEqual(len(self.torch.enabled), 1)
        finally:
            self.torch.is_done.set()
            _devices.LONGEST_WAIT = longest

    def test_a_forked_child_does_nothing(self):
        self.want(True)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                count = len(self.probe.messages)
                self.want(False)
                self.devices.finish()
                self.window()
                is_quiet = len(self.probe.messages) == count and not os.listdir(self.folder.name) and not self.said
                os.write(writer, b"quiet" if is_quiet else b"loud")
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        self.assertEqual(os.read(reader, 10), b"quiet")
        os.close(reader)
        os.close(writer)
        self.want(False)
        self.assertEqual(self.states()[-1], "written")


if __name__ == "__main__":
    unittest.main()
