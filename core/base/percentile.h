#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>

namespace stepscope {

/// Interpolates linearly between the two neighbors, as numpy.percentile does. `sorted` must not be empty;
/// `share` is 0 to 1.
inline double percentile(std::span<const int64_t> sorted, double share)
{
    const double position = share * double(sorted.size() - 1);
    const auto below = static_cast<size_t>(position);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(double(sorted[below]), double(sorted[above]), position - double(below));
}

/// percentile() of values in any order; reorders the values. Takes time in proportion to their number, and
/// less for further percentiles.
class PercentileSelection
{
public:
    /// `values` must not be empty.
    explicit PercentileSelection(std::span<int64_t> values)
        : m_values(values)
    {
    }

    double percentile(double share)
    {
        const double position = share * double(m_values.size() - 1);
        const auto below = static_cast<size_t>(position);
        const auto above = std::min(below + 1, m_values.size() - 1);
        return std::lerp(double(select(below)), double(select(above)), position - double(below));
    }

private:
    int64_t select(size_t index)
    {
        const auto after = m_selected.lower_bound(index);
        if (after == m_selected.end() || *after != index) {
            const size_t first = after == m_selected.begin() ? 0 : *std::prev(after) + 1;
            const size_t end = after == m_selected.end() ? m_values.size() : *after;
            const auto part = m_values.subspan(first, end - first);
            std::ranges::nth_element(part, part.begin() + std::ptrdiff_t(index - first));
            m_selected.insert(index);
        }
        return m_values[index];
    }

    std::span<int64_t> m_values;
    /// Positions whose values are final: no greater value is before them and no smaller one after them.
    std::set<size_t> m_selected;
};

} // namespace stepscope
