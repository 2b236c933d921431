"""Runs when Python starts under `stepscope record`: attaches to PyTorch as soon as the program imports it.

Any failure here is reported as one line on stderr, and the program continues unrecorded.
"""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

_hook_folder = os.path.dirname(os.path.abspath(__file__))
_package_folder = os.path.dirname(_hook_folder)


def _say(text):
    try:
        sys.stderr.write("stepscope: %s\n" % text)
        sys.stderr.flush()
    except Exception:
        pass


def _leave_path():
    sys.path[:] = [each for each in sys.path if os.path.normpath(each or os.curdir) != _hook_folder]


def _run_next():
    """Runs the sitecustomize that this one hides."""
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    from importlib.util import module_from_spec

    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


class _Finder:
    """Finds no modules itself; it calls a function after certain modules have been imported."""

    def __init__(self, after_import):
        self.after_import = after_import  # module name: function of the module
        self.searching = set()

    def find_spec(self, name, path=None, target=None):
        if name == "stepscope":
            return PathFinder.find_spec(name, [_package_folder])
        if name not in self.after_import or name in self.searching:
            return None
        self.searching.add(name)
        try:
            spec = self._find_elsewhere(name, path, target)
        finally:
            self.searching.discard(name)
        if isinstance(spec, ModuleSpec) and hasattr(spec.loader, "exec_module"):
            try:
                self._follow(name, spec.loader)
            except Exception as error:
                _say("%s cannot be hooked and is not recorded: %s" % (name, error))
        return spec

    def _find_elsewhere(self, name, path, target):
        for finder in list(sys.meta_path):
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
        return None

    def _follow(self, name, loader):
        execute = loader.exec_module

        def exec_module(module):
            try:
                del loader.exec_module
            except AttributeError:
                pass
            execute(module)
            function = self.after_import.pop(name, None)
            if function:
                _call(function, module)

        loader.exec_module = exec_module


def _call(function, module):
    try:
        function(module)
    except Exception as error:
        _say(
            "%s, and this program is not recorded: %s: %s"
            % ("Attaching to PyTorch failed", type(error).__name__, error)
        )


def _attach(torch):
    from stepscope import _attach as glue

    missing = {name: value for name, value in _variables.items() if name not in os.environ}  # a program may clear it
    os.environ.update(missing)
    try:
        glue.attach(torch, _finder.after_import)
    finally:
        for name in missing:
            os.environ.pop(name, None)


_variables = {name: value for name, value in os.environ.items() if name.startswith("STEPSCOPE_")}
_finder = _Finder({"torch": _attach})
try:
    _leave_path()
    if os.environ.get("STEPSCOPE_RECORDING") and os.environ.get("STEPSCOPE_PROBE"):
        sys.meta_path.insert(0, _finder)
except Exception as error:
    _say("this program is not recorded: %s" % error)
_run_next()
