#pragma once

#include "core/machine/environment.h"
#include "core/trace/operators/operator_statistics.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>

class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace stepscope::ui {

class EmptyPage;
class MachinePeakSource;
class OperatorDetailsPane;
class OperatorsModel;
class OperatorsTable;
class OperatorsTools;
class RowDetailsReader;
struct AbsenceText;

/// The cost of each operator: a table that sorts, filters and follows a running training.
class OperatorsView final : public View
{
    Q_OBJECT

public:
    explicit OperatorsView(QWidget* parent = nullptr);
    ~OperatorsView() override;

    /// The table shows the steps selected in it, and both share the selected operator.
    void setSelection(TraceSelection* selection);
    /// The environment of the run on the screen: the machine's peak applies only to runs made on it.
    void setEnvironment(std::function<Environment()> environment);

    /// Whether the table shows everything that the run has.
    bool isWhole() const { return !m_run || m_showsAllEvents; }

    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    /// What the rows are: "Operator", "Layer", "Kernel".
    QString rowKind() const;
    /// What they can be.
    QStringList rowKinds() const;
    /// Makes the rows one of rowKinds().
    void groupBy(const QString& kind);
    /// The names of all rows without a filter, each once.
    QStringList rowNames() const;
    /// Selects the rows of an operator, or of whatever the rows are, and removes the filter if it hides them.
    void showRow(const QString& name);

    OperatorsModel* model() const { return m_model; }
    OperatorsTable* table() const { return m_table; }
    OperatorDetailsPane* details() const { return m_details; }

    /// The call of the row's operator, as it is typed to measure it alone: with the row's shapes or, if it
    /// has several, those that took the most time; without any if none is known.
    QString callOfRow(int row) const;

public Q_SLOTS:
    void copyContent() override;

Q_SIGNALS:
    /// The user wants to measure an operator alone.
    void measureWanted(const QString& call);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What the figures on the screen were made from.
    struct Seen
    {
        uint32_t events = 0;
        size_t traceSteps = 0;
        int64_t totalSteps = 0;
        int outcome = -1;
        bool operator==(const Seen&) const = default;
    };

    void connectTools();
    void connectDetails();
    OperatorGrouping grouping() const;
    bool areKernels() const { return grouping() == OperatorGrouping::ByKernel; }
    bool hasPasses() const;
    /// A kernel has one row, as in the overview, unless a pass is chosen.
    PassRows passRows() const;
    bool showsAllSteps() const;
    void beginAnew();
    void regroup();
    void tellFocus();
    TraceFocus focusOfRow(int row) const;
    void showFocus();
    /// Starts collecting the details of the row that the pane shows.
    void beginDetails();
    void applyFilter();
    void applyPass();
    /// The pass to show; none: all.
    std::optional<Pass> chosenPass() const;
    Seen seenNow() const;
    /// Reads a bounded number of the run's new events, and shows them.
    void rebuild();
    /// Reads all new events, for an export.
    void catchUp();
    /// Looks up the machine's peak, which may have been measured in the meantime.
    void askForPeak();
    void setStatistics(OperatorStatistics statistics);
    void showStatistics();
    void showSummary();
    QString stepsNote() const;
    AbsenceText emptyText() const; ///< empty: there are rows

    const Run* m_run = nullptr;
    std::function<Environment()> m_environment;
    MachinePeakSource* m_peak;
    QPointer<TraceSelection> m_selection;
    OperatorStatisticsBuilder m_builder;
    Seen m_seen;
    QElapsedTimer m_sinceRebuild;
    QElapsedTimer m_sinceShown;
    QTimer m_nextRebuild;
    bool m_hasAllEvents = false; ///< of the trace at the last update
    bool m_showsAllEvents = false;
    RowDetailsReader* m_rowDetails;

    OperatorsModel* m_model;
    OperatorsTable* m_table;
    OperatorsTools* m_tools;
    OperatorDetailsPane* m_details;
    QScrollArea* m_detailsArea; ///< of the pane
    QSplitter* m_splitter;
    QLabel* m_summary;
    QLabel* m_note;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
};

} // namespace stepscope::ui
