#include "ui/curves/curve_pyramid.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

void CurveExtremes::add(float value)
{
    if (!std::isfinite(value))
        return;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
    if (value > 0.0F)
        minimumPositive = std::min(minimumPositive, value);
}

void CurveExtremes::add(const CurveExtremes& other)
{
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    minimumPositive = std::min(minimumPositive, other.minimumPositive);
}

void CurvePyramid::append(float value)
{
    values.push_back(value);
    if (values.size() % fan != 0)
        return;
    CurveExtremes whole;
    for (size_t i = values.size() - fan; i < values.size(); ++i)
        whole.add(values[i]);
    // Levels contain only full buckets: filling one may fill one in the next level.
    for (size_t level = 0;; ++level) {
        if (level == levels.size())
            levels.emplace_back();
        auto& buckets = levels[level];
        buckets.push_back(whole);
        if (buckets.size() % fan != 0)
            return;
        whole = {};
        for (size_t i = buckets.size() - fan; i < buckets.size(); ++i)
            whole.add(buckets[i]);
    }
}

void CurvePyramid::clear()
{
    values.clear();
    levels.clear();
}

void CurvePyramid::truncate(size_t count)
{
    if (count >= values.size())
        return;
    values.resize(count);
    for (auto& level : levels)
        level.resize(count /= fan);
    while (!levels.empty() && levels.back().empty())
        levels.pop_back();
}

CurveExtremes CurvePyramid::extremes(size_t first, size_t last) const
{
    CurveExtremes found;
    last = std::min(last, values.size());
    if (first >= last)
        return found;
    const auto climb = [&](const auto& items) {
        while (first < last && first % fan != 0)
            found.add(items[first++]);
        while (first < last && last % fan != 0)
            found.add(items[--last]);
        first /= fan;
        last /= fan;
    };
    climb(values);
    for (size_t level = 0; first < last; ++level) {
        if (level + 1 == levels.size()) {
            for (; first < last; ++first)
                found.add(levels[level][first]);
            break;
        }
        climb(levels[level]);
    }
    return found;
}

namespace {

/// Moves a boundary between two columns to the start of a bucket, by at most an eighth of either column. This
/// is invisible, and avoids reading most of the single values.
size_t bucketBoundary(size_t before, size_t boundary, size_t behind)
{
    const size_t smaller = std::min(boundary - before, behind - boundary);
    size_t grain = 1;
    while (8 * CurvePyramid::fan * grain <= smaller)
        grain *= CurvePyramid::fan;
    return boundary - boundary % grain;
}

} // namespace

void sampleColumns(const CurvePyramid& pyramid, std::span<const size_t> boundaries,
                   std::vector<CurveSample>& samples)
{
    float previous = 0.0F;
    size_t next = boundaries.empty() ? 0 : boundaries[0];
    for (size_t column = 0; column + 1 < boundaries.size(); ++column) {
        const size_t first = next;
        next = boundaries[column + 1];
        if (column + 2 < boundaries.size())
            next = bucketBoundary(boundaries[column], next, boundaries[column + 2]);
        const size_t last = std::min(next, pyramid.size());
        if (first >= last)
            continue;
        if (last - first <= 2) {
            for (size_t i = first; i < last; ++i) {
                const float value = pyramid.values[i];
                samples.push_back(
                    {i, std::isfinite(value) ? value : std::numeric_limits<float>::quiet_NaN()});
            }
            previous = pyramid.values[last - 1];
            continue;
        }
        const CurveExtremes found = pyramid.extremes(first, last);
        if (!found.any()) {
            samples.push_back({first, std::numeric_limits<float>::quiet_NaN()});
            continue;
        }
        // The nearer extreme comes first, so that the line from column to column adds no strokes of its own.
        const bool lowFirst = std::abs(previous - found.minimum) <= std::abs(previous - found.maximum);
        samples.push_back({first, lowFirst ? found.minimum : found.maximum});
        samples.push_back({last - 1, lowFirst ? found.maximum : found.minimum});
        previous = samples.back().value;
    }
}

} // namespace stepscope::ui
