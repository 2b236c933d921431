#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

// Facts about an imported run that are not in its trace are sentences of its log. Only this file writes and
// reads them.

/// Which part of a distributed run a trace is, according to its file.
struct TraceRank
{
    int64_t rank = -1;     ///< -1: not known
    int64_t worldSize = 0; ///< 0: not known
    std::string backend;   ///< "nccl"; empty: not known

    bool isKnown() const { return rank >= 0 || worldSize > 0 || !backend.empty(); }
    bool operator==(const TraceRank&) const = default;
};

/// "rank 3 of 8 (NCCL)", as far as it is known; empty: nothing is.
std::string rankText(const TraceRank& rank);
/// "Distributed run: rank 3 of 8 (NCCL)." Unknown parts are left out and listed at the end.
std::string rankSentence(const TraceRank& rank);
TraceRank rankOf(const Run& run);

/// "Steps were detected from the ranges …: 12. The recording does not mark them." For a name that the user
/// has picked: "Steps were made from the events …: 12. The name was picked by the user."
std::string detectedStepsSentence(std::string_view source, int64_t steps);
/// The source of a run's steps if they were detected or picked. Empty: they were recorded, or there are none.
std::string stepSourceOf(const Run& run);

/// The start of the source of steps that were made from events with a name that the user has picked.
inline constexpr std::string_view pickedEventsBegin = "the events ";

// Sources of steps, English in every language: the ranges of a name or of two, a pattern of kernels that
// repeats on a stream, and events with a name that the user has picked, each of which is or begins a step.
std::string rangesSource(std::string_view range);
std::string rangesSource(std::string_view first, std::string_view second);
std::string kernelsSource(int64_t kernels, int64_t times, const TraceThread& stream);
std::string pickedEventsSource(std::string_view name, bool areSteps);

/// A source in the user's language. One of any other form, such as that of an earlier version, is returned as
/// it is.
std::string stepSourceText(const std::string& source);

} // namespace stepscope
