#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// An operator of one pass as the roofline model sees it. Only calls whose operations and bytes are known.
struct RooflinePoint
{
    uint32_t name = 0; ///< id in Trace::names
    Pass pass = Pass::Other;
    int64_t calls = 0;
    int64_t selfNs = 0;
    int64_t totalNs = 0;
    int64_t flops = 0;
    int64_t bytes = 0;      ///< a lower bound of the traffic, by operatorBytes()
    double selfShare = 0.0; ///< of the self time of all operators

    double flopsPerByte() const { return double(flops) / double(bytes); }
    double flopsPerSecond() const { return double(flops) / (double(totalNs) * 1e-9); }
};

struct Roofline
{
    std::vector<RooflinePoint> points; ///< by falling self time
    double selfShare = 0.0;            ///< of the points together, of all operators
};

/// Of statistics by operator and shape. Operators that mostly call others are left out, for the others are
/// points themselves: those with less than a tenth of their time in themselves.
Roofline roofline(const OperatorStatistics& byShape, const Trace& trace);

} // namespace stepscope
