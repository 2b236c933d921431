#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

/// An event that is used to find steps, or that describes them.
struct ProgramMark
{
    enum class Kind : uint8_t {
        DataStarted,
        NetworkStarted,
        NetworkEnded,
        BackwardStarted,
        BackwardEnded,
        UpdateStarted,
        UpdateEnded,
        MarkStarted,
        StepMarked,
        Value,
        Message,
        FlagsChanged, ///< what the probe records: probe::Flag in `id`
        GapStarted,   ///< the recorder does not keep up: the thread leaves out operators until GapEnded
        GapEnded,
    };
    Kind kind = Kind::Value;
    int64_t ns = 0;
    uint64_t id = 0;    ///< of the network, the optimizer's name or the kind of value; flags
    double value = 0.0; ///< with Value
    std::string text;   ///< with Message
};

} // namespace stepscope
