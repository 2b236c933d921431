#pragma once

#include "ui/flame/flame_data.h"
#include "ui/flame/flame_painter.h"
#include "ui/support/view.h"

#include <filesystem>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class BackgroundJob;
class CallTreeModel;
class CallTreeSource;
class CallTreeTable;
class FlameCanvas;
class FlameCrumbs;
class EmptyPage;
class TickedRuns;
class TraceSelection;
struct TraceFocus;

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
    /// The tree of the other run, made once.
    struct Other
    {
        std::shared_ptr<const Run> run;
        std::shared_ptr<const CallTree> tree;
    };

    QWidget* makeTools();
    QWidget* makePicture();
    void connectParts();
    void addShortcuts();
    void loadChoices();
    void saveChoices() const;
    void fillWeights();
    void fillColors();

    bool isComparable(const Run& other) const;
    FrameKind operatorKind() const;
    /// "time", "instructions".
    QString noun() const;
    /// "self time", "total instructions".
    QString measureInText() const;
    CallDirection direction() const;
    CallWeight weight() const;
    FlameShape shape() const;
    FlameColors coloring() const;
    std::shared_ptr<const Run> otherRun() const;

    /// Prepares the tree for display, on a worker thread.
    void arrange();
    void take(std::shared_ptr<const FlameData> data, const Other& other);
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
    CallNodeId nodeOfEvent(EventId event) const;
    TraceFocus focusOf(CallNodeId node) const;
    void copyStack() const;
    void showMenu(const QPoint& position);

    const Run* m_run = nullptr;
    TraceSelection* m_selection;
    CallTreeSource* m_source;
    TickedRuns* m_runs = nullptr;
    Other m_other;
    std::shared_ptr<const FlameData> m_data;
    int m_firstSource = 0; ///< generation of the first tree of this reading of the run
    std::unique_ptr<BackgroundJob> m_arranging;
    bool m_isPicking = false;

    CallTreeModel* m_model;
    FlameCanvas* m_canvas;
    CallTreeTable* m_table;
    FlameCrumbs* m_crumbs;
    QLabel* m_legend;
    QLabel* m_note;
    QLabel* m_details;
    QLineEdit* m_search = nullptr;
    QLabel* m_matches = nullptr;
    QComboBox* m_direction = nullptr;
    QComboBox* m_weight = nullptr;
    std::optional<CallWeight> m_chosenWeight; ///< none: the device's time where there is any, else the host's
    QComboBox* m_colors = nullptr;
    QToolButton* m_flame = nullptr;
    QSplitter* m_splitter;
    QStackedWidget* m_pages;
    EmptyPage* m_message;
};

} // namespace stepscope::ui
