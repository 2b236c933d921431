#include "ui/steps/steps_view.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/exchange/rank_tables.h"
#include "core/exchange/step_tables.h"
#include "core/run/event_memory.h"
#include "ui/curves/curves_picture.h"
#include "ui/steps/step_bars.h"
#include "ui/steps/step_difference_table.h"
#include "ui/steps/step_parts_table.h"
#include "ui/steps/steps_note.h"
#include "ui/steps/steps_picture.h"
#include "ui/steps/steps_summary.h"
#include "ui/support/absence_text.h"
#include "ui/support/copying.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace stepscope::ui {

namespace {

constexpr int updateMs = 100; ///< minimum time between two updates of a growing run

} // namespace

StepsView::StepsView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_tools(new StepsTools(makeExportButton(this)))
    , m_summary(new QLabel)
    , m_why(new QLabel)
    , m_note(new StepsNote)
    , m_bars(new StepBars(&m_reader.series()))
    , m_parts(new StepPartsModel(this))
    , m_table(new StepPartsTable(m_parts))
    , m_differences(new StepDifferenceModel(this))
    , m_differenceTable(new StepDifferenceTable(m_differences, selection))
    , m_splitter(new QSplitter(Qt::Vertical))
{
    setUpTexts();
    m_splitter->addWidget(m_bars);
    m_splitter->addWidget(buildBelow());
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });

    m_pages = new QStackedWidget;
    m_empty = new EmptyPage("stepsEmpty");
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_splitter);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_tools);
    page->addWidget(m_summary);
    page->addWidget(m_why);
    page->addWidget(m_pages, 1);

    m_nextUpdate.setSingleShot(true);
    setFocusProxy(m_bars);
    connectTools();
    connectParts();
    updateEmptyPage();
}

void StepsView::setUpTexts()
{
    m_summary->setObjectName("stepsSummary");
    m_summary->setProperty("muted", true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(16, 0, 16, 8);
    m_why->setObjectName("stepDifference");
    m_why->setTextFormat(Qt::PlainText);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why->setWordWrap(true);
    m_why->setContentsMargins(16, 0, 16, 8);
    m_why->hide();
}

QWidget* StepsView::buildBelow()
{
    auto* below = new QWidget;
    auto* layout = new QVBoxLayout(below);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_note);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_differenceTable, 1);
    m_differenceTable->hide();
    return below;
}

void StepsView::connectTools()
{
    connect(m_tools, &StepsTools::followWanted, this, &StepsView::follow);
    connect(m_tools, &StepsTools::splitWanted, this, &StepsView::setSplit);
    connect(m_tools, &StepsTools::rankChosen, this, [this] {
        m_explainer.forget();
        m_reader.setRank(m_tools->rank());
        update();
    });
    connect(m_tools, &StepsTools::timelineWanted, this,
            [this] { Q_EMIT m_selection->viewWanted("timeline"); });
    connect(m_tools, &StepsTools::clearWanted, this, [this] {
        m_bars->setFocus(); // the button disappears
        clearSelection();
    });
}

void StepsView::connectParts()
{
    connect(&m_nextUpdate, &QTimer::timeout, this, &StepsView::update);
    connect(&m_reader, &StepsReader::read, this, &StepsView::showSteps);
    connect(&m_explainer, &StepExplainer::operatorsRead, this, &StepsView::explain);
    connect(m_bars, &StepBars::movedByUser, this, [this] { follow(FollowedSteps::Nothing); });
    connect(m_bars, &StepBars::brushed, m_selection, &TraceSelection::setSteps);
    connect(m_bars, &StepBars::cleared, this, &StepsView::clearSelection);
    connect(m_note, &StepsNote::stepWanted, this, [this](int64_t step) {
        m_bars->setFocus(); // the button disappears
        m_selection->setSteps({step, step});
    });
    connect(m_selection, &TraceSelection::stepsChanged, this, &StepsView::updateFigures);

    auto* inTimeline = new QAction(tr("Show in the timeline"), m_bars);
    connect(inTimeline, &QAction::triggered, this, [this] { Q_EMIT m_selection->viewWanted("timeline"); });
    m_bars->addAction(inTimeline);
    const auto addBarsKey = [this](KeyAct act, auto slot) {
        addViewKey(m_bars, "steps", act, Qt::WidgetWithChildrenShortcut, slot);
    };
    addBarsKey(KeyAct::Fit, [this] { showRecorded(); });
    addBarsKey(KeyAct::ShowAll, [this] { showAll(); });
    auto* copyBars = new QAction(tr("Copy picture"), m_bars);
    connect(copyBars, &QAction::triggered, this, [this] { View::copyContent(); });
    m_bars->addAction(copyBars);
    m_bars->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void StepsView::clearSelection()
{
    if (m_selection)
        m_selection->setSteps({});
}

void StepsView::showRun(const Run* run)
{
    m_follows = FollowedSteps::Recorded;
    m_tools->forgetRank();
    showRunAgain(run);
}

void StepsView::showRunAgain(const Run* run)
{
    m_explainer.forget();
    m_differences->clear();
    m_run = run;
    m_reader.setRun(run);
    m_tools->setRanks(m_reader.ranks());
    m_reader.setRank(m_tools->rank());
    m_differenceTable->setTraceOfRun(m_run && m_reader.ranks().empty() ? &m_run->trace : nullptr);
    m_nextUpdate.stop();
    if (isVisible())
        update();
    else
        showSteps();
}

void StepsView::refresh()
{
    if (!m_run || !isVisible() || m_nextUpdate.isActive())
        return;
    const qint64 elapsed = m_sinceUpdate.isValid() ? m_sinceUpdate.elapsed() : updateMs;
    if (elapsed >= updateMs)
        update();
    else
        m_nextUpdate.start(int(updateMs - elapsed));
}

void StepsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    update();
}

void StepsView::update()
{
    m_sinceUpdate.start();
    if (m_reader.isReading())
        return updateEmptyPage();
    m_reader.update();
    showSteps();
}

void StepsView::showSteps()
{
    m_tools->showSplit(m_reader.series().split(), m_reader.series().hasDevice());
    updateEmptyPage();
    fit();
    updateFigures();
}

void StepsView::setSplit(StepSplit split)
{
    m_reader.setSplit(split);
    update();
}

void StepsView::follow(FollowedSteps what)
{
    m_follows = what;
    fit();
}

void StepsView::showRecorded()
{
    follow(FollowedSteps::Recorded);
}

void StepsView::showAll()
{
    follow(FollowedSteps::All);
}

void StepsView::fit()
{
    const StepSeries& series = m_reader.series();
    m_tools->showFollowed(m_follows, series.recorded().has_value());
    if (!series.all())
        return m_bars->changed();
    if (m_follows == FollowedSteps::Nothing)
        return m_bars->limitShown();
    const StepSection section = sectionToShow(series, m_follows == FollowedSteps::All, m_run->isOver());
    m_bars->setShown(section.from, section.to);
}

void StepsView::updateFigures()
{
    const StepRange range = selectedSteps(m_selection);
    const auto figures = stepFigures(m_reader.series().splitsIn(range));
    m_bars->setSelected(range.isAll() ? std::nullopt : std::optional(range));
    m_bars->setFigures(figures);
    m_parts->setFigures(figures);
    m_tools->setClearVisible(!range.isAll());
    const bool wasTable = !m_table->isHidden() || !m_differenceTable->isHidden();
    explain();
    m_table->setVisible(figures.steps > 0 && m_differenceTable->isHidden());
    if (figures.steps > 0 && !wasTable)
        QTimer::singleShot(0, this, &StepsView::giveRoomToTable); // after the layout
    if (figures.steps > 0)
        m_note->clear();
    else
        m_note->explain(m_run, m_reader, range);
    updateSummary();
}

void StepsView::explain()
{
    const StepRange range = selectedSteps(m_selection);
    const StepSeries& series = m_reader.series();
    const bool isSingle = range.first == range.last;
    StepExplanation explanation;
    if (m_run && isSingle)
        explanation = m_explainer.explain(*m_run, m_reader.trace(), series, range.first);
    if (const auto& difference = explanation.difference) {
        m_differenceTable->setDirection(difference->moreNs() < 0.0);
        m_differences->show(&m_reader.trace(), *difference);
    } else {
        m_differences->clear();
    }
    m_why->setText(withoutBreaks(explanation.text));
    m_why->setVisible(!explanation.text.isEmpty());
    m_differenceTable->setVisible(explanation.difference.has_value());
    m_tools->setTimelineVisible(isSingle && !series.splitsIn(range).empty());
}

void StepsView::giveRoomToTable()
{
    if (m_isSplitByUser || (m_table->isHidden() && m_differenceTable->isHidden()))
        return;
    const int height = m_splitter->height();
    const QSize table = m_table->isHidden() ? m_differenceTable->sizeHint() : m_table->sizeHint();
    const int wanted = std::min(table.height(), height * 2 / 5); // the bars get most of it
    m_splitter->setSizes({height - wanted, wanted});
}

void StepsView::updateSummary()
{
    const auto& figures = m_parts->figures();
    const StepRange range = selectedSteps(m_selection);
    QString summary = stepsSummary(m_run, figures, m_reader.series().split(), range);
    if (!m_reader.ranks().empty())
        summary += "\n" + rankSummary(m_reader.figuresOfRanks(range), m_tools->rank());
    m_summary->setText(withoutBreaks(summary));
    m_summary->setVisible(!range.isAll() || figures.steps > 0);
}

void StepsView::updateEmptyPage()
{
    const bool any = !m_reader.series().bars().empty();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_tools->setEnabled(any);
    if (any)
        return;
    if (m_reader.isReading())
        return m_empty->showText(tr("Reading the steps…"), {});
    if (whyAbsent(m_run, RunPart::Steps) == Absence::None)
        return m_empty->showText(tr("Nothing was recorded in the steps"),
                                 tr("The recording marks steps, but has no events in them: record the "
                                    "operators, too, to see the parts of steps."));
    m_empty->showText(absenceText(m_run, RunPart::Steps));
}

StepsPicture StepsView::picture() const
{
    const QString rank = m_reader.ranks().empty() ? QString() : " · " + m_tools->rankName();
    return {.content = m_bars->content(),
            .title = runTitle(*m_run) + rank,
            .subtitle = withPlainSpaces(m_summary->text())};
}

void StepsView::copyContent()
{
    if (hasFocusWithin(m_table))
        m_table->copy();
    else if (hasFocusWithin(m_differenceTable))
        m_differenceTable->copy();
    else
        View::copyContent();
}

/// If not all events are in memory, this reads the run file, which takes a while.
ExportItem StepsView::partsItem()
{
    ExportItem item{
        .title = tr("Parts of the steps"), .fileName = "step-parts", .formats = {"csv"}, .write = {}};
    const auto writeParts = [](const QString& path, const Run& run) {
        std::string problem;
        writePiecesAtomically(path.toStdString(),
                              [&](const TextSink& sink) { problem = writeStepPartsCsv(run, sink); });
        if (!problem.empty()) // the table exists, but is incomplete
            throw Error(problem);
    };
    if (!m_run->leftOut.any() || m_run->traceFile.empty()) {
        item.write = [this, writeParts](const QString& path) { writeParts(path, *m_run); };
        return item;
    }
    const auto run = std::make_shared<Run>();
    item.inBackground = true;
    item.prepare = [this, run] { *run = m_run ? withoutEvents(*m_run) : Run(); };
    item.write = [run, writeParts](const QString& path) { writeParts(path, *run); };
    return item;
}

QList<ExportItem> StepsView::exportItems()
{
    if (!m_reader.isComplete()) {
        m_reader.updateNow();
        showSteps();
    }
    if (m_reader.series().bars().empty())
        return {};
    const auto make = [this] { return stepsPicture(picture(), shownSize(*m_bars, usualStepsSize)); };
    QList<ExportItem> items{pictureItem(tr("Steps"), "steps", make), partsItem()};
    if (!m_reader.ranks().empty())
        items.append({tr("Ranks"), "ranks", {"csv"}, [this](const QString& path) {
                          writeText(path, ranksCsv(*m_run));
                      }});
    return items;
}

} // namespace stepscope::ui
