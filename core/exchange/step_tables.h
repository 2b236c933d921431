#pragma once

#include "core/base/files/text_sink.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// CSV of the parts of a run's steps, read from its file where the run was read without them, a row a step:
/// its phase, its wall time and, where it is recorded, what each part takes: by pass, which sums to wall_us,
/// and of a trace with device work by what device and host were busy with, which sums to wall_with_device_us.
/// wall_us is the host's step, of the recording where there is one, else of metrics.csv. wall_with_device_us
/// is the step of DeviceSteps: it lasts until the work launched in it is done and starts when that of the
/// step before is. Of a run that is not over, steps whose events had not yet been written to its file are
/// left out. Throws Error where events that are not in memory cannot be read.
std::string stepPartsCsv(const Run& run);
/// The same piece by piece. Returns what cannot be read, in sentences: events, where it is not known whether
/// a step was recorded, and steps; empty: nothing.
[[nodiscard]] std::string writeStepPartsCsv(const Run& run, const TextSink& sink);

} // namespace stepscope
