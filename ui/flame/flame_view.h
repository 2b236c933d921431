#pragma once

#include "ui/flame/flame_data.h"
#include "ui/flame/flame_painter.h"
#include "ui/support/view.h"

#include <memory>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace stepscope::ui {

class CallTreeModel;
class CallTreeSource;
class CallTreeTable;
class EmptyPage;
class FlameArranger;
class FlameCanvas;
class FlameCrumbs;
class FlameTools;
class TickedRuns;
class TraceSelection;

/// Time by the stack of layers and operators, as a flame graph and, below it, as a tree table.
class FlameView final : public View
{
    Q_OBJECT

public:
    /// The selection may be null; then nothing is shared.
    explicit FlameView(TraceSelection* selection, QWidget* parent = nullptr);
    ~FlameView() override;

    /// The runs that this one can be compared with. Must outlive the view, or be owned by its parent.
    void setRuns(TickedRuns* runs);

    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    const FlameData& shown() const { return *m_data; }
    FlameCanvas* canvas() const { return m_canvas; }
    CallTreeTable* table() const { return m_table; }
    CallTreeModel* model() const { return m_model; }

public Q_SLOTS:
    /// Otherwise the stack of the selected frame.
    void copyContent() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makePicture();
    void connectTools();
    void connectParts();
    void offerColors();
    FlameColors coloring() const;

    /// Prepares the tree for display, on a worker thread.
    void arrange();
    void takeArranged();
    void showColors();
    /// Shows which part of a run's steps the difference covers.
    void showNote();
    void showPages();
    void showCrumbs();
    void showDetails(CallNodeId node);
    void search();
    void stepThroughMatches(int by);
    void pick(CallNodeId node);
    void showFocus();
    /// Whether the tree on the screen is of the run as it was read last.
    bool isOfThisReading() const { return m_data->source >= m_firstSource; }
    void copyStack() const;
    void showMenu(const QPoint& position);

    const Run* m_run = nullptr;
    TraceSelection* m_selection;
    CallTreeSource* m_source;
    FlameArranger* m_arranger;
    TickedRuns* m_runs = nullptr;
    std::shared_ptr<const FlameData> m_data;
    int m_firstSource = 0; ///< generation of the first tree of this reading of the run
    bool m_isPicking = false;

    FlameTools* m_tools;
    CallTreeModel* m_model;
    FlameCanvas* m_canvas;
    CallTreeTable* m_table;
    FlameCrumbs* m_crumbs;
    QLabel* m_legend;
    QLabel* m_note;
    QLabel* m_details;
    QSplitter* m_splitter;
    QStackedWidget* m_pages;
    EmptyPage* m_message;
};

} // namespace stepscope::ui
