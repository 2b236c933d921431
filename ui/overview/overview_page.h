#pragma once

#include "ui/overview/overview_text.h"
#include "ui/steps/step_series.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

class CostList;
class ElidedLabel;
class FactGrid;
class LinkButton;
class OverviewCard;
class Sparkline;
class StepTimeChart;

/// The cards of the overview: in two columns if there is room, otherwise in one.
class OverviewPage final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the page.
    OverviewPage(const StepSeries* steps, const CurveData* curves, QWidget* parent = nullptr);

    void showRun(const Run& run, const Environment& environment);
    /// Says which steps are shown; none: all of them. `canShowAll`: with a link to the whole run.
    void showSelection(const std::optional<StepRange>& selected, bool canShowAll);
    /// `nearest`: a recorded step to go to, if none of the selected ones was recorded.
    void showSteps(const StepFigures& figures, const std::optional<StepRange>& selected, bool isOver,
                   const QString& note, const std::optional<int64_t>& nearest);
    /// Which steps the analysis, the operators and the kernels cover.
    void showAnalyzed(const AnalyzedScope& scope);
    void showThroughput(const ThroughputText& text);
    void showImprovement(const ImprovementText& text);
    void showOperators(const OverviewCosts& costs);
    /// Without a value, there is no such card.
    void showKernels(const std::optional<OverviewCosts>& costs);
    void showMemory(const QList<OverviewFact>& facts);
    void showLoss(const QList<OverviewFact>& facts);

    /// Lays out the page at this width, as high as its cards need. Returns the size.
    QSize layOutAt(int width);

Q_SIGNALS:
    void viewWanted(const QString& name);
    /// `name` as in Trace::names.
    void operatorWanted(const QString& name);
    void kernelWanted(const QString& name);
    /// The whole run is to be shown instead of the selected steps.
    void allStepsWanted();
    /// The nearest recorded step is to be selected.
    void stepWanted(int64_t step);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    OverviewCard* addCard(const QString& name, const QString& title, const QString& view, const QString& tip,
                          QVBoxLayout* column);
    void addHead(QVBoxLayout* column);
    void addSelection(QVBoxLayout* column);
    void addSteps(const StepSeries* steps, QVBoxLayout* column);
    void addFigures(const CurveData* curves, QVBoxLayout* column);
    void addCosts(QVBoxLayout* column);
    void arrange(int width);

    QBoxLayout* m_columns;
    ElidedLabel* m_title = nullptr;
    QLabel* m_line = nullptr;
    QLabel* m_failure = nullptr; ///< why the run failed
    FactGrid* m_facts = nullptr;
    QWidget* m_selection = nullptr; ///< which steps are shown; hidden while all are
    QLabel* m_selected = nullptr;
    LinkButton* m_showAll = nullptr;
    OverviewCard* m_stepsCard = nullptr;
    OverviewCard* m_improvementCard = nullptr;
    OverviewCard* m_operatorsCard = nullptr;
    QList<OverviewCard*> m_wholeCards; ///< always of the whole run
    StepTimeChart* m_steps = nullptr;
    QLabel* m_stepsNote = nullptr;
    LinkButton* m_nearest = nullptr;
    int64_t m_nearestStep = 0; ///< of the link
    QLabel* m_throughput = nullptr;
    QLabel* m_spread = nullptr;
    QLabel* m_perStep = nullptr;
    QLabel* m_finding = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_gain = nullptr;
    FactGrid* m_memory = nullptr;
    FactGrid* m_loss = nullptr;
    Sparkline* m_curve = nullptr;
    CostList* m_operators = nullptr;
    CostList* m_kernels = nullptr;
    OverviewCard* m_kernelCard = nullptr;
};

} // namespace stepscope::ui
