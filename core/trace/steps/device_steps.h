#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace stepscope {

/// When steps take place where devices work: from the end of the step before, or from its own start when that
/// is later, to the end of the last work that was launched in it, or to its own end. A host that runs ahead
/// of its devices ends a step while they are still busy with it; what they do then belongs to this step and
/// not to the next one. The first step starts once the work of earlier steps is done that was launched in no
/// recorded step and ends before the first work of this one. So PyTorch's plugin for TensorBoard has it.
/// Without devices steps are as recorded.
///
/// Takes a trace in as it grows; work comes no later than the step that launched it.
class DeviceSteps
{
public:
    struct Time
    {
        TimeInterval time;
        uint32_t lastWork = noEvent; ///< the last work of a device that was launched in it; noEvent: none
    };

    /// Of all of the trace's steps. `trace` is always the same one. Takes time in proportion to the new
    /// device work, and to the logarithm of the number of steps.
    const std::vector<Time>& update(const Trace& trace);
    const TimeInterval& of(size_t step) const { return m_times[step].time; }
    /// The next trace is another one, whose steps follow those so far: the next piece of a trace.
    void nextPiece();

private:
    void startAfterEarlierWork(const Trace& trace);
    size_t stepOf(const Trace& trace, uint32_t event) const;

    /// The last step of the pieces before.
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
