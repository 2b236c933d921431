#pragma once

namespace stepscope {

/// From now on endProcess() leaves out the destructors of static objects: some library does not survive those
/// of another one.
void leaveOutStaticDestructors();

/// Ends the process if static destructors must be left out, after writing buffered output; otherwise returns.
/// Call it at the end of main().
void endProcess(int exitCode);

} // namespace stepscope
