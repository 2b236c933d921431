#include "ui/call_graph/call_graph_view.h"

#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/run/run.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/canvas/graph_geometry.h"
#include "ui/curves/curves_picture.h"
#include "ui/flame/call_tree_source.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/follow_font.h"

#include <QCheckBox>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace stepscope::ui {

namespace {

constexpr auto thresholdKey = "callGraph/threshold";
constexpr auto layersKey = "callGraph/layers";

/// The slider's stops.
constexpr std::array<double, 10> thresholds{0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5};
constexpr int usualThreshold = 4;
constexpr int mostAdjusted = 6;   ///< 5 %: a higher one is chosen by the user alone
constexpr double leastGain = 1.1; ///< in zoom, for which more is left out
constexpr size_t leastNodes = 6;  ///< that must be left
constexpr size_t mostNodes = 150; ///< what Graphviz lays out fast enough, and what readers can follow
constexpr int margin = 16;

void paintTitle(QPainter& painter, const QString& title, const QRectF& line, const PictureSheet& sheet,
                const QFont& font)
{
    QFont large = font;
    large.setPointSizeF(font.pointSizeF() * 1.3);
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(sheet.colors.text);
    drawTextLine(painter, line, title);
}

/// The whole graph below its title, as large as it fits the sheet; by default at its actual size.
Picture pictureOf(const CallGraphPicture& graph, const QString& title, const QFont& font)
{
    constexpr double leastWidth = 480.0; // for the title
    const QSizeF own = graph.content().size() + QSizeF(2 * margin, 2 * margin);
    const double top = 3.0 * QFontMetricsF(font).height();
    return {.title = title,
            .what = CallGraphView::tr("the call graph"),
            .size = QSizeF(std::max(own.width(), leastWidth), own.height() + top).toSize(),
            .paint = paintedBy([graph, title, font, own, top](QPainter& painter, const PictureSheet& sheet) {
                const QSizeF size = sheet.size;
                paintTitle(painter, title, {margin, 0.0, size.width() - 2 * margin, top}, sheet, font);
                const QRectF place = fittedInto({0.0, top, size.width(), size.height() - top}, own);
                painter.translate(place.topLeft());
                painter.scale(place.width() / own.width(), place.width() / own.width());
                painter.translate(margin, margin);
                paintCallGraph(painter, graph, {}, sheet.colors, font, 1.0);
            })};
}

} // namespace

CallGraphView::CallGraphView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_source(new CallTreeSource(selection, this))
    , m_graph(std::make_shared<const CallGraph>())
    , m_making(std::make_unique<ReadingJob>())
    , m_layingOut(std::make_unique<ReadingJob>())
    , m_canvas(new CallGraphCanvas)
    , m_pages(new QStackedWidget)
    , m_message(new EmptyPage("profileMessage"))
{
    m_pages->addWidget(m_canvas);
    m_pages->addWidget(m_message);
    if (m_selection)
        m_message->offerSteps(m_selection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_canvas);
    m_delay.setSingleShot(true);
    m_delay.setInterval(60);
    connectParts();
    showThreshold();
    showPages();
}

CallGraphView::~CallGraphView()
{
    QSettings settings;
    settings.setValue(thresholdKey, m_wantedThreshold);
    settings.setValue(layersKey, m_layers->isChecked());
}

QWidget* CallGraphView::makeTools()
{
    const QSettings settings;
    auto* tools = new QWidget;
    auto* layout = new ToolRowLayout(tools);
    auto* label = new QLabel(tr("&At least"));
    m_threshold = new QSlider(Qt::Horizontal);
    m_threshold->setObjectName("callGraphThreshold");
    m_threshold->setToolTip(tr("Minimum share of the time that an operator and everything it calls must take "
                               "to be shown; calls below it are hidden too. If the whole graph would be too "
                               "small to read, it is raised until you move it."));
    m_threshold->setRange(0, int(thresholds.size()) - 1);
    m_threshold->setPageStep(1);
    m_threshold->setValue(settings.value(thresholdKey, usualThreshold).toInt());
    m_wantedThreshold = m_tried = m_threshold->value();
    m_threshold->setFixedWidth(80);
    label->setBuddy(m_threshold);
    m_thresholdText = new QLabel;
    m_thresholdText->setObjectName("callGraphThresholdText");
    keepRoomFor(m_thresholdText, "50.0 %", 0);
    m_layers = new QCheckBox(tr("Layers"));
    m_layers->setObjectName("callGraphLayers");
    m_layers->setToolTip(tr("Show the layers as nodes between the operators"));
    m_layers->setChecked(settings.value(layersKey).toBool());
    m_device = new QCheckBox(tr("Device time"));
    m_device->setObjectName("callGraphDevice");
    m_device->setToolTip(
        tr("Show the time of the launched kernels instead of the host's, and the kernels as nodes"));
    m_device->setChecked(true); // where there is any
    m_device->hide();
    m_note = new QLabel;
    m_note->setObjectName("callGraphNote");
    m_note->setProperty("muted", true);
    keepRoomFor(m_note, tr("%1 of %n node(s)", nullptr, 9999).arg(150), 0);
    layout->addOptional(label);
    layout->addWidget(m_threshold);
    layout->addWidget(m_thresholdText);
    layout->addWidget(m_layers);
    layout->addWidget(m_device);
    layout->addWidget(m_note, 1);
    QHBoxLayout* const zoom = layout->addOptionalGroup();
    const auto button = [&](QLayout* into, const QString& text, const char* name, const QString& toolTip,
                            auto&& act) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setObjectName(name);
        made->setToolTip(toolTip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, act);
        into->addWidget(made);
        return made;
    };
    const auto zoomButton = [&](const QString& text, const char* name, const QString& toolTip, auto&& act) {
        auto* made = button(zoom, text, name, toolTip, act);
        made->setFocusPolicy(Qt::NoFocus);
        return made;
    };
    zoomButton("−", "callGraphZoomOut", tr("Zoom out (−)"), [this] { m_canvas->zoomBy(1 / zoomStep); });
    m_zoom = zoomButton("100 %", "callGraphZoom", tr("Actual size (0)"), [this] { m_canvas->setZoom(1.0); });
    keepRoomFor(m_zoom, "400 %", 20);
    zoomButton("+", "callGraphZoomIn", tr("Zoom in (+)"), [this] { m_canvas->zoomBy(zoomStep); });
    button(layout, tr("Fit"), "callGraphFit", tr("Show the whole graph (F, Home)"),
           [this] { m_canvas->fit(); });
    layout->addWidget(makeExportButton(this));
    return tools;
}

void CallGraphView::connectParts()
{
    connect(m_source, &CallTreeSource::changed, this, &CallGraphView::makeGraph);
    connect(m_threshold, &QSlider::valueChanged, this, [this](int value) {
        m_wantedThreshold = m_tried = value;
        m_isAdjusting = false;
        m_best = {};
        showThreshold();
        m_delay.start();
    });
    connect(&m_delay, &QTimer::timeout, this, &CallGraphView::layOut);
    connect(m_layers, &QCheckBox::toggled, this, &CallGraphView::makeGraph);
    connect(m_device, &QCheckBox::toggled, this, &CallGraphView::makeGraph);
    connect(m_canvas, &CallGraphCanvas::picked, this, &CallGraphView::pick);
    connect(m_canvas, &CallGraphCanvas::portChanged, this,
            [this] { m_zoom->setText(tr("%1 %").arg(qRound(m_canvas->zoom() * 100))); });
    m_canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_canvas, &QWidget::customContextMenuRequested, this, &CallGraphView::showMenu);
    if (m_selection)
        connect(m_selection, &TraceSelection::focusChanged, this, &CallGraphView::showFocus);
}

double CallGraphView::threshold() const
{
    return thresholds[size_t(m_tried)];
}

void CallGraphView::showThreshold()
{
    m_thresholdText->setText(toQString(formatShare(thresholds[size_t(m_threshold->value())])));
}

void CallGraphView::showRun(const Run* run)
{
    m_run = run;
    m_isAdjusting = true;
    m_best = {};
    m_tried = m_wantedThreshold;
    m_failure.clear();
    m_canvas->showStart();
    m_source->setRun(run);
    showPages();
}

/// The graph and its zoom stay until another graph is ready, as when other steps are selected.
void CallGraphView::showRunAgain(const Run* run)
{
    m_run = run;
    m_best = {};
    m_source->setRunAgain(run);
    showPages();
}

void CallGraphView::refresh()
{
    m_source->refresh();
    showPages();
}

void CallGraphView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    m_source->setWanted(true);
    showPages();
}

void CallGraphView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    m_source->setWanted(false);
}

void CallGraphView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

bool CallGraphView::isLayingOut() const
{
    return m_making->isRunning() || m_layingOut->isRunning() || m_delay.isActive();
}

void CallGraphView::makeGraph()
{
    m_device->setVisible(m_source->tree()->hasDevice);
    m_layers->setVisible(!m_source->tree()->contents.areFunctions);
    const bool isDevice = m_device->isChecked() && m_source->tree()->hasDevice;
    m_making->start([this, tree = m_source->tree(), withLayers = m_layers->isChecked(),
                     time = isDevice ? CallGraphTime::Device : CallGraphTime::Host](std::stop_token) {
        auto graph = std::make_shared<const CallGraph>(callGraph(*tree, withLayers, time));
        return [this, graph] {
            m_graph = graph;
            layOut();
        };
    });
}

void CallGraphView::layOut()
{
    CallGraph graph = pruned(*m_graph, threshold(), mostNodes);
    auto picture = std::make_shared<CallGraphPicture>(callGraphPicture(std::move(graph), font()));
    if (m_canvas->picture().isDrawnAs(*picture) && !m_best.picture) {
        m_layingOut->cancel();
        picture->layout = m_canvas->picture().layout;
        picture->sizes = m_canvas->picture().sizes;
        return showPicture(picture, true);
    }
    // The previous picture stays visible until this one is ready.
    m_layingOut->start(
        [this, picture](std::stop_token stop) {
            picture->layout = layoutCalls(*picture, std::move(stop));
            return [this, picture] { laidOut(picture); };
        },
        [this](const QString& sentence, const QString&) {
            m_failure = sentence;
            showPages();
        });
}

void CallGraphView::laidOut(std::shared_ptr<const CallGraphPicture> picture)
{
    if (!m_isAdjusting)
        return showPicture(std::move(picture), false);
    // The canvas is not on the screen yet, so its own size is not known.
    const auto zoomOf = [this](const CallGraphPicture& whole) {
        return wholePort(whole.content(), m_pages->size()).zoom;
    };
    const double zoom = zoomOf(*picture);
    const bool tells = picture->graph.nodes.size() >= leastNodes;
    if (!m_best.picture || (tells && zoom > leastGain * zoomOf(*m_best.picture)))
        m_best = {.picture = std::move(picture), .threshold = m_tried};
    if (tells && zoom < legibleZoom && m_tried < mostAdjusted) {
        ++m_tried;
        return layOut();
    }
    m_tried = m_best.threshold;
    {
        const QSignalBlocker blocker(m_threshold); // it was not the user
        m_threshold->setValue(m_tried);
    }
    showThreshold();
    showPicture(std::exchange(m_best, {}).picture, false);
}

void CallGraphView::showPicture(std::shared_ptr<const CallGraphPicture> picture, bool isSame)
{
    m_failure.clear();
    const size_t shown = picture->graph.nodes.size();
    const size_t all = m_graph->nodes.size();
    m_note->setText(shown == all ? QString() : tr("%1 of %n node(s)", nullptr, int(all)).arg(shown));
    m_canvas->show(std::move(picture), isSame);
    showFocus();
    showPages();
}

void CallGraphView::showPages()
{
    const bool isEmpty = m_canvas->picture().graph.nodes.empty() || !m_failure.isEmpty();
    if (!m_failure.isEmpty())
        m_message->showText(tr("The graph cannot be shown"), m_failure);
    else if (m_source->isFirstUnderWay() || (isEmpty && isLayingOut()))
        m_message->showText(tr("Laying out the graph…"), {});
    else if (isEmpty && !m_graph->nodes.empty())
        m_message->showText(m_graph->contents.areFunctions ? tr("No function reaches this share")
                                                           : tr("No operator reaches this share"),
                            m_graph->contents.areFunctions ? tr("Lower the share to show functions.")
                                                           : tr("Lower the share to show operators."));
    else if (isEmpty)
        m_message->showText(callsAbsenceText(m_run, selectedSteps(m_selection)));
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
}

TraceFocus CallGraphView::focusOf(CallGraphNodeId node) const
{
    TraceFocus focus;
    const CallGraph& graph = m_canvas->picture().graph;
    if (!node.isNone() && graph.nodes[node].name != noName) {
        const bool isLayer = graph.nodes[node].kind == FrameKind::Layer;
        (isLayer ? focus.layer : focus.operatorName) = toQString(graph.nameOf(node));
    }
    return focus;
}

void CallGraphView::showMenu(const QPoint& position)
{
    const auto node = m_canvas->nodeAt(position);
    if (node.isNone() || !m_selection)
        return;
    m_canvas->select(node);
    pick(node);
    QMenu menu(this);
    menu.setObjectName("callsMenu");
    addShowInMenu(&menu, m_selection, focusOf(node), "call-graph");
    menu.addAction(tr("Copy picture"), this, &CallGraphView::copyContent)->setShortcut(QKeySequence::Copy);
    menu.exec(m_canvas->mapToGlobal(position));
}

void CallGraphView::pick(CallGraphNodeId node)
{
    if (!m_selection)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    m_selection->setFocus(focusOf(node));
}

void CallGraphView::showFocus()
{
    if (!m_selection)
        return;
    const TraceFocus& focus = m_selection->focus();
    const QString name = focus.operatorName.isEmpty() ? focus.layer : focus.operatorName;
    m_canvas->setFocusName(name);
    if (m_isPicking || name.isEmpty())
        return;
    const CallGraph& graph = m_canvas->picture().graph;
    const auto selected = m_canvas->marks().selected;
    if (!selected.isNone() && toQString(graph.nameOf(selected)) == name)
        return;
    for (CallGraphNodeId node(0); node < graph.nodes.size(); ++node) {
        if (graph.nodes[node].name != noName && toQString(graph.nameOf(node)) == name)
            return m_canvas->select(node);
    }
    m_canvas->select({});
}

QList<ExportItem> CallGraphView::exportItems()
{
    const bool isBehind = !isVisible() && !m_source->isCurrent();
    if (!m_run || m_canvas->picture().graph.nodes.empty() || isBehind)
        return {};
    const CallGraphPicture graph = m_canvas->picture();
    const QString title = runTitle(*m_run, tr("Call graph"));
    return {pictureItem(tr("Call graph"), "call_graph",
                        [graph, title, font = font()] { return pictureOf(graph, title, font); }),
            {tr("Call graph for Graphviz"), "call_graph", {"dot"}, [graph](const QString& path) {
                 writeFileAtomically(path.toStdString(), callGraphDot(graph.graph));
             }}};
}

} // namespace stepscope::ui
