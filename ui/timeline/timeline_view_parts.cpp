// Builds the timeline's view.

#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_details.h"
#include "ui/timeline/timeline_minimap.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr double zoomPerClick = 1.6;

QString helpText()
{
    const std::pair<QString, QString> keys[] = {
        {"W, S", QObject::tr("zoom in, out at the pointer")},
        {"A, D", QObject::tr("move left, right")},
        {QObject::tr("Wheel"), QObject::tr("zoom; with Shift move, with Ctrl scroll")},
        {QObject::tr("Drag"), QObject::tr("move; with Shift measure")},
        {QObject::tr("Right click"), QObject::tr("event menu: use its name as steps")},
        {QObject::tr("Double click"), QObject::tr("fit the event; elsewhere: fit all")},
        {QObject::tr("Arrows"), QObject::tr("go to previous, next, outer, inner event")},
        {QObject::tr("Enter"), QObject::tr("fit the selected event")},
        {"F", QObject::tr("fit all")},
        {"Ctrl+F", QObject::tr("find")},
        {"F3, Shift+F3", QObject::tr("next, previous match")},
        {"Esc", QObject::tr("clear measurement, then selection")},
    };
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
    , m_countersJob(std::make_unique<BackgroundJob>())
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
    m_hitCount->setMinimumWidth(m_hitCount->fontMetrics().horizontalAdvance("00,000 of 00,000"));
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
    connect(m_canvas, &TimelineCanvas::picked, this, &TimelineView::pick);
    connect(m_canvas, &TimelineCanvas::menuWanted, this, [this](uint32_t event, QPoint place) {
        if (event != noEvent)
            pick(event);
        QMenu menu(this);
        fillMenu(&menu, event);
        menu.exec(place);
    });
    connect(m_canvas, &TimelineCanvas::hoverChanged, this, &TimelineView::showDetails);
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
    const auto shortcut = [this](const QString& text, const QKeySequence& keys, auto act) {
        auto* action = new QAction(text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    shortcut(tr("Find"), QKeySequence::Find, [this] {
        m_searchField->setFocus(Qt::ShortcutFocusReason);
        m_searchField->selectAll();
    });
    shortcut(tr("Next match"), Qt::Key_F3, [this] { goToNextHit(); });
    shortcut(tr("Previous match"), Qt::SHIFT | Qt::Key_F3, [this] { goToPreviousHit(); });
    shortcut(tr("Copy"), QKeySequence::Copy, [this] { copy(); });
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
    } else if (watched == m_canvas && key->key() == Qt::Key_Question) {
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

} // namespace stepscope::ui
