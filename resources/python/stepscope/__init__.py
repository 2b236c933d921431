"""Functions for programs that run under `stepscope record`. Without a recording they have no effect.

    import stepscope

    stepscope.log("accuracy", 0.93)
    with stepscope.span("augmentation"):
        ...
"""

import contextlib

__all__ = ["log", "recording", "span", "step", "window"]

_glue = None  # _attach.Glue while the process is attached


def recording():
    """Whether this process is being recorded."""
    return _glue is not None and _glue.is_active()


def step():
    """Marks the end of a step, for programs whose steps are not detected automatically."""
    if _glue is not None:
        _glue.mark_step()


def log(name, value=None, step=None):
    """Records a number under a name, or the numbers of a dictionary."""
    if _glue is None:
        return
    items = name.items() if isinstance(name, dict) else [(name, value)]
    for each, number in items:
        _glue.scalars.log(str(each), number, step)


def span(name):
    """A context manager that records its block as a range with this name."""
    if _glue is None:
        return contextlib.nullcontext()
    return _glue.span(str(name))


def window(steps=50):
    """Records the operators of the next steps, even if the schedule would not."""
    if _glue is not None:
        _glue.window(int(steps))
