#pragma once

namespace stepscope::probe {

/// A Python tuple of the functions that the package calls often, created without Python's headers; null with
/// a Python exception set, or without Python. The order is that of `_Functions` in _probe.py. Call it with
/// the interpreter's lock held.
void* makePythonFunctions();

} // namespace stepscope::probe
