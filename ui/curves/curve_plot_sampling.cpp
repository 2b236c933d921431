#include "ui/curves/curve_plot.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr size_t fewSamples = 600;      // up to so many lines look better smooth, and cost little
constexpr qsizetype pixelsPerTest = 10; // at smaller distances, dots would hide the line
constexpr size_t soleSamples = 60;      // up to so many are drawn as separate points

} // namespace

void CurvePlot::sample()
{
    for (size_t i = 0; i < m_panels.size(); ++i) {
        const Panel& panel = m_panels[i];
        const CurveMapping mapping = m_data->mapping(panel.quantity, m_xKind);
        fillBoundaries(panel, mapping, m_data->raw(panel.quantity).size());
        sampleSeries(panel, panel.raw, m_data->raw(panel.quantity), mapping);
        sampleSeries(panel, panel.smoothed, m_data->smoothed(panel.quantity), mapping);
        sampleTests(panel);
        sampleOverlays(i);
    }
}

/// Divides the first `count` steps into the columns of pixels.
void CurvePlot::fillBoundaries(const Panel& panel, const CurveMapping& mapping, size_t count)
{
    const QCPRange range = panel.x->range();
    const double density = m_columnsPerPixel > 0 ? m_columnsPerPixel : bufferDevicePixelRatio();
    const auto columns = size_t(std::max(1.0, panel.rect->width() * density));
    m_boundaries.clear();
    if (count == 0 || !mapping.isKnown())
        return;
    size_t next = mapping.lowerBound(range.lower, 0, count);
    // Includes one step beyond each end, so that the line leaves the plot instead of ending in it.
    m_boundaries.push_back(next - (next > 0 ? 1 : 0));
    for (size_t column = 0; column <= columns; ++column) {
        next = mapping.lowerBound(range.lower + range.size() * double(column) / double(columns), next, count);
        m_boundaries.push_back(next);
    }
    m_boundaries.push_back(std::min(next + 1, count));
}

void CurvePlot::sampleSeries(const Panel& panel, QCPGraph* graph, const CurvePyramid& pyramid,
                             const CurveMapping& mapping)
{
    m_samples.clear();
    if (graph->visible())
        sampleColumns(pyramid, m_boundaries, m_samples);
    QVector<QCPGraphData> points;
    points.reserve(qsizetype(m_samples.size()));
    for (const CurveSample& sample : m_samples)
        points.append({mapping.at(sample.index), drawable(panel, sample.value)});
    graph->data()->set(points, true);
    graph->setAntialiased(graph == panel.smoothed || m_samples.size() < fewSamples);
    if (graph == panel.raw)
        graph->setScatterStyle(m_samples.size() < soleSamples
                                   ? QCPScatterStyle(QCPScatterStyle::ssDisc, m_colors.train, 5)
                                   : QCPScatterStyle(QCPScatterStyle::ssNone));
}

void CurvePlot::sampleTests(const Panel& panel)
{
    if (m_data->isOfSteps()) {
        sampleEpochs(panel);
    } else {
        const CurveMapping mapping = m_data->testMapping(panel.quantity, m_xKind);
        const CurvePyramid& tests = m_data->tests(panel.quantity);
        fillBoundaries(panel, mapping, tests.size());
        sampleSeries(panel, panel.test, tests, mapping);
    }
    const bool dense = panel.test->data()->size() * pixelsPerTest > panel.rect->width();
    panel.test->setScatterStyle(
        dense ? QCPScatterStyle(QCPScatterStyle::ssNone)
              : QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(m_colors.surface, 1.5), m_colors.test, 8));
}

void CurvePlot::sampleEpochs(const Panel& panel)
{
    QVector<QCPGraphData> points;
    if (m_data->run() && panel.test->visible()) {
        const auto& epochs = m_data->run()->epochs;
        const QCPRange range = panel.x->range();
        const CurveMapping mapping = this->mapping();
        const auto before = [&](const EpochMetrics& epoch, double x) { return mapping.ofEpoch(epoch) < x; };
        auto first = std::lower_bound(epochs.begin(), epochs.end(), range.lower, before);
        auto last = std::lower_bound(first, epochs.end(), range.upper, before);
        first -= first != epochs.begin() ? 1 : 0; // the line starts and ends outside the plot
        last += last != epochs.end() ? 1 : 0;
        for (; first != last; ++first) {
            const double value = CurveData::testValue(*first, panel.quantity);
            if (std::isfinite(value))
                points.append({mapping.ofEpoch(*first), drawable(panel, value)});
        }
    }
    panel.test->data()->set(points, true);
}

/// A logarithmic axis cannot show zero: such values are drawn below its end, where the line leaves the plot.
double CurvePlot::drawable(const Panel& panel, double value) const
{
    if (panel.y->scaleType() == QCPAxis::stLogarithmic && value <= 0.0)
        return panel.y->range().lower * 0.1;
    return value;
}

} // namespace stepscope::ui
