#include "ui/memory/memory_view.h"

#include "core/base/text/format.h"
#include "core/run/run.h"
#include "core/trace/event_layers.h"
#include "ui/curves/curves_picture.h"
#include "ui/curves/plot_picture.h"
#include "ui/memory/memory_model.h"
#include "ui/memory/memory_plot.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/table_setup.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

class MemoryDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const ThemeColors& colors = Theme::instance().colors();
        const QString text = index.data(Qt::DisplayRole).toString();
        const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
        painter->save();
        painter->setFont(option.font);
        painter->fillRect(option.rect, cellBackground(option, index, colors));
        if (index.column() == MemoryModel::PassOf) {
            paintPassTag(painter, option, Pass(index.data(MemoryModel::PassRole).toInt()), text, colors);
        } else if (index.column() >= MemoryModel::Blocks) {
            if (index.column() == MemoryModel::Share)
                paintShareBar(painter, option.rect, index.data(MemoryModel::FigureRole).toDouble(), colors);
            painter->setFont(Theme::tabularFont(option.font));
            paintNumber(painter, cell, text,
                        index.column() == MemoryModel::Bytes   ? "MiB"
                        : index.column() == MemoryModel::Share ? "%"
                                                               : "",
                        colors);
        } else {
            painter->setPen(colors.text);
            painter->drawText(cell, Qt::AlignVCenter | Qt::AlignLeft,
                              option.fontMetrics.elidedText(text, Qt::ElideRight, cell.width()));
        }
        paintRowLine(painter, option.rect, colors);
        painter->restore();
    }
};

QString stepsText(int64_t steps)
{
    return counted(MemoryView::tr("%1 step(s)", nullptr, formNumber(steps)), steps);
}

QString deviceText(int16_t device)
{
    return device < 0 ? MemoryView::tr("Host memory") : MemoryView::tr("GPU %1").arg(device);
}

} // namespace

MemoryView::MemoryView(QWidget* parent)
    : View(parent)
    , m_reading(std::make_unique<ReadingJob>())
    , m_pages(new QStackedWidget(this))
    , m_plot(new MemoryPlot(this))
    , m_model(new MemoryModel(this))
    , m_table(makeTable())
    , m_tools(makeTools())
{
    auto* lower = new QWidget(this);
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->setSpacing(0);
    m_summary = new QLabel(lower);
    m_summary->setContentsMargins(12, 8, 12, 8);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    lowerColumn->addWidget(m_summary);
    lowerColumn->addWidget(m_table, 1);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_plot);
    splitter->addWidget(lower);
    splitter->setSizes({400, 400});
    splitter->setChildrenCollapsible(false);

    m_empty = new EmptyPage("memoryEmpty");
    m_pages->addWidget(m_empty);
    m_pages->addWidget(splitter);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_tools);
    page->addWidget(m_pages, 1);
    setFocusProxy(m_plot);
    m_plot->setColors(Theme::instance().colors());
    connectParts();
    showEmptyState();
}

MemoryView::~MemoryView() = default;

QWidget* MemoryView::makeTools()
{
    auto* widget = new QWidget(this);
    auto* row = new ToolRowLayout(widget);
    m_device = new QComboBox(widget);
    m_device->setObjectName("memoryDevice");
    m_device->setToolTip(tr("The device whose memory is shown"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToContents); // the devices are known later
    m_device->hide();
    m_what = new QComboBox(widget);
    m_what->setObjectName("memorySubject");
    m_what->setToolTip(tr("What the table explains"));
    m_what->addItems({tr("At the peak"), tr("At selected time"), tr("Growth by step")});
    m_note = new QLabel(widget);
    m_note->setObjectName("memoryNote");
    m_note->setProperty("muted", true);
    m_note->setText(tr("Allocated in recorded steps only"));
    m_note->setToolTip(
        tr("Memory allocated before is not counted: parameters, the data set, the optimizer's state."));
    row->addWidget(m_device);
    row->addWidget(m_what);
    row->addWidget(m_note);
    row->addStretch(1);
    row->addWidget(makeExportButton(this));
    return widget;
}

QTableView* MemoryView::makeTable()
{
    auto* table = new QTableView(this);
    table->setObjectName("memoryTable");
    table->setAccessibleName(tr("Memory by origin"));
    table->setModel(m_model);
    table->setItemDelegate(new MemoryDelegate(table));
    setUpTable(table, TableFrame::Line);
    setUpColumns(table, 48);
    QHeaderView* const header = table->horizontalHeader();
    for (const auto& [column, width] :
         {std::pair(MemoryModel::Layer, 140), std::pair(MemoryModel::Operator, 260),
          std::pair(MemoryModel::PassOf, 96), std::pair(MemoryModel::Blocks, 80),
          std::pair(MemoryModel::Bytes, 104)})
        header->resizeSection(column, width);
    scaleColumnsWithText(header);
    header->setSortIndicator(MemoryModel::Bytes, Qt::DescendingOrder);
    table->setSortingEnabled(true);
    return table;
}

void MemoryView::connectParts()
{
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_model->rowCount() > 0)
            m_table->setColumnHidden(MemoryModel::Layer, !m_model->hasLayers());
    });
    m_nextRead.setSingleShot(true);
    connect(&m_nextRead, &QTimer::timeout, this, &MemoryView::rebuild);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu(this);
        menu.setObjectName("memoryMenu");
        if (const QModelIndex index = m_table->indexAt(position); m_selection && index.isValid())
            addShowInMenu(&menu, m_selection, focusOfRow(index.row()), "memory");
        menu.addAction(tr("Copy rows"), this, &MemoryView::copyTable)->setShortcut(QKeySequence::Copy);
        menu.exec(m_table->viewport()->mapToGlobal(position));
    });
    connect(m_plot, &MemoryPlot::picked, this, &MemoryView::explain);
    connect(m_device, &QComboBox::activated, this, [this] { showProfile(false); });
    connect(m_what, &QComboBox::activated, this, [this](int what) {
        m_subject = Subject(what);
        showSubject();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_plot->setColors(Theme::instance().colors());
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
}

void MemoryView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
    m_wantsOperator = true; // this view may be made to show it
    connect(selection, &TraceSelection::focusChanged, this, &MemoryView::showFocus);
    connect(selection, &TraceSelection::stepsChanged, this, [this] {
        if (isVisible())
            followSteps();
    });
    connect(selection, &TraceSelection::viewWanted, this, [this](const QString& view) {
        if (view != "memory")
            return;
        m_wantsOperator = true;
        if (profile())
            showOperator();
    });
}

TraceFocus MemoryView::focusOfRow(int row) const
{
    const MemoryShare& share = m_model->share(row);
    const auto text = [this](NameId name) {
        return name == noName ? QString() : toQString(m_run->trace.names[name]);
    };
    return {.event = std::nullopt, .operatorName = text(share.operatorName), .layer = text(share.layerName)};
}

void MemoryView::showFocus()
{
    if (!m_selection || !m_run)
        return;
    findOperatorBlocks();
    markRows();
    showSummary();
}

void MemoryView::findOperatorBlocks()
{
    const QString& name = m_selection->focus().operatorName;
    if (name == m_operator)
        return;
    m_operator = name;
    m_operatorBlocks.clear();
    if (!name.isEmpty() && profile())
        m_operatorBlocks = blocksOfOperator(m_run->trace, profile()->blocks, name.toStdString());
}

/// Marks what the selected operator or layer has allocated.
void MemoryView::markRows()
{
    const TraceFocus& focus = m_selection->focus();
    const auto own = memoryShares(m_run->trace, m_layers, m_operatorBlocks);
    const auto isOfOperator = [&](const MemoryShare& share) {
        return std::ranges::any_of(own, [&](const MemoryShare& each) {
            return each.operatorName == share.operatorName && each.layerName == share.layerName &&
                   each.pass == share.pass;
        });
    };
    QItemSelection rows;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const bool isAny = !m_operator.isEmpty() || !focus.layer.isEmpty();
        const bool isIts = m_operator.isEmpty() || isOfOperator(m_model->share(row));
        const bool isOfLayer = focus.layer.isEmpty() || focusOfRow(row).layer == focus.layer;
        if (isAny && isIts && isOfLayer)
            rows.select(m_model->index(row, 0), m_model->index(row, MemoryModel::columns - 1));
    }
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty())
        m_table->scrollTo(rows.first().topLeft().sibling(rows.first().top(), MemoryModel::Operator));
}

void MemoryView::showSummary()
{
    QString text = summaryText();
    if (m_subject == Subject::Peak && !m_subjectText.isEmpty())
        text += ' ' + tr("Click the curve to see another time.");
    m_summary->setText(withoutBreaks(text));
}

QString MemoryView::summaryText() const
{
    const QString ofOperator = operatorText();
    return ofOperator.isEmpty() ? m_subjectText : m_subjectText + ' ' + ofOperator;
}

QString MemoryView::operatorText() const
{
    if (m_operator.isEmpty() || m_subject == Subject::Growth)
        return {};
    const QString name = toQString(withoutNamespace(m_operator.toStdString()));
    if (m_operatorBlocks.empty())
        return tr("%1 allocated nothing in the recorded steps.").arg(name);
    const auto alive = blocksOfOperator(m_run->trace, m_alive, m_operator.toStdString());
    if (alive.empty())
        return tr("Nothing that %1 allocated is live at this time.").arg(name);
    int64_t bytes = 0;
    for (const MemoryBlock& block : alive)
        bytes += block.bytes;
    return counted(tr("%2 and the operators it calls allocated %3 of this, in %1 block(s).", nullptr,
                      formNumber(alive.size())),
                   alive.size())
        .arg(name, bytesText(double(bytes)));
}

void MemoryView::showOperator()
{
    m_wantsOperator = false;
    const std::string name = m_selection->focus().operatorName.toStdString();
    if (name.empty())
        return;
    const auto bytesOn = [&](const DeviceMemoryProfile& each) {
        int64_t bytes = 0;
        for (const MemoryBlock& block : blocksOfOperator(m_run->trace, each.blocks, name))
            bytes += block.bytes;
        return bytes;
    };
    if (m_operatorBlocks.empty() && m_profiles.size() > 1) {
        const auto most = std::ranges::max_element(m_profiles, {}, bytesOn);
        m_device->setCurrentIndex(int(most - m_profiles.begin()));
        showProfile(false);
    }
    const bool isShown = m_subject == Subject::Growth
                             ? m_table->selectionModel()->hasSelection()
                             : !blocksOfOperator(m_run->trace, m_alive, name).empty();
    if (!isShown && !m_operatorBlocks.empty())
        explain(peakTimeOf(m_operatorBlocks));
}

void MemoryView::showRun(const Run* run)
{
    m_profiles.clear();
    m_scrolledTo.reset();
    m_device->clear();
    m_device->hide();
    m_subject = Subject::Peak;
    showRunAgain(run);
}

/// The previous rows have names of the previous trace, so they disappear until the run is read.
void MemoryView::showRunAgain(const Run* run)
{
    if (!m_profiles.empty())
        m_scrolledTo = m_table->verticalScrollBar()->value();
    m_reading = std::make_unique<ReadingJob>(); // the destructor waits: the job reads the run, which may
                                                // be deleted
    m_nextRead.stop();
    m_sinceRead.invalidate();
    m_run = run;
    m_seen = 0;
    m_profiles.clear();
    m_layers.clear();
    m_alive.clear();
    m_operator.clear();
    m_operatorBlocks.clear();
    m_model->show(nullptr, {});
    rebuild();
}

/// Everything is read again, so a growing run is only read from time to time.
void MemoryView::refresh()
{
    constexpr int everyMs = 500;
    if (!m_run || !isVisible() || m_nextRead.isActive())
        return;
    const bool isLate = m_run->isOver() || !m_sinceRead.isValid() || m_sinceRead.hasExpired(everyMs);
    m_nextRead.start(isLate ? 0 : everyMs);
}

void MemoryView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    rebuild();
    followSteps();
}

void MemoryView::rebuild()
{
    constexpr size_t few = 10'000; // takes some milliseconds
    m_sinceRead.start();
    if (isVisible() && m_run && m_run->trace.allocations.size() != m_seen && !m_reading->isRunning()) {
        if (m_run->isOver() && m_run->trace.allocations.size() > few)
            readAside();
        else
            take(contentOf(m_run->trace));
    }
    showEmptyState();
}

MemoryView::Content MemoryView::contentOf(const Trace& trace)
{
    return {memoryProfile(trace), eventLayers(trace)};
}

/// For long, finished recordings.
void MemoryView::readAside()
{
    m_reading->start([this, run = m_run](std::stop_token) {
        auto content = std::make_shared<Content>(contentOf(run->trace));
        return [this, content] {
            take(std::move(*content));
            showEmptyState();
        };
    });
}

void MemoryView::take(Content content)
{
    const bool isFirst = m_seen == 0 && !m_scrolledTo;
    m_seen = m_run->trace.allocations.size();
    m_profiles = std::move(content.profiles);
    m_layers = std::move(content.layers);
    showDevices();
    if (m_subject == Subject::Time && m_scrolledTo && !hasTime(m_timeNs))
        m_subject = Subject::Peak;
    showProfile(!isFirst);
    if (m_scrolledTo) {
        m_table->doItemsLayout(); // the scroll bar has the length of the new rows only then
        m_table->verticalScrollBar()->setValue(*std::exchange(m_scrolledTo, std::nullopt));
    }
}

void MemoryView::showDevices()
{
    const auto largest = std::ranges::max_element(m_profiles, {}, &DeviceMemoryProfile::peakBytes);
    const QString before = m_device->currentText();
    m_device->clear();
    for (const auto& profile : m_profiles)
        m_device->addItem(deviceText(profile.device));
    const int same = m_device->findText(before);
    m_device->setCurrentIndex(same >= 0 ? same : int(largest - m_profiles.begin()));
    m_device->setVisible(m_device->count() > 1);
}

const DeviceMemoryProfile* MemoryView::profile() const
{
    const auto index = size_t(std::max(m_device->currentIndex(), 0));
    return index < m_profiles.size() ? &m_profiles[index] : nullptr;
}

bool MemoryView::hasTime(int64_t timeNs) const
{
    const auto* shown = profile();
    return shown && !shown->alive.empty() && timeNs <= shown->alive.back().timeNs &&
           timeNs >= std::min(originNs(), shown->alive.front().timeNs);
}

int64_t MemoryView::originNs() const
{
    for (const auto& step : m_run->trace.steps) {
        if (step.endEvent > step.firstEvent)
            return step.startNs;
    }
    return profile()->alive.empty() ? 0 : profile()->alive.front().timeNs;
}

void MemoryView::showProfile(bool keepRange)
{
    if (!profile())
        return;
    m_operator.clear(); // its blocks are those of a profile
    m_operatorBlocks.clear();
    m_plot->show(*profile(), m_run->trace.steps, originNs(), keepRange);
    showSelectedSteps(!keepRange);
    showSubject();
    if (m_wantsOperator && m_selection)
        showOperator();
}

std::optional<TimeInterval> MemoryView::selectedTime() const
{
    std::optional<TimeInterval> time;
    if (selectedSteps(m_selection).isAll())
        return time;
    for (const TraceStep& step : m_run->trace.steps) {
        if (!isRecorded(step) || !selectedSteps(m_selection).contains(step.number))
            continue;
        const int64_t endNs = step.startNs + step.durationNs;
        time = time ? TimeInterval{std::min(time->startNs, step.startNs), std::max(time->endNs, endNs)}
                    : TimeInterval{step.startNs, endNs};
    }
    return time;
}

void MemoryView::followSteps()
{
    if (!profile() || m_shownSteps == selectedSteps(m_selection))
        return;
    showSelectedSteps(true);
    showSubject();
}

void MemoryView::showSelectedSteps(bool zoom)
{
    const auto time = selectedTime();
    const bool haveChanged = m_shownSteps != selectedSteps(m_selection) || m_shownTime != time;
    m_shownSteps = selectedSteps(m_selection);
    m_shownTime = time;
    m_plot->markSelected(time);
    if (time && (zoom || haveChanged))
        m_plot->zoomTo(*time);
    else if (haveChanged)
        m_plot->fit();
    m_note->setText(time || m_shownSteps.isAll()
                        ? tr("Allocated in recorded steps only")
                        : tr("%1: all recorded steps are shown")
                              .arg(stepsAbsenceText(*m_run, m_run->trace, m_shownSteps).title));
}

int64_t MemoryView::subjectTimeNs() const
{
    if (m_subject != Subject::Peak)
        return m_timeNs;
    const auto time = selectedTime();
    return time ? peakTimeWithin(*profile(), *time) : profile()->peakNs;
}

void MemoryView::explain(int64_t timeNs)
{
    m_subject = Subject::Time;
    m_timeNs = timeNs;
    showSubject();
}

QString MemoryView::timeText(int64_t timeNs) const
{
    for (const auto& step : m_run->trace.steps) {
        if (timeNs >= step.startNs && timeNs < step.startNs + step.durationNs)
            return tr("%1 into step %2")
                .arg(durationText(double(timeNs - step.startNs)), countText(step.number));
    }
    return tr("between two steps");
}

void MemoryView::showSubject()
{
    const auto* shown = profile();
    m_what->setCurrentIndex(int(m_subject));
    if (!shown)
        return;
    const auto& trace = m_run->trace;
    if (m_subject == Subject::Growth) {
        auto growth = memoryGrowth(trace, m_layers, *shown);
        m_model->show(&trace, std::move(growth.shares));
        m_subjectText = growth.steps == 0
                            ? tr("Growth needs three recorded steps in a row; this run has fewer.")
                        : m_model->bytes() == 0
                            ? tr("No growth over %1.").arg(stepsText(growth.steps))
                            : tr("%1 more is live at the end of the last recorded step than %2 earlier.")
                                  .arg(bytesText(m_model->bytes()), stepsText(growth.steps));
        if (!m_shownSteps.isAll())
            m_subjectText += ' ' + tr("This covers all recorded steps, not only the selected ones.");
        showSummary();
        return showFocus();
    }
    const bool isPeak = m_subject == Subject::Peak;
    const auto timeNs = subjectTimeNs();
    m_alive = blocksAliveAt(*shown, timeNs);
    m_model->show(&trace, memoryShares(trace, m_layers, m_alive));
    m_plot->mark(timeNs, double(m_model->bytes()));
    const QString inBlocks = counted(tr("%1 block(s)", nullptr, formNumber(m_alive.size())), m_alive.size());
    auto text = (!isPeak          ? tr("%1 in %2, %3.")
                 : selectedTime() ? tr("Peak in the selected steps: at least %1 in %2, %3.")
                                  : tr("Peak: at least %1 in %2, %3."))
                    .arg(bytesText(m_model->bytes()), inBlocks, timeText(timeNs));
    if (!m_alive.empty())
        text += ' ' + tr("The largest block is %1.").arg(bytesText(m_alive.front().bytes));
    m_subjectText = text;
    showSummary();
    showFocus();
}

void MemoryView::showEmptyState()
{
    const bool any = !m_profiles.empty();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_tools->setEnabled(any);
    if (any)
        return;
    if (m_reading->isRunning())
        return m_empty->showText(tr("Reading the recording…"), {});
    m_empty->showText(absenceText(m_run, RunPart::Memory));
}

void MemoryView::copyContent()
{
    if (hasFocusWithin(m_table))
        copyTable();
    else
        View::copyContent();
}

void MemoryView::copyTable()
{
    const QList<int> rows = rowsToCopy(*m_table);
    copyRows(this, m_model->tsv(rows), rows.size());
}

Picture MemoryView::picture() const
{
    constexpr QSize usualSize(1600, 700);
    return {.title = runTitle(*m_run),
            .what = tr("memory"),
            .size = shownSize(*m_plot, usualSize),
            .paint = paintedPlot([this](const PictureSheet& sheet) { return plotOf(sheet); })};
}

/// Of its own, so that the one on the screen does not change.
std::shared_ptr<MemoryPlot> MemoryView::plotOf(const PictureSheet& sheet) const
{
    auto plot = std::make_shared<MemoryPlot>();
    setUpForPicture(*plot, sheet.size);
    plot->setColors(sheet.colors);
    plot->setTitle(runTitle(*m_run), withPlainSpaces(summaryText()));
    plot->show(*profile(), m_run->trace.steps, originNs(), false);
    plot->markSelected(selectedTime());
    plot->xAxis->setRange(m_plot->shownTime());
    if (m_subject != Subject::Growth)
        plot->mark(subjectTimeNs(), double(m_model->bytes()));
    return plot;
}

QList<ExportItem> MemoryView::exportItems()
{
    if (!m_run || m_run->trace.allocations.empty())
        return {};
    if (m_seen != m_run->trace.allocations.size()) {
        m_reading->cancel();
        take(contentOf(m_run->trace));
        showEmptyState();
    }
    followSteps();
    return {pictureItem(tr("Memory"), "memory", [this] { return picture(); }),
            {tr("Memory by origin"), "memory", {"csv"}, [this](const QString& path) {
                 writeText(path, m_model->csv());
             }}};
}

} // namespace stepscope::ui
