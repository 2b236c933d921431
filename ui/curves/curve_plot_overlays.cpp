#include "ui/curves/curve_plot.h"
#include "ui/curves/plot_style.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int widestName = 280; // in pixels
/// A panel with more points than this gets thin lines: thick smooth ones would take longer than a frame.
constexpr qsizetype finePoints = 6000;

const CurvePyramid& curveOf(const CurveOverlay& overlay, CurveQuantity quantity)
{
    return overlay.data.smoothing() > 0.0 ? overlay.data.smoothed(quantity) : overlay.data.raw(quantity);
}

} // namespace

void CurvePlot::setOverlays(const std::vector<std::unique_ptr<CurveOverlay>>& overlays)
{
    m_overlayLegend->clearItems();
    for (const Overlay& overlay : m_overlays) {
        for (QCPGraph* graph : overlay.graphs)
            removeGraph(graph);
    }
    m_overlays.clear();
    m_emphasized = nullptr;
    for (const auto& curve : overlays) {
        Overlay overlay{.curve = curve.get(), .graphs = {}, .boundaries = {}};
        for (size_t panel = 0; panel < m_panels.size(); ++panel) {
            QCPGraph* graph = addGraph(m_panels[panel].x, m_panels[panel].y);
            graph->setAdaptiveSampling(false); // sample() passes only what is drawn
            graph->setName(curve->name);
            overlay.graphs[panel] = graph;
        }
        m_overlays.push_back(overlay);
    }
    styleLegend(); // its own entries depend on whether there are overlays
}

QPen CurvePlot::penOf(const Overlay& overlay, bool fine) const
{
    const bool isEmphasized = overlay.curve == m_emphasized;
    return {overlay.curve->color, isEmphasized ? 3.5 : fine ? 2.0 : 1.0};
}

const CurveOverlay* CurvePlot::overlayNear(const QPointF& position) const
{
    constexpr double near = 40.0; // pixels
    const Panel* const panel = panelAt(position);
    if (!panel)
        return nullptr;
    const CurveOverlay* nearest = nullptr;
    double distance = near;
    for (const Overlay& overlay : m_overlays) {
        const CurveData& data = overlay.curve->data;
        const CurvePyramid& curve = curveOf(*overlay.curve, panel->quantity);
        if (curve.size() == 0)
            continue;
        const CurveMapping mapping = data.mapping(panel->quantity, m_xKind);
        const size_t index = mapping.nearest(panel->x->pixelToCoord(position.x()), curve.size());
        const double value = drawable(*panel, curve.values[index]);
        const double own = std::abs(panel->y->coordToPixel(value) - position.y());
        if (std::isfinite(value) && own < distance) {
            distance = own;
            nearest = overlay.curve;
        }
    }
    return nearest;
}

void CurvePlot::emphasize(const CurveOverlay* overlay)
{
    if (std::exchange(m_emphasized, overlay) == overlay)
        return;
    for (const Overlay& each : m_overlays) {
        for (QCPGraph* graph : each.graphs)
            graph->setPen(penOf(each, graph->antialiased()));
    }
    replot(rpQueuedReplot);
}

void CurvePlot::styleOverlays()
{
    m_overlayLegend->clearItems();
    const QFont font = legendFont();
    const QFontMetrics metrics(font);
    int widest = 1;
    for (const Overlay& overlay : m_overlays) {
        const QString name = metrics.elidedText(overlay.curve->name, Qt::ElideRight, widestName);
        overlay.graphs[0]->setName(name);
        widest = std::max(widest, metrics.horizontalAdvance(name));
    }
    const int titleAndMargins = 200;
    const int aroundName = 56; // line, space and the distance to the next
    const int namesInARow = std::max(1, (panelWidth() - titleAndMargins) / (widest + aroundName));
    m_overlayLegend->setWrap(namesInARow);
    for (const Overlay& overlay : m_overlays) {
        for (QCPGraph* graph : overlay.graphs)
            graph->setPen(penOf(overlay, true));
        auto* item = new QCPPlottableLegendItem(m_overlayLegend, overlay.graphs[0]);
        item->setFont(font);
        item->setTextColor(m_colors.text);
        item->setAutoMargins(QCP::msNone);
        item->setMargins(QMargins(0, 0, 0, 4)); // otherwise descenders are cut off
        m_overlayLegend->addItem(item);
    }
    const int rows = (int(m_overlays.size()) + namesInARow - 1) / namesInARow;
    const int height = isSingle() && rows == 0 ? 0 : headerHeight(rows);
    accuracy().header->setMinimumSize(0, height);
    accuracy().header->setMaximumSize(QWIDGETSIZE_MAX, height);
}

void CurvePlot::sampleOverlays(size_t panel)
{
    qsizetype count = 0;
    const Panel& before = m_panels[0];
    const bool sameColumns = panel > 0 && before.rect->width() == m_panels[panel].rect->width() &&
                             before.x->range() == m_panels[panel].x->range();
    for (Overlay& overlay : m_overlays) {
        const CurvePyramid& curve = curveOf(*overlay.curve, m_panels[panel].quantity);
        const CurveData& data = overlay.curve->data;
        const CurveMapping mapping = data.mapping(m_panels[panel].quantity, m_xKind);
        const bool samePlaces = sameColumns && data.isOfSteps();
        if (!samePlaces || overlay.boundedSteps != curve.size()) {
            fillBoundaries(m_panels[panel], mapping, curve.size());
            overlay.boundaries = m_boundaries;
            overlay.boundedSteps = curve.size();
        }
        m_samples.clear();
        sampleColumns(curve, overlay.boundaries, m_samples);
        QVector<QCPGraphData> points;
        points.reserve(qsizetype(m_samples.size()));
        for (const CurveSample& sample : m_samples)
            points.append({mapping.at(sample.index), drawable(m_panels[panel], sample.value)});
        count += points.size();
        overlay.graphs[panel]->data()->set(points, true);
    }
    const bool isPicture = m_columnsPerPixel > 0.0;
    const bool fine = count < finePoints || isPicture;
    for (const Overlay& overlay : m_overlays) {
        overlay.graphs[panel]->setAntialiased(fine);
        overlay.graphs[panel]->setPen(penOf(overlay, fine));
    }
}

QCPRange CurvePlot::wholeRange() const
{
    QCPRange range = wholeXRange(*m_data, m_xKind);
    bool any = m_data->size() > 0;
    for (const Overlay& overlay : m_overlays) {
        if (overlay.curve->data.size() == 0)
            continue;
        const QCPRange own = wholeXRange(overlay.curve->data, m_xKind);
        range = any ? range.expanded(own) : own;
        any = true;
    }
    return range;
}

QCPRange CurvePlot::fittingRange(const Panel& panel) const
{
    const bool logarithmic = panel.y->scaleType() == QCPAxis::stLogarithmic;
    QCPRange range =
        fittingValueRange(*m_data, m_xKind, panel.quantity, shown(), panel.x->range(), logarithmic);
    bool any = m_data->raw(panel.quantity).size() > 0;
    for (const Overlay& overlay : m_overlays) {
        const CurveData& data = overlay.curve->data;
        if (data.raw(panel.quantity).size() == 0)
            continue;
        const bool smoothed = data.smoothing() > 0.0;
        const QCPRange own = fittingValueRange(data, m_xKind, panel.quantity,
                                               {.raw = !smoothed, .smoothed = smoothed, .test = false},
                                               panel.x->range(), logarithmic);
        range = any ? range.expanded(own) : own;
        any = true;
    }
    return range;
}

} // namespace stepscope::ui
