#pragma once

#include "core/trace/kernel_statistics.h"

#include <array>
#include <cstdint>
#include <string>

namespace stepscope {

/// kernels.csv: a row for each row of the statistics. A figure that was not recorded is an empty field.
std::string kernelsCsv(const KernelStatistics& statistics, const Trace& trace);

/// "98x8x1", in blocks or threads; empty when it is not known.
std::string launchSizeText(const std::array<uint32_t, 3>& size);

} // namespace stepscope
