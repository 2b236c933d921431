#include "core/trace/operators/roofline.h"

#include "core/trace/operators/roofline_bytes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace stepscope {

namespace {

constexpr int64_t leastSelfShare = 10; ///< as one part in this many

bool mostlyCallsOthers(const RooflinePoint& point)
{
    return point.selfNs * leastSelfShare < point.totalNs;
}

} // namespace

Roofline roofline(const OperatorStatistics& byShape, const Trace& trace)
{
    Roofline result{.points = {}, .isOfDevice = byShape.hasDevice};
    std::map<std::pair<NameId, Pass>, size_t> pointOf;
    for (const auto& row : byShape.rows) {
        const int64_t selfNs = byShape.hasDevice ? row.deviceSelfNs : row.selfNs;
        const int64_t totalNs = byShape.hasDevice ? row.deviceTotalNs : row.totalNs;
        if (row.flops <= 0 || totalNs <= 0 || row.shape >= trace.shapes.size())
            continue;
        const auto bytes = operatorBytes(trace.names[row.name], trace.shapes[row.shape]);
        if (!bytes)
            continue;
        const auto [entry, isNew] = pointOf.try_emplace({row.name, row.pass}, result.points.size());
        if (isNew)
            result.points.push_back({.name = row.name, .pass = row.pass});
        auto& point = result.points[entry->second];
        point.calls += row.calls;
        point.selfNs += selfNs;
        point.totalNs += totalNs;
        point.flops += row.flops;
        point.bytes += row.calls * *bytes;
        point.selfShare += byShape.hasDevice ? row.deviceShare : row.selfShare;
    }
    std::erase_if(result.points, mostlyCallsOthers);
    std::ranges::stable_sort(result.points, std::ranges::greater(), &RooflinePoint::selfNs);
    for (const auto& point : result.points)
        result.selfShare += point.selfShare;
    return result;
}

} // namespace stepscope
