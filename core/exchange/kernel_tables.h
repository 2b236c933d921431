#pragma once

#include "core/trace/operators/kernel_statistics.h"

#include <array>
#include <cstdint>
#include <string>

namespace stepscope {

/// kernels.csv: a row for each row of the statistics. A figure that was not recorded is an empty field.
std::string kernelsCsv(const KernelStatistics& statistics, const Trace& trace);

/// In which steps a row's kernels ran: "5", "launched in step 5, ran in step 6", "5 to 10; 3 of 96 ran after
/// the step of their launch"; empty in a trace without steps.
std::string kernelStepsText(const KernelStatisticsRow& row);

/// "98x8x1", in blocks or threads; empty when it is not known.
std::string launchSizeText(const std::array<uint32_t, 3>& size);

} // namespace stepscope
