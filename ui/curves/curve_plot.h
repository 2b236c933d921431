#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_overlay.h"
#include "ui/curves/curve_ranges.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// Loss and accuracy on a common x axis, one above the other or side by side; or only the tag that the data
/// show. Each replot takes at most two points for each column of pixels from the data, so that a frame costs
/// the same for any length of run.
///
/// The wheel zooms at the cursor (over an axis: only that axis). Dragging zooms into a frame; dragging with
/// the middle button, Shift or Space pans; dragging with Ctrl selects a range. The arrow keys pan, and + and
/// - zoom.
class CurvePlot : public QCustomPlot
{
    Q_OBJECT

public:
    struct Panel
    {
        CurveQuantity quantity = CurveQuantity::Loss;
        QCPLayoutInset* header = nullptr;
        QCPTextElement* title = nullptr;
        QCPAxisRect* rect = nullptr;
        QCPAxis* x = nullptr;
        QCPAxis* y = nullptr;
        QCPGraph* raw = nullptr;
        QCPGraph* smoothed = nullptr;
        QCPGraph* test = nullptr;
        QCPItemStraightLine* cursor = nullptr;
        QCPItemTracer* mark = nullptr;
        QCPItemRect* selection = nullptr;

        QCPGraph* graph(CurveSeries series) const;
    };

    /// The data must outlive the plot.
    explicit CurvePlot(const CurveData* data, QWidget* parent = nullptr);

    const Panel& loss() const { return m_panels[0]; }
    const Panel& accuracy() const { return m_panels[1]; }
    /// The mapping of the data's main quantity.
    CurveMapping mapping() const { return m_data->mapping(m_data->mainQuantity(), m_xKind); }
    CurveX xKind() const { return m_xKind; }

    void setColors(const ThemeColors& colors);
    /// Sets the text above the plots, for pictures.
    void setTitle(const QString& title, const QString& subtitle);
    void setSideBySide(bool sideBySide);
    /// Call this when the data show another tag, or loss and accuracy again.
    void updateTag();
    bool isSideBySide() const { return m_sideBySide; }
    /// For screens and pictures with several device pixels per unit; by default the widget's ratio.
    void setColumnsPerPixel(double columns) { m_columnsPerPixel = columns; }

    /// Sets what the x axis counts. Call this again when the run or its plan has changed.
    void setXKind(CurveX kind);
    void setLogLoss(bool on);
    bool isLogLoss() const;
    /// Clicking an entry in the legend does the same.
    void setSeriesShown(CurveSeries series, bool shown);
    CurveSeriesShown shown() const;
    /// What the user wants to see; the smoothed curve also needs smoothing to be on.
    CurveSeriesShown wanted() const { return m_wanted; }
    /// Call this when smoothing is turned on or off.
    void updateSeries();

    /// Draws the training curves of other runs over those of the data, smoothed if these are. They must
    /// outlive the plot or the next call.
    void setOverlays(const std::vector<std::unique_ptr<CurveOverlay>>& overlays);
    /// The overlaid curve that is nearest to a position of the mouse; null: none is near.
    const CurveOverlay* overlayNear(const QPointF& position) const;
    /// Draws an overlaid curve thicker than the others; null: none.
    void emphasize(const CurveOverlay* overlay);
    const CurveOverlay* emphasized() const { return m_emphasized; }

    void setXRange(QCPRange range);
    /// Shows all of the run and of the overlaid runs.
    void fit();
    /// Fits the values to the visible part of the x axis.
    void fitValues();

    /// Marks a step, by its index in the main quantity's curve, in both panels.
    void showCursor(size_t step);
    void hideCursor();
    /// Shades a range of the x axis; nullopt: none.
    void showSelection(const std::optional<QCPRange>& range);

Q_SIGNALS:
    /// A range of the x axis; empty after a click with Ctrl.
    void rangeSelected(double from, double to);
    void movedByUser(); ///< zoomed or panned
    void fitWanted();
    void seriesSwitched();
    void hovered(double x, const QPointF& position);
    void hoverLeft();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void processRectZoom(QRect rect, QMouseEvent* event) override;

private:
    struct Overlay
    {
        const CurveOverlay* curve = nullptr;
        std::array<QCPGraph*, 2> graphs; ///< one per panel
        std::vector<size_t> boundaries;  ///< of the panel sampled last
        size_t boundedSteps = 0;         ///< that the boundaries were made for
    };

    void replotCursor();
    void buildPanel(Panel& panel);
    void buildCursor(Panel& panel);
    void buildLegend();
    void styleLegend();
    void fitLegend();
    QFont legendFont() const;
    /// Height of a header whose legend has this many rows, in pixels.
    int headerHeight(int rows) const;
    int panelWidth() const { return m_sideBySide && !isSingle() ? width() / 2 : width(); }
    void updateTickers();
    void layOutPanels();
    void updateTitles();
    bool isOfTag() const { return !m_data->tag().empty(); }
    /// Whether one panel replaces those of loss and accuracy.
    bool isSingle() const { return isOfTag() || m_data->isOfLossAlone(); }
    void sample();
    void fillBoundaries(const Panel& panel, const CurveMapping& mapping, size_t count);
    void styleOverlays();
    QPen penOf(const Overlay& overlay, bool fine) const;
    void sampleOverlays(size_t panel);
    QCPRange wholeRange() const;
    QCPRange fittingRange(const Panel& panel) const;
    void sampleSeries(const Panel& panel, QCPGraph* graph, const CurvePyramid& pyramid,
                      const CurveMapping& mapping);
    void sampleTests(const Panel& panel);
    void sampleEpochs(const Panel& panel);
    double drawable(const Panel& panel, double value) const;
    const Panel* panelAt(QPointF position) const;
    void zoom(double factor, QPointF position);
    void panBy(const Panel& panel, QPointF from, QPointF to);
    void userMoved();

    const CurveData* m_data;
    CurveX m_xKind = CurveX::Step;
    std::array<Panel, 2> m_panels;
    std::vector<Overlay> m_overlays;
    const CurveOverlay* m_emphasized = nullptr;
    QCPLayoutGrid* m_grid = nullptr;
    QCPLegend* m_legend = nullptr;
    int m_namesInRow = 0; ///< of the legend; 0: not yet known
    QCPLegend* m_overlayLegend = nullptr;
    QCPTextElement* m_title = nullptr;
    QCPTextElement* m_subtitle = nullptr;
    QCPMarginGroup* m_margins = nullptr;
    ThemeColors m_colors;
    CurveSeriesShown m_wanted; ///< as chosen by the user
    bool m_sideBySide = false;
    bool m_drawn = false;
    double m_columnsPerPixel = 0.0;

    std::vector<size_t> m_boundaries; // reused from frame to frame
    std::vector<CurveSample> m_samples;

    bool m_isSelecting = false; ///< the frame that is dragged selects a range
    QPointF m_selectedFrom;     ///< where it began
    const Panel* m_panned = nullptr;
    QPointF m_panPosition;
    bool m_spaceDown = false;
};

} // namespace stepscope::ui
