#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <string>

namespace stepscope {

/// What a view, a command or a file of a report shows of a run.
enum class RunPart : uint8_t {
    Steps,
    Curves, ///< losses, accuracies and other logged values
    Epochs,
    Operators, ///< as a table or as a tree of calls: also the functions of a profile of sums by stack
    Timeline,  ///< events with their times
    Analysis,
    Kernels,
    Memory, ///< allocations
    MachineSamples,
    Graph,
    Environment,
};

/// Why a run has nothing of a part.
enum class Absence : uint8_t {
    None, ///< it has some
    NotStarted,
    SumsHaveNoTimes, ///< the part needs times, but the run is a profile of sums by stack
    NothingRecorded, ///< it was imported from a file without a recording, such as a model
    NotInFile,       ///< it was imported from a file without this part
    NotAskedFor,     ///< recorded only with an option that was not used
    ProfilerOff,
    WaitingForProfiler, ///< for the first active step
    EndedBeforeProfiler,
    WaitingForStep, ///< for the first step of a training, or the first operator of a program
    EndedBeforeStep,
    NotRecorded, ///< none of the above
};

/// What a run contains now: the one description from which everything else follows.
struct RunContents
{
    bool isImported = false;   ///< another program recorded it
    bool isProgram = false;    ///< Stepscope recorded another program
    bool hasEvents = false;    ///< in memory or in the run file
    bool areFunctions = false; ///< the events are functions of an aggregated profile, without times
    std::string unit;          ///< of sums that are not times, such as "samples"
    bool hasSteps = false;
    bool hasCurves = false;
    bool hasEpochs = false;
    bool hasDeviceWork = false;
    bool hasMemory = false;
    bool hasMachineSamples = false;
    bool hasGraph = false;

    bool has(RunPart part) const;
};

RunContents contentsOf(const Run& run);

/// Why `run` has nothing of `part`. Null counts as a run that has not started. Takes constant time.
Absence whyAbsent(const Run* run, RunPart part);

/// The reason as a clause, in the user's language: "the profiler was off". Without a full stop. Where the run
/// has events (Absence::None), the caller found none of the part's kind among them.
std::string absenceReason(const Run& run, RunPart part);

} // namespace stepscope
