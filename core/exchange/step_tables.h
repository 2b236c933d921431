#pragma once

#include "core/base/files/text_sink.h"
#include "core/run/run.h"
#include "core/trace/steps/step_breakdown.h"

#include <string>

namespace stepscope {

/// The name of a part's column: "forward_us".
std::string stepPartColumn(StepPart part);

/// CSV of the parts of a run's steps, read from its file if they are not in memory, one row per step: its
/// phase, its wall time and, if recorded, the time of each part. The parts by pass add up to wall_us; for a
/// trace with device work, the parts by activity of device and host add up to wall_with_device_us. wall_us is
/// the host's step, from the recording if there is one, otherwise from metrics.csv. wall_with_device_us is
/// the step of DeviceSteps: it lasts until the work launched in it is done and starts when that of the
/// previous step is. For an unfinished run, steps whose events are not yet in its file are left out.
///
/// Written piece by piece. Returns sentences about what cannot be read: events, if it is not known whether a
/// step was recorded, and steps; empty: nothing.
[[nodiscard]] std::string writeStepPartsCsv(const Run& run, const TextSink& sink);

} // namespace stepscope
