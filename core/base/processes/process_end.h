#pragma once

namespace stepscope {

/// Makes endProcess() skip the destructors of static objects, because a library uses another one's objects
/// after they have been destroyed.
void leaveOutStaticDestructors();

/// Ends the process if static destructors must be skipped, after writing buffered output; otherwise returns.
/// Call it at the end of main().
void endProcess(int exitCode);

} // namespace stepscope
