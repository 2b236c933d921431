#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/collectives.h"
#include "core/trace/trace.h"

#include <cstdint>

namespace stepscope {

/// The communication of process groups of the CPU, such as Gloo's, in the counted steps of a range; in a
/// trace without steps, in all of it. They are ranges on threads of the host.
struct HostCommunication
{
    int64_t calls = 0;  ///< that began in the steps
    int64_t spanNs = 0; ///< of the steps
    int64_t ns = 0;     ///< with any such call running; 0: the recording has only their starts
    int64_t bareNs = 0; ///< of ns, in which no operator runs on any thread
    bool hasOperators = false;
    CommunicationTimes kinds; ///< of the parts in the steps
};

/// All 0 if devices communicate: their kernels have better figures. Takes time in proportion to the events if
/// there is any such range.
HostCommunication hostCommunication(const Trace& trace, const StepRange& range = {});

} // namespace stepscope
