#include "ui/overview/overview_page.h"

#include "ui/curves/curves_picture.h"
#include "ui/overview/cost_list.h"
#include "ui/overview/fact_grid.h"
#include "ui/overview/link_button.h"
#include "ui/overview/overview_card.h"
#include "ui/overview/sparkline.h"
#include "ui/overview/step_time_chart.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/absence_text.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int betweenCards = 12;
/// In heights of a line: about 900 pixels with the usual font.
constexpr int linesForTwoColumns = 58;
constexpr int linesForFactsInTwo = 36;

QLabel* strongLabel(const QString& name, double size)
{
    QLabel* label = plainLabel({});
    label->setObjectName(name);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QLabel* namedLabel(const QString& name, bool muted = false)
{
    QLabel* label = plainLabel({}, muted);
    label->setObjectName(name);
    return label;
}

void setTextOrHide(QLabel* label, const QString& text)
{
    label->setText(withoutBreaks(text));
    label->setVisible(!text.isEmpty());
}

} // namespace

OverviewPage::OverviewPage(const StepSeries* steps, const CurveData* curves, QWidget* parent)
    : QWidget(parent)
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight))
{
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(16, 12, 16, 16);
    page->setSpacing(betweenCards);
    addHead(page);
    addSelection(page);
    addSteps(steps, page);
    m_columns->setSpacing(betweenCards);
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    for (QVBoxLayout* column : {left, right}) {
        column->setSpacing(betweenCards);
        m_columns->addLayout(column, 1);
    }
    page->addLayout(m_columns);
    page->addStretch(1);
    addFigures(curves, left);
    addCosts(right);
    left->addStretch(1);
    right->addStretch(1);
}

OverviewCard* OverviewPage::addCard(const QString& name, const QString& title, const QString& view,
                                    const QString& tip, QVBoxLayout* column)
{
    auto* card = new OverviewCard(title, view, tip);
    card->setObjectName(name);
    connect(card, &OverviewCard::viewWanted, this, &OverviewPage::viewWanted);
    column->addWidget(card);
    return card;
}

void OverviewPage::addHead(QVBoxLayout* column)
{
    m_title = new ElidedLabel;
    m_title->setObjectName("runTitle");
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_line = namedLabel("runLine", true);
    m_failure = namedLabel("runFailure");
    m_failure->setProperty("error", true);
    m_failure->hide();
    m_facts = new FactGrid;
    m_facts->setObjectName("runFacts");
    column->addWidget(m_title);
    column->addWidget(m_line);
    column->addWidget(m_failure);
    column->addWidget(m_facts);
}

void OverviewPage::addSelection(QVBoxLayout* column)
{
    m_selected = namedLabel("selectedSteps");
    m_showAll = new LinkButton;
    m_showAll->setObjectName("showAllSteps");
    m_showAll->setPlainText(tr("Show the whole run"));
    m_showAll->setToolTip(tr("Deselect the steps, in all views"));
    connect(m_showAll, &LinkButton::clicked, this, &OverviewPage::allStepsWanted);
    m_selection = new QWidget;
    auto* row = new QHBoxLayout(m_selection);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_selected, 1);
    row->addWidget(m_showAll);
    m_selection->hide();
    column->addWidget(m_selection);
}

void OverviewPage::addSteps(const StepSeries* steps, QVBoxLayout* column)
{
    m_stepsCard = addCard("stepsCard", tr("Step time"), "steps", tr("Open the Steps view"), column);
    m_steps = new StepTimeChart(steps);
    m_steps->setToolTip(tr("Open the Steps view"));
    connect(m_steps, &StepTimeChart::clicked, this, [this] { Q_EMIT viewWanted("steps"); });
    m_stepsNote = namedLabel("stepsNote", true);
    m_nearest = new LinkButton;
    m_nearest->setObjectName("nearestStep");
    m_nearest->setToolTip(goToStepHelp());
    m_nearest->hide();
    connect(m_nearest, &LinkButton::clicked, this, [this] { Q_EMIT stepWanted(m_nearestStep); });
    m_stepsCard->add(m_stepsNote);
    m_stepsCard->addLinks(m_nearest);
    m_stepsCard->add(m_steps);
}

void OverviewPage::addFigures(const CurveData* curves, QVBoxLayout* column)
{
    m_improvementCard =
        addCard("improvementCard", tr("What to improve"), "advice", tr("Open the Analysis view"), column);
    m_finding = strongLabel("finding", 1.0);
    m_meaning = namedLabel("meaning");
    m_gain = namedLabel("gain");
    for (QLabel* label : {m_finding, m_meaning, m_gain})
        m_improvementCard->add(label);

    auto* throughput =
        addCard("throughputCard", tr("Throughput"), "steps", tr("Open the Steps view"), column);
    m_throughput = strongLabel("throughput", 1.3);
    m_spread = namedLabel("spread");
    m_perStep = namedLabel("perStep", true);
    for (QLabel* label : {m_throughput, m_spread, m_perStep})
        throughput->add(label);

    auto* loss = addCard("lossCard", tr("Loss and accuracy"), "curves", tr("Open the Curves view"), column);
    m_loss = new FactGrid;
    m_curve = new Sparkline(curves);
    loss->add(m_loss);
    loss->add(m_curve);
    m_wholeCards += {throughput, loss};
}

void OverviewPage::addCosts(QVBoxLayout* column)
{
    m_operatorsCard = addCard("operatorsCard", tr("Most expensive operators"), "operators",
                              tr("Open the Operators view"), column);
    m_operators = new CostList(CostList::Rows::Operators);
    connect(m_operators, &CostList::chosen, this, &OverviewPage::operatorWanted);
    m_operatorsCard->addLinks(m_operators);

    m_kernelCard =
        addCard("kernelsCard", tr("Most expensive kernels"), "operators",
                tr("Open the Operators view, which has kernels as rows if grouped by kernel"), column);
    m_kernels = new CostList(CostList::Rows::Kernels);
    connect(m_kernels, &CostList::chosen, this, &OverviewPage::kernelWanted);
    m_kernelCard->addLinks(m_kernels);
    m_kernelCard->hide();

    auto* memory = addCard("memoryCard", tr("Memory"), "memory", tr("Open the Memory view"), column);
    m_memory = new FactGrid;
    memory->add(m_memory);
    m_wholeCards += memory;
}

void OverviewPage::showRun(const Run& run, const Environment& environment)
{
    const QString title = runTitle(run);
    m_title->setPlainText(title.isEmpty() ? tr("Run without a name") : title);
    m_line->setText(runLine(run));
    m_line->setToolTip(startTip(run));
    setTextOrHide(m_failure, run.outcome == RunOutcome::Failed ? toQString(run.failure) : QString());
    m_facts->setFacts(runFacts(run, environment));
}

void OverviewPage::showSelection(const std::optional<StepRange>& selected, bool canShowAll)
{
    if (selected)
        m_selected->setText(tr("Shown: %1. Parts that are marked “%2” do not depend on the selection.")
                                .arg(stepRangeText(*selected), wholeRunText()));
    m_showAll->setVisible(canShowAll);
    m_selection->setVisible(selected.has_value());
    m_stepsCard->setScope(selected ? stepRangeText(*selected) : QString());
    for (OverviewCard* card : m_wholeCards)
        card->setScope(selected ? wholeRunText() : QString());
}

void OverviewPage::showAnalyzed(const AnalyzedScope& scope)
{
    m_improvementCard->setScope(scope.finding);
    m_operatorsCard->setScope(scope.costs);
    m_kernelCard->setScope(scope.costs);
}

void OverviewPage::showSteps(const StepFigures& figures, const std::optional<StepRange>& selected,
                             bool isOver, const QString& note, const std::optional<int64_t>& nearest)
{
    setTextOrHide(m_stepsNote, note);
    m_nearest->setVisible(nearest.has_value());
    if (nearest) {
        m_nearestStep = *nearest;
        m_nearest->setPlainText(goToStepText(*nearest));
    }
    m_steps->showSteps(figures, selected, isOver);
    m_steps->setVisible(m_steps->content().series->all().has_value());
}

void OverviewPage::showThroughput(const ThroughputText& text)
{
    m_throughput->setText(withoutBreaks(text.value));
    setTextOrHide(m_spread, text.spread);
    setTextOrHide(m_perStep, text.perStep);
    for (QLabel* label : {m_throughput, m_spread, m_perStep})
        label->setToolTip(paragraph(text.tip));
}

void OverviewPage::showImprovement(const ImprovementText& text)
{
    setTextOrHide(m_finding, text.title);
    m_meaning->setText(withoutBreaks(text.text));
    setTextOrHide(m_gain, text.gain);
}

void OverviewPage::showOperators(const OverviewCosts& costs)
{
    m_operators->setCosts(costs);
}

void OverviewPage::showKernels(const std::optional<OverviewCosts>& costs)
{
    m_kernelCard->setVisible(costs.has_value());
    m_kernels->setCosts(costs.value_or(OverviewCosts()));
}

void OverviewPage::showMemory(const QList<OverviewFact>& facts)
{
    m_memory->setFacts(facts);
}

void OverviewPage::showLoss(const QList<OverviewFact>& facts)
{
    m_loss->setFacts(facts);
    m_curve->showCurve();
}

void OverviewPage::arrange(int width)
{
    const bool isWide = width >= linesForTwoColumns * fontMetrics().height();
    m_columns->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_facts->setInTwoColumns(width >= linesForFactsInTwo * fontMetrics().height());
}

void OverviewPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange(width());
}

void OverviewPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange(width());
}

QSize OverviewPage::layOutAt(int width)
{
    ensurePolished();
    arrange(width);
    // Cards that were filled while the page is hidden still have the sizes of their former content.
    const auto inner = findChildren<QWidget*>();
    for (auto child = inner.rbegin(); child != inner.rend(); ++child) {
        (*child)->ensurePolished();
        if ((*child)->layout())
            (*child)->layout()->invalidate();
        (*child)->updateGeometry();
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    layout()->activate();
    resize(width, std::max(heightForWidth(width), minimumSizeHint().height()));
    return size();
}

} // namespace stepscope::ui
