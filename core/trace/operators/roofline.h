#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// An operator of one pass in the roofline model. Only includes calls with known operations and bytes. Where
/// work of a device was recorded, times and shares are of the work that the calls launched there.
struct RooflinePoint
{
    NameId name{0};
    Pass pass = Pass::Other;
    int64_t calls = 0;
    int64_t selfNs = 0;
    int64_t totalNs = 0;
    int64_t flops = 0;
    int64_t bytes = 0;      ///< a lower bound of the traffic, by operatorBytes()
    double selfShare = 0.0; ///< of the self time of all operators, or of the time of all device work

    double flopsPerByte() const { return double(flops) / double(bytes); }
    double flopsPerSecond() const { return double(flops) / (double(totalNs) * 1e-9); }
};

struct Roofline
{
    std::vector<RooflinePoint> points; ///< in decreasing order of self time
    double selfShare = 0.0;            ///< of all points together
    bool isOfDevice = false;           ///< times are of a device's work
};

/// From statistics by operator and shape. Operators that mostly call others are left out, because the others
/// are points themselves: those with less than a tenth of their time as self time. So are, where work of a
/// device was recorded, operators without any.
Roofline roofline(const OperatorStatistics& byShape, const Trace& trace);

} // namespace stepscope
