#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepscope::ui {

/// The extremes of a part of a curve. Non-finite values do not count.
struct CurveExtremes
{
    float minimum = std::numeric_limits<float>::infinity();
    float maximum = -std::numeric_limits<float>::infinity();
    float minimumPositive = std::numeric_limits<float>::infinity(); ///< for a logarithmic axis

    bool any() const { return minimum <= maximum; }
    void add(float value);
    void add(const CurveExtremes& other);
};

/// A curve's values with the extremes of every 16, 256, 4096 … of them, so that the extremes of any part are
/// found by reading a few dozen numbers. Grows at its end.
struct CurvePyramid
{
    static constexpr size_t fan = 16;

    std::vector<float> values;
    /// Levels[k][i]: of values [i * 16^(k+1), (i+1) * 16^(k+1)).
    std::vector<std::vector<CurveExtremes>> levels;

    size_t size() const { return values.size(); }
    void append(float value);
    void clear();
    /// Keeps the first `count` values.
    void truncate(size_t count);
    /// Extremes of the values [first, last); `last` is limited to the curve's end.
    CurveExtremes extremes(size_t first, size_t last) const;
};

/// A part of a curve that is drawn into one column of pixels.
struct CurveSample
{
    size_t index = 0;   ///< of the value, or of the first or last value that it represents
    float value = 0.0F; ///< NaN where none is finite
};

/// At most two values for each column, including its extremes. Column c contains the values [boundaries[c],
/// boundaries[c + 1]); values after the curve's end are left out.
void sampleColumns(const CurvePyramid& pyramid, std::span<const size_t> boundaries,
                   std::vector<CurveSample>& samples);

} // namespace stepscope::ui
