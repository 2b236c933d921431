#pragma once

#include "core/trace/operators/kernel_statistics.h"

#include <array>
#include <cstdint>
#include <string>

namespace stepscope {

/// kernels.csv: one row per row of the statistics. A figure that was not recorded is an empty field.
std::string kernelsCsv(const KernelStatistics& statistics, const Trace& trace);

/// The steps in which a row's kernels ran: "5", "launched in step 5, ran in step 6", "5 to 10; 3 of 96 ran
/// after the step of their launch; 1 of 96 ran in no step"; empty in a trace without steps.
std::string kernelStepsText(const KernelStatisticsRow& row);

/// "98x8x1", in blocks or threads; empty: not known.
std::string launchSizeText(const std::array<uint32_t, 3>& size);

} // namespace stepscope
