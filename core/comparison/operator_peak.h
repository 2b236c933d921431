#pragma once

#include "core/run/run.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <string>

namespace stepscope {

/// Whether speeds in a run can be compared with the peak of this machine's processors.
enum class PeakUse : uint8_t {
    Comparable,
    OnDevice,       ///< the work ran on a device whose peak is not known
    OtherMachine,   ///< the run was recorded on another machine
    MachineUnknown, ///< as in most imported traces
    ThreadsUnknown, ///< of another program on this machine; the peak depends on the number of threads
};

/// `cpuModel` is that of this machine, empty when it is not known.
PeakUse peakUse(const Run& run, const std::string& cpuModel);

/// The number of threads that an operator could use in the run: as reported by LibTorch, else from the
/// settings, where 0 means all processors.
int operatorThreads(const Run& run);

/// Sets OperatorRow::isLaunchOnly where a device did the work of the run, or may have done it, and the row
/// has no device work.
void markLaunches(OperatorStatistics& statistics, const Run& run);

/// Sets OperatorRow::peakShare: achieved speed / `flopsPerSecond`. If that is 0, or a device did the work, no
/// share is known.
void setPeak(OperatorStatistics& statistics, double flopsPerSecond);

/// recordedStatistics() with the shares of the peak, if a measured peak is stored that applies to the run.
Recorded<OperatorStatistics> runStatisticsWithPeak(const Run& run, const std::string& cpuModel,
                                                   OperatorGrouping grouping);

/// A sentence that says why a row has no share of the peak; empty when it has one.
std::string whyNoPeakShare(const OperatorStatistics& statistics, const OperatorRow& row, PeakUse use);

} // namespace stepscope
