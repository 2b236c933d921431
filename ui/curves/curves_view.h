#pragma once

#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_runs.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class CurvePlot;
class CurveReadout;
class CurvesTools;
class EmptyPage;
struct CurvesPictureStyle;

/// Loss and accuracy of a run, growing while it trains; or any tag, if runs have logged scalars.
class CurvesView : public View
{
    Q_OBJECT

public:
    explicit CurvesView(QWidget* parent = nullptr);
    ~CurvesView() override;

    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    /// Steps that are selected here, or in another view, are selected in all of them.
    void setSelection(TraceSelection* selection);
    /// Offers an action while there is nothing to show.
    void setEmptyAction(QAction* action);
    QList<ExportItem> exportItems() override;

    /// Of the run on the screen, while others are drawn over it; empty: it has none.
    void setRunName(const QString& name, const QString& completeName = {});
    /// The color of the run on the screen in the light theme, by which lists show it; invalid: it has none.
    void setRunColor(const QColor& paperColor);
    /// Draws the training curves of other runs over those of the run on the screen. Those that have none are
    /// left out.
    void setOverlays(std::vector<std::unique_ptr<CurveOverlay>> overlays);

    CurvePlot* plot() const { return m_plot; }
    bool isFollowing() const;

public Q_SLOTS:
    /// Shows the whole run, and follows it as it grows.
    void fit();
    void setXKind(stepscope::ui::CurveX kind);
    /// TensorBoard's smoothing weight, 0 to 0.99. Overlaid curves of smaller batches are smoothed over as
    /// many images as those of the largest.
    void setSmoothing(double weight);
    void setLogLoss(bool on);
    /// Keeps the newest step visible; zooming or panning turns it off.
    void setFollowing(bool on);
    /// Shows one tag of the runs' scalars; empty: loss and accuracy.
    void setTag(const std::string& tag);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addShortcuts();
    void connectTools();
    void connectPlot();
    void selectSteps(double from, double to);
    void showSelectedSteps();
    void updateEmptyPage();
    void setRun(const Run* run);
    /// Steps of different batch sizes have no common axis: changes to epochs, unless the user chose an axis.
    void chooseXKind();
    /// Offers the tags that the runs have; hides the choice if there are none.
    void updateTags(bool runsChanged);
    void updateXKinds();
    CurvesPictureStyle style() const;
    void catchUp();
    void updatePlot();
    void follow();
    void updateReadout();
    void applyColors();

    CurveRuns m_runs;
    std::optional<double> m_hovered;
    bool m_xKindChosen = false;
    bool m_isOfLossAlone = false; ///< the plot has no panel of the accuracy
    bool m_whole = true;          ///< the whole run is visible, and stays so while following
    bool m_limitsRange = false;   ///< the range is that of an earlier reading of the run
    QTimer m_catchUp;             ///< active while the run has steps that have not been read
    QElapsedTimer m_lastFrame;

    CurvesTools* m_tools;
    QStackedWidget* m_pages = nullptr;
    EmptyPage* m_empty = nullptr;
    QToolButton* m_emptyButton = nullptr;
    QPointer<TraceSelection> m_selection;
    CurvePlot* m_plot = nullptr;
    CurveReadout* m_readout = nullptr;
    size_t m_knownTags = 0; ///< number of tags of all runs when they were last offered
};

} // namespace stepscope::ui
