#include "ui/curves/curve_ranges.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double room = 0.05; // share of the range left free at each end

QCPRange logarithmicRange(const CurveExtremes& found)
{
    if (found.minimumPositive > found.maximum)
        return {1e-3, 10.0};
    const double factor = std::max(1.25, std::pow(double(found.maximum) / found.minimumPositive, room));
    return {found.minimumPositive / factor, found.maximum * factor};
}

QCPRange linearRange(const CurveExtremes& found, CurveQuantity quantity)
{
    const bool percent = quantity == CurveQuantity::Accuracy;
    if (!found.any())
        return {0.0, percent ? 100.0 : 1.0};
    const double low = found.minimum;
    const double high = found.maximum;
    double margin = (high - low) * room;
    if (margin <= 0.0)
        margin = std::max(std::abs(high) * room, percent ? 1.0 : 1e-6);
    QCPRange range(low - margin, high + margin);
    if (low >= 0.0 && low < 0.25 * high)
        range.lower = -margin; // zero in sight, and a point on it whole
    if (percent)
        range.upper = std::min(range.upper, 103.0);
    return range;
}

} // namespace

QCPRange wholeXRange(const CurveData& data, const CurveMapping& mapping)
{
    if (data.size() == 0)
        return {0.0, 1.0};
    double low = mapping.at(0);
    double high = mapping.at(data.size() - 1);
    if (!data.run()->epochs.empty())
        high = std::max(high, mapping.ofEpoch(data.run()->epochs.back()));
    if (high <= low) {
        const double half = mapping.kind() == CurveX::Step ? 1.0 : std::max(std::abs(low) * 0.5, 1e-6);
        return {low - half, high + half};
    }
    const double margin = (high - low) * 0.01;
    return {low - margin, high + margin};
}

QCPRange fittingValueRange(const CurveData& data, const CurveMapping& mapping, CurveQuantity quantity,
                           CurveSeriesShown shown, QCPRange x, bool logarithmic)
{
    CurveExtremes found;
    const size_t count = data.size();
    if (count > 0) {
        const size_t first = mapping.lowerBound(x.lower, 0, count);
        const size_t last = mapping.lowerBound(std::nextafter(x.upper, HUGE_VAL), first, count);
        if (shown.raw)
            found.add(data.raw(quantity).extremes(first, last));
        if (shown.smoothed)
            found.add(data.smoothed(quantity).extremes(first, last));
    }
    if (shown.test && data.run()) {
        for (const EpochMetrics& epoch : data.run()->epochs) {
            if (x.contains(mapping.ofEpoch(epoch)))
                found.add(float(CurveData::testValue(epoch, quantity)));
        }
    }
    return logarithmic ? logarithmicRange(found) : linearRange(found, quantity);
}

} // namespace stepscope::ui
