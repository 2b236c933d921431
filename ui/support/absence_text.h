#pragma once

#include "core/run/run_contents.h"
#include "core/trace/step_range.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace stepscope::ui {

/// The text of an EmptyPage.
struct AbsenceText
{
    QString title;
    QString hint;
    std::optional<int64_t> recordedStep = {}; ///< to select instead
};

/// "Go to step 39".
QString goToStepText(int64_t step);
/// The tooltip of a button with this text.
QString goToStepHelp();

/// Why a view has nothing to show of a run, and what to do; `run` may be null. Both texts are empty if the
/// run has that part: the view is then empty for a reason of its own, such as a filter.
AbsenceText absenceText(const Run* run, RunPart part);
/// The same for a view of the calls in the selected steps, which may be none of the recorded ones.
AbsenceText callsAbsenceText(const Run* run, const StepRange& steps);
/// That nothing was recorded in some steps, which steps were recorded, and the nearest of these. `trace` is
/// the run's, or that of one of its ranks.
AbsenceText stepsAbsenceText(const Run& run, const Trace& trace, const StepRange& steps);

} // namespace stepscope::ui
