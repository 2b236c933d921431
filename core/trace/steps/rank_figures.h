#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/collectives.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

/// How a rank's step is called as an event of a trace with several ranks, which has the steps of the lowest
/// one.
inline constexpr std::string_view rankStepPrefix = "ProfilerStep#";

/// The ranks of a trace that was put together from a distributed run's files, rising: the processes of its
/// threads. Empty for any other trace.
std::vector<int64_t> ranksOf(const Trace& trace);

/// What of such a trace belongs to each rank, with its own steps, in the order of ranksOf(). Takes time in
/// proportion to the events.
std::vector<Trace> rankTraces(const Trace& trace);

/// What a rank did in its recorded steps. Times in nanoseconds; of devices as unions of intervals.
struct RankFigures
{
    int64_t rank = 0;
    StepSplit split = StepSplit::Passes; ///< of its steps: Device where it has device work
    std::vector<StepBreakdown> steps;
    StepFigures stepFigures;
    int64_t spanNs = 0;          ///< from the start of the first step to the end of the last
    int64_t communicationNs = 0; ///< of devices; how long a host waits for others is not known
    int64_t hiddenNs = 0;        ///< of communicationNs, in which the device also computes
    int64_t lastAt = 0;          ///< collectives that it reached last
    int64_t lateNs = 0;          ///< by how much, after the rank before, summed

    /// Of the communication, what lies under computation: |communication ∩ computation| / |communication|, as
    /// Holistic Trace Analysis has it. Negative: no communication.
    double overlap() const { return communicationNs > 0 ? double(hiddenNs) / double(communicationNs) : -1.0; }
};

struct RanksFigures
{
    std::vector<RankFigures> ranks;
    int64_t collectives = 0; ///< that were found on all ranks
    int64_t unmatched = 0;   ///< calls of collectives whose counterparts were not found
    int64_t waitedNs =
        0; ///< in collectives, for the last rank, summed over the others; 0 also where it is not known

    /// The rank (by its place) that cost the others most: whose lateness is largest; -1: none was late.
    int straggler() const;
};

/// Of a trace with several ranks; of any other without ranks. Steps are picked by their numbers. Depends on
/// how well the ranks' clocks agree.
RanksFigures ranksFigures(const Trace& trace, const StepRange& steps = {});
/// The same of what ranksOf() and rankTraces() gave.
RanksFigures ranksFigures(std::span<const int64_t> ranks, std::span<const Trace> traces,
                          const StepRange& steps);

} // namespace stepscope
