#include "ui/operators/operators_view.h"

#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/exchange/plain_table.h"
#include "core/exchange/run_tables.h"
#include "core/operator_bench/operator_call.h"
#include "core/run/run.h"
#include "core/run/run_figures.h"
#include "core/trace/event_kind.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/trace_sums.h"
#include "ui/operators/operator_details_pane.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_picture.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_table_picture.h"
#include "ui/operators/operators_text.h"
#include "ui/operators/operators_tools.h"
#include "ui/operators/row_details_reader.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int rebuildMs = 250;
constexpr uint32_t eventsAtOnce = 1 << 14; // a trace of millions is read bit by bit

/// "56 operators, 1,234 calls".
QString functionsText(const OperatorStatistics& statistics, int64_t names, int64_t calls)
{
    const int form = formNumber(names);
    const QString functions =
        counted(statistics.contents.areFunctions ? OperatorsView::tr("%1 function(s)", nullptr, form)
                                                 : OperatorsView::tr("%1 operator(s)", nullptr, form),
                names);
    if (!statistics.countsCalls)
        return functions;
    return QString("%1, %2").arg(functions,
                                 counted(OperatorsView::tr("%1 call(s)", nullptr, formNumber(calls)), calls));
}

/// "3 kernels, copies and memory sets, launched 1,234 times".
QString kernelsText(size_t kernels, int64_t launches)
{
    return QString("%1, %2").arg(
        counted(OperatorsView::tr("%1 kernel(s), copies and memory sets", nullptr, formNumber(kernels)),
                kernels),
        counted(OperatorsView::tr("launched %1 time(s)", nullptr, formNumber(launches)), launches));
}

QString summaryOf(const OperatorsModel& model, const Trace& trace)
{
    const OperatorStatistics& statistics = model.statistics();
    std::set<NameId> names;
    int64_t calls = 0;
    for (const OperatorRow& row : statistics.rows) {
        names.insert(row.name);
        calls += row.calls;
    }
    const bool isKernels = statistics.grouping == OperatorGrouping::ByKernel;
    const size_t rows = statistics.rows.size();
    QString things;
    if (isByOperator(statistics.grouping))
        things = functionsText(statistics, int64_t(names.size()), calls);
    else if (isKernels)
        things = kernelsText(names.size(), calls);
    else
        things = counted(OperatorsView::tr("%1 row(s)", nullptr, formNumber(rows)), rows);
    const double ns = double(statistics.isOfDevice() ? statistics.deviceNs : statistics.selfNs);
    const QString what = statistics.isOfDevice()   ? OperatorsView::tr("device time")
                         : statistics.unit.empty() ? OperatorsView::tr("self time")
                                                   : OperatorsView::tr("total");
    const QString time =
        statistics.steps == 0
            ? OperatorsView::tr("%1 %2").arg(what, toQString(formatAmount(ns, statistics.unit)))
            : OperatorsView::tr("%1 %2 per step over %3")
                  .arg(what, durationText(ns / double(statistics.steps)),
                       toQString(coveredSteps(statistics, trace)));
    const QString share = toQString(formatShare(model.shownShare()));
    const QString shown =
        model.rowCount() == 0
            ? QString()
            : OperatorsView::tr("; the %n row(s) shown cover %1", nullptr, model.rowCount()).arg(share);
    return QString("%1, %2%3").arg(things, time, shown);
}

std::optional<EventId> longestCallOf(const Trace& trace, const std::string& kernel, const OperatorRow& row)
{
    return row.severalPasses ? longestDeviceCall(trace, kernel)
                             : longestDeviceCallOf(trace, kernel, row.pass);
}

constexpr auto detailsSizeKey = "operators/detailsSize";

/// Uses the format of the file's extension.
std::string tableText(const PlainTable& table, const QString& path)
{
    if (path.endsWith(".tex", Qt::CaseInsensitive))
        return latexText(table);
    if (path.endsWith(".json", Qt::CaseInsensitive))
        return jsonText(table);
    return path.endsWith(".csv", Qt::CaseInsensitive) ? csvText(table) : markdownText(table);
}

} // namespace

OperatorsView::OperatorsView(QWidget* parent)
    : View(parent)
    , m_peak(new MachinePeakSource(this))
    , m_rowDetails(new RowDetailsReader(&m_builder, this))
    , m_model(new OperatorsModel(this))
    , m_table(new OperatorsTable(m_model))
    , m_tools(new OperatorsTools([table = m_table](QMenu* menu) { table->fillColumnMenu(menu); },
                                 makeExportButton(this)))
    , m_details(new OperatorDetailsPane)
    , m_detailsArea(new QScrollArea)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_summary(new QLabel)
    , m_note(new QLabel)
    , m_pages(new QStackedWidget)
    , m_empty(new EmptyPage("operatorEmpty"))
{
    m_table->setObjectName("operatorTable");
    m_summary->setObjectName("operatorSummary");
    m_summary->setProperty("muted", true);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setObjectName("operatorNote");

    auto* summaryRow = new QHBoxLayout;
    summaryRow->setContentsMargins(12, 0, 12, 8);
    summaryRow->setSpacing(12);
    summaryRow->addWidget(m_note, 0, Qt::AlignTop);
    summaryRow->addWidget(m_summary, 1);

    m_details->setObjectName("operatorDetails");
    m_splitter->addWidget(m_table);
    m_detailsArea->setWidget(m_details);
    m_detailsArea->setWidgetResizable(true);
    m_detailsArea->setFrameShape(QFrame::NoFrame);
    m_detailsArea->setMinimumHeight(m_details->minimumSizeHint().height());
    m_detailsArea->setAccessibleName(tr("Details of the selected row"));
    m_splitter->addWidget(m_detailsArea);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(4);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(m_empty);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addLayout(summaryRow);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_table);

    m_nextRebuild.setSingleShot(true);
    connect(&m_nextRebuild, &QTimer::timeout, this, &OperatorsView::rebuild);
    const QSettings settings;
    m_tools->load(settings);
    m_splitter->restoreState(settings.value(detailsSizeKey).toByteArray());
    connectTools();
    connectDetails();
    connect(m_peak, &MachinePeakSource::changed, this, &OperatorsView::showStatistics);
    m_model->setWithNamespace(m_tools->withNamespace());
    m_detailsArea->setVisible(m_tools->showsDetails());
    applyFilter();
    showStatistics();
}

OperatorsView::~OperatorsView()
{
    QSettings settings;
    m_tools->save(settings);
    settings.setValue(detailsSizeKey, m_splitter->saveState());
}

void OperatorsView::connectTools()
{
    connect(m_tools, &OperatorsTools::filterChanged, this, &OperatorsView::applyFilter);
    connect(m_tools, &OperatorsTools::passChanged, this, &OperatorsView::applyPass);
    connect(m_tools, &OperatorsTools::groupingChanged, this, &OperatorsView::regroup);
    connect(m_tools, &OperatorsTools::stepsChanged, this, &OperatorsView::showStatistics);
    connect(m_tools, &OperatorsTools::namespaceToggled, m_model, &OperatorsModel::setWithNamespace);
    connect(m_table, &OperatorsTable::filterWanted, m_tools, &OperatorsTools::setFilter);
    connect(m_table, &OperatorsTable::measureWanted, this,
            [this](int row) { Q_EMIT measureWanted(callOfRow(row)); });
    // With "Top N", another order changes the visible rows.
    connect(m_model, &QAbstractItemModel::modelReset, this, &OperatorsView::showSummary);
    addKey("operators", KeyAct::Find, [this] { m_tools->focusFilter(); });
}

void OperatorsView::connectDetails()
{
    connect(m_tools, &OperatorsTools::detailsToggled, this, [this](bool shown) {
        m_detailsArea->setVisible(shown);
        beginDetails();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OperatorsView::beginDetails);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperatorsView::beginDetails);
    connect(m_rowDetails, &RowDetailsReader::read, this, [this] {
        m_details->showContent(operatorDetailsContent(m_model->statistics(), m_rowDetails->row(),
                                                      m_rowDetails->durations(), m_rowDetails->details(),
                                                      m_run->trace));
    });
    connect(m_details, &OperatorDetailsPane::operatorWanted, this, [this](const QString& name) {
        m_table->selectOperator(name);
        if (m_selection)
            m_selection->setFocus({.event = std::nullopt, .operatorName = name, .layer = {}});
    });
}

void OperatorsView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
    m_empty->offerSteps(selection);
    m_table->setSelection(selection, [this](int row) { return focusOfRow(row); });
    connect(selection, &TraceSelection::stepsChanged, this, &OperatorsView::beginAnew);
    connect(selection, &TraceSelection::focusChanged, this, &OperatorsView::showFocus);
    connect(selection, &TraceSelection::viewWanted, this, [this](const QString& view) {
        const QString name = m_selection->focus().operatorName;
        if (view == "operators" && !name.isEmpty() && rowNames().contains(name))
            showRow(name); // even if the filter hides it
    });
    // Not when the current row changes: on a click, it is not selected yet at that time.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OperatorsView::tellFocus);
}

void OperatorsView::setEnvironment(std::function<Environment()> environment)
{
    m_environment = std::move(environment);
}

QString OperatorsView::rowKind() const
{
    return m_tools->rowKind();
}

QStringList OperatorsView::rowKinds() const
{
    return m_tools->rowKinds();
}

void OperatorsView::groupBy(const QString& kind)
{
    m_tools->groupBy(kind);
}

QStringList OperatorsView::rowNames() const
{
    const OperatorStatistics& statistics = m_model->statistics();
    QStringList names;
    QSet<QString> seen;
    for (const OperatorRow& row : statistics.rows) {
        const QString name = toQString(operatorRowName(statistics, row, *m_model->trace()));
        if (!name.isEmpty() && !seen.contains(name)) {
            seen.insert(name);
            names += name;
        }
    }
    return names;
}

void OperatorsView::showRow(const QString& name)
{
    const auto isShown = [&] {
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (m_model->operatorName(row) == name)
                return true;
        }
        return false;
    };
    if (!isShown())
        m_tools->showAllRows();
    m_table->selectOperator(name);
}

void OperatorsView::showFocus()
{
    const TraceFocus& focus = m_selection->focus();
    const OperatorGrouping grouping = m_model->statistics().grouping;
    QString name = grouping == OperatorGrouping::ByLayer ? focus.layer : focus.operatorName;
    if (grouping == OperatorGrouping::ByKernel)
        name = focus.event && m_run && isOnDevice(m_run->trace.kind[*focus.event])
                   ? toQString(m_run->trace.names[m_run->trace.name[*focus.event]])
                   : QString();
    const bool hasItsRow = isByOperator(grouping) || grouping == OperatorGrouping::ByLayer ||
                           grouping == OperatorGrouping::ByKernel;
    if (!name.isEmpty() && !m_table->selectOperator(name) && hasItsRow)
        m_table->forgetSelection(); // which contradicts what is selected elsewhere
}

TraceFocus OperatorsView::focusOfRow(int row) const
{
    TraceFocus focus;
    const QString name = m_model->operatorName(row);
    const OperatorGrouping grouping = m_model->statistics().grouping;
    if (grouping == OperatorGrouping::ByLayer && m_model->operatorRow(row).name != noName)
        focus.layer = name;
    else if (isByOperator(grouping))
        focus.operatorName = name;
    else if (grouping == OperatorGrouping::ByKernel && m_run)
        if (const auto longest = longestCallOf(m_run->trace, name.toStdString(), m_model->operatorRow(row)))
            focus = focusOfEvent(m_run->trace, *longest);
    return focus;
}

QString OperatorsView::callOfRow(int row) const
{
    const OperatorRow& shown = m_model->operatorRow(row);
    const std::string name = m_model->operatorName(row).toStdString();
    std::optional<OperatorCall> call;
    const auto useShape = [&](ShapeId shape) { call = recordedCall(name, m_run->trace.shapes[shape]); };
    if (shown.shape != noShape) {
        useShape(shown.shape);
    } else {
        OperatorStatistics byShape =
            showsAllSteps() ? operatorStatistics(m_run->totals, OperatorGrouping::ByOperatorAndShape)
                            : m_builder.statistics(OperatorGrouping::ByOperatorAndShape);
        std::ranges::stable_sort(byShape.rows, std::greater(), &OperatorRow::totalNs);
        for (const OperatorRow& each : byShape.rows)
            if (!call && each.name == shown.name && each.pass == shown.pass && each.shape != noShape)
                useShape(each.shape);
    }
    return toQString(call.value_or(OperatorCall{.name = name, .arguments = {}}).text());
}

/// Only for changes by the user: new figures also move the table's current row.
void OperatorsView::tellFocus()
{
    const QModelIndex current = m_table->currentIndex();
    if (!m_selection || !m_table->hasFocus() || !current.isValid() ||
        !m_table->selectionModel()->isSelected(current))
        return;
    const TraceFocus focus = focusOfRow(current.row());
    const TraceFocus& shown = m_selection->focus();
    // An event of the same operator or layer may be selected.
    const bool isShown = !focus.event && focus.operatorName == shown.operatorName &&
                         (focus.layer.isEmpty() || focus.layer == shown.layer);
    if (!isShown && focus.hasPlace())
        m_selection->setFocus(focus);
}

void OperatorsView::showRun(const Run* run)
{
    m_table->horizontalScrollBar()->setValue(0); // the names are there
    m_tools->clearFilters();                     // showRunAgain() applies the filter
    showRunAgain(run);
}

void OperatorsView::showRunAgain(const Run* run)
{
    m_rowDetails->setRun(run);
    m_run = run;
    m_table->forgetSelection();
    m_model->setStatistics({}, nullptr);
    applyFilter();
    m_tools->offerKernels(!m_run || !m_run->isOver() || contentsOf(*m_run).hasDeviceWork);
    beginAnew();
    askForPeak();
}

void OperatorsView::askForPeak()
{
    if (m_run)
        m_peak->request(operatorThreads(*m_run), MachinePeakSource::Effort::Kept);
}

void OperatorsView::beginAnew()
{
    m_tools->nameRows();
    LayerTypes types;
    if (m_run && m_run->graph) {
        for (const GraphLayer& layer : m_run->graph->layers)
            types[layer.name] = layer.type;
    }
    m_builder = OperatorStatisticsBuilder(selectedSteps(m_selection), grouping(), std::move(types));
    m_rowDetails->stop(); // it read those of a previous row
    m_hasAllEvents = false;
    m_showsAllEvents = false;
    m_seen = {};
    m_sinceRebuild.invalidate();
    m_sinceShown.invalidate();
    if (m_run && m_run->trace.size() > eventsAtOnce)
        m_nextRebuild.start(0); // opening a run keeps all views busy
    else
        rebuild();
}

/// Rows by operator and by shape share their figures; others are counted again.
void OperatorsView::regroup()
{
    if (isByOperator(grouping()) && isByOperator(m_builder.statistics().grouping))
        return showStatistics();
    beginAnew();
}

void OperatorsView::refresh()
{
    if (!m_run || !isVisible() || m_nextRebuild.isActive() || seenNow() == m_seen)
        return;
    const qint64 elapsed = m_sinceRebuild.isValid() ? m_sinceRebuild.elapsed() : rebuildMs;
    if (elapsed >= rebuildMs)
        rebuild();
    else
        m_nextRebuild.start(int(rebuildMs - elapsed));
}

void OperatorsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    askForPeak();
    refresh();
}

OperatorsView::Seen OperatorsView::seenNow() const
{
    return {m_run->trace.size(), m_run->trace.steps.size(), m_run->totals.steps, int(m_run->outcome)};
}

/// Reads new events of the trace for some milliseconds, and continues in the next turn of the event loop.
void OperatorsView::rebuild()
{
    constexpr int budgetMs = 6;
    constexpr int budgetToShowMs = 1; // of a turn that also fills the table
    if (m_run) {
        m_seen = seenNow();
        const bool isShownNow = !m_sinceShown.isValid() || m_sinceShown.elapsed() >= rebuildMs;
        QElapsedTimer clock;
        clock.start();
        do
            m_hasAllEvents = m_builder.update(m_run->trace, eventsAtOnce);
        while (!m_hasAllEvents && clock.elapsed() < (isShownNow ? budgetToShowMs : budgetMs));
        m_sinceRebuild.start();
        const bool isLate = clock.elapsed() > budgetToShowMs;
        const bool isLater = !isShownNow && (!m_hasAllEvents || isLate);
        if (!m_hasAllEvents || isLater)
            m_nextRebuild.start(0);
        if (isLater)
            return;
    }
    m_sinceShown.start();
    showStatistics();
}

void OperatorsView::catchUp()
{
    m_seen = seenNow();
    m_hasAllEvents = m_builder.update(m_run->trace);
    showStatistics();
}

OperatorGrouping OperatorsView::grouping() const
{
    return m_tools->grouping();
}

bool OperatorsView::showsAllSteps() const
{
    // The totals have no single steps and only operators.
    if (!selectedSteps(m_selection).isAll() || !isByOperator(grouping()))
        return false;
    return m_tools->wantsAllSteps() ? !m_run->totals.rows.empty() : m_run->trace.empty();
}

bool OperatorsView::hasPasses() const
{
    return !m_run || traceContents(m_run->trace).hasPasses;
}

std::optional<Pass> OperatorsView::chosenPass() const
{
    // A filter for something the trace does not have must not hide everything.
    return hasPasses() ? m_tools->pass() : std::nullopt;
}

PassRows OperatorsView::passRows() const
{
    return areKernels() && !chosenPass() ? PassRows::Merged : PassRows::Separate;
}

void OperatorsView::applyPass()
{
    applyFilter();
    if (m_run && m_model->statistics().passes != passRows())
        showStatistics();
}

void OperatorsView::applyFilter()
{
    m_tools->setPassesEnabled(hasPasses());
    m_model->setFilter({m_tools->filter(), chosenPass(), m_tools->top()});
    showSummary();
}

void OperatorsView::showStatistics()
{
    m_showsAllEvents = m_hasAllEvents;
    if (m_run)
        setStatistics(showsAllSteps() ? operatorStatistics(m_run->totals, grouping())
                                      : m_builder.statistics(grouping(), passRows()));
    if (!m_model->statistics().rows.empty())
        m_table->applyColumns();
    showSummary();
    beginDetails();
}

void OperatorsView::setStatistics(OperatorStatistics statistics)
{
    const PeakUse use = peakUse(*m_run, m_environment ? m_environment().cpuModel : std::string());
    const MachinePeak& peak = m_peak->peak();
    const bool isPeakOfRun = use == PeakUse::Comparable && peak.threads == operatorThreads(*m_run);
    markLaunches(statistics, *m_run);
    setPeak(statistics, isPeakOfRun ? peak.flopsPerSecond : 0.0);
    m_model->setPeakUse(use);
    m_model->setStatistics(std::move(statistics), &m_run->trace);
}

void OperatorsView::beginDetails()
{
    m_rowDetails->stop();
    const int row = m_table->rowInDetail();
    if (!m_run || row < 0 || !m_details->isVisibleTo(this))
        return m_details->showHint(
            tr("Select a row to see the durations of its calls, their shapes and their callers."));
    if (m_model->statistics().contents.areFunctions)
        return m_details->showHint(tr("This profile has sums, not single calls. The flame graph and the call "
                                      "graph show callers and callees of this function."));
    if (!m_model->statistics().hasCalls)
        return m_details->showHint(
            tr("Single calls are recorded in active steps only. For all steps there are "
               "totals, without percentiles, callers or a split by step."));
    m_rowDetails->begin(m_model->operatorRow(row), grouping(), selectedSteps(m_selection));
}

void OperatorsView::showSummary()
{
    const bool anyRows = !m_model->statistics().rows.empty();
    const QString summary = anyRows && m_run ? summaryOf(*m_model, m_run->trace) : QString();
    m_summary->setText(withoutBreaks(summary));
    m_table->setCaption(summary);
    m_tools->setStepsEnabled(selectedSteps(m_selection).isAll() && isByOperator(grouping()) &&
                             !m_model->statistics().contents.areFunctions);
    m_note->setText(anyRows && m_run ? stepsNote() : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    const auto empty = emptyText();
    m_empty->showText(empty);
    m_pages->setCurrentIndex(empty.title.isEmpty() ? 0 : 1);
}

QString OperatorsView::stepsNote() const
{
    if (const StepRange steps = selectedSteps(m_selection); !steps.isAll())
        return steps.first == steps.last
                   ? tr("Selected: step %1").arg(countText(steps.first))
                   : tr("Selected: steps %1 to %2").arg(countText(steps.first), countText(steps.last));
    if (m_tools->wantsAllSteps() && showsAllSteps() && m_run->isOver() &&
        m_run->totals.steps < int64_t(m_run->steps.size()))
        return tr("Operators were recorded in %1 of %2 steps: totals of these only, without percentiles")
            .arg(countText(m_run->totals.steps), countText(m_run->steps.size()));
    if (m_tools->wantsAllSteps())
        return showsAllSteps() ? tr("All steps have totals only: no percentiles, no first call") : QString();
    if (!showsAllSteps())
        return {};
    return m_run->isOver() ? tr("The schedule had no active step: all steps are shown.")
                           : tr("No active step yet: all steps so far are shown.");
}

AbsenceText OperatorsView::emptyText() const
{
    if (m_model->rowCount() > 0)
        return {};
    if (!m_model->statistics().rows.empty())
        return {m_model->statistics().contents.areFunctions ? tr("No function matches")
                : areKernels()                              ? tr("No kernel matches")
                                                            : tr("No operator matches"),
                tr("Clear the filter (Esc in its box) or show all passes.")};
    const bool areRecorded = selectedSteps(m_selection).isAll() ||
                             (m_run && !countedSteps(m_run->trace, selectedSteps(m_selection)).empty());
    if (areKernels() && m_run && !m_run->trace.empty() && m_hasAllEvents && areRecorded)
        return {tr("No kernels"), tr("Nothing ran on a device in these steps. Group by operators instead.")};
    if (whyAbsent(m_run, RunPart::Operators) != Absence::None)
        return absenceText(m_run, RunPart::Operators);
    if (!selectedSteps(m_selection).isAll())
        return stepsAbsenceText(*m_run, m_run->trace, selectedSteps(m_selection));
    return {tr("No operators"), tr("The recording has no operators.")};
}

void OperatorsView::copyContent()
{
    m_table->copyRows();
}

QList<ExportItem> OperatorsView::exportItems()
{
    if (m_run && seenNow() != m_seen)
        catchUp();
    if (!m_run || m_model->statistics().rows.empty())
        return {};
    const auto writeCsv = [this](const QString& path) {
        catchUp();
        // Programs read this file: a row for each kernel and pass, whatever the table shows.
        const std::string csv = areKernels() ? operatorsCsv(m_builder.statistics(grouping()), m_run->trace)
                                             : operatorsCsv(m_model->statistics(), m_run->trace);
        writeFileAtomically(path.toStdString(), csv);
    };
    const auto writeShown = [this](const QString& path) {
        catchUp();
        PlainTable table = operatorsTable(*m_model, allRows(*m_model), m_table->shownColumns());
        table.caption = m_table->caption().toStdString();
        writeFileAtomically(path.toStdString(), tableText(table, path));
    };
    const auto shown = [this] {
        catchUp();
        return operatorsTablePicture(*m_model, allRows(*m_model), m_table->shownColumns(),
                                     m_table->caption());
    };
    const auto costliest = [this] { return operatorsPicture(*m_run); };
    const QString file = areKernels() ? "kernels" : "operators";
    const QString shownFile = file + "-shown";
    const QString allRowsTitle = areKernels() ? tr("All kernels") : tr("All operators");
    const QString shownRowsTitle = areKernels() ? tr("Shown kernels") : tr("Shown operators");
    return {
        {allRowsTitle, file, {"csv"}, writeCsv},
        {shownRowsTitle, shownFile, {"md", "tex", "json", "csv"}, writeShown},
        pictureItem(shownRowsTitle, shownFile, shown),
        pictureItem(tr("Most expensive operators"), "operators-costliest", costliest),
    };
}

} // namespace stepscope::ui
