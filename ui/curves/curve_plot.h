#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_legend.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_overlays.h"
#include "ui/curves/curve_panels.h"
#include "ui/curves/curve_ranges.h"
#include "ui/curves/curve_runs.h"
#include "ui/curves/curve_sampler.h"
#include "ui/curves/plot_library.h"
#include "ui/curves/plot_style.h"
#include "ui/theme/theme.h"

#include <memory>
#include <vector>

namespace stepscope::ui {

/// Loss and accuracy of a run, and of the runs drawn over it, one above the other or side by side; or only
/// the tag that the data show. Each replot takes from the data only what is drawn.
class CurvePlot : public CurvePanels
{
    Q_OBJECT

public:
    /// The data must outlive the plot.
    explicit CurvePlot(const CurveData* data, QWidget* parent = nullptr);

    /// The mapping of the data's main quantity.
    CurveMapping mapping() const { return m_data->mapping(m_data->mainQuantity(), m_xKind); }
    CurveX xKind() const { return m_xKind; }

    void setColors(const ThemeColors& colors);
    /// The color of the data's training curves, by which lists of runs show that run; invalid: the theme's.
    void setRunColor(const QColor& color);
    /// Sets the text above the plots, for pictures.
    void setTitle(const QString& title, const QString& subtitle);
    void setSideBySide(bool sideBySide);
    bool isSideBySide() const { return m_sideBySide; }
    /// Call this when the data show another tag, or loss and accuracy again.
    void updateTag();
    /// For screens and pictures with several device pixels per unit; by default the widget's ratio.
    void setColumnsPerPixel(double columns) { m_sampler.setColumnsPerPixel(columns); }

    /// Sets what the x axis counts. Call this again when the run or its plan has changed.
    void setXKind(CurveX kind);
    void setLogLoss(bool on);
    bool isLogLoss() const { return loss().isLogarithmic(); }
    /// Clicking an entry in the legend does the same.
    void setSeriesShown(CurveSeries series, bool shown);
    CurveSeriesShown shown() const { return loss().shown(); }
    /// What the user wants to see; the smoothed curve also needs smoothing to be on.
    CurveSeriesShown wanted() const { return m_wanted; }
    /// Call this when smoothing is turned on or off.
    void updateSeries();

    /// Draws the training curves of other runs over those of the data, smoothed if these are. They must
    /// outlive the plot or the next call.
    void setOverlays(const std::vector<std::unique_ptr<CurveOverlay>>& overlays);
    /// Names the runs below the plots, for pictures of them, which have no list beside them: the run of the
    /// data, unless its name is empty, and the overlaid ones. The plot keeps its width.
    void listRuns(const QString& ownName);
    /// The overlaid curve that is nearest to a position of the mouse; null: none is near.
    const CurveOverlay* overlayNear(const QPointF& position) const;
    /// Draws an overlaid curve thicker than the others; null: none.
    void emphasize(const CurveOverlay* overlay);
    const CurveOverlay* emphasized() const { return m_overlays.emphasized(); }

    /// Shows all of the run and of the overlaid runs.
    void fit();
    /// Moves and narrows the visible part of the x axis to where there are curves.
    void limitX();
    /// Fits the values to the visible part of the x axis.
    void fitValues();

    /// Marks a step, by its index in the main quantity's curve, in both panels.
    void showCursor(size_t step);
    void hideCursor();

Q_SIGNALS:
    void seriesSwitched();

protected:
    bool isClickable(QPoint position) const override { return m_legend.contains(position); }
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Whether one panel replaces those of loss and accuracy.
    bool isSingle() const { return !m_data->tag().empty() || m_data->isOfLossAlone(); }
    Arrangement arrangement() const;
    int panelWidth() const;
    void updateArrangement();
    void updateTitles();
    void updateTickers();
    void updateColors();
    void updateLegend();
    void nameSeries();
    void switchSeriesOf(const QCPAbstractLegendItem* item);
    void sample();
    QCPRange wholeRange() const;
    QCPRange fittingRange(const CurvePanel& panel) const;
    void replotCursor();

    const CurveData* m_data;
    CurveLegend m_legend;
    CurveOverlays m_overlays;
    CurveSampler m_sampler;
    QCPLegend* m_runs = nullptr;     ///< of listRuns()
    QCPGraph* m_ownInRuns = nullptr; ///< without points
    CurveX m_xKind = CurveX::Step;
    PlotTitle m_title;
    ThemeColors m_colors;
    QColor m_runColor;
    CurveSeriesShown m_wanted; ///< as chosen by the user
    bool m_sideBySide = false;
    bool m_drawn = false;
};

} // namespace stepscope::ui
