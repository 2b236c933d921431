#include "ui/curves/curve_mapping.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

CurveMapping::CurveMapping(const Run* run, CurveX kind)
    : m_run(run)
    , m_kind(kind)
{
    if (run && run->plan.stepsPerEpoch > 0)
        m_stepsPerEpoch = double(run->plan.stepsPerEpoch);
    else if (run && !run->epochs.empty())
        m_stepsPerEpoch = double(std::max<int64_t>(1, run->epochs.front().steps));
}

CurveMapping::CurveMapping(const std::vector<ScalarPoint>* points, CurveX kind)
    : m_points(points)
    , m_kind(kind)
{
}

bool CurveMapping::knowsEpochs() const
{
    return m_run && (m_run->plan.stepsPerEpoch > 0 || !m_run->epochs.empty());
}

double CurveMapping::ofStep(const StepMetrics& step) const
{
    switch (m_kind) {
    case CurveX::Step:
        return double(step.step);
    case CurveX::Epoch:
        return double(step.step + 1) / m_stepsPerEpoch;
    case CurveX::Seconds:
        return double(step.startNs + step.durationNs) * 1e-9;
    }
    return 0.0;
}

double CurveMapping::ofEpoch(const EpochMetrics& epoch) const
{
    switch (m_kind) {
    case CurveX::Step:
        return double(epoch.lastStep);
    case CurveX::Epoch:
        return double(epoch.lastStep + 1) / m_stepsPerEpoch;
    case CurveX::Seconds:
        return double(epoch.endNs) * 1e-9;
    }
    return 0.0;
}

double CurveMapping::ofPoint(const ScalarPoint& point) const
{
    return m_kind == CurveX::Seconds ? double(point.timeNs) * 1e-9 : double(point.step);
}

size_t CurveMapping::lowerBound(double x, size_t first, size_t last) const
{
    if (first >= last || at(first) >= x)
        return first;
    if (at(last - 1) < x)
        return last;
    // Steps are nearly equidistant: a straight line between the ends lands close by, and the search gallops
    // from there.
    size_t low = first;     // before x
    size_t high = last - 1; // at or after x
    const double share = (x - at(low)) / (at(high) - at(low));
    size_t guess = low + size_t(share * double(high - low));
    guess = std::clamp(guess, low, high);
    const bool before = at(guess) < x;
    for (size_t reach = 1; high - low > 1; reach *= 2) {
        if (before) {
            low = guess;
            guess = high - guess > reach ? guess + reach : high;
            if (at(guess) >= x) {
                high = guess;
                break;
            }
        } else {
            high = guess;
            guess = guess - low > reach ? guess - reach : low;
            if (at(guess) < x) {
                low = guess;
                break;
            }
        }
    }
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        (at(middle) < x ? low : high) = middle;
    }
    return high;
}

size_t CurveMapping::nearest(double x, size_t count) const
{
    const size_t behind = std::min(lowerBound(x, 0, count), count - 1);
    if (behind == 0)
        return 0;
    return x - at(behind - 1) <= at(behind) - x ? behind - 1 : behind;
}

std::optional<size_t> CurveMapping::stepAt(double x, size_t count) const
{
    if (count == 0)
        return std::nullopt;
    const double first = at(0);
    const double last = at(count - 1);
    const double halfStep = count > 1 ? 0.5 * (last - first) / double(count - 1) : 0.5;
    if (x < first - halfStep || x > last + halfStep)
        return std::nullopt;
    return nearest(x, count);
}

} // namespace stepscope::ui
