#pragma once

#include "core/sweep/sweep.h"

#include <QString>

#include <filesystem>
#include <optional>

namespace stepscope::ui {

/// A folder in the user's documents for a new sweep: "…/Stepscope/lab-1", with a number after it if that is
/// not empty.
QString newSweepFolder(const QString& name);

/// The folder of that name, perhaps with a number after it, that contains the same sweep (except for the
/// amount of its budget) with unfinished points; empty if there is none.
QString begunSweepFolder(const QString& name, const Sweep& sweep);

/// The sweep in the folder, if it is not this one.
std::optional<Sweep> otherSweepIn(const std::filesystem::path& folder, const Sweep& sweep);

/// Whether a point of the sweep has a run in the folder. Throws Error as sweepPoints() does.
bool hasSweepRuns(const Sweep& sweep, const std::filesystem::path& folder);

} // namespace stepscope::ui
