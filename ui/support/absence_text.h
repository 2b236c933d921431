#pragma once

#include "core/run/run_contents.h"

#include <QString>

namespace stepscope::ui {

/// The text of an EmptyPage.
struct AbsenceText
{
    QString title;
    QString hint;
};

/// Why a view has nothing to show of a run, and what to do; `run` may be null. Both texts are empty if the
/// run has that part: the view is then empty for a reason of its own, such as a filter.
AbsenceText absenceText(const Run* run, RunPart part);
/// The same for a view of the calls in the selected steps, which may be none of the recorded ones.
AbsenceText callsAbsenceText(const Run* run);

} // namespace stepscope::ui
