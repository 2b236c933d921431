#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_ranges.h"
#include "ui/curves/curve_sampler.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace stepscope::ui {

/// The plot of one quantity: title, axes, the graphs of its series, cursor and selection.
class CurvePanel
{
public:
    /// Adds the panel's parts to a plot, which owns them, and to a grid in it.
    CurvePanel(QCustomPlot* plot, QCPLayoutGrid* grid, CurveQuantity quantity);

    CurveQuantity quantity;
    QCPLayoutInset* header = nullptr; ///< above the rectangle: title and legend
    QCPTextElement* title = nullptr;
    QCPAxisRect* rect = nullptr;
    QCPAxis* x = nullptr;
    QCPAxis* y = nullptr;
    QCPGraph* raw = nullptr;
    QCPGraph* smoothed = nullptr;
    QCPGraph* test = nullptr;
    QCPGraph* validation = nullptr;
    QCPItemStraightLine* cursor = nullptr;
    QCPItemTracer* mark = nullptr;
    QCPItemRect* selection = nullptr;

    QCPGraph* graph(CurveSeries series) const;
    /// Adds a graph for points of a CurveSampler.
    QCPGraph* addGraph() const;
    bool isLogarithmic() const { return y->scaleType() == QCPAxis::stLogarithmic; }

    void setColors(const ThemeColors& colors);
    /// Chooses as many ticks as fit a panel of this size, at least `leastStep` apart on the x axis.
    void updateTickers(const QSize& size, double leastStep) const;
    /// The smoothed curve also needs smoothing to be on; the raw one is then paler.
    void showSeries(CurveSeriesShown wanted, bool smoothing) const;
    CurveSeriesShown shown() const;
    void setHeaderHeight(int height) const;

    /// Passes the visible part of the data to the graphs.
    void sample(const CurveData& data, CurveX kind, CurveSampler& sampler) const;

    /// Marks a step, by its index in the curve of the data's main quantity.
    void showCursor(const CurveData& data, CurveX kind, size_t step) const;
    void hideCursor() const;
    /// Shades a range of the x axis; nullopt: none.
    void showSelection(const std::optional<QCPRange>& range) const;

private:
    void buildCursor(QCustomPlot* plot);
    void sampleSeries(QCPGraph* graph, const CurvePyramid& curve, const CurveMapping& mapping,
                      std::span<const size_t> boundaries, CurveSampler& sampler) const;
    void sampleTests(const CurveData& data, CurveX kind, CurveSampler& sampler) const;
    /// `valueOf` gives the value of an epoch, which may be NaN.
    void sampleEpochs(QCPGraph* graph, const CurveData& data, const CurveMapping& mapping,
                      const std::function<double(const EpochMetrics&)>& valueOf) const;
    void markPoints(QCPGraph* graph, const QColor& color, QCPScatterStyle::ScatterShape shape) const;

    ThemeColors m_colors;
};

} // namespace stepscope::ui
