#pragma once

#include "core/import/events/imported_events.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Autograd counts its sequence numbers per thread and identifies the forward thread by its own numbering.
/// This class makes them unique across the threads of a trace.
class SequenceNumbers
{
public:
    struct Numbered
    {
        EventId event;         ///< in the trace
        ImportedTrackId track; ///< the thread on which it ran
        int32_t forwardThread; ///< in autograd's numbering; 0: this is a forward operator
        int64_t sequence;
    };
    void add(const Numbered& numbered) { m_numbered.push_back(numbered); }

    /// If only one thread runs the forward pass, numbers stay as they are. Otherwise, a backward operator's
    /// forward thread is the one on which most of its numbers are found; if it cannot be determined, the
    /// number is removed.
    void number(Trace& trace) const;

private:
    std::vector<Numbered> m_numbered;
};

} // namespace stepscope
