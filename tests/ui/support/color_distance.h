#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::test {

/// In the CIELAB color space.
inline std::array<double, 3> labOf(const QColor& color)
{
    const auto linear = [](double share) {
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double r = linear(color.redF());
    const double g = linear(color.greenF());
    const double b = linear(color.blueF());
    const double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// The distance CIE76.
inline double colorDistance(const QColor& a, const QColor& b)
{
    const auto one = labOf(a);
    const auto other = labOf(b);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/// That of colors that must be distinguished without being side by side: the two blues, forward and copy.
inline constexpr double leastColorDistance = 14.0;

} // namespace stepscope::test
