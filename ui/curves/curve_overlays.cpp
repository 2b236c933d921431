#include "ui/curves/curve_overlays.h"

#include "ui/curves/curve_ranges.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

/// A panel with more points than this gets thin lines: thick smooth ones would take longer than a frame.
constexpr size_t finePoints = 6000;

} // namespace

CurveOverlays::CurveOverlays(const std::array<CurvePanel, 2>* panels)
    : m_panels(panels)
{
}

void CurveOverlays::set(const std::vector<std::unique_ptr<CurveOverlay>>& overlays)
{
    for (const Drawn& overlay : m_overlays) {
        for (QCPGraph* graph : overlay.graphs)
            graph->parentPlot()->removeGraph(graph);
    }
    m_overlays.clear();
    m_emphasized = nullptr;
    for (const auto& curve : overlays) {
        Drawn overlay{.curve = curve.get(), .graphs = {}, .boundaries = {}};
        for (size_t panel = 0; panel < m_panels->size(); ++panel) {
            overlay.graphs[panel] = (*m_panels)[panel].addGraph();
            overlay.graphs[panel]->setName(curve->name);
            overlay.graphs[panel]->setPen(penOf(overlay, true));
        }
        m_overlays.push_back(overlay);
    }
}

QPen CurveOverlays::penOf(const Drawn& overlay, bool fine) const
{
    const bool isEmphasized = overlay.curve == m_emphasized;
    return {overlay.curve->color, isEmphasized ? 3.5 : fine ? 2.0 : 1.0, overlay.curve->line};
}

QList<QCPGraph*> CurveOverlays::namedGraphs() const
{
    QList<QCPGraph*> graphs;
    for (const Drawn& overlay : m_overlays) {
        if (overlay.curve->data.hasCurves())
            graphs += overlay.graphs.front();
    }
    return graphs;
}

const CurveOverlay* CurveOverlays::nearest(const CurvePanel& panel, CurveX kind,
                                           const QPointF& position) const
{
    constexpr double near = 40.0; // pixels
    const CurveOverlay* nearest = nullptr;
    double distance = near;
    for (const Drawn& overlay : m_overlays) {
        const CurveData& data = overlay.curve->data;
        const auto step = data.stepAt(panel.quantity, kind, panel.x->pixelToCoord(position.x()));
        if (!step)
            continue;
        const double value = drawableValue(panel.y, data.curve(panel.quantity).values[*step]);
        const double own = std::abs(panel.y->coordToPixel(value) - position.y());
        if (std::isfinite(value) && own < distance) {
            distance = own;
            nearest = overlay.curve;
        }
    }
    return nearest;
}

bool CurveOverlays::emphasize(const CurveOverlay* overlay)
{
    if (std::exchange(m_emphasized, overlay) == overlay)
        return false;
    for (const Drawn& each : m_overlays) {
        for (QCPGraph* graph : each.graphs)
            graph->setPen(penOf(each, graph->antialiased()));
    }
    return true;
}

void CurveOverlays::sample(size_t panel, CurveX kind, CurveSampler& sampler)
{
    size_t count = 0;
    const CurvePanel& sampled = (*m_panels)[panel];
    const CurvePanel& before = m_panels->front();
    const bool sameColumns =
        panel > 0 && before.rect->width() == sampled.rect->width() && before.x->range() == sampled.x->range();
    for (Drawn& overlay : m_overlays) {
        const CurveData& data = overlay.curve->data;
        const CurvePyramid& curve = data.curve(sampled.quantity);
        const CurveMapping mapping = data.mapping(sampled.quantity, kind);
        const bool samePlaces = sameColumns && data.isOfSteps();
        if (!samePlaces || overlay.boundedSteps != curve.size()) {
            overlay.boundaries = sampler.boundaries(sampled.x, mapping, curve.size());
            overlay.boundedSteps = curve.size();
        }
        count += sampler.sample(overlay.graphs[panel], curve, mapping, overlay.boundaries);
    }
    const bool fine = count < finePoints || sampler.isForPicture();
    for (const Drawn& overlay : m_overlays) {
        overlay.graphs[panel]->setAntialiased(fine);
        overlay.graphs[panel]->setPen(penOf(overlay, fine));
    }
}

std::optional<QCPRange> CurveOverlays::wholeXRange(CurveX kind) const
{
    std::optional<QCPRange> range;
    for (const Drawn& overlay : m_overlays) {
        if (overlay.curve->data.size() == 0)
            continue;
        const QCPRange own = ui::wholeXRange(overlay.curve->data, kind);
        range = range ? range->expanded(own) : own;
    }
    return range;
}

std::optional<QCPRange> CurveOverlays::fittingValueRange(const CurvePanel& panel, CurveX kind) const
{
    std::optional<QCPRange> range;
    for (const Drawn& overlay : m_overlays) {
        const CurveData& data = overlay.curve->data;
        if (data.raw(panel.quantity).size() == 0)
            continue;
        const bool smoothed = data.smoothing() > 0.0;
        const QCPRange own = ui::fittingValueRange(data, kind, panel.quantity,
                                                   {.raw = !smoothed, .smoothed = smoothed, .test = false},
                                                   panel.x->range(), panel.isLogarithmic());
        range = range ? range->expanded(own) : own;
    }
    return range;
}

} // namespace stepscope::ui
