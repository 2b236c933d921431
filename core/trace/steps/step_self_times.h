#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// The cost of every operator, and of all work on devices, in each counted step of a trace, whatever the
/// shapes of the inputs.
struct StepSelfTimes
{
    struct Row
    {
        NameId name{0};
        Pass pass = Pass::Other;
        int64_t calls = 0;
    };
    std::vector<Row> rows; ///< operators, in the order of first appearance
    /// Kernels, copies and memory sets by name and the pass of their launch, likewise.
    std::vector<Row> kernels;
    std::vector<uint32_t> steps;  ///< indices in Trace::steps, see countedSteps()
    std::vector<double> selfNs;   ///< rows x steps
    std::vector<double> deviceNs; ///< rows x steps: work on devices launched by the calls themselves
    std::vector<double> kernelNs; ///< kernels x steps

    std::span<const double> seriesOf(size_t row) const { return series(selfNs, row); }
    std::span<const double> deviceSeriesOf(size_t row) const { return series(deviceNs, row); }
    std::span<const double> kernelSeriesOf(size_t kernel) const { return series(kernelNs, kernel); }

private:
    std::span<const double> series(const std::vector<double>& values, size_t row) const
    {
        return std::span(values).subspan(row * steps.size(), steps.size());
    }
};

/// Work on devices counts for the operator that launched it in the operator's step, and for its kernel in the
/// step that launched it, as in the split by device: see DeviceSteps::stepOfWork(). It may run later, also
/// after the last step. Self times as in OperatorStatisticsBuilder; their sums over the steps are equal,
/// except for events outside of steps.
StepSelfTimes stepSelfTimes(const Trace& trace);

} // namespace stepscope
