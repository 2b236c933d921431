#pragma once

#include "core/record/device_join.h"
#include "core/record/steps/step_finder.h"
#include "core/record/thread_stream.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// Builds the trace of a process from the records of its threads, step by step, and counts the totals of all
/// steps. Ids of names, shapes and threads continue from chunk to chunk.
class ProgramTrace
{
public:
    /// `stepRange`: see ProgramNames.
    explicit ProgramTrace(int64_t process, std::string stepRange = {});

    ProgramNames& names() { return m_names; }
    const ProgramNames& names() const { return m_names; }

    /// Adds the stream of a thread.
    ThreadStream& addThread(int64_t threadId, ProbeClock& clock, bool isPython);
    ThreadStream& thread(size_t index) { return m_threads[index].stream; }
    size_t threads() const { return m_threads.size(); }
    /// Sets pthread_self() of a stream's thread, by which PyTorch's profiler may identify it.
    void setHandle(size_t index, uint64_t handle);

    /// Returns the events that started in the step; they and earlier ones are removed. `number` counts the
    /// steps from 0. Events that have not ended are left out and counted; calls of Python functions that
    /// extend beyond the step are cut at its bounds. If `isWhole` is false, operators were not recorded
    /// during the whole step and are not counted.
    TraceChunk takeStep(const FoundStep& step, int64_t number, StepPhase phase, bool isWhole = true);
    /// Adds device work to a window of steps returned by takeStep().
    JoinedWindow join(TraceChunk window, const DeviceTrace& device, const WallClock& clock);
    /// Removes the events that started before `ns`.
    void forgetUntil(int64_t ns);

    /// Of all complete steps so far.
    const OperatorTotals& totals() const { return m_statistics.totals(); }
    int64_t unfinished() const { return m_unfinished; }

private:
    struct Thread
    {
        ThreadStream stream;
        ThreadId index{0};            ///< in the trace, which also has device streams
        std::vector<EventId> placeOf; ///< index in the chunk, by event of a step
    };

    void takeEvents(Thread& thread, const FoundStep& step, TraceChunk& chunk);
    void announce(TraceChunk& chunk);

    int64_t m_process;
    ProgramNames m_names;
    std::deque<Thread> m_threads; // a deque, because addresses must not change
    std::vector<TraceThread> m_traceThreads;
    std::vector<uint64_t> m_handles; ///< of m_traceThreads; may be shorter
    std::vector<int16_t> m_devices;  ///< already announced
    uint32_t m_announcedNames = 0;
    uint32_t m_announcedShapes = 0;
    size_t m_announcedThreads = 0;
    Trace m_piece; ///< the last step, with all names and shapes so far
    OperatorStatisticsBuilder m_statistics;
    int64_t m_steps = 0;
    int64_t m_unfinished = 0;
};

} // namespace stepscope
