#include "core/run/trace_block.h"

#include "core/base/zstd_pack.h"

#include <bit>

namespace stepscope {

static_assert(std::endian::native == std::endian::little, "run files hold little-endian columns");

namespace {

/// Calls visit(name, member) for each column of an event.
template<typename Visit>
void forColumns(const Visit& visit)
{
    visit("start_ns", &TraceEvent::startNs);
    visit("duration_ns", &TraceEvent::durationNs);
    visit("sequence", &TraceEvent::sequence);
    visit("name", &TraceEvent::name);
    visit("shape", &TraceEvent::shape);
    visit("parent", &TraceEvent::parent);
    visit("thread", &TraceEvent::thread);
    visit("pass", &TraceEvent::pass);
    visit("kind", &TraceEvent::kind);
}

bool isStart(int64_t TraceEvent::*member)
{
    return member == &TraceEvent::startNs;
}

} // namespace

std::vector<PackedColumn> packEvents(std::span<const TraceEvent> events)
{
    std::vector<PackedColumn> columns;
    forColumns([&]<typename T>(const char* name, T TraceEvent::*member) {
        std::vector<T> values;
        values.reserve(events.size());
        for (const auto& event : events)
            values.push_back(event.*member);
        if constexpr (std::is_same_v<T, int64_t>) {
            if (isStart(member)) {
                for (size_t i = values.size(); i-- > 1;)
                    values[i] = int64_t(uint64_t(values[i]) - uint64_t(values[i - 1]));
            }
        }
        columns.push_back({name, zstdPack(std::as_bytes(std::span(values)))});
    });
    return columns;
}

std::vector<TraceEvent>
unpackEvents(size_t count, const std::function<std::span<const std::byte>(std::string_view)>& frameOf)
{
    std::vector<TraceEvent> events(count);
    forColumns([&]<typename T>(const char* name, T TraceEvent::*member) {
        std::vector<T> values(count);
        zstdUnpack(frameOf(name), std::as_writable_bytes(std::span(values)));
        if constexpr (std::is_same_v<T, int64_t>) {
            if (isStart(member)) {
                for (size_t i = 1; i < count; ++i)
                    values[i] = int64_t(uint64_t(values[i]) + uint64_t(values[i - 1]));
            }
        }
        for (size_t i = 0; i < count; ++i)
            events[i].*member = values[i];
    });
    return events;
}

} // namespace stepscope
