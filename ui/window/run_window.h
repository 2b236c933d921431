#pragma once

namespace stepscope::ui {

/// Opens the window, and returns the program's exit code when it is closed. The first argument, if any, is
/// the experiment or run to open.
///
/// If STEPSCOPE_STARTUP_REPORT names a file, it measures its own start, writes the figures there as JSON and
/// closes: first_paint_ms (from the start of the process to the end of the first painting), engine_ready_ms
/// (from then until the engine is loaded) and longest_event_loop_gap_ms (between two turns of the event loop
/// in that time).
int runWindow(int argc, char** argv);

} // namespace stepscope::ui
