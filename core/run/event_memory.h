#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>

namespace stepscope {

struct Run;

/// How much memory, in bytes, the events of one run may take in this process. Further events are counted, and
/// are only in the run file. Initially automaticEventMemory().
int64_t eventMemoryLimit();
/// The same for a run without a file, whose further events are not kept anywhere.
int64_t eventMemoryWithoutFile();
/// Sets both.
void setEventMemoryLimit(int64_t bytes);
void setEventMemoryLimit(int64_t bytes, int64_t withoutFile);

/// A sixteenth of the memory that the process may use, at least 64 MiB.
int64_t automaticEventMemory();
inline constexpr int64_t automaticEventMemoryShare = 16;

/// The limit divided by the number of runs that are in memory at the same time.
int64_t eventMemoryOfEach(size_t runs);

/// The memory for the events, steps, allocations and device work of a chunk, in bytes.
int64_t eventMemoryOf(const TraceChunk& chunk);
int64_t eventMemoryOf(int64_t events, int64_t allocations, int64_t deviceWork);

/// Recorded events that are not in a run's trace because the memory for events is limited.
struct EventsLeftOut
{
    int64_t events = 0;
    int64_t steps = 0;     ///< number of recorded steps with these events
    int64_t lastStep = -1; ///< number of the last of these steps; -1: none
    /// Those of them that are not in a file either: the disk was slower than the training.
    int64_t lostEvents = 0;
    int64_t lostSteps = 0;
    int64_t limitBytes = -1; ///< the memory limit that was reached; -1: none was reached, or it is not known
    bool isFileCut = false;  ///< the run file could not be written to the end

    void add(const TraceChunk& chunk);
    void add(const EventsLeftOut& other);
    bool any() const { return events > 0 || steps > 0; }
    /// Whether events are left out because the memory for events was full.
    bool isLimited() const { return any() && (limitBytes >= 0 || steps > lostSteps || lostSteps == 0); }
    bool operator==(const EventsLeftOut&) const = default;
};

/// One or two sentences that say which recorded steps are in the run's trace, and where the others are; empty
/// when the trace has all of them.
std::string leftOutText(const Run& run);

/// A copy of the run without the events, which forTracePieces() reads from its file: small enough to be made
/// on the window's thread, for a thread that reads in the background.
Run withoutEvents(const Run& run);

} // namespace stepscope
