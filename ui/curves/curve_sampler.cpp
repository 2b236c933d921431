#include "ui/curves/curve_sampler.h"

#include <algorithm>

namespace stepscope::ui {

double drawableValue(const QCPAxis* axis, double value)
{
    if (axis->scaleType() == QCPAxis::stLogarithmic && value <= 0.0)
        return axis->range().lower * 0.1;
    return value;
}

const std::vector<size_t>& CurveSampler::boundaries(const QCPAxis* x, const CurveMapping& mapping,
                                                    size_t count)
{
    const QCPRange range = x->range();
    const double density = isForPicture() ? m_columnsPerPixel : x->parentPlot()->bufferDevicePixelRatio();
    const auto columns = size_t(std::max(1.0, x->axisRect()->width() * density));
    m_boundaries.clear();
    if (count == 0 || !mapping.isKnown())
        return m_boundaries;
    size_t next = mapping.lowerBound(range.lower, 0, count);
    // Includes one step beyond each end, so that the line leaves the plot instead of ending in it.
    m_boundaries.push_back(next - (next > 0 ? 1 : 0));
    for (size_t column = 0; column <= columns; ++column) {
        next = mapping.lowerBound(range.lower + range.size() * double(column) / double(columns), next, count);
        m_boundaries.push_back(next);
    }
    m_boundaries.push_back(std::min(next + 1, count));
    return m_boundaries;
}

size_t CurveSampler::sample(QCPGraph* graph, const CurvePyramid& curve, const CurveMapping& mapping,
                            std::span<const size_t> boundaries)
{
    m_samples.clear();
    if (graph->visible())
        sampleColumns(curve, boundaries, m_samples);
    const QCPAxis* const y = graph->valueAxis();
    QVector<QCPGraphData> points;
    points.reserve(qsizetype(m_samples.size()));
    for (const CurveSample& sample : m_samples)
        points.append({mapping.at(sample.index), drawableValue(y, sample.value)});
    graph->data()->set(points, true);
    return m_samples.size();
}

} // namespace stepscope::ui
