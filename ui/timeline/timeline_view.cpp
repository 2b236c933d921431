#include "ui/timeline/timeline_view.h"

#include "core/run/run.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/timeline/timeline_csv.h"
#include "core/trace/timeline/timeline_event.h"
#include "core/trace/trace_sums.h"
#include "ui/curves/curves_picture.h"
#include "ui/keys/view_keys.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/follow_font.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_details.h"
#include "ui/timeline/timeline_minimap.h"
#include "ui/timeline/timeline_picture.h"
#include "ui/timeline/timeline_text.h"
#include "ui/timeline/timeline_tones.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

// Per turn of the event loop; together at most one frame.
constexpr int indexBudgetMs = 6;
constexpr int searchBudgetMs = 4;
constexpr uint32_t eventsAtOnce = 1 << 14;

/// From the start of the first step to the end of the last one and of the device work that was launched in
/// it; none if no step was recorded.
std::optional<TimeSpan> timeOf(const StepRange& range, const Trace& trace, DeviceSteps& onDevices)
{
    const auto& steps = trace.steps;
    const auto first = std::ranges::lower_bound(steps, range.first, {}, &TraceStep::number);
    const auto end = std::ranges::upper_bound(steps, range.last, {}, &TraceStep::number);
    if (first >= end)
        return {};
    const auto last = end - 1;
    onDevices.update(trace);
    return TimeSpan{first->startNs, std::max(last->startNs + last->durationNs,
                                             onDevices.of(size_t(last - steps.begin())).endNs)};
}

/// True after an imported trace was read again.
bool haveSameEvents(const Trace& a, const Trace& b)
{
    return a.startNs == b.startNs && a.durationNs == b.durationNs && a.name == b.name;
}

constexpr double zoomPerClick = 1.6;

QString helpText()
{
    QList<std::pair<QString, QString>> keys = {
        {TimelineView::tr("Wheel"), TimelineView::tr("Zoom; with Shift move, with Ctrl scroll")},
        {TimelineView::tr("Drag"), TimelineView::tr("Move; with Shift select a time range")},
        {TimelineView::tr("Right click"),
         TimelineView::tr("Open the event's menu (copy, fit, use as steps)")},
        {TimelineView::tr("Double click"), TimelineView::tr("Fit the event; elsewhere: fit all")},
    };
    for (const ViewKey& key : viewKeys("timeline"))
        keys.emplaceBack(key.keysText(), key.text);
    QString rows;
    for (const auto& [key, what] : keys)
        rows += QStringLiteral("<tr><td style='padding-right:16px'><b>%1</b></td><td>%2</td></tr>")
                    .arg(key.toHtmlEscaped(), what.toHtmlEscaped());
    return "<table cellspacing='0' cellpadding='2'>" + rows + "</table>";
}

} // namespace

TimelineView::TimelineView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_index(std::make_unique<TimelineIndex>())
    , m_countersJob(std::make_unique<ReadingJob>())
    , m_canvas(new TimelineCanvas)
    , m_minimap(new TimelineMinimap(m_canvas))
    , m_details(new TimelineDetails)
    , m_pages(new QStackedWidget)
{
    auto* picture = new QWidget;
    auto* column = new QVBoxLayout(picture);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_minimap);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_details);

    auto* tools = makeTools();
    m_empty = new EmptyPage("timelineEmpty");
    m_pages->addWidget(m_empty);
    m_pages->addWidget(picture);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(tools);
    page->addWidget(m_pages, 1);

    makeHelp();
    m_canvas->setSearch(&m_search);
    m_more.setSingleShot(true);
    setFocusProxy(m_canvas);
    connectParts();
    addShortcuts();
    showEmptyState();
    showHits();
    showDetails();
}

TimelineView::~TimelineView()
{
    m_canvas->showTrace(nullptr, nullptr);
}

QWidget* TimelineView::makeTools()
{
    auto* tools = new QWidget(this);
    auto* row = new ToolRowLayout(tools);
    m_searchField = new QLineEdit;
    m_searchField->setObjectName("timelineSearch");
    m_searchField->setPlaceholderText(tr("Find operator or layer"));
    m_searchField->setToolTip(tr("Fade all other events (Ctrl+F). Enter or F3 goes to the next one, "
                                 "Shift+Enter or Shift+F3 to the previous one."));
    m_searchField->setClearButtonEnabled(true);
    m_searchField->setMinimumWidth(120);
    m_searchField->setMaximumWidth(280);
    m_searchField->installEventFilter(this);
    row->addWidget(m_searchField, 1);
    m_needTrace.append(m_searchField);

    const auto button = [&](const QString& text, const char* name, const QString& toolTip, auto&& act) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setObjectName(name);
        made->setToolTip(toolTip);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, act);
        row->addWidget(made);
        return made;
    };
    m_needHits.append(
        button("‹", "timelinePrevious", tr("Previous match (Shift+F3)"), [this] { goToPreviousHit(); }));
    m_needHits.append(button("›", "timelineNext", tr("Next match (F3)"), [this] { goToNextHit(); }));
    m_hitCount = new QLabel;
    m_hitCount->setObjectName("timelineHits");
    m_hitCount->setProperty("muted", true);
    keepRoomFor(m_hitCount, "00,000 of 00,000", 0);
    row->addWidget(m_hitCount);
    row->addStretch(1);
    m_needTrace.append(
        button("−", "timelineZoomOut", tr("Zoom out (S)"), [this] { m_canvas->zoomBy(1.0 / zoomPerClick); }));
    m_needTrace.append(
        button("+", "timelineZoomIn", tr("Zoom in (W)"), [this] { m_canvas->zoomBy(zoomPerClick); }));
    m_needTrace.append(button(tr("Fit"), "timelineFit", tr("Show the whole trace (F, Home, or double click)"),
                              [this] { m_canvas->fitAll(); }));
    auto* keys = button(tr("Keys"), "timelineKeys", tr("Show all keys and mouse actions (?)"), [] {});
    keys->setCheckable(true);
    connect(keys, &QToolButton::toggled, this, [this](bool shown) {
        m_help->setVisible(shown);
        placeHelp();
    });
    m_needTrace.append(keys);
    row->addWidget(makeExportButton(this));
    return tools;
}

void TimelineView::makeHelp()
{
    m_help = new QLabel(helpText(), m_canvas);
    m_help->setObjectName("timelineHelp");
    m_help->setAutoFillBackground(true);
    m_help->setFrameShape(QFrame::StyledPanel);
    m_help->setBackgroundRole(QPalette::ToolTipBase);
    m_help->setForegroundRole(QPalette::ToolTipText);
    m_help->setMargin(12);
    m_help->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_help->hide();
}

void TimelineView::placeHelp()
{
    m_help->adjustSize();
    m_help->move(m_canvas->viewport()->width() - m_help->width() - 16,
                 m_canvas->height() - m_help->height() - 16);
    m_help->raise();
}

void TimelineView::connectParts()
{
    connect(&m_more, &QTimer::timeout, this, &TimelineView::advance);
    connect(m_canvas, &TimelineCanvas::picked, this, [this](quint32 event) { pick(EventId(event)); });
    connect(m_canvas, &TimelineCanvas::menuWanted, this, [this](quint32 number, QPoint place) {
        const EventId event(number);
        if (event != noEvent)
            pick(event);
        QMenu menu(this);
        fillMenu(&menu, event);
        menu.exec(place);
    });
    connect(m_canvas, &TimelineCanvas::hoverChanged, this, &TimelineView::showDetails);
    connect(m_canvas, &TimelineCanvas::measured, this, &TimelineView::pickMeasured);
    connect(m_searchField, &QLineEdit::textChanged, this, &TimelineView::renewSearch);
    if (m_selection) {
        connect(m_selection, &TraceSelection::focusChanged, this, &TimelineView::showFocus);
        connect(m_selection, &TraceSelection::stepsChanged, this, &TimelineView::showScope);
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_canvas->setColors(Theme::instance().colors());
        m_minimap->renew();
        showDetails();
    });
}

void TimelineView::addShortcuts()
{
    addKey("timeline", KeyAct::Find, [this] {
        m_searchField->setFocus(Qt::ShortcutFocusReason);
        m_searchField->selectAll();
    });
    addKey("timeline", KeyAct::NextMatch, [this] { goToNextHit(); });
    addKey("timeline", KeyAct::PreviousMatch, [this] { goToPreviousHit(); });
    m_canvas->installEventFilter(this);
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return View::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (watched == m_searchField) {
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goToHit(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_searchField->clear();
            m_canvas->setFocus(Qt::OtherFocusReason);
            return true;
        }
    } else if (watched == m_canvas && keyAct("timeline", *key) == KeyAct::Help) {
        findChild<QToolButton*>("timelineKeys")->toggle();
        return true;
    }
    return View::eventFilter(watched, event);
}

void TimelineView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    begin();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    placeHelp();
}

void TimelineView::showRun(const Run* run)
{
    m_more.stop();
    const bool isSame = run && m_run && isLookingAtTrace() && haveSameEvents(run->trace, m_run->trace);
    m_scrollTo = isSame ? std::optional(m_canvas->verticalScrollBar()->value()) : std::nullopt;
    m_run = run;
    isSame ? m_canvas->showSameEvents(nullptr, nullptr) : m_canvas->showTrace(nullptr, nullptr);
    m_index = std::make_unique<TimelineIndex>();
    m_search = {};
    m_launches = {};
    m_deviceSteps = {};
    m_countersJob = std::make_unique<ReadingJob>(); // waits for a job that reads the previous run
    m_countersSeen = 0;
    m_sinceCounters.invalidate();
    renewSearch();
    if (isSame)
        m_canvas->showSameEvents(&run->trace, m_index.get());
    else if (run)
        m_canvas->showTrace(&run->trace, m_index.get());
    showEmptyState();
    showHits();
    showDetails();
    m_minimap->renew();
    if (isVisible())
        begin();
}

/// Reads a trace of many events in separate turns, because the view is being created or shown.
void TimelineView::begin()
{
    if (m_run && m_run->trace.size() > eventsAtOnce)
        m_more.start(0);
    else
        advance();
}

void TimelineView::refresh()
{
    if (isVisible() && m_run)
        advance();
}

bool TimelineView::isUpToDate() const
{
    return !m_run || !traceContents(m_run->trace).hasTimes ||
           (m_index->events() == m_run->trace.size() && !m_more.isActive());
}

bool TimelineView::isLookingAtTrace() const
{
    return m_run && !m_index->empty();
}

void TimelineView::advance()
{
    if (!m_run)
        return;
    if (!traceContents(m_run->trace).hasTimes)
        return showEmptyState();
    const uint32_t known = m_index->events();
    const uint32_t knownSteps = m_index->steps().events;
    QElapsedTimer clock;
    clock.start();
    bool isAll = false;
    while (!isAll && clock.elapsed() < indexBudgetMs)
        isAll = m_index->update(m_run->trace, eventsAtOnce);
    const bool hasGrown = m_index->events() != known || m_index->steps().events != knownSteps;
    if (hasGrown) {
        showEmptyState(); // gives the canvas its size, which the focus needs
        m_canvas->grow();
        m_minimap->renew();
        showScope();
        showFocus();
    }
    if (isAll) {
        renewCounters();
        if (m_scrollTo)
            m_canvas->verticalScrollBar()->setValue(*std::exchange(m_scrollTo, std::nullopt));
    }
    const bool isAllSearched = advanceSearch();
    showEmptyState();
    if (!isAll || !isAllSearched)
        m_more.start(0);
}

void TimelineView::renewCounters()
{
    const Trace& trace = m_run->trace;
    const size_t events = hasStreams(trace) ? trace.size() : 0; // host counters are not drawn
    const size_t now = trace.allocations.size() + trace.counters.size() + events;
    constexpr qint64 seldomMs = 2000;
    constexpr size_t fewEvents = 300'000; // takes some milliseconds
    if (now == m_countersSeen || m_countersJob->isRunning())
        return;
    if (m_run->isOver()) {
        m_countersSeen = now;
        m_countersJob->start([this, run = m_run](std::stop_token) {
            auto counters = std::make_shared<std::vector<TimelineCounter>>(timelineCounters(run->trace));
            return [this, counters] { m_canvas->setCounters(std::move(*counters)); };
        });
    } else if (now < fewEvents && (!m_sinceCounters.isValid() || m_sinceCounters.elapsed() > seldomMs)) {
        m_countersSeen = now; // the trace grows on this thread, so no other thread may read it
        m_canvas->setCounters(timelineCounters(trace));
        m_sinceCounters.start();
    }
}

std::vector<TimelineLaunch> TimelineView::launchesOf(EventId event) const
{
    const Trace& trace = m_run->trace;
    std::vector<TimelineLaunch> launches;
    const auto add = [&](EventId work) {
        const TraceDeviceWork* known = trace.workOf(work);
        if (known && known->launcher != noEvent)
            launches.push_back({known->launcher, work});
    };
    constexpr size_t most = 200; // only a few of the arrows are drawn
    if (isOnDevice(trace.kind[event]))
        add(event);
    else
        std::ranges::for_each(m_launches.launchedBy(trace, event, most), add);
    return launches;
}

bool TimelineView::advanceSearch()
{
    if (!m_run || !m_search.isActive())
        return true;
    const size_t known = m_search.hits().size();
    QElapsedTimer clock;
    clock.start();
    bool isAll = false;
    while (!isAll && clock.elapsed() < searchBudgetMs)
        isAll = m_search.update(m_run->trace, eventsAtOnce);
    if (m_search.hits().size() != known)
        m_minimap->renew();
    showHits();
    return isAll;
}

void TimelineView::renewSearch()
{
    const TraceFocus focus = m_selection ? m_selection->focus() : TraceFocus();
    const QString text = m_searchField->text().trimmed();
    // Going from one call to the next keeps the search for the others.
    const bool isThere = m_run && focus.event && *focus.event < m_run->trace.size();
    if (text.isEmpty() && !m_search.isForText() && isThere && m_search.isFor(m_run->trace, *focus.event))
        return;
    TimelineSearch wanted;
    if (!text.isEmpty())
        wanted = TimelineSearch::containing(text.toStdString());
    else if (focus.event)
        wanted = {};
    else if (!focus.operatorName.isEmpty())
        wanted = TimelineSearch::ofOperator(focus.operatorName.toStdString());
    else if (!focus.layer.isEmpty())
        wanted = TimelineSearch::ofLayer(focus.layer.toStdString());
    if (wanted == m_search)
        return;
    m_search = std::move(wanted);
    m_minimap->renew();
    m_canvas->searchChanged();
    if (!advanceSearch())
        m_more.start(0);
    showHits();
}

void TimelineView::showHits()
{
    const size_t count = m_search.hits().size();
    for (QWidget* widget : m_needHits)
        widget->setEnabled(count > 0);
    const auto current = hitOf(m_canvas->scene().selected);
    m_hitCount->setText(!m_search.isActive() ? QString()
                        : count == 0         ? tr("no match")
                        : current            ? tr("%1 of %2").arg(countText(*current + 1), countText(count))
                                             : counted(tr("%1 event(s)", nullptr, formNumber(count)), count));
    m_canvas->searchChanged();
}

std::optional<size_t> TimelineView::hitOf(EventId event) const
{
    if (!m_run || event == noEvent || event >= m_run->trace.size())
        return {};
    const auto& starts = m_run->trace.startNs;
    const auto same = std::ranges::equal_range(m_search.hits(), starts[event], {},
                                               [&starts](EventId hit) { return starts[hit]; });
    const auto found = std::ranges::find(same, event);
    if (found == same.end())
        return {};
    return size_t(&*found - m_search.hits().data());
}

void TimelineView::goToHit(int by)
{
    const auto& hits = m_search.hits();
    if (!m_run || hits.empty())
        return;
    const TimelineScene& scene = m_canvas->scene();
    std::optional<size_t> next;
    if (const auto current = hitOf(scene.selected)) {
        next = (*current + hits.size() + size_t(by)) % hits.size(); // -1 wraps correctly
    } else {
        const int64_t fromNs = scene.selected != noEvent && scene.selected < m_run->trace.size()
                                   ? m_run->trace.startNs[scene.selected]
                                   : scene.scale.timeAt(by > 0 ? 0.0 : scene.scale.width) - 1;
        next = by > 0 ? m_search.after(m_run->trace, fromNs) : m_search.before(m_run->trace, fromNs);
    }
    pick(hits[*next]);
    m_canvas->reveal(hits[*next]);
}

void TimelineView::pick(EventId event)
{
    if (!m_selection)
        return;
    if (event == noEvent || !m_run)
        return m_selection->setFocus({});
    const QScopedValueRollback picking(m_isPicking, true);
    m_selection->setFocus(focusOfEvent(m_run->trace, event));
}

void TimelineView::pickMeasured()
{
    if (!m_selection)
        return;
    if (const auto& span = m_canvas->scene().measured)
        m_selection->setFocus({.range = TimeInterval{span->fromNs, span->toNs}});
    else if (m_selection->focus().range)
        m_selection->setFocus({});
}

void TimelineView::fillMenu(QMenu* menu, EventId event)
{
    const bool isThere = m_run && event != noEvent && event < m_run->trace.size();
    QAction* copyThis = menu->addAction(tr("Copy"), this, &TimelineView::copyContent);
    copyThis->setShortcut(QKeySequence::Copy);
    copyThis->setEnabled(isThere);
    menu->addAction(tr("Fit this event"), this, [this, event] { m_canvas->fit(event); })->setEnabled(isThere);
    menu->addAction(tr("Fit all"), m_canvas, &TimelineCanvas::fitAll);
    if (m_selection && isThere)
        addShowInMenu(menu, m_selection, focusOfEvent(m_run->trace, event), "timeline");
    if (!m_stepChoice)
        return;
    const bool isOnHost = isThere && !isOnDevice(m_run->trace.kind[event]);
    const auto name = isOnHost ? m_run->trace.names[m_run->trace.name[event]] : std::string();
    m_stepChoice->fillMenu(menu, toQString(name));
}

void TimelineView::showFocus()
{
    const TraceFocus focus = m_selection ? m_selection->focus() : TraceFocus();
    if (m_selection)
        m_canvas->setMeasured(focus.range ? std::optional(TimeSpan{focus.range->startNs, focus.range->endNs})
                                          : std::nullopt);
    renewSearch();
    const bool isThere = m_run && focus.event && *focus.event < m_index->events();
    const EventId event = isThere ? *focus.event : noEvent;
    if (event == m_canvas->scene().selected)
        return showDetails();
    if (isThere) {
        m_launches.update(m_run->trace);
        m_canvas->select(event, linkedEvent(m_run->trace, event), launchesOf(event));
    } else {
        m_canvas->select(noEvent, noEvent);
    }
    if (isThere && !m_isPicking)
        makeLegible(event);
    if (isThere)
        m_canvas->reveal(event);
    showHits();
    showDetails();
}

/// Zooms in on an event that was selected in another view, if it is too narrow to be seen, so that it is
/// shown with what launched it.
void TimelineView::makeLegible(EventId event)
{
    constexpr double legibleWidth = 4.0;
    const QRectF rect = m_canvas->scene().rectOf(event);
    if (rect.isNull() || rect.width() >= legibleWidth)
        return;
    const Trace& trace = m_run->trace;
    const int64_t lengthNs = std::max<int64_t>(trace.durationNs[event], 1);
    TimeSpan span{trace.startNs[event], trace.startNs[event] + lengthNs};
    const TraceDeviceWork* const work = isOnDevice(trace.kind[event]) ? trace.workOf(event) : nullptr;
    if (work && work->launcher < trace.endEvent()) {
        const EventId by = launchingOperator(trace, work);
        span.fromNs = std::min(span.fromNs, trace.startNs[by == noEvent ? work->launcher : by]);
    }
    // If it was launched long before, the launch is not shown.
    constexpr int64_t shareOfEvent = 100;
    span.fromNs = std::max(span.fromNs, trace.startNs[event] - shareOfEvent * lengthNs);
    const int64_t around = std::max<int64_t>(3 * lengthNs, (span.toNs - span.fromNs) / 5);
    m_canvas->fit(TimeSpan{span.fromNs - around, span.toNs + around});
}

void TimelineView::showScope()
{
    const StepRange range = selectedSteps(m_selection);
    const bool isAll = range == StepRange();
    const auto scope = isAll || !m_run ? std::nullopt : timeOf(range, m_run->trace, m_deviceSteps);
    const bool isSame = scope == m_canvas->scene().scope;
    m_canvas->setScope(scope);
    if (scope && !isSame && range.first == range.last)
        m_canvas->fit(*scope);
}

void TimelineView::showDetails()
{
    const TimelineScene& scene = m_canvas->scene();
    const auto colorOf = [this](EventId event, Pass pass) {
        return toneColor(toneOf(m_run->trace, event, pass), Theme::instance().colors());
    };
    if (!m_run || !scene.index)
        m_details->showHint({});
    else if (scene.selected != noEvent)
        m_details->tell(eventFacts(m_run->trace, *m_index, scene.selected),
                        colorOf(scene.selected, m_run->trace.pass[scene.selected]));
    else if (scene.hovered)
        m_details->tell(targetFacts(m_run->trace, *m_index, *scene.hovered),
                        scene.hovered->track == stepsTrack
                            ? QColor()
                            : colorOf(scene.hovered->span.longestEvent(), scene.hovered->span.pass));
    else if (!m_canvas->hoveredCounter().isEmpty())
        m_details->showHint(m_canvas->hoveredCounter());
    else if (const TraceFocus focus = m_selection ? m_selection->focus() : TraceFocus();
             m_search.isActive() && !m_search.isForText())
        m_details->showHint(
            tr("Selected in another view: %1. F3 goes to its next call; other events are faded.")
                .arg(m_search.isForLayer() ? focus.layer : focus.operatorName));
    else
        m_details->showHint(
            tr("Wheel: zoom · drag: move · Shift+drag: select a range · click: details · double "
               "click: fit · ?: all keys"));
}

void TimelineView::showEmptyState()
{
    const bool isThere = isLookingAtTrace();
    m_pages->setCurrentIndex(isThere ? 1 : 0);
    for (QWidget* widget : m_needTrace)
        widget->setEnabled(isThere);
    if (isThere)
        return;
    if (whyAbsent(m_run, RunPart::Timeline) == Absence::None)
        return m_empty->showText(tr("Reading the trace…"), {});
    m_empty->showText(absenceText(m_run, RunPart::Timeline));
}

void TimelineView::copyContent()
{
    const EventId event = m_canvas->scene().selected;
    if (!isLookingAtTrace() || event == noEvent)
        return View::copyContent();
    QGuiApplication::clipboard()->setText(eventFacts(m_run->trace, *m_index, event).plain());
    showStatusMessage(this, tr("Copied the event's details."));
}

QList<ExportItem> TimelineView::exportItems()
{
    while (m_run && traceContents(m_run->trace).hasTimes && m_index->events() < m_run->trace.size())
        advance();
    if (!isLookingAtTrace())
        return {};
    const auto writeCsv = [this](const QString& path) {
        const TimelineScene& scene = m_canvas->scene();
        std::vector<int> threads;
        for (const TimelineBand& band : scene.rows.bands) {
            if (band.track >= 0)
                threads.push_back(band.track);
        }
        writeText(path, timelineCsv(m_run->trace, *m_index, threads, scene.scale.firstSeenNs(),
                                    scene.scale.lastSeenNs(), m_index->beginNs()));
    };
    const auto make = [this] { return timelinePicture(m_canvas->scene(), runTitle(*m_run)); };
    return {pictureItem(tr("Shown part of the timeline"), "timeline", make),
            {tr("Shown part of the timeline"), "timeline", {"csv"}, writeCsv}};
}

} // namespace stepscope::ui
