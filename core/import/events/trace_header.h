#pragma once

#include "core/run/imported_facts.h"
#include "core/run/run.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// What chromeTraceJson() writes behind the events, for a file of its own to be read as it was.
struct OwnTables
{
    struct Counter
    {
        int64_t pid = 0;      ///< in the file
        TraceCounter counter; ///< without values
    };

    int64_t events = 0; ///< how many the file has if it is whole
    int64_t steps = 0;
    std::vector<TraceThread> threads;
    std::vector<Counter> counters;
    std::string stepSource;
    std::vector<LogEntry> notes; ///< the run's log
};

/// What a file says beside its events.
struct TraceHeader
{
    std::vector<TraceDevice> devices;
    bool isKineto = false;            ///< of PyTorch's profiler
    bool isBareList = false;          ///< the events stand alone, in no object
    bool hasBrokenProperties = false; ///< deviceProperties could not be read
    int64_t baseNs = 0;               ///< baseTimeNanoseconds: what times count from; 0: they are absolute
    /// Whether an operator of which nothing else is known belongs to the forward pass, as PyTorch's do.
    bool isForwardByDefault = true;
    std::string hostName;
    TraceRank rank;               ///< of a distributed run
    std::optional<OwnTables> own; ///< of a file that Stepscope wrote
};

} // namespace stepscope
