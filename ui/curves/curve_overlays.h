#pragma once

#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_panel.h"
#include "ui/curves/curve_runs.h"
#include "ui/curves/curve_sampler.h"
#include "ui/curves/plot_library.h"

#include <QList>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// The training curves of other runs in the panels of loss and accuracy, smoothed if these are, and the one
/// that is drawn thicker than the others.
class CurveOverlays
{
public:
    /// The panels must outlive the overlays.
    explicit CurveOverlays(const std::array<CurvePanel, 2>* panels);

    /// The curves must outlive their graphs or the next call.
    void set(const std::vector<std::unique_ptr<CurveOverlay>>& overlays);
    bool isEmpty() const { return m_overlays.empty(); }

    /// A graph of each run that has curves, with its name.
    QList<QCPGraph*> namedGraphs() const;

    /// The curve that is nearest to a position in a panel; null: none is near.
    const CurveOverlay* nearest(const CurvePanel& panel, CurveX kind, const QPointF& position) const;
    /// Null: none. Returns whether another curve was emphasized before.
    bool emphasize(const CurveOverlay* overlay);
    const CurveOverlay* emphasized() const { return m_emphasized; }

    /// Passes the visible part of the curves to the graphs of a panel. Call this for the first panel first.
    void sample(size_t panel, CurveX kind, CurveSampler& sampler);

    /// The range of the x axis that contains all curves; nullopt: there are none.
    std::optional<QCPRange> wholeXRange(CurveX kind) const;
    /// The values within the visible part of the x axis of a panel; nullopt: there are none.
    std::optional<QCPRange> fittingValueRange(const CurvePanel& panel, CurveX kind) const;

private:
    struct Drawn
    {
        const CurveOverlay* curve = nullptr;
        std::array<QCPGraph*, 2> graphs; ///< one per panel
        std::vector<size_t> boundaries;  ///< of the panel sampled last
        size_t boundedSteps = 0;         ///< that the boundaries were made for
    };

    QPen penOf(const Drawn& overlay, bool fine) const;

    const std::array<CurvePanel, 2>* m_panels;
    std::vector<Drawn> m_overlays;
    const CurveOverlay* m_emphasized = nullptr;
};

} // namespace stepscope::ui
