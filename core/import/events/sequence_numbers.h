#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Autograd counts its sequence numbers by thread, and names the forward thread by a number of its own. Makes
/// them unique over the threads of a trace.
class SequenceNumbers
{
public:
    struct Numbered
    {
        uint32_t event;        ///< in the trace
        uint32_t track;        ///< the thread that it ran on
        int32_t forwardThread; ///< in autograd's counting; 0: this is a forward operator
        int64_t sequence;
    };
    void add(const Numbered& numbered) { m_numbered.push_back(numbered); }

    /// Where only one thread goes forward, numbers stay as they are. Else a backward operator's thread is
    /// the one on which the most of its numbers stand; one that cannot be told has no number any more.
    void number(Trace& trace) const;

private:
    std::vector<Numbered> m_numbered;
};

} // namespace stepscope
