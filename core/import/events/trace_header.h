#pragma once

#include "core/machine/environment.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// What writeChromeTrace() writes after the events, so that its files can be read without loss.
struct OwnTables
{
    struct Counter
    {
        int64_t pid = 0;      ///< in the file
        TraceCounter counter; ///< without values
    };

    int64_t events = 0; ///< number of events in the complete file
    int64_t steps = 0;
    std::vector<TraceThread> threads;
    std::vector<Counter> counters;
    std::string stepSource;
    std::vector<LogEntry> notes;            ///< the run's log
    std::string device;                     ///< see Experiment::device
    int threadsPerOperator = 0;             ///< see RunPlan::threads; 0: not known
    std::optional<Environment> environment; ///< in which the run was recorded
};

/// What a file contains besides its events.
struct TraceHeader
{
    std::vector<TraceDevice> devices;
    bool isKineto = false;            ///< of PyTorch's profiler
    bool isBareList = false;          ///< the file is only the list of events, without an object
    bool hasBrokenProperties = false; ///< deviceProperties could not be read
    int64_t baseNs = 0;               ///< baseTimeNanoseconds: the origin of times; 0: they are absolute
    /// Whether an operator of unknown pass belongs to the forward pass, as in PyTorch.
    bool isForwardByDefault = true;
    std::string hostName;
    int64_t cudaRuntime = 0; ///< 1000 × major + 10 × minor version, as in CUDA's own functions; 0: not known
    int64_t cudaDriver = 0;  ///< the CUDA release that the driver supports, likewise
    std::string nccl;        ///< version; empty: not known
    TraceRank rank;          ///< of a distributed run
    std::optional<OwnTables> own; ///< of a file that Stepscope wrote
};

} // namespace stepscope
