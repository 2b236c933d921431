#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

/// Some events of a trace as a run file keeps them: each column little-endian and packed by zstd, the start
/// times as differences to the event before.
struct PackedColumn
{
    std::string_view name;
    std::vector<std::byte> frame;
};

std::vector<PackedColumn> packEvents(std::span<const TraceEvent> events);

/// The reverse; `frameOf` gives a column's frame, until it is called again. Throws Error for a frame that is
/// damaged or of another length.
std::vector<TraceEvent>
unpackEvents(size_t count, const std::function<std::span<const std::byte>(std::string_view)>& frameOf);

} // namespace stepscope
