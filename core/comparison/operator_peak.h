#pragma once

#include "core/run/run.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <string>

namespace stepscope {

/// Whether speeds in a run can be set beside what this machine's processors reach at most.
enum class PeakUse : uint8_t {
    Comparable,
    OnDevice,       ///< a device did the work, whose peak is not known
    OtherMachine,   ///< that the run was made on
    MachineUnknown, ///< as that of most imported traces
};

/// `cpuModel` is that of the machine the run was made on, empty when it is not known.
PeakUse peakUse(const Run& run, const std::string& cpuModel);

/// As many threads as an operator could use in the run: as LibTorch reported them, else by the settings,
/// where 0 means all processors.
int operatorThreads(const Run& run);

/// Fills OperatorRow::peakShare: speed achieved / `flopsPerSecond`. Where that is 0, or a device worked, none
/// is known.
void setPeak(OperatorStatistics& statistics, double flopsPerSecond);

/// recordedStatistics() with the shares of the peak, where one was measured and kept that the run can be set
/// beside.
Recorded<OperatorStatistics> runStatisticsWithPeak(const Run& run, const std::string& cpuModel,
                                                   OperatorGrouping grouping);

/// Why a row has no share of the peak, in a sentence; empty when it has one.
std::string whyNoPeakShare(const OperatorStatistics& statistics, const OperatorRow& row, PeakUse use);

} // namespace stepscope
