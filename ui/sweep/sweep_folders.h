#pragma once

#include "core/sweep/sweep.h"

#include <QString>

namespace stepscope::ui {

/// A folder among the user's documents for a new sweep: "…/Stepscope/lab-1", or with a number behind it when
/// that holds something already.
QString newSweepFolder(const QString& name);

/// The folder of that name, or with a number behind it, that holds the same sweep, but for the amount of its
/// budget, with points that are not done; empty when there is none.
QString begunSweepFolder(const QString& name, const Sweep& sweep);

} // namespace stepscope::ui
