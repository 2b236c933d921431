#pragma once

#include "core/sweep/sweep.h"

#include <QString>

#include <cstddef>

namespace stepscope::ui {

class SweepPlanModel;

/// "3 runs".
QString sweepRunsText(size_t count);
/// "3 runs, 1,000 samples each".
QString sweepSizeText(const Sweep& sweep, size_t runs);
/// What a plan contains: "3 runs, 2 left: about 4:10 in total". `isOther`: it is not the sweep of the form,
/// but that of the folder.
QString sweepPlanText(const SweepPlanModel& plan, bool isOther);
/// How a sweep ended: "The sweep is done: 3 runs."
QString sweepEndText(const SweepPlanModel& plan, bool stopped);

} // namespace stepscope::ui
