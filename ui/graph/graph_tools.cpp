#include "ui/graph/graph_tools.h"

#include "ui/graph/graph_canvas.h"
#include "ui/keys/view_keys.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/follow_font.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr int backwardPass = 1; ///< index in the list of passes

} // namespace

GraphTools::GraphTools(GraphCanvas* canvas, View* view)
    : m_view(view)
    , m_canvas(canvas)
    , m_searchField(new QLineEdit)
    , m_matchCount(new QLabel)
    , m_note(new QLabel(tr("Without layers")))
    , m_steps(new QLabel)
    , m_pass(new QComboBox)
    , m_heat(new QComboBox)
{
    auto* layout = new ToolRowLayout(this);
    addSearch();
    layout->addStretch(1);
    addChoices();
    addButtons();
    layout->addWidget(makeExportButton(view));
    addShortcuts();
    setPassEnabled(false);
}

void GraphTools::addSearch()
{
    auto* row = static_cast<ToolRowLayout*>(layout());
    m_searchField->setObjectName("graphSearch");
    m_searchField->setPlaceholderText(tr("Find in graph"));
    m_searchField->setToolTip(
        tr("Mark the operators, layers and shapes that contain all the words (Ctrl+F). Enter goes to the "
           "next, Shift+Enter to the previous one."));
    m_searchField->setClearButtonEnabled(true);
    m_searchField->setMinimumWidth(104);
    m_searchField->setMaximumWidth(280);
    row->addWidget(m_searchField, 1);
    m_needGraph.append(m_searchField);
    m_matchCount->setObjectName("graphMatchCount");
    m_matchCount->setProperty("muted", true);
    row->addWidget(m_matchCount);
    m_note->setToolTip(tr("Layers are not framed, because that took too long."));
    m_note->setObjectName("graphNote");
    m_note->setProperty("muted", true);
    m_note->hide();
    row->addWidget(m_note);
    m_steps->setToolTip(
        tr("Times, FLOPs and memory are means per step of the selected steps, as far as these "
           "were recorded."));
    m_steps->setObjectName("graphSteps");
    m_steps->setProperty("muted", true);
    m_steps->hide();
    row->addWidget(m_steps);
    connect(m_searchField, &QLineEdit::textChanged, this, &GraphTools::searchChanged);
}

void GraphTools::addChoices()
{
    auto* row = static_cast<ToolRowLayout*>(layout());
    m_pass->setObjectName("graphPass");
    m_pass->setAccessibleName(tr("Pass"));
    m_pass->setToolTip(
        tr("Forward: the operators in execution order. Backward: autograd's functions in execution order, "
           "from the gradient of the output, as far as steps were recorded."));
    m_pass->addItems({tr("Forward"), tr("Backward")});
    row->addWidget(m_pass);
    connect(m_pass, &QComboBox::activated, this, &GraphTools::passChanged);
    m_heat->setObjectName("graphHeat");
    m_heat->setAccessibleName(tr("Color by"));
    m_heat->setToolTip(
        tr("The color of the cards: the darker, the more an operator costs per step. Backward time is that "
           "of the operator's autograd functions. The distance from the roofline compares the forward pass "
           "with this machine's limits, which are measured on first use."));
    m_heat->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_heat->setMinimumContentsLength(10); // the popup is as wide as its text
    m_heat->addItems(graphHeatTitles());
    row->addWidget(m_heat);
    m_needGraph.append(m_heat);
    connect(m_heat, &QComboBox::activated, this, &GraphTools::heatChanged);
}

void GraphTools::addButtons()
{
    auto* row = static_cast<ToolRowLayout*>(layout());
    const auto button = [&](QLayout* into, const QString& text, const char* name, const QString& toolTip) {
        auto* made = new QToolButton;
        made->setObjectName(name);
        made->setToolTip(toolTip);
        made->setText(text);
        made->setAutoRaise(true);
        into->addWidget(made);
        m_needGraph.append(made);
        return made;
    };
    auto* layers = button(row, tr("Layers"), "graphLayers",
                          tr("Collapse layers into one card each, and expand them. Double-click a card to "
                             "expand its layer, or inside a frame to collapse it."));
    QHBoxLayout* const zoom = row->addOptionalGroup();
    const auto zoomButton = [&](const QString& text, const char* name, const QString& toolTip, auto&& act) {
        auto* made = button(zoom, text, name, toolTip);
        made->setFocusPolicy(Qt::NoFocus);
        connect(made, &QToolButton::clicked, m_canvas, act);
        return made;
    };
    layers->setPopupMode(QToolButton::InstantPopup);
    layers->setMenu(makeLayerMenu());
    zoomButton("−", "graphZoomOut", tr("Zoom out (Ctrl+−)"), [this] { m_canvas->zoomBy(1 / zoomStep); });
    m_zoom = zoomButton("100 %", "graphZoom", tr("Actual size (Ctrl+0)"), [this] { m_canvas->setZoom(1.0); });
    keepRoomFor(m_zoom, "400 %", 20);
    zoomButton("+", "graphZoomIn", tr("Zoom in (Ctrl++)"), [this] { m_canvas->zoomBy(zoomStep); });
    connect(button(row, tr("Fit"), "graphFit", tr("Show the whole graph (F, Home)")), &QToolButton::clicked,
            m_canvas, &GraphCanvas::fit);
    connect(m_canvas, &GraphCanvas::portChanged, this,
            [this] { m_zoom->setText(tr("%1 %").arg(qRound(m_canvas->zoom() * 100))); });
}

QMenu* GraphTools::makeLayerMenu()
{
    auto* menu = new QMenu(this);
    const auto add = [&](KeyAct act, auto signal) {
        menu->addAction(addViewKey(m_view, "graph", act, Qt::WidgetWithChildrenShortcut,
                                   [this, signal] { (this->*signal)(); }));
    };
    add(KeyAct::ExpandAll, &GraphTools::expandAllAsked);
    add(KeyAct::CollapseAll, &GraphTools::collapseAllAsked);
    menu->addSeparator();
    // The canvas handles these keys itself: they are listed here so that users find them.
    const auto addOfCanvas = [&](const QString& text, KeyAct act, auto signal) {
        const QString key = viewKey("graph", act).keys.value(0).toString(QKeySequence::NativeText);
        menu->addAction(text + '\t' + key, this, signal);
    };
    addOfCanvas(tr("Expand selected"), KeyAct::Open, &GraphTools::expandSelectedAsked);
    addOfCanvas(tr("Collapse around selected"), KeyAct::Back, &GraphTools::collapseAroundSelectedAsked);
    return menu;
}

void GraphTools::addShortcuts()
{
    const auto whileSearching = [this](const QList<QKeySequence>& keys, auto slot) {
        auto* action = new QAction(m_searchField);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, slot);
        m_searchField->addAction(action);
    };
    const auto ofView = [this](KeyAct act, auto slot) {
        addViewKey(m_view, "graph", act, Qt::WidgetWithChildrenShortcut, slot);
    };
    ofView(KeyAct::Find, [this] {
        m_searchField->setFocus(Qt::ShortcutFocusReason);
        m_searchField->selectAll();
    });
    ofView(KeyAct::ZoomIn, [this] { m_canvas->zoomBy(zoomStep); });
    ofView(KeyAct::ZoomOut, [this] { m_canvas->zoomBy(1 / zoomStep); });
    ofView(KeyAct::ActualSize, [this] { m_canvas->setZoom(1.0); });
    whileSearching({QKeySequence("Return"), QKeySequence("Enter"), QKeySequence::FindNext},
                   [this] { Q_EMIT matchAsked(1); });
    whileSearching({QKeySequence("Shift+Return"), QKeySequence("Shift+Enter"), QKeySequence::FindPrevious},
                   [this] { Q_EMIT matchAsked(-1); });
    whileSearching({QKeySequence("Escape")}, [this] {
        m_searchField->clear();
        m_canvas->setFocus();
    });
}

QString GraphTools::searchText() const
{
    return m_searchField->text();
}

void GraphTools::clearSearch()
{
    m_searchField->clear();
}

void GraphTools::showMatchCount(const QString& text)
{
    m_matchCount->setText(text);
}

bool GraphTools::isBackwardWanted() const
{
    return m_pass->currentIndex() == backwardPass;
}

GraphHeat GraphTools::heat() const
{
    return GraphHeat(m_heat->currentIndex());
}

void GraphTools::setPassEnabled(bool enabled)
{
    m_pass->setEnabled(enabled);
}

void GraphTools::setGraphShown(bool shown)
{
    for (QWidget* widget : m_needGraph)
        widget->setEnabled(shown);
}

void GraphTools::showCoveredSteps(const QString& text)
{
    m_steps->setText(text);
    m_steps->setVisible(!text.isEmpty());
}

void GraphTools::setWithoutLayers(bool without)
{
    m_note->setVisible(without);
}

} // namespace stepscope::ui
