#include "ui/overview/overview_view.h"

#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/rank_figures.h"
#include "ui/advice/advice_reader.h"
#include "ui/overview/overview_page.h"
#include "ui/overview/start_page.h"
#include "ui/steps/step_difference_text.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr qint64 updateMs = 250; ///< minimum time between two updates of a growing run
/// Of the time that the last update took, so that a long run does not keep the window busy.
constexpr qint64 restFactor = 20;
constexpr int pictureWidth = 1200;

QScrollArea* scrolling(QWidget* page)
{
    auto* scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::StrongFocus);
    return scroll;
}

/// Of a distributed run, those of its first rank.
void readStepsOf(const Run& run, StepSeries& steps)
{
    if (run.isOver() && !ranksOf(run.trace).empty())
        steps.update(rankTraces(run.trace).front());
    else
        steps.update(run);
    steps.setSplit(steps.hasDevice() ? StepSplit::Device : StepSplit::Passes);
}

} // namespace

OverviewView::OverviewView(TraceSelection* selection, std::function<Environment()> environment,
                           const QList<QAction*>& actions, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_environment(std::move(environment))
    , m_advice(new AdviceReader(m_environment, this))
    , m_reading(std::make_unique<ReadingJob>())
    , m_start(new StartPage(actions))
    , m_page(new OverviewPage(&m_steps, &m_curves))
    , m_startScroll(scrolling(m_start))
    , m_pageScroll(scrolling(m_page))
    , m_pages(new QStackedWidget)
{
    constexpr double smoothing = 0.9; // as the Curves view does at first
    m_curves.setSmoothing(smoothing);
    m_pages->addWidget(m_startScroll);
    m_pages->addWidget(m_pageScroll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_startScroll);

    m_nextUpdate.setSingleShot(true);
    connect(&m_nextUpdate, &QTimer::timeout, this, &OverviewView::update);
    // All cards, not only those of the analysis: they agree with each other then.
    connect(m_advice, &AdviceReader::changed, this, &OverviewView::update);
    connect(m_selection, &TraceSelection::stepsChanged, this, &OverviewView::beginAnew);
    connect(m_page, &OverviewPage::viewWanted, this, &OverviewView::viewWanted);
    connect(m_page, &OverviewPage::operatorWanted, this, &OverviewView::showOperator);
    connect(m_page, &OverviewPage::kernelWanted, this, &OverviewView::showKernel);
    connect(m_page, &OverviewPage::allStepsWanted, this, [this] {
        m_pageScroll->setFocus(); // the link disappears
        if (m_selection)
            m_selection->setSteps({});
    });
    connect(m_page, &OverviewPage::stepWanted, this, [this](int64_t step) {
        m_pageScroll->setFocus(); // the link disappears
        if (m_selection)
            m_selection->setSteps({step, step});
    });
    connect(m_start, &StartPage::runWanted, this, &OverviewView::runWanted);
    connect(m_start, &StartPage::filesWanted, this, &OverviewView::filesWanted);
}

OverviewView::~OverviewView() = default;

void OverviewView::setRuns(std::span<const LibraryEntry> newestFirst)
{
    m_start->setRuns(newestFirst);
}

void OverviewView::setFiles(const QList<QStringList>& newestFirst)
{
    m_start->setFiles(newestFirst);
}

void OverviewView::showRun(const Run* run)
{
    m_reading = std::make_unique<ReadingJob>(); // the destructor waits: the job reads the run, which may
                                                // be deleted
    m_run = run;
    m_steps = {};
    m_areStepsRead = false;
    m_curves.setRun(run);
    m_areValuesRead = false;
    m_speed = {};
    m_stepsOfSpeed = 0;
    m_nextUpdate.stop();
    m_advice->setRun(run, selectedSteps(m_selection));
    QScrollArea* const shown = run ? m_pageScroll : m_startScroll;
    m_pages->setCurrentWidget(shown);
    setFocusProxy(shown);
    if (!isVisible())
        return;
    update();
    m_advice->update();
}

void OverviewView::showTop()
{
    m_pageScroll->verticalScrollBar()->setValue(0);
}

/// Other steps are selected.
void OverviewView::beginAnew()
{
    m_advice->setSteps(selectedSteps(m_selection));
    if (!m_run || !isVisible())
        return;
    fillSteps(*m_page);
    m_advice->update();
}

void OverviewView::refresh()
{
    if (!m_run || !isVisible())
        return;
    m_advice->refresh();
    if (m_nextUpdate.isActive())
        return;
    const qint64 elapsed = m_sinceUpdate.isValid() ? m_sinceUpdate.elapsed() : m_restMs;
    m_nextUpdate.start(elapsed >= m_restMs ? 0 : int(m_restMs - elapsed));
}

void OverviewView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    update();
    m_advice->update();
}

void OverviewView::update()
{
    m_nextUpdate.stop();
    m_sinceUpdate.start();
    if (!m_run)
        return;
    readSteps();
    readValues();
    fill(*m_page);
    m_restMs = std::max(updateMs, restFactor * m_sinceUpdate.elapsed());
    if (!m_areValuesRead)
        m_nextUpdate.start(0);
}

void OverviewView::catchUp()
{
    if (!m_run)
        return;
    if (!m_areStepsRead) {
        m_reading->cancel();
        readStepsOf(*m_run, m_steps);
        m_areStepsRead = m_run->isOver();
    }
    do
        readValues();
    while (!m_areValuesRead);
    m_advice->catchUp();
}

/// Long, finished recordings are read by a worker thread.
void OverviewView::readSteps()
{
    constexpr uint32_t fewEvents = 100'000; // takes some milliseconds
    if (m_areStepsRead || m_reading->isRunning())
        return;
    if (m_run->isOver() && m_run->trace.size() > fewEvents)
        return readStepsAside();
    readStepsOf(*m_run, m_steps);
    m_areStepsRead = m_run->isOver();
}

void OverviewView::readStepsAside()
{
    m_reading->start([this, run = m_run](std::stop_token) {
        auto steps = std::make_shared<StepSeries>();
        readStepsOf(*run, *steps);
        return [this, steps] {
            m_steps = std::move(*steps);
            m_areStepsRead = true;
            fillSteps(*m_page);
        };
    });
}

/// The values that were logged, and the speed: some of the new ones at a time.
void OverviewView::readValues()
{
    constexpr size_t valuesAtOnce = 100'000; // takes a few milliseconds
    const auto& steps = m_run->steps;
    const size_t end = m_stepsOfSpeed + std::min(valuesAtOnce, steps.size() - m_stepsOfSpeed);
    for (; m_stepsOfSpeed < end; ++m_stepsOfSpeed)
        m_speed.add(steps[m_stepsOfSpeed]);
    m_areValuesRead = m_curves.advance(valuesAtOnce) && end == steps.size();
}

void OverviewView::fill(OverviewPage& page) const
{
    page.showRun(*m_run, m_environment());
    page.showLoss(lossFacts(*m_run, m_curves));
    fillSteps(page);
    fillAdvice(page);
}

QString OverviewView::stepsNote(const StepFigures& figures) const
{
    if (!m_steps.all())
        return m_reading->isRunning() && !m_areStepsRead ? tr("Reading the steps…")
                                                         : unknownText(*m_run, RunPart::Steps);
    if (figures.steps == 0 && !m_steps.splits().empty())
        return unrecordedNote();
    if (figures.steps == 0)
        return unknownPartsNote();
    const StepTimeFigures& wall = figures.wall;
    const QString note = tr("%1: %2").arg(splitStepsText(*m_run, figures.steps, m_steps.split()),
                                          stepTimesText(figures.steps, wall.medianNs, wall.p5Ns, wall.p95Ns));
    if (const auto ranks = ranksOf(m_run->trace); !ranks.empty())
        return tr("Rank %1: %2").arg(QString::number(ranks.front()), note);
    return note;
}

/// Why the parts of steps are not known, and what to do about it.
QString OverviewView::unknownPartsNote() const
{
    if (whyAbsent(m_run, RunPart::Operators) == Absence::ProfilerOff)
        return tr("The profiler was off: turn it on in the experiment and train again to see the parts of "
                  "steps.");
    return tr("The parts of the steps are not known: %1.")
        .arg(toQString(absenceReason(*m_run, RunPart::Operators)));
}

/// That the selected steps were not recorded, which are, and of a single one what is known.
QString OverviewView::unrecordedNote() const
{
    const StepRange range = selectedSteps(m_selection);
    const AbsenceText absence = stepsAbsenceText(*m_run, m_run->trace, range);
    const QString note = tr("%1. %2").arg(absence.title, absence.hint);
    if (range.first != range.last || !m_steps.splitsIn(range).empty())
        return note;
    return tr("%1 %2").arg(note, unrecordedStepText(*m_run, range.first, m_steps.wallNsOf(range.first)));
}

void OverviewView::fillSteps(OverviewPage& page) const
{
    const StepRange range = selectedSteps(m_selection);
    const StepFigures figures = stepFigures(m_steps.splitsIn(range));
    const auto selected = range.isAll() ? std::nullopt : std::optional(range);
    page.showSelection(selected, &page == m_page); // a picture has no link
    const bool areOthersRecorded = selected && figures.steps == 0 && !m_steps.splits().empty();
    const auto nearest = areOthersRecorded ? nearestRecordedStep(m_run->trace, range) : std::nullopt;
    page.showSteps(figures, selected, m_run->isOver(), stepsNote(figures),
                   &page == m_page ? nearest : std::nullopt);
}

void OverviewView::fillAdvice(OverviewPage& page) const
{
    const AdviceFigures& figures = m_advice->result().figures;
    const double speed = m_speed.imagesPerSecond();
    if (!m_advice->hasResult()) {
        page.showAnalyzed({});
        page.showThroughput(speed > 0.0 ? throughputText(*m_run, speed, figures.times) : ThroughputText());
        page.showImprovement({.title = {}, .text = tr("Analyzing the recording…"), .gain = {}});
        page.showOperators({});
        page.showKernels({});
        page.showMemory({});
        return;
    }
    page.showAnalyzed(analyzedScope(m_advice->result().steps, figures)); // perhaps of the former selection
    page.showThroughput(throughputText(*m_run, speed, figures.times));
    page.showImprovement(improvementText(*m_run, m_advice->result().findings));
    const bool hasTotals =
        figures.operators.rows.empty() && !m_run->totals.rows.empty() && selectedSteps(m_selection).isAll();
    page.showOperators(
        costliestOperators(*m_run, hasTotals ? operatorStatistics(m_run->totals, OperatorGrouping::ByOperator)
                                             : figures.operators));
    page.showKernels(contentsOf(*m_run).hasDeviceWork ? std::optional(costliestKernels(*m_run, figures))
                                                      : std::nullopt);
    page.showMemory(memoryFacts(*m_run, figures));
}

bool OverviewView::isWhole() const
{
    return !m_run || (m_areStepsRead && m_areValuesRead && m_advice->isUpToDate());
}

/// Marks the operator in all views, and shows its row.
void OverviewView::showOperator(const QString& name)
{
    if (m_selection)
        m_selection->setFocus({.event = std::nullopt, .operatorName = name, .layer = {}});
    Q_EMIT viewWanted("operators");
}

/// Marks its longest call in all views, and shows it with what launched it.
void OverviewView::showKernel(const QString& name)
{
    const auto longest = longestDeviceCall(m_run->trace, name.toStdString());
    if (m_selection && longest)
        m_selection->setFocus(focusOfEvent(m_run->trace, *longest));
    Q_EMIT viewWanted("timeline");
}

QList<ExportItem> OverviewView::exportItems()
{
    if (!m_run)
        return {};
    ExportItem item = pictureItem(tr("Overview"), "overview", [this] {
        catchUp();
        return picture();
    });
    item.formats = {"png"}; // widgets are painted as pixels
    return {item};
}

/// A page of its own, so that the one on the screen does not change.
Picture OverviewView::picture() const
{
    const auto paint = [this](const PictureSheet& sheet) {
        const Theme::PictureScope scope(sheet.dark);
        OverviewPage page(&m_steps, &m_curves);
        fill(page);
        scope.dress(page);
        page.layOutAt(pictureWidth);
        QPainter painter(sheet.device);
        if (!painter.isActive())
            return false;
        painter.scale(sheet.scale, sheet.scale);
        painter.fillRect(QRect(QPoint(), sheet.size), sheet.colors.window);
        page.render(&painter, {}, {}, QWidget::DrawChildren);
        return painter.end();
    };
    OverviewPage page(&m_steps, &m_curves);
    fill(page);
    return {.title = tr("Overview"),
            .what = tr("the overview"),
            .size = page.layOutAt(pictureWidth),
            .paint = paint,
            .whyOwnSize = tr("The height follows from the cards.")};
}

} // namespace stepscope::ui
