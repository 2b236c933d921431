#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/collectives.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

/// The name prefix of a rank's steps as events of a trace with several ranks, whose own steps are those of
/// the lowest rank.
inline constexpr std::string_view rankStepPrefix = "ProfilerStep#";

/// The ranks of a trace that was combined from a distributed run's files, in increasing order: the processes
/// of its threads. Empty for any other trace.
std::vector<int64_t> ranksOf(const Trace& trace);

/// The part of such a trace that belongs to each rank, with its own steps, in the order of ranksOf(). Takes
/// time in proportion to the events.
std::vector<Trace> rankTraces(const Trace& trace);

/// The activity of a rank in its recorded steps. Times are in nanoseconds; those of devices are of unions of
/// intervals.
struct RankFigures
{
    int64_t rank = 0;
    StepSplit split = StepSplit::Passes;     ///< of its steps: Device if it has device work
    std::array<bool, stepPartCount> parts{}; ///< partsWithEvents()
    std::vector<StepBreakdown> steps;
    StepFigures stepFigures;
    int64_t spanNs = 0;              ///< from the start of the first step to the end of the last
    int64_t communicationNs = 0;     ///< of devices; how long a host waits for others is not known
    int64_t hostCommunicationNs = 0; ///< with a collective call of the CPU running; 0 if devices communicate
    int64_t hiddenNs = 0;            ///< of communicationNs, in which the device also computes
    CommunicationTimes communication;
    int64_t lastAt = 0; ///< number of collectives that it reached last
    int64_t lateNs = 0; ///< total time after the previous rank

    /// The share of the communication that overlaps with computation: |communication ∩ computation| /
    /// |communication|, as in Holistic Trace Analysis. Negative: no communication.
    double overlap() const { return communicationNs > 0 ? double(hiddenNs) / double(communicationNs) : -1.0; }
};

struct RanksFigures
{
    std::vector<RankFigures> ranks;
    int64_t collectives = 0; ///< that were found on all ranks
    int64_t unmatched = 0;   ///< calls of collectives whose counterparts were not found
    int64_t waitedNs = 0; ///< in collectives, for the last rank, summed over the others; also 0 if not known

    /// The rank (by its index) that cost the others most: the one with the largest lateness; -1: none was
    /// late.
    int straggler() const;
};

/// For a trace with several ranks; has no ranks for any other trace. Steps are selected by their numbers.
/// Depends on how well the ranks' clocks agree.
RanksFigures ranksFigures(const Trace& trace, const StepRange& steps = {});
/// The same for the results of ranksOf() and rankTraces().
RanksFigures ranksFigures(std::span<const int64_t> ranks, std::span<const Trace> traces,
                          const StepRange& steps);

} // namespace stepscope
