#pragma once

#include "core/run/run.h"

#include <string>

namespace stepscope {

/// CSV of the parts of a run's steps, a row a step: its phase, its wall time and, where it is recorded, what
/// each part takes, by pass and, of a
/// trace with device work, by what device and host were busy with. The wall time is that of the recording
/// where there is one, else of metrics.csv.
std::string stepPartsCsv(const Run& run);

} // namespace stepscope
