#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

/// What an event's object says that is read; all else is gone over.
enum class ChromeField : uint8_t {
    Other,
    EventEnd, ///< the closing brace, which is no field but what follows the last one
    // Of the event itself.
    Phase,
    Time,
    Duration,
    Process,
    Thread,
    Category,
    Name,
    Arguments, ///< with its opening brace
    // Of its arguments.
    ArgumentsEnd,
    Pass,
    Own, ///< "Stepscope", what chromeTraceJson() adds
    PythonId,
    InputDims,
    ConcreteInputs, ///< those of its inputs that are no tensors
    Inputs,         ///< their whole text, where InputDims cannot hold it
    Correlation,
    ExternalId,
    ForwardThread,
    Sequence,
    // Of the arguments of device work.
    Grid,
    Block,
    Direction,
    Bytes,
    Device,
    Stream,
    BlocksPerProcessor,
    WarpsPerProcessor,
    SharedBytes,
    Registers,
    Occupancy,
    // Of the arguments of "[memory]".
    MemoryBytes,
    MemoryAddress,
    MemoryAllocated,
    MemoryReserved,
    MemoryDeviceType,
    MemoryDevice,
};

/// Which field has this key, among an event's arguments or beside them.
ChromeField chromeFieldOf(std::string_view key, bool isArgument);

} // namespace stepscope
