#pragma once

#include "ui/call_graph/call_graph_picture.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QTimer>

#include <memory>

class QCheckBox;
class QLabel;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class BackgroundJob;
class CallGraphCanvas;
class CallTreeSource;
class EmptyPage;

/// Who calls whom: operators as nodes, sized and colored by their cost, down to a share of the time.
class CallGraphView final : public View
{
    Q_OBJECT

public:
    /// The selection may be null; then nothing is shared.
    explicit CallGraphView(TraceSelection* selection, QWidget* parent = nullptr);
    ~CallGraphView() override;

    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    CallGraphCanvas* canvas() const { return m_canvas; }
    bool isLayingOut() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTools();
    void connectParts();
    double threshold() const;

    /// Builds the graph from the tree, on a worker thread.
    void makeGraph();
    /// Prunes the graph, and lays it out again if it differs from the one on the screen.
    void layOut();
    /// Shows the picture, or leaves out more nodes if all of it would be too small to read.
    void laidOut(std::shared_ptr<const CallGraphPicture> picture);
    void showPicture(std::shared_ptr<const CallGraphPicture> picture, bool isSame);
    void showPages();
    void showThreshold();
    void pick(CallGraphNodeId node);
    void showFocus();
    TraceFocus focusOf(CallGraphNodeId node) const;
    void showMenu(const QPoint& position);

    const Run* m_run = nullptr;
    TraceSelection* m_selection;
    CallTreeSource* m_source;
    std::shared_ptr<const CallGraph> m_graph; ///< not pruned
    std::unique_ptr<BackgroundJob> m_making;
    std::unique_ptr<BackgroundJob> m_layingOut;
    bool m_isPicking = false;
    bool m_isAdjusting = true; ///< the user has not moved the slider since this run is shown
    int m_wantedThreshold = 0; ///< by the user
    int m_tried = 0;           ///< the one that is laid out
    struct
    {
        std::shared_ptr<const CallGraphPicture> picture;
        int threshold = 0;
    } m_best; ///< the most legible so far, while adjusting
    QString m_failure;
    QTimer m_delay; ///< while the slider moves

    CallGraphCanvas* m_canvas;
    QSlider* m_threshold = nullptr;
    QLabel* m_thresholdText = nullptr;
    QLabel* m_note = nullptr;
    QCheckBox* m_layers = nullptr;
    QCheckBox* m_device = nullptr; ///< shows device time
    QToolButton* m_zoom = nullptr;
    QStackedWidget* m_pages;
    EmptyPage* m_message;
};

} // namespace stepscope::ui
