#pragma once

#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_pyramid.h"
#include "ui/curves/plot_library.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::ui {

/// A logarithmic axis cannot show zero: such values are drawn below its end, where the line leaves the plot.
double drawableValue(const QCPAxis* axis, double value);

/// Passes curves to graphs: at most two points for each column of pixels, so that a frame costs the same for
/// any length of curve. Reuses its memory from curve to curve.
class CurveSampler
{
public:
    /// For screens and pictures with several device pixels per unit; by default the plot's ratio.
    void setColumnsPerPixel(double columns) { m_columnsPerPixel = columns; }
    bool isForPicture() const { return m_columnsPerPixel > 0.0; }

    /// Divides the first `count` points of a curve into the columns of pixels of an axis. Valid until the
    /// next call.
    const std::vector<size_t>& boundaries(const QCPAxis* x, const CurveMapping& mapping, size_t count);
    /// Passes the curve within these boundaries, or nothing to a hidden graph. Returns the number of points.
    size_t sample(QCPGraph* graph, const CurvePyramid& curve, const CurveMapping& mapping,
                  std::span<const size_t> boundaries);

private:
    double m_columnsPerPixel = 0.0;
    std::vector<size_t> m_boundaries;
    std::vector<CurveSample> m_samples;
};

} // namespace stepscope::ui
