#pragma once

#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace stepscope {

/// What defines a row of the kernel table.
enum class KernelGrouping : uint8_t {
    ByName,
    /// By name, launching operator, grid, block, registers and shared memory, as in the kernel view of
    /// PyTorch's TensorBoard plugin.
    ByLaunch,
};

/// The kernels of one row, on any device and stream. Times are in nanoseconds.
struct KernelStatisticsRow
{
    NameId name{0};
    EventKind kind = EventKind::Kernel;
    /// The innermost operator around the call that launched the kernels. noName: not
    /// known, or several operators (see severalLaunchers).
    NameId launcher = noName;
    bool severalLaunchers = false;

    int64_t calls = 0;
    int64_t totalNs = 0; ///< a sum, even if kernels ran at the same time
    int64_t minNs = 0;
    int64_t maxNs = 0;
    double share = 0.0; ///< totalNs / KernelStatistics::totalNs

    // Only if grouped by launch. 0: not known.
    std::array<uint32_t, 3> grid{};  ///< blocks
    std::array<uint32_t, 3> block{}; ///< threads
    uint32_t registers = 0;          ///< per thread
    int64_t sharedBytes = -1;        ///< per block; -1: not known

    // Means weighted by duration, over the kernels with recorded values; -1: not known.
    double occupancy = -1.0; ///< achieved, as estimated by the recorder, 0 to 1
    double blocksPerProcessor = -1.0;

    bool usesTensorCores = false; ///< determined by its name

    // Steps by their numbers, -1: none.
    int64_t launchStep = -1; ///< of the first call
    int64_t runStep = -1;
    bool severalSteps = false; ///< other calls were launched or ran in other steps
    int64_t firstStep = -1;    ///< in which a call ran
    int64_t lastStep = -1;
    int64_t ranElsewhere = 0; ///< calls that ran in another step than the one that launched them, or in none
    int64_t ranInNone = 0;    ///< calls that ran in no step, launched in one or not

    double meanNs() const { return calls > 0 ? double(totalNs) / double(calls) : 0.0; }
    bool isGridKnown() const { return grid[0] > 0; }
};

/// Kernels, including those of communication; copies and memory sets are not kernels.
struct KernelStatistics
{
    std::vector<KernelStatisticsRow> rows; ///< in decreasing order of time
    KernelGrouping grouping = KernelGrouping::ByName;
    int64_t kernels = 0; ///< calls of all rows
    int64_t outside = 0; ///< of these, calls that ran outside of steps
    int64_t totalNs = 0;
    int64_t steps = 0;  ///< recorded steps covered by the figures
    ActiveSteps active; ///< of these
    StepRange range;    ///< the steps to which the figures were limited
};

/// Of the kernels in some steps; for all steps, includes those outside of steps, as in operatorStatistics().
/// A kernel is in the step in which it began. Takes time in proportion to the events.
KernelStatistics kernelStatistics(const Trace& trace, KernelGrouping grouping, const StepRange& steps = {});

/// The same for a trace that arrives in pieces: each continues the previous ones, refers to nothing in them,
/// and has the same names. Takes memory only for the rows.
class KernelStatisticsBuilder
{
public:
    explicit KernelStatisticsBuilder(KernelGrouping grouping, const StepRange& steps = {});

    void addPiece(const Trace& piece);
    KernelStatistics statistics() const;

private:
    /// A mean, weighted by duration, of figures that not all kernels have.
    struct KnownMean
    {
        double sum = 0.0;
        double weight = 0.0;

        void add(double value, int64_t ns);
        double value() const { return weight > 0.0 ? sum / weight : -1.0; }
    };
    using Size = std::array<uint32_t, 3>;
    using Key = std::tuple<NameId, NameId, Size, Size, uint32_t, int64_t>;

    void take(const Trace& piece, EventId event);
    void countStep(const Trace& piece, EventId event, KernelStatisticsRow& row);
    size_t rowFor(const Trace& piece, EventId event, NameId launcher, const TraceDeviceWork* work);

    KernelStatistics m_statistics;
    std::map<Key, size_t> m_rowOf;
    std::vector<KnownMean> m_occupancies; ///< by row
    std::vector<KnownMean> m_blocks;
};

/// The longest call among the kernels, copies and memory sets of this name; nullopt: there is none.
std::optional<EventId> longestDeviceCall(const Trace& trace, const std::string& name);
/// The same among those of this pass: that of the operator that launched them or, if it is not known, their
/// own.
std::optional<EventId> longestDeviceCallOf(const Trace& trace, const std::string& name, Pass pass);
/// The same among those that count for the step of this number, as DeviceSteps::stepOfWork() says.
std::optional<EventId> longestDeviceCallIn(const Trace& trace, const std::string& name, int64_t step);

} // namespace stepscope
