#pragma once

namespace stepscope::probe {

class ThreadWriter;

/// Starts recording calls of Python functions on the calling thread, with the interpreter's profile function.
/// Functions of files in `hiddenFolder` are left out; files in `programFolder` are named without it. Needs
/// the interpreter's lock. Returns null, or why it is not possible.
const char* followPythonCalls(const char* hiddenFolder, const char* programFolder);
/// Stops recording. Needs the interpreter's lock. Does not change a profile function of the program.
void stopFollowingPythonCalls();

/// Call it from a function that Python has called. Returns true once if calls are no longer followed because
/// the program has set another profile function: the open calls end here.
bool hasLostPythonCalls(ThreadWriter& writer);

/// Writes the open calls, the outermost first, to a new writer of the calling thread. Call it before anything
/// else is written.
void writeOpenCalls(ThreadWriter& writer);

} // namespace stepscope::probe
