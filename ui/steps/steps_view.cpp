#include "ui/steps/steps_view.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/exchange/rank_tables.h"
#include "core/exchange/step_tables.h"
#include "core/run/imported_facts.h"
#include "core/run/run_figures.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/rank_figures.h"
#include "core/trace/steps/step_self_times.h"
#include "ui/curves/curves_picture.h"
#include "ui/steps/step_bars.h"
#include "ui/steps/step_difference_table.h"
#include "ui/steps/step_difference_text.h"
#include "ui/steps/step_parts_table.h"
#include "ui/steps/step_times_text.h"
#include "ui/steps/steps_picture.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/copying.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int updateMs = 100; ///< minimum time between two updates of a growing run

} // namespace

StepsView::StepsView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_reading(std::make_unique<BackgroundJob>())
    , m_explaining(std::make_unique<BackgroundJob>())
    , m_summary(new QLabel)
    , m_why(new QLabel)
    , m_note(new QLabel)
    , m_nearestButton(new QPushButton)
    , m_bars(new StepBars(&m_series))
    , m_parts(new StepPartsModel(this))
    , m_table(new StepPartsTable(m_parts))
    , m_differences(new StepDifferenceModel(this))
    , m_differenceTable(new StepDifferenceTable(m_differences))
    , m_splitter(new QSplitter(Qt::Vertical))
{
    m_toolRow = buildToolRow();
    m_note->setObjectName("stepsNote");
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(16, 8, 16, 12);

    m_nearestButton->setObjectName("nearestStep");
    m_nearestButton->setToolTip(goToStepHelp());
    m_nearestButton->hide();
    auto* noteRow = new QHBoxLayout;
    noteRow->setContentsMargins(0, 0, 16, 0);
    noteRow->addWidget(m_note, 1);
    noteRow->addWidget(m_nearestButton);

    auto* below = new QWidget;
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(0, 0, 0, 0);
    belowLayout->setSpacing(0);
    belowLayout->addLayout(noteRow);
    belowLayout->addWidget(m_table, 1);
    belowLayout->addWidget(m_differenceTable, 1);
    m_differenceTable->hide();
    m_splitter->addWidget(m_bars);
    m_splitter->addWidget(below);
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
    page->addWidget(m_toolRow);
    page->addWidget(m_summary);
    page->addWidget(m_why);
    page->addWidget(m_pages, 1);

    m_nextUpdate.setSingleShot(true);
    setFocusProxy(m_bars);
    connectParts();
    updateEmptyPage();
}

StepsView::~StepsView() = default;

QWidget* StepsView::buildToolRow()
{
    auto* widget = new QWidget;
    auto* row = new ToolRowLayout(widget);
    const auto button = [&](const QString& words, const QString& name, const QString& tip) {
        auto* made = new QToolButton;
        made->setText(words);
        made->setObjectName(name);
        made->setToolTip(tip);
        made->setFocusPolicy(Qt::TabFocus);
        row->addWidget(made);
        return made;
    };
    m_recordedButton =
        button(tr("Recorded"), "showRecorded", tr("Show the recorded steps and those before them (F)"));
    m_allButton = button(tr("All steps"), "showAll", tr("Show the whole run (A)"));
    m_recordedButton->setCheckable(true);
    m_allButton->setCheckable(true);
    row->addSpacing(16);
    m_passesButton = button(tr("By pass"), "splitByPass",
                            tr("Split steps into data, forward pass, loss, backward pass and optimizer"));
    m_deviceButton = button(tr("By device"), "splitByDevice",
                            tr("Split steps into kernels, copies, runtime calls, data loader, operators and "
                               "idle time: each instant counts once, in this order"));
    m_passesButton->setCheckable(true);
    m_deviceButton->setCheckable(true);
    m_rank = new QComboBox;
    m_rank->setObjectName("stepsRank");
    m_rank->setToolTip(tr("The rank of the distributed run whose steps are shown"));
    m_rank->hide();
    row->addWidget(m_rank);
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
    m_timelineButton =
        button(tr("Show in Timeline"), "stepInTimeline", tr("Show the selected step in the timeline"));
    m_timelineButton->hide();
    m_clearButton = button(tr("Deselect"), "clearSteps",
                           tr("Clear the selection: use all steps (Escape, or double click)"));
    m_clearButton->setIcon(themedIcon("close"));
    m_clearButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->addStretch(1);
    row->addWidget(makeExportButton(this));
    return widget;
}

void StepsView::connectParts()
{
    connect(&m_nextUpdate, &QTimer::timeout, this, &StepsView::update);
    connect(m_recordedButton, &QToolButton::clicked, this, &StepsView::showRecorded);
    connect(m_allButton, &QToolButton::clicked, this, &StepsView::showAll);
    connect(m_passesButton, &QToolButton::clicked, this, [this] { setSplit(StepSplit::Passes); });
    connect(m_deviceButton, &QToolButton::clicked, this, [this] { setSplit(StepSplit::Device); });
    connect(m_rank, &QComboBox::activated, this, [this] {
        forgetSelfTimes();
        m_series = {};
        update();
    });
    connect(m_bars, &StepBars::movedByUser, this, [this] { follow(Follows::Nothing); });
    connect(m_bars, &StepBars::brushed, m_selection, &TraceSelection::setSteps);
    const auto clear = [this] {
        if (m_selection)
            m_selection->setSteps({});
    };
    connect(m_bars, &StepBars::cleared, this, clear);
    connect(m_clearButton, &QToolButton::clicked, this, [this, clear] {
        m_bars->setFocus(); // the button disappears
        clear();
    });
    connect(m_nearestButton, &QPushButton::clicked, this, [this] {
        m_bars->setFocus(); // the button disappears
        m_selection->setSteps({*m_nearestStep, *m_nearestStep});
    });
    connect(m_timelineButton, &QToolButton::clicked, this,
            [this] { Q_EMIT m_selection->viewWanted("timeline"); });
    connect(m_selection, &TraceSelection::stepsChanged, this, &StepsView::updateFigures);
    connect(m_differenceTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &StepsView::tellFocus);
    connect(m_differenceTable, &StepDifferenceTable::menuWanted, this, &StepsView::showDifferenceMenu);

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

void StepsView::showRun(const Run* run)
{
    m_follows = Follows::Recorded;
    m_rank->clear();
    showRunAgain(run);
}

void StepsView::showRunAgain(const Run* run)
{
    m_reading = std::make_unique<BackgroundJob>(); // the destructor waits: the job reads the run, which may
                                                   // be deleted
    forgetSelfTimes();
    m_differences->clear();
    m_run = run;
    m_series = {};
    m_isRead = false;
    m_nextUpdate.stop();
    showRanks();
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
    if (!m_run)
        return showSteps();
    if (isReading())
        return updateEmptyPage();
    if (isReadAside())
        return readAside();
    readHere();
}

/// Long, finished recordings are read by a worker thread.
bool StepsView::isReadAside() const
{
    constexpr size_t fewEvents = 100'000; // takes some milliseconds
    return !m_isRead && m_run->isOver() && m_rankTraces.empty() && m_run->trace.size() > fewEvents;
}

/// A canceled job continues for a while, but nobody waits for it.
bool StepsView::isReading() const
{
    return !m_isRead && m_reading->isRunning();
}

void StepsView::readAside()
{
    m_reading->start([this, run = m_run](std::stop_token) {
        auto series = std::make_shared<StepSeries>();
        series->update(*run);
        return [this, series] {
            m_series = std::move(*series);
            m_isRead = true;
            showSteps();
        };
    });
    showSteps(); // what is already known
}

void StepsView::readHere()
{
    if (m_rankTraces.empty())
        m_series.update(*m_run);
    else
        m_series.update(m_rankTraces[size_t(std::max(m_rank->currentIndex(), 0))]);
    m_isRead = m_run->isOver();
    showSteps();
}

void StepsView::showSteps()
{
    const StepSplit usual = m_series.hasDevice() ? StepSplit::Device : StepSplit::Passes;
    m_series.setSplit(m_series.hasDevice() ? m_chosenSplit.value_or(usual) : StepSplit::Passes);
    updateSplitButtons();
    updateEmptyPage();
    fit();
    updateFigures();
}

void StepsView::setSplit(StepSplit split)
{
    m_chosenSplit = split;
    update();
}

void StepsView::updateSplitButtons()
{
    for (QToolButton* button : {m_passesButton, m_deviceButton})
        button->setVisible(m_series.hasDevice());
    m_passesButton->setChecked(m_series.split() == StepSplit::Passes);
    m_deviceButton->setChecked(m_series.split() == StepSplit::Device);
}

void StepsView::follow(Follows what)
{
    m_follows = what;
    fit();
}

void StepsView::showRecorded()
{
    follow(Follows::Recorded);
}

void StepsView::showAll()
{
    follow(Follows::All);
}

void StepsView::fit()
{
    const auto all = m_series.all();
    const auto recorded = m_series.recorded();
    m_recordedButton->setEnabled(recorded.has_value());
    m_recordedButton->setChecked(m_follows == Follows::Recorded && recorded);
    m_allButton->setChecked(m_follows == Follows::All || (m_follows == Follows::Recorded && !recorded));
    if (!all)
        return m_bars->changed();
    if (m_follows == Follows::Nothing)
        return m_bars->limitShown();
    const StepSection section = sectionToShow(m_series, m_follows == Follows::All, m_run->isOver());
    m_bars->setShown(section.from, section.to);
}

void StepsView::updateFigures()
{
    const StepRange range = selectedSteps(m_selection);
    const auto figures = stepFigures(m_series.splitsIn(range));
    m_bars->setSelected(range.isAll() ? std::nullopt : std::optional(range));
    m_bars->setFigures(figures);
    m_parts->setFigures(figures);
    m_clearButton->setVisible(!range.isAll());
    const bool wasTable = !m_table->isHidden() || !m_differenceTable->isHidden();
    explain();
    m_table->setVisible(figures.steps > 0 && m_differenceTable->isHidden());
    if (figures.steps > 0 && !wasTable)
        QTimer::singleShot(0, this, &StepsView::giveRoomToTable); // after the layout
    showNote(figures.steps > 0);
    updateSummary();
}

void StepsView::showNote(bool hasFigures)
{
    m_note->setText(hasFigures ? QString() : emptyNote());
    m_note->setVisible(!hasFigures);
    m_nearestStep = !hasFigures && areOnlyOthersRecorded()
                        ? nearestRecordedStep(shownTrace(), m_selection->steps())
                        : std::nullopt;
    if (m_nearestStep)
        m_nearestButton->setText(goToStepText(*m_nearestStep));
    m_nearestButton->setVisible(m_nearestStep.has_value());
}

bool StepsView::areOnlyOthersRecorded() const
{
    return m_run && m_selection && !m_selection->steps().isAll() && !m_series.splits().empty() &&
           m_series.splitsIn(m_selection->steps()).empty();
}

const Trace& StepsView::shownTrace() const
{
    return m_rankTraces.empty() ? m_run->trace : m_rankTraces[size_t(std::max(m_rank->currentIndex(), 0))];
}

std::optional<StepDifference> StepsView::difference() const
{
    const StepRange range = selectedSteps(m_selection);
    if (!m_run || range.first != range.last)
        return {};
    const StepSelfTimes unknown;
    return stepDifference(m_series.splits(), shownTrace(), m_selfTimes ? *m_selfTimes : unknown, range.first);
}

void StepsView::explain()
{
    const auto found = difference();
    if (found) {
        QStringList sentences{stepDifferenceText(*found, shownTrace(), m_series.split()),
                              otherProgramsText(*found, *m_run), openDifferenceText(*m_run)};
        sentences.removeAll(QString());
        m_why->setText(withoutBreaks(sentences.join(' ')));
        m_differenceTable->setDirection(found->moreNs() < 0.0);
        m_differences->show(&shownTrace(), *found);
        if (m_run->isOver() && !m_selfTimes && !m_explaining->isRunning())
            readSelfTimes();
    } else {
        m_differences->clear();
    }
    const StepRange range = selectedSteps(m_selection);
    const bool isUnrecorded =
        m_run && range.first == range.last && m_series.all() && m_series.splitsIn(range).empty();
    if (isUnrecorded)
        m_why->setText(
            withoutBreaks(unrecordedStepText(*m_run, range.first, m_series.wallNsOf(range.first))));
    m_why->setVisible(found || isUnrecorded);
    m_differenceTable->setVisible(found.has_value());
    m_timelineButton->setVisible(range.first == range.last && !m_series.splitsIn(range).empty());
}

void StepsView::forgetSelfTimes()
{
    m_explaining = std::make_unique<BackgroundJob>(); // the destructor waits: the job reads the trace
    m_selfTimes.reset();
}

void StepsView::readSelfTimes()
{
    m_explaining->start([this, trace = &shownTrace()](std::stop_token) {
        auto times = std::make_shared<const StepSelfTimes>(stepSelfTimes(*trace));
        return [this, times] {
            m_selfTimes = times;
            explain();
        };
    });
}

/// An operator in all its calls, or the longest run of a kernel in the step.
TraceFocus StepsView::focusOfDifference(int row) const
{
    const QString name = m_differences->traceName(row);
    if (m_differences->kind(row) == StepDifferenceModel::RowKind::Operator)
        return {.operatorName = name};
    const Trace& trace = m_run->trace; // of all ranks: its events are those of the selection
    if (m_differences->kind(row) != StepDifferenceModel::RowKind::Kernel || !m_rankTraces.empty())
        return {};
    const auto longest = longestDeviceCallIn(trace, name.toStdString(), m_differences->step());
    return longest ? focusOfEvent(trace, *longest) : TraceFocus();
}

/// Only for changes by the user: new figures also change the table.
void StepsView::tellFocus()
{
    const QModelIndex current = m_differenceTable->currentIndex();
    if (!m_selection || !m_run || !m_differenceTable->hasFocus() || !current.isValid() ||
        !m_differenceTable->selectionModel()->isSelected(current))
        return;
    if (const TraceFocus focus = focusOfDifference(current.row()); focus.hasPlace())
        m_selection->setFocus(focus);
}

void StepsView::showDifferenceMenu(int row, const QPoint& place)
{
    QMenu menu(this);
    menu.setObjectName("stepDifferenceMenu");
    if (const TraceFocus focus = row < 0 ? TraceFocus() : focusOfDifference(row); focus.hasPlace())
        addShowInMenu(&menu, m_selection, focus, "steps");
    const bool any = m_differenceTable->selectionModel()->hasSelection();
    menu.addAction(themedIcon("copy"), any ? tr("Copy") : tr("Copy table"), m_differenceTable,
                   &StepDifferenceTable::copy)
        ->setShortcut(QKeySequence::Copy);
    menu.exec(place);
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

QString StepsView::emptyNote() const
{
    if (!m_run || m_series.bars().empty())
        return {};
    if (areOnlyOthersRecorded()) {
        const AbsenceText absence = stepsAbsenceText(*m_run, shownTrace(), m_selection->steps());
        return tr("%1: only wall times are known. %2").arg(absence.title, absence.hint);
    }
    if (!m_run->experiment.profile)
        return tr("The profiler was off: only the wall time of each step is known. Turn it on in the "
                  "experiment and train again to see the parts of steps.");
    return m_run->isOver()
               ? tr("No step was recorded, so only wall times are known. Train for more steps than the "
                    "profiler's wait and warm-up.")
               : tr("Waiting for the profiler's first active step: until then, only wall times are known.");
}

void StepsView::updateSummary()
{
    const auto& figures = m_parts->figures();
    const StepRange range = selectedSteps(m_selection);
    const std::string source = m_run ? stepSourceOf(*m_run) : std::string();
    const bool arePicked = source.starts_with(pickedEventsBegin);
    QStringList words;
    if (!range.isAll())
        words += tr("Selected: %1").arg(stepRangeText(range));
    if (figures.steps > 0) {
        const QString recorded = splitStepsText(*m_run, figures.steps, m_series.split());
        words += range.isAll() ? tr("%1, from %2 to %3")
                                     .arg(recorded, countText(figures.firstStep), countText(figures.lastStep))
                               : recorded;
        words += stepTimesText(figures.steps, figures.wall.medianNs, figures.wall.p5Ns, figures.wall.p95Ns);
    }
    QString summary = words.join(" · ");
    if (!source.empty())
        summary += "\n" + (arePicked ? tr("Steps are made from %1.") : tr("Steps were detected from %1."))
                              .arg(toQString(stepSourceText(source)));
    if (!m_rankTraces.empty() && m_rank->currentIndex() >= 0)
        summary += "\n" + rankText(range);
    m_summary->setText(withoutBreaks(summary));
    m_summary->setVisible(!words.isEmpty());
}

void StepsView::updateEmptyPage()
{
    const bool any = !m_series.bars().empty();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_toolRow->setEnabled(any);
    if (any)
        return;
    if (isReading())
        return m_empty->showText(tr("Reading the steps…"), {});
    if (whyAbsent(m_run, RunPart::Steps) == Absence::None)
        return m_empty->showText(tr("Nothing was recorded in the steps"),
                                 tr("The recording marks steps, but has no events in them: record the "
                                    "operators, too, to see the parts of steps."));
    m_empty->showText(absenceText(m_run, RunPart::Steps));
}

StepsPicture StepsView::picture() const
{
    const QString rank = m_ranks.empty() ? QString() : " · " + m_rank->currentText();
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
    if (m_run && !m_isRead) {
        m_reading->cancel();
        readHere();
    }
    if (m_series.bars().empty())
        return {};
    const auto make = [this] { return stepsPicture(picture(), shownSize(*m_bars, usualStepsSize)); };
    QList<ExportItem> items{pictureItem(tr("Steps"), "steps", make), partsItem()};
    if (!m_ranks.empty())
        items.append({tr("Ranks"), "ranks", {"csv"}, [this](const QString& path) {
                          writeText(path, ranksCsv(*m_run));
                      }});
    return items;
}

/// A growing run is never distributed: those are imported as a whole.
void StepsView::showRanks()
{
    const bool isWhole = m_run && m_run->isOver();
    m_ranks = isWhole ? ranksOf(m_run->trace) : std::vector<int64_t>();
    m_rankTraces = m_ranks.empty() ? std::vector<Trace>() : rankTraces(m_run->trace);
    const QString before = m_rank->currentText();
    m_rank->clear();
    for (const int64_t rank : m_ranks)
        m_rank->addItem(tr("Rank %1").arg(rank));
    m_rank->setCurrentIndex(std::max(m_rank->findText(before), m_ranks.empty() ? -1 : 0));
    m_rank->setVisible(!m_ranks.empty());
}

/// How much of its communication the shown rank overlaps with computation, and how often the others wait for
/// it.
QString StepsView::rankText(const StepRange& range) const
{
    const auto figures = ranksFigures(m_ranks, m_rankTraces, range);
    const RankFigures& rank = figures.ranks[size_t(m_rank->currentIndex())];
    QStringList words;
    if (rank.overlap() >= 0)
        words += tr("%1 of the communication overlaps with computation")
                     .arg(toQString(formatShare(rank.overlap())));
    const int form = formNumber(figures.collectives);
    if (rank.lastAt > 0)
        words += counted(tr("last to reach %2 of %1 collective call(s), %3 late in total", nullptr, form),
                         figures.collectives)
                     .arg(countText(rank.lastAt), durationText(double(rank.lateNs)));
    else if (figures.collectives > 0)
        words += counted(tr("never last to reach %1 collective call(s)", nullptr, form), figures.collectives);
    return words.join(" · ");
}

} // namespace stepscope::ui
