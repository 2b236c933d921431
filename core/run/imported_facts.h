#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

// What is known of an imported run beside its trace is a sentence of its log, written and read here alone.

/// Which part of a distributed run a trace is, as far as its file says.
struct TraceRank
{
    int64_t rank = -1;     ///< -1: not known
    int64_t worldSize = 0; ///< 0: not known
    std::string backend;   ///< "nccl"; empty: not known

    bool isKnown() const { return rank >= 0 || worldSize > 0 || !backend.empty(); }
    bool operator==(const TraceRank&) const = default;
};

/// "Rank 3 of a distributed run of 8 ranks by nccl.", without what is not known, which is named.
std::string rankSentence(const TraceRank& rank);
TraceRank rankOf(const Run& run);

/// "Steps were detected from the ranges …: 12. The recording does not mark them." Of a name that the user has
/// picked: "Steps were made from the events …: 12. The name was picked by the user."
std::string detectedStepsSentence(std::string_view source, int64_t steps);
/// What the steps of a run were detected or made from. Empty: they were recorded, or there are none.
std::string stepSourceOf(const Run& run);

/// What the source of steps begins with that are made from events of a name that the user has picked.
inline constexpr std::string_view pickedEventsBegin = "the events ";

} // namespace stepscope
