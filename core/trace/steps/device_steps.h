#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope {

/// The times of steps on devices: from the end of the previous step, or from its own start when that is
/// later, to the end of the last work that was launched in it, or to its own end. A host that runs ahead of
/// its devices ends a step while they are still busy with it; their work then belongs to this step and not to
/// the next one. The first step starts after the work of earlier steps: work that was launched in no recorded
/// step and ends before the first work of this one. PyTorch's plugin for TensorBoard does the same. Without
/// devices, steps are as recorded.
///
/// Follows a trace as it grows; work is appended no later than the step that launched it.
class DeviceSteps
{
public:
    struct Time
    {
        TimeInterval time;
        EventId lastWork = noEvent; ///< the last device work that was launched in it; noEvent: none
    };

    /// The times of all of the trace's steps. `trace` must always be the same one. Takes time in proportion
    /// to the new device work, and to the logarithm of the number of steps.
    const std::vector<Time>& update(const Trace& trace);
    /// Whether update() would find nothing new in the trace.
    bool isUpToDate(const Trace& trace) const
    {
        return m_times.size() == trace.steps.size() && m_nextWork == trace.deviceWork.size();
    }
    const TimeInterval& of(size_t step) const { return m_times[step].time; }
    /// The step that an event on a device counts for, as an index in Trace::steps: that in which it was
    /// launched; if its launch is not known, or was in no step, that in whose time it begins. nullopt: none.
    /// `trace` is that of the last update().
    std::optional<size_t> stepOfWork(const Trace& trace, EventId event) const;
    /// The next trace is the next piece, whose steps follow those so far.
    void nextPiece();

private:
    void startAfterEarlierWork(const Trace& trace);
    size_t stepOf(const Trace& trace, EventId event) const;

    /// The last step of the previous pieces.
    struct Earlier
    {
        int64_t hostStartNs;
        int64_t endNs;
    };

    std::vector<Time> m_times;
    int64_t m_lastHostStartNs = 0; ///< of the last step in m_times
    std::optional<Earlier> m_earlier;
    size_t m_nextWork = 0;
};

} // namespace stepscope
