#pragma once

#include "core/run/metrics.h"
#include "core/run/scalar_series.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

/// A recorded step in a run file: its events count from the first event of the file.
struct StoredTraceStep
{
    int64_t number = 0;
    int64_t startNs = 0;
    int64_t durationNs = 0;
    int64_t firstEvent = 0;
    int64_t endEvent = 0;
    uint8_t phase = 0; ///< a StepPhase, unless the file is damaged
};

/// Some events, allocations, device work, steps or scalars in a run file: each column is little-endian and
/// packed by zstd; times are stored as differences to the previous row.
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
std::vector<PackedColumn> packSteps(std::span<const StepMetrics> steps); ///< without their numbers
std::vector<PackedColumn> packTraceSteps(std::span<const StoredTraceStep> steps);

/// Which columns of training steps to unpack: all, or only the first ones, which are durations, images and
/// phases.
enum class StepColumns : uint8_t { All, OfFigures };

/// Returns a column's frame, valid until the next call. Called once per column, in the order in which they
/// were packed.
using FrameOfColumn = std::function<std::span<const std::byte>(std::string_view)>;

/// The reverse. Throws Error for a frame that is damaged or has another length.
std::vector<TraceEvent> unpackEvents(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceAllocation> unpackAllocations(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceDeviceWork> unpackDeviceWork(size_t count, const FrameOfColumn& frameOf);
std::vector<TraceCounter::Value> unpackCounter(size_t count, const FrameOfColumn& frameOf);
std::vector<ScalarPoint> unpackScalars(size_t count, const FrameOfColumn& frameOf);
std::vector<StepMetrics> unpackSteps(size_t count, int64_t firstStep, StepColumns columns,
                                     const FrameOfColumn& frameOf);
std::vector<StoredTraceStep> unpackTraceSteps(size_t count, const FrameOfColumn& frameOf);

} // namespace stepscope
