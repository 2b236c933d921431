#pragma once

namespace stepscope::probe {

class ThreadWriter;

/// From now on calls of Python functions on the calling thread are recorded, by the interpreter's profile
/// function. Functions of files in `hiddenFolder` are left out; files in `programFolder` are named without
/// it. Needs the interpreter's lock. Null, or why it is not possible.
const char* followPythonCalls(const char* hiddenFolder, const char* programFolder);
/// Likewise. Leaves a profile function of the program where it is.
void stopFollowingPythonCalls();

/// To be called by a function that Python has called. True, once, when calls are no longer followed, because
/// the program has set another profile function: those that were open end here.
bool hasLostPythonCalls(ThreadWriter& writer);

/// The first thing that a new writer of the calling thread writes: calls that are open, from the outermost
/// on.
void writeOpenCalls(ThreadWriter& writer);

} // namespace stepscope::probe
