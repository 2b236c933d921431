"""Wraps functions of PyTorch and of libraries that build on it, so that their calls reach Glue."""

import functools
import sys


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
        glue.losses.has_scaled(scaled, outputs)
        return scaled

    @without_frame
    @functools.wraps(original_step)
    def step(self, optimizer, *args, **kwargs):
        before = glue.optimizers.updates
        result = original_step(self, optimizer, *args, **kwargs)
        if glue.optimizers.updates == before and isinstance(optimizer, glue.torch.optim.Optimizer):
            glue.optimizers.skipped(optimizer)  # for other classes it is not known whether they update
        return result

    scaler.scale = scale
    scaler.step = step


def wrap_making_of_optimizers(torch, glue):
    Optimizer = torch.optim.Optimizer
    original = Optimizer.__init__

    @functools.wraps(original)
    def __init__(self, *args, **kwargs):
        glue.optimizers.making(self)
        original(self, *args, **kwargs)
        glue.optimizers.made(self)

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
    if not glue.memory.is_wanted and glue.devices.is_off:
        return

    def starting(function):
        @functools.wraps(function)
        def start(*args, **kwargs):
            glue.profilers.starting()
            try:
                return function(*args, **kwargs)
            except BaseException:
                glue.profilers.ended()
                raise

        return start

    def preparing(function):
        @functools.wraps(function)
        def prepare(*args, **kwargs):
            glue.profilers.preparing()
            return function(*args, **kwargs)

        return prepare

    def ending(function):
        @functools.wraps(function)
        def end(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            finally:
                glue.profilers.ended()

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
    glue.captures.follow(lambda: (glue.optimizers.updates, glue.passes.samples), glue.replay_update)


def wrap_writer(glue, module):
    original = module.SummaryWriter.add_scalar

    @without_frame
    @functools.wraps(original)
    def add_scalar(self, tag, scalar_value, global_step=None, *args, **kwargs):
        result = original(self, tag, scalar_value, global_step, *args, **kwargs)
        glue.scalars.log(tag, scalar_value, global_step)
        return result

    module.SummaryWriter.add_scalar = add_scalar


def wrap_lightning(glue, module):
    original = module.LightningModule.log

    @without_frame
    @functools.wraps(original)
    def log(self, name, value, *args, **kwargs):
        result = original(self, name, value, *args, **kwargs)
        glue.scalars.log(name, value, getattr(self, "global_step", None))
        return result

    module.LightningModule.log = log


# Called at once, with PyTorch.
WRAPPERS = (wrap_modules, wrap_backward, follow_optimizers, give_way_to_profilers, follow_captures)

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
