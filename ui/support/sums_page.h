#pragma once

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class EmptyPage;

/// What views say that show when something was, of a run whose trace holds sums by stack. Returns whether it
/// is such a run.
bool showWhySumsLack(const Run* run, EmptyPage& page);

} // namespace stepscope::ui
