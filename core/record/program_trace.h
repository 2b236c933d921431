#pragma once

#include "core/record/device_join.h"
#include "core/record/step_finder.h"
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

/// Makes the trace of a process of what its threads recorded, step by step, and counts the totals of all
/// steps. Ids of names, shapes and threads count on from chunk to chunk.
class ProgramTrace
{
public:
    /// `stepRange`: as of ProgramNames.
    explicit ProgramTrace(int64_t process, std::string stepRange = {});

    ProgramNames& names() { return m_names; }
    const ProgramNames& names() const { return m_names; }

    /// The stream of a thread; what it is called follows from which is first.
    ThreadStream& addThread(int64_t threadId, ProbeClock& clock, bool isPython);
    ThreadStream& thread(size_t index) { return m_threads[index].stream; }
    size_t threads() const { return m_threads.size(); }

    /// The events that started in the step, which are forgotten, and those before it. `number` counts the
    /// steps from 0. Events that have not ended are left out, and counted; calls of Python functions that go
    /// on beyond the step are cut at its bounds. Operators that were not recorded all through the step are
    /// not counted.
    TraceChunk takeStep(const FoundStep& step, int64_t number, StepPhase phase, bool isWhole = true);
    /// A window of steps that takeStep() has given, with the work of devices in it.
    JoinedWindow join(TraceChunk window, const DeviceTrace& device, const WallClock& clock);
    /// Forgets the events that started before.
    void forgetUntil(int64_t ns);

    /// Of all steps so far that are whole.
    const OperatorTotals& totals() const { return m_statistics.totals(); }
    int64_t unfinished() const { return m_unfinished; }

private:
    struct Thread
    {
        ThreadStream stream;
        uint16_t index = 0;            ///< in the trace, which has streams of devices too
        std::vector<uint32_t> placeOf; ///< by event of a step: in its chunk
    };

    void takeEvents(Thread& thread, const FoundStep& step, TraceChunk& chunk);
    void announce(TraceChunk& chunk);

    int64_t m_process;
    ProgramNames m_names;
    std::deque<Thread> m_threads; // stays in its place
    std::vector<TraceThread> m_traceThreads;
    std::vector<int16_t> m_devices; ///< that were announced
    uint32_t m_announcedNames = 0;
    uint32_t m_announcedShapes = 0;
    size_t m_announcedThreads = 0;
    Trace m_piece; ///< the last step, with all names and shapes so far
    OperatorStatisticsBuilder m_statistics;
    int64_t m_steps = 0;
    int64_t m_unfinished = 0;
};

} // namespace stepscope
