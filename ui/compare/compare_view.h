#pragma once

#include "core/comparison/operator_comparison.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QPointer>

#include <filesystem>
#include <memory>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace stepscope::ui {

class BackgroundJob;
class ChartsPage;
class ComparedOperatorsModel;
class ComparedOperatorsTable;
class EmptyPage;
class FiguresModel;
class FiguresTable;
class TickedRuns;
struct ComparisonResult;

/// The ticked runs side by side: figures, operators and charts. Everything is computed on a worker thread.
class CompareView final : public View
{
    Q_OBJECT

public:
    enum class Page { Figures, Operators, Charts };

    explicit CompareView(QWidget* parent = nullptr);
    ~CompareView() override;

    /// The runs to compare. Must outlive the view, or be owned by its parent.
    void setRuns(TickedRuns* runs);
    /// An operator can be shown in other views, for the run on the screen.
    void setSelection(TraceSelection* selection);

    /// The run on the screen takes part only if it is ticked.
    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override;

    /// What is on the screen; empty without runs.
    const ComparisonResult& result() const { return *m_result; }
    FiguresModel* figures() const { return m_figures; }
    ComparedOperatorsModel* operators() const { return m_operators; }
    ComparedOperatorsTable* operatorsTable() const { return m_operatorsTable; }
    ChartsPage* charts() const { return m_charts; }

public Q_SLOTS:
    /// The table of the page, or a chart.
    void copyContent() override;
    void showPage(stepscope::ui::CompareView::Page page);

Q_SIGNALS:
    /// Requests the list of runs, so that the user can tick some.
    void runsWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makeFiguresPage();
    TraceFocus currentOperator() const;
    QWidget* makeOperatorsPage();
    QWidget* addPage(QWidget* tools, QWidget* content);
    void addShortcuts();
    /// All but the filters: with one that is left over, the next runs would seem to have few operators.
    void loadChoices();
    void saveChoices() const;

    void showRuns();
    void fillBaselines();
    void proposeBasis();
    void proposeWhat();
    size_t baseline() const;
    /// Starts over; discards the comparison under way.
    void compareAnew();
    /// The runs have grown: lets the comparison under way finish first.
    void compareAgain();
    void compareNow();
    void take(std::shared_ptr<const ComparisonResult> result);
    void applyFilter();
    void showSummary();
    void showPages();
    QString summaryText() const;
    QString operatorsNote() const;
    QString noRowsText() const;
    std::pair<QString, QString> emptyText() const;

    TickedRuns* m_runs = nullptr;
    QPointer<TraceSelection> m_selection;
    std::filesystem::path m_baseline; ///< chosen by the user; the oldest run if it is missing
    std::shared_ptr<const ComparisonResult> m_result;
    QString m_failure;
    bool m_again = false; ///< the runs have grown since the current comparison started
    BackgroundJob* m_job;

    FiguresModel* m_figures;
    ComparedOperatorsModel* m_operators;
    FiguresTable* m_figuresTable;
    ComparedOperatorsTable* m_operatorsTable;
    ChartsPage* m_charts;
    QWidget* m_tools = nullptr;
    QButtonGroup* m_pageButtons = nullptr;
    QComboBox* m_baselines = nullptr;
    QDoubleSpinBox* m_accuracy = nullptr;
    QWidget* m_accuracyTools = nullptr;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_basis = nullptr;
    bool m_isBasisChosen = false; ///< by the user, in this session
    QComboBox* m_what = nullptr;  ///< operators or kernels
    bool m_isWhatChosen = false;  ///< by the user, in this session
    QCheckBox* m_onlyReal = nullptr;
    QCheckBox* m_withNamespace = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_operatorsNote = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_emptyOrNot = nullptr;
    EmptyPage* m_empty = nullptr;
    QPushButton* m_goToRuns = nullptr;
};

} // namespace stepscope::ui
