#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>

namespace stepscope {

struct Run;

/// How much memory, in bytes, the events of one run may take in this process. Events beyond it are counted,
/// and stay in the run file. At first automaticEventMemory().
int64_t eventMemoryLimit();
/// The same for a run that has no file, whose other events are kept nowhere.
int64_t eventMemoryWithoutFile();
/// Sets both.
void setEventMemoryLimit(int64_t bytes);
void setEventMemoryLimit(int64_t bytes, int64_t withoutFile);

/// A sixteenth of the memory that the process may use, but at least 64 MiB.
int64_t automaticEventMemory();
inline constexpr int64_t automaticEventMemoryShare = 16;

/// A share of the limit, for each of so many runs that are in memory at the same time.
int64_t eventMemoryOfEach(size_t runs);

/// What the events, steps, allocations and device work of a chunk take in memory, in bytes.
int64_t eventMemoryOf(const TraceChunk& chunk);
int64_t eventMemoryOf(int64_t events, int64_t allocations, int64_t deviceWork);

/// Recorded events that a run's trace does not hold because the memory for events is limited.
struct EventsLeftOut
{
    int64_t events = 0;
    int64_t steps = 0;     ///< recorded steps whose events these are
    int64_t lastStep = -1; ///< number of the last of them; -1: none
    int64_t lostEvents =
        0; ///< those of them that no file holds either: the disk was slower than the training
    int64_t lostSteps = 0;
    int64_t limitBytes = -1; ///< the memory for events that was full; -1: it was not, or that is not known
    bool isFileCut = false;  ///< the run file could not be written to the end

    void add(const TraceChunk& chunk);
    void add(const EventsLeftOut& other);
    bool any() const { return events > 0 || steps > 0; }
    /// Whether some are left out because the memory for events was full.
    bool isLimited() const { return any() && (limitBytes >= 0 || steps > lostSteps || lostSteps == 0); }
    bool operator==(const EventsLeftOut&) const = default;
};

/// A sentence or two that say which part of the recorded steps the run's trace holds, and where the rest is;
/// empty: it holds all of them.
std::string leftOutText(const Run& run);

/// A copy of the run that leaves all events to its file, from which forTracePieces() reads them: small enough
/// to be made on the window's thread, for a thread that reads in the background.
Run withoutEvents(const Run& run);

} // namespace stepscope
