#pragma once

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class EmptyPage;

/// The text of views that show time, for a run whose trace contains sums by stack. Returns whether it is such
/// a run.
bool showWhySumsLack(const Run* run, EmptyPage& page);

} // namespace stepscope::ui
