#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_overview.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/node_details.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr int hintDelayMs = 200;

} // namespace

GraphView::GraphView(QWidget* parent)
    : View(parent)
    , m_peak(new MachinePeakSource(this))
    , m_job(new BackgroundJob(this))
    , m_scene(new GraphScene(graphStyle(Theme::instance().colors(), font()), this))
    , m_canvas(new GraphCanvas(m_scene))
    , m_details(new NodeDetails)
    , m_pages(new QStackedWidget)
{
    new GraphOverview(m_scene, m_canvas);
    auto* tools = makeTools();
    auto* picture = new QSplitter;
    picture->addWidget(m_canvas);
    picture->addWidget(m_details);
    picture->setStretchFactor(0, 1);
    picture->setStretchFactor(1, 0);
    picture->setSizes({800, 272});
    picture->setCollapsible(0, false);
    m_details->setMinimumWidth(160);
    m_canvas->setMinimumWidth(160);
    makeHint();

    m_pages->addWidget(picture);
    m_message = new EmptyPage("graphMessage");
    m_retry = new QPushButton(tr("Try again"));
    m_retry->setObjectName("graphRetry");
    m_message->addButton(m_retry);
    m_pages->addWidget(m_message);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(tools);
    layout->addWidget(m_pages, 1);

    setFocusProxy(m_canvas);
    m_building.setSingleShot(true);
    m_hintDelay.setSingleShot(true);
    m_hintDelay.setInterval(hintDelayMs);
    connectParts();
    addShortcuts();
    m_pass->setEnabled(false);
    showNothing();
    showEmptyState();
}

GraphView::~GraphView()
{
    delete m_job; // it must not report to a partly destroyed view
}

QWidget* GraphView::makeTools()
{
    auto* tools = new QWidget;
    auto* layout = new ToolRowLayout(tools);

    m_search = new QLineEdit;
    m_search->setObjectName("graphSearch");
    m_search->setPlaceholderText(tr("Find operator, layer or shape"));
    m_search->setToolTip(tr("Mark what contains all the words (Ctrl+F). Enter goes to the next, Shift+Enter "
                            "to the previous one."));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(280);
    layout->addWidget(m_search, 1);
    m_needGraph.append(m_search);
    m_matchCount = new QLabel;
    m_matchCount->setObjectName("graphMatchCount");
    m_matchCount->setProperty("muted", true);
    layout->addWidget(m_matchCount);
    m_note = new QLabel(tr("Without layers"));
    m_note->setToolTip(tr("Layers are not framed, because that took too long."));
    m_note->setObjectName("graphNote");
    m_note->setProperty("muted", true);
    m_note->hide();
    layout->addWidget(m_note);
    layout->addStretch(1);

    m_pass = new QComboBox;
    m_pass->setObjectName("graphPass");
    m_pass->setAccessibleName(tr("Pass"));
    m_pass->setToolTip(
        tr("Forward: the operators in execution order. Backward: autograd's functions in execution order, "
           "from the gradient of the output, as far as steps were recorded."));
    m_pass->addItems({tr("Forward"), tr("Backward")});
    layout->addWidget(m_pass);
    m_heat = new QComboBox;
    m_heat->setObjectName("graphHeat");
    m_heat->setAccessibleName(tr("Colour by"));
    m_heat->setToolTip(
        tr("The colour of the cards: the darker, the more an operator costs per step. Backward time is that "
           "of the operator's autograd functions. The distance from the roofline compares the forward pass "
           "with this machine's limits, which are measured on first use."));
    m_heat->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_heat->setMinimumContentsLength(12); // the popup is as wide as its text
    m_heat->addItems(graphHeatTitles());
    layout->addWidget(m_heat);
    m_needGraph.append(m_heat);

    const auto button = [&](const QString& text, const char* name, const QString& toolTip, auto&& act) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setObjectName(name);
        made->setToolTip(toolTip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, act);
        layout->addWidget(made);
        m_needGraph.append(made);
        return made;
    };
    auto* layers = new QToolButton;
    layers->setText(tr("Layers"));
    layers->setObjectName("graphLayers");
    layers->setToolTip(tr("Collapse layers into one card each, and expand them. Double-click a card to "
                          "expand its layer, or inside a frame to collapse it."));
    layers->setAutoRaise(true);
    layers->setPopupMode(QToolButton::InstantPopup);
    layers->setMenu(makeLayerMenu());
    layout->addWidget(layers);
    m_needGraph.append(layers);
    button("−", "graphZoomOut", tr("Zoom out (Ctrl+−)"), [this] { m_canvas->zoomBy(1 / zoomStep); });
    m_zoom = button("100 %", "graphZoom", tr("Actual size (Ctrl+0)"), [this] { m_canvas->setZoom(1.0); });
    m_zoom->setMinimumWidth(m_zoom->fontMetrics().horizontalAdvance("400 %") + 20);
    button("+", "graphZoomIn", tr("Zoom in (Ctrl++)"), [this] { m_canvas->zoomBy(zoomStep); });
    button(tr("Fit"), "graphFit", tr("Show the whole graph (F, Home)"), [this] { m_canvas->fit(); });
    button(tr("Copy"), "graphCopy", tr("Copy the graph as a picture (Ctrl+C)"), [this] { copyPicture(); });
    layout->addWidget(makeExportButton(this));
    return tools;
}

QMenu* GraphView::makeLayerMenu()
{
    auto* menu = new QMenu(this);
    const auto add = [&](const QString& text, const QKeySequence& key, auto act) {
        auto* action = menu->addAction(text);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    add(tr("Expand all"), QKeySequence("Ctrl+Shift+Down"), &GraphView::expandAll);
    add(tr("Collapse all"), QKeySequence("Ctrl+Shift+Up"), &GraphView::collapseAll);
    menu->addSeparator();
    // The canvas handles these keys itself: they are listed here so that users find them.
    menu->addAction(tr("Expand selected") + "\tEnter", this, [this] { openNode(m_selected); });
    menu->addAction(tr("Collapse around selected") + "\tBackspace", this,
                    [this] { closeAround(m_selected); });
    return menu;
}

void GraphView::makeHint()
{
    m_hint = new QLabel(layoutHint(), this);
    m_hint->setObjectName("graphHint");
    m_hint->setProperty("muted", true);
    m_hint->setContentsMargins(12, 4, 12, 4);
    m_hint->setAutoFillBackground(true);
    m_hint->hide();
}

void GraphView::connectParts()
{
    connect(&m_hintDelay, &QTimer::timeout, this, [this] {
        if (!hasPicture())
            showMessage(layoutHint(), {}, false);
        m_hint->setVisible(hasPicture());
        m_hint->raise();
    });
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (m_whole)
            layOut();
    });
    connect(&m_building, &QTimer::timeout, this, &GraphView::goOnBuilding);
    connect(m_pass, &QComboBox::activated, this, [this] { setGraph(m_graph); });
    connect(m_peak, &MachinePeakSource::changed, this, &GraphView::showHeat);
    connect(m_heat, &QComboBox::activated, this, &GraphView::showHeat);
    connect(m_search, &QLineEdit::textChanged, this, &GraphView::search);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphView::selectNode);
    connect(m_canvas, &GraphCanvas::nodeOpened, this, &GraphView::openNode);
    connect(m_canvas, &GraphCanvas::layerClosed, this, &GraphView::closeLayer);
    connect(m_canvas, &GraphCanvas::openAsked, this, [this] { openNode(m_selected); });
    connect(m_canvas, &GraphCanvas::closeAsked, this, [this] { closeAround(m_selected); });
    connect(m_canvas, &GraphCanvas::menuAsked, this, &GraphView::showMenu);
    connect(m_canvas, &GraphCanvas::moveAsked, this,
            [this](GraphDirection direction) { moveSelection(int(direction)); });
    connect(m_canvas, &GraphCanvas::copyAsked, this, &GraphView::copyPicture);
    connect(m_canvas, &GraphCanvas::portChanged, this,
            [this] { m_zoom->setText(tr("%1 %").arg(qRound(m_canvas->zoom() * 100))); });
    connect(m_details, &NodeDetails::nodeAsked, this, &GraphView::selectNode);
    connect(&Theme::instance(), &Theme::changed, this, &GraphView::restyle);
}

void GraphView::addShortcuts()
{
    const auto shortcut = [this](QWidget* owner, const QList<QKeySequence>& keys, auto act) {
        auto* action = new QAction(owner);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        owner->addAction(action);
    };
    shortcut(this, {QKeySequence::Find}, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    shortcut(this, {QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")}, [this] { m_canvas->zoomBy(zoomStep); });
    shortcut(this, {QKeySequence("Ctrl+-")}, [this] { m_canvas->zoomBy(1 / zoomStep); });
    shortcut(this, {QKeySequence("Ctrl+0")}, [this] { m_canvas->setZoom(1.0); });
    shortcut(m_search, {QKeySequence("Return"), QKeySequence("Enter"), QKeySequence::FindNext},
             [this] { stepThroughMatches(1); });
    shortcut(m_search,
             {QKeySequence("Shift+Return"), QKeySequence("Shift+Enter"), QKeySequence::FindPrevious},
             [this] { stepThroughMatches(-1); });
    shortcut(m_search, {QKeySequence("Escape")}, [this] {
        m_search->clear();
        m_canvas->setFocus();
    });
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    m_hint->adjustSize();
    m_hint->move(12, m_pages->y() + 12);
}

} // namespace stepscope::ui
