#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

/// The fields of an event's object that are read; all others are skipped.
enum class ChromeField : uint8_t {
    Other,
    EventEnd, ///< the closing brace after the last field
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
    Own, ///< "Stepscope", what writeChromeTrace() adds
    PythonId,
    InputDims,
    ConcreteInputs, ///< inputs that are not tensors
    Inputs,         ///< their whole text, if InputDims cannot contain it
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

/// The field with this key, among an event's arguments or outside them.
ChromeField chromeFieldOf(std::string_view key, bool isArgument);

} // namespace stepscope
