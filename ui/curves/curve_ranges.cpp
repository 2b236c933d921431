#include "ui/curves/curve_ranges.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
        range.lower = -margin; // zero stays visible, with the whole of a point on it
    if (percent)
        range.upper = std::min(range.upper, 103.0);
    return range;
}

/// The first and the last position. If the first is after the last, nothing has a position on the axis.
std::pair<double, double> placesOf(const CurveMapping& mapping, size_t count)
{
    if (count == 0 || !mapping.isKnown())
        return {HUGE_VAL, -HUGE_VAL};
    return {mapping.at(0), mapping.at(count - 1)};
}

/// The extremes of the curve within a part of the x axis.
CurveExtremes extremesWithin(const CurvePyramid& curve, const CurveMapping& mapping, QCPRange x)
{
    const size_t count = curve.size();
    if (count == 0 || !mapping.isKnown())
        return {};
    const size_t first = mapping.lowerBound(x.lower, 0, count);
    const size_t last = mapping.lowerBound(std::nextafter(x.upper, HUGE_VAL), first, count);
    return curve.extremes(first, last);
}

} // namespace

QCPRange wholeXRange(const CurveData& data, CurveX kind)
{
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const auto quantity : {CurveQuantity::Loss, CurveQuantity::Accuracy}) {
        const auto own = placesOf(data.mapping(quantity, kind), data.raw(quantity).size());
        const auto tests = placesOf(data.testMapping(quantity, kind), data.tests(quantity).size());
        low = std::min({low, own.first, tests.first});
        high = std::max({high, own.second, tests.second});
    }
    if (low > high)
        return {0.0, 1.0};
    if (data.isOfSteps() && !data.run()->epochs.empty())
        high = std::max(high, CurveMapping(data.run(), kind).ofEpoch(data.run()->epochs.back()));
    if (high <= low) {
        const double half = kind == CurveX::Step ? 1.0 : std::max(std::abs(low) * 0.5, 1e-6);
        return {low - half, high + half};
    }
    const double margin = (high - low) * 0.01;
    return {low - margin, high + margin};
}

QCPRange fittingValueRange(const CurveData& data, CurveX kind, CurveQuantity quantity, CurveSeriesShown shown,
                           QCPRange x, bool logarithmic)
{
    CurveExtremes found;
    const CurveMapping mapping = data.mapping(quantity, kind);
    if (shown.raw)
        found.add(extremesWithin(data.raw(quantity), mapping, x));
    if (shown.smoothed)
        found.add(extremesWithin(data.smoothed(quantity), mapping, x));
    if (shown.test && !data.isOfSteps())
        found.add(extremesWithin(data.tests(quantity), data.testMapping(quantity, kind), x));
    if (shown.test && data.isOfSteps() && data.run()) {
        for (const EpochMetrics& epoch : data.run()->epochs) {
            if (x.contains(mapping.ofEpoch(epoch)))
                found.add(float(CurveData::testValue(epoch, quantity)));
        }
    }
    if (shown.validation && data.hasValidation()) {
        for (const EpochMetrics& epoch : data.run()->epochs) {
            if (x.contains(mapping.ofEpoch(epoch)))
                found.add(float(data.validationValue(epoch, quantity)));
        }
    }
    return logarithmic ? logarithmicRange(found) : linearRange(found, quantity);
}

} // namespace stepscope::ui
