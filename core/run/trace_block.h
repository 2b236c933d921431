#pragma once

#include "core/run/scalar_series.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

/// Some events of a trace, allocations, what devices did, or scalars, as a run file keeps them: each column
/// little-endian and packed by zstd, the times as differences to the row before.
struct PackedColumn
{
    std::string_view name;
    std::vector<std::byte> frame;
};

std::vector<PackedColumn> packEvents(std::span<const TraceEvent> events);
std::vector<PackedColumn> packAllocations(std::span<const TraceAllocation> allocations);
std::vector<PackedColumn> packDeviceWork(std::span<const TraceDeviceWork> work);
std::vector<PackedColumn> packCounter(std::span<const TraceCounter::Value> values);
std::vector<PackedColumn> packScalars(std::span<const ScalarPoint> points);

/// Gives a column's frame, until it is called again.
using FrameOfColumn = std::function<std::span<const std::byte>(std::string_view)>;

/// The reverse. Throws Error for a frame that is damaged or of another length.
std::vector<TraceEvent> unpackEvents(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceAllocation> unpackAllocations(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceDeviceWork> unpackDeviceWork(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceCounter::Value> unpackCounter(size_t count, const FrameOfColumn& frameOf);
std::vector<ScalarPoint> unpackScalars(size_t count, const FrameOfColumn& frameOf);

} // namespace stepscope
