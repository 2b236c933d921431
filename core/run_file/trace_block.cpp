#include "core/run_file/trace_block.h"

#include "core/base/error.h"
#include "core/base/files/zstd_pack.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <limits>
#include <type_traits>

namespace stepscope {

static_assert(std::endian::native == std::endian::little, "run files hold little-endian columns");

namespace {

enum class Kept { AsItIs, AsDifference };

/// Calls visit(name, member, kept) for each column of an event; std::invoke() with a member returns a
/// reference to its value.
template<typename Visit>
void forColumns(const TraceEvent*, const Visit& visit)
{
    visit("start_ns", &TraceEvent::startNs, Kept::AsDifference);
    visit("duration_ns", &TraceEvent::durationNs, Kept::AsItIs);
    visit("sequence", &TraceEvent::sequence, Kept::AsItIs);
    visit("name", &TraceEvent::name, Kept::AsItIs);
    visit("shape", &TraceEvent::shape, Kept::AsItIs);
    visit("parent", &TraceEvent::parent, Kept::AsItIs);
    visit("thread", &TraceEvent::thread, Kept::AsItIs);
    visit("pass", &TraceEvent::pass, Kept::AsItIs);
    visit("kind", &TraceEvent::kind, Kept::AsItIs);
}

template<typename Visit>
void forColumns(const TraceAllocation*, const Visit& visit)
{
    visit("allocation_time_ns", &TraceAllocation::timeNs, Kept::AsDifference);
    visit("allocation_bytes", &TraceAllocation::bytes, Kept::AsItIs);
    visit("allocation_address", &TraceAllocation::address, Kept::AsItIs);
    visit("allocation_event", &TraceAllocation::event, Kept::AsItIs);
    visit("allocation_thread", &TraceAllocation::thread, Kept::AsItIs);
    visit("allocation_device", &TraceAllocation::device, Kept::AsItIs);
}

/// One of the three numbers of a grid or a block.
template<uint32_t (TraceDeviceWork::*Numbers)[3], int At>
struct Extent
{
    uint32_t& operator()(TraceDeviceWork& work) const { return (work.*Numbers)[At]; }
    const uint32_t& operator()(const TraceDeviceWork& work) const { return (work.*Numbers)[At]; }
};

template<typename Visit>
void forColumns(const TraceDeviceWork*, const Visit& visit)
{
    visit("work_event", &TraceDeviceWork::event, Kept::AsDifference);
    visit("work_launcher", &TraceDeviceWork::launcher, Kept::AsDifference);
    visit("work_bytes", &TraceDeviceWork::bytes, Kept::AsItIs);
    visit("work_direction", &TraceDeviceWork::direction, Kept::AsItIs);
    visit("work_occupancy", &TraceDeviceWork::occupancy, Kept::AsItIs);
    visit("work_blocks", &TraceDeviceWork::blocksPerProcessor, Kept::AsItIs);
    visit("work_warps", &TraceDeviceWork::warpsPerProcessor, Kept::AsItIs);
    visit("work_grid_x", Extent<&TraceDeviceWork::grid, 0>(), Kept::AsItIs);
    visit("work_grid_y", Extent<&TraceDeviceWork::grid, 1>(), Kept::AsItIs);
    visit("work_grid_z", Extent<&TraceDeviceWork::grid, 2>(), Kept::AsItIs);
    visit("work_block_x", Extent<&TraceDeviceWork::block, 0>(), Kept::AsItIs);
    visit("work_block_y", Extent<&TraceDeviceWork::block, 1>(), Kept::AsItIs);
    visit("work_block_z", Extent<&TraceDeviceWork::block, 2>(), Kept::AsItIs);
    visit("work_registers", &TraceDeviceWork::registers, Kept::AsItIs);
    visit("work_shared_bytes", &TraceDeviceWork::sharedBytes, Kept::AsItIs);
}

template<typename Visit>
void forColumns(const TraceCounter::Value*, const Visit& visit)
{
    visit("times", &TraceCounter::Value::timeNs, Kept::AsDifference);
    visit("figures", &TraceCounter::Value::value, Kept::AsItIs);
}

template<typename Visit>
void forColumns(const ScalarPoint*, const Visit& visit)
{
    visit("steps", &ScalarPoint::step, Kept::AsDifference);
    visit("times", &ScalarPoint::timeNs, Kept::AsDifference);
    visit("figures", &ScalarPoint::value, Kept::AsItIs);
}

/// The fields of each training step in a block; figures of all steps only need the first columns.
struct StepRow
{
    int64_t durationNs = 0;
    int32_t images = 0;
    uint8_t phase = 0;
    int64_t startNs = 0;
    float loss = 0.0F;
    int32_t correct = 0;
    int32_t epoch = 0;
};

template<typename Visit>
void forColumns(const StepRow*, const Visit& visit)
{
    visit("durations", &StepRow::durationNs, Kept::AsItIs);
    visit("images", &StepRow::images, Kept::AsItIs);
    visit("phases", &StepRow::phase, Kept::AsItIs);
    visit("starts", &StepRow::startNs, Kept::AsDifference);
    visit("losses", &StepRow::loss, Kept::AsItIs);
    visit("correct", &StepRow::correct, Kept::AsItIs);
    visit("epochs", &StepRow::epoch, Kept::AsItIs);
}

template<typename Visit>
void forColumns(const StoredTraceStep*, const Visit& visit)
{
    visit("numbers", &StoredTraceStep::number, Kept::AsDifference);
    visit("starts", &StoredTraceStep::startNs, Kept::AsDifference);
    visit("durations", &StoredTraceStep::durationNs, Kept::AsItIs);
    visit("first_events", &StoredTraceStep::firstEvent, Kept::AsDifference);
    visit("end_events", &StoredTraceStep::endEvent, Kept::AsDifference);
    visit("phases", &StoredTraceStep::phase, Kept::AsItIs);
}

/// What is kept of a value: the number of an id, else the value itself.
template<typename T>
struct StoredAs
{
    using Type = T;
};
template<typename Kind, typename Number>
struct StoredAs<Id<Kind, Number>>
{
    using Type = Number;
};

/// Differences wrap around, so that any value can be restored.
template<typename T>
T difference(T a, T b)
{
    using Unsigned = std::make_unsigned_t<T>;
    return T(Unsigned(a) - Unsigned(b));
}

template<typename T>
T sum(T a, T b)
{
    using Unsigned = std::make_unsigned_t<T>;
    return T(Unsigned(a) + Unsigned(b));
}

template<typename Row>
std::vector<PackedColumn> pack(std::span<const Row> rows)
{
    std::vector<PackedColumn> columns;
    forColumns(static_cast<const Row*>(nullptr),
               [&]<typename Member>(const char* name, Member member, Kept kept) {
                   using Value = std::remove_cvref_t<std::invoke_result_t<Member, const Row&>>;
                   using T = typename StoredAs<Value>::Type;
                   std::vector<T> values;
                   values.reserve(rows.size());
                   for (const auto& row : rows)
                       values.push_back(std::invoke(member, row));
                   if constexpr (std::is_integral_v<T>) {
                       for (size_t i = values.size(); kept == Kept::AsDifference && i-- > 1;)
                           values[i] = difference(values[i], values[i - 1]);
                   }
                   columns.push_back({name, zstdPack(std::as_bytes(std::span(values)))});
               });
    return columns;
}

template<typename Row>
std::vector<Row> unpack(size_t count, const FrameOfColumn& frameOf,
                        size_t columns = std::numeric_limits<size_t>::max())
{
    std::vector<Row> rows(count);
    size_t column = 0;
    forColumns(static_cast<const Row*>(nullptr),
               [&]<typename Member>(const char* name, Member member, Kept kept) {
                   if (column++ >= columns)
                       return;
                   using Value = std::remove_cvref_t<std::invoke_result_t<Member, const Row&>>;
                   using T = typename StoredAs<Value>::Type;
                   std::vector<T> values(count);
                   zstdUnpack(frameOf(name), std::as_writable_bytes(std::span(values)));
                   if constexpr (std::is_integral_v<T>) {
                       for (size_t i = 1; kept == Kept::AsDifference && i < count; ++i)
                           values[i] = sum(values[i], values[i - 1]);
                   }
                   for (size_t i = 0; i < count; ++i)
                       std::invoke(member, rows[i]) = Value(values[i]);
               });
    return rows;
}

} // namespace

std::vector<PackedColumn> packEvents(std::span<const TraceEvent> events)
{
    return pack(events);
}

std::vector<PackedColumn> packAllocations(std::span<const TraceAllocation> allocations)
{
    return pack(allocations);
}

std::vector<PackedColumn> packDeviceWork(std::span<const TraceDeviceWork> work)
{
    return pack(work);
}

std::vector<PackedColumn> packCounter(std::span<const TraceCounter::Value> values)
{
    return pack(values);
}

std::vector<PackedColumn> packScalars(std::span<const ScalarPoint> points)
{
    return pack(points);
}

std::vector<TraceEvent> unpackEvents(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<TraceEvent>(count, frameOf);
}

std::vector<TraceAllocation> unpackAllocations(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<TraceAllocation>(count, frameOf);
}

std::vector<TraceDeviceWork> unpackDeviceWork(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<TraceDeviceWork>(count, frameOf);
}

std::vector<TraceCounter::Value> unpackCounter(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<TraceCounter::Value>(count, frameOf);
}

std::vector<ScalarPoint> unpackScalars(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<ScalarPoint>(count, frameOf);
}

std::vector<PackedColumn> packSteps(std::span<const StepMetrics> steps)
{
    std::vector<StepRow> rows;
    rows.reserve(steps.size());
    for (const auto& step : steps)
        rows.push_back({.durationNs = step.durationNs,
                        .images = step.images,
                        .phase = uint8_t(step.phase),
                        .startNs = step.startNs,
                        .loss = step.loss,
                        .correct = step.correct,
                        .epoch = step.epoch});
    return pack<StepRow>(rows);
}

std::vector<StepMetrics> unpackSteps(size_t count, int64_t firstStep, StepColumns columns,
                                     const FrameOfColumn& frameOf)
{
    std::vector<StepMetrics> steps(count);
    int64_t number = firstStep;
    auto step = steps.begin();
    constexpr size_t ofFigures = 3;
    const auto rows = columns == StepColumns::OfFigures ? unpack<StepRow>(count, frameOf, ofFigures)
                                                        : unpack<StepRow>(count, frameOf);
    for (const auto& row : rows) {
        if (row.phase > uint8_t(StepPhase::WithoutRecorder))
            throw Error(translated("step {step} has no known phase", {{"step", std::to_string(number)}}));
        *step++ = {.step = number++,
                   .startNs = row.startNs,
                   .durationNs = row.durationNs,
                   .images = row.images,
                   .correct = row.correct,
                   .loss = row.loss,
                   .epoch = row.epoch,
                   .phase = StepPhase(row.phase)};
    }
    return steps;
}

std::vector<PackedColumn> packTraceSteps(std::span<const StoredTraceStep> steps)
{
    return pack(steps);
}

std::vector<StoredTraceStep> unpackTraceSteps(size_t count, const FrameOfColumn& frameOf)
{
    return unpack<StoredTraceStep>(count, frameOf);
}

} // namespace stepscope
