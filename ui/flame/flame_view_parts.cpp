// Builds the flame graph's toolbar, parts and shortcuts.

#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_source.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_crumbs.h"
#include "ui/flame/flame_view.h"
#include "ui/flame/profile_message.h"
#include "ui/support/background_job.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto directionKey = "flame/direction";
constexpr auto weightKey = "flame/weight";
constexpr auto shapeKey = "flame/rootBelow";
constexpr auto partsKey = "flame/parts";

} // namespace

FlameView::FlameView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_source(new CallTreeSource(selection, this))
    , m_data(std::make_shared<const FlameData>())
    , m_arranging(std::make_unique<BackgroundJob>())
    , m_model(new CallTreeModel(this))
    , m_canvas(new FlameCanvas)
    , m_table(new CallTreeTable(m_model))
    , m_crumbs(new FlameCrumbs)
    , m_legend(new QLabel)
    , m_note(new QLabel)
    , m_details(new QLabel)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_pages(new QStackedWidget)
    , m_message(new ProfileMessage)
{
    QWidget* tools = makeTools();
    m_canvas->setObjectName("flameCanvas");
    m_table->setObjectName("callTreeTable");
    m_splitter->addWidget(makePicture());
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({600, 400});
    m_splitter->setHandleWidth(1);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(m_message);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(tools);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_canvas);
    loadChoices();
    connectParts();
    addShortcuts();
    showPages();
}

FlameView::~FlameView()
{
    saveChoices();
}

QWidget* FlameView::makeTools()
{
    auto* tools = new QWidget;
    auto* layout = new ToolRowLayout(tools);
    const auto add = [layout](auto* widget, const char* name, const QString& toolTip) {
        widget->setObjectName(name);
        widget->setToolTip(toolTip);
        layout->addWidget(widget);
        return widget;
    };
    m_search = add(new QLineEdit, "flameSearch",
                   tr("Mark frames whose name contains all the words (Ctrl+F). Enter goes to the next, "
                      "Shift+Enter to the previous one."));
    m_search->setPlaceholderText(tr("Find operator or layer"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(240);
    layout->setStretchFactor(m_search, 1);
    m_matches = add(new QLabel, "flameMatches",
                    tr("Share of the whole in the marked frames; nested ones are counted once"));
    m_matches->setProperty("muted", true);

    m_direction = add(new QComboBox, "flameDirection",
                      tr("Top-down: what calls what, from the step's passes inwards. Bottom-up: operators at "
                         "the root, with their callers inwards."));
    m_direction->addItem(tr("Top-down"), int(CallDirection::TopDown));
    m_direction->addItem(tr("Bottom-up"), int(CallDirection::BottomUp));
    m_weight = add(new QComboBox, "flameWeight", tr("The measure shown by a frame's width"));
    m_weight->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors = add(new QComboBox, "flameColors",
                   tr("Colour frames by pass, or by the difference from one of the runs that are ticked in "
                      "the list of runs"));
    m_colors->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors->setMaximumWidth(260);
    m_flame = add(new QToolButton, "flameShape",
                  tr("Draw flames, which rise from the root, instead of icicles, which hang from it"));
    m_flame->setText(tr("Flame"));
    m_flame->setCheckable(true);
    layout->addStretch(1);
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* FlameView::makePicture()
{
    auto* page = new QWidget;
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 8);
    head->setSpacing(12);
    m_crumbs->setObjectName("flameCrumbs");
    m_legend->setObjectName("flameLegend");
    m_legend->setProperty("muted", true);
    head->addWidget(m_crumbs, 1);
    head->addWidget(m_legend);
    m_note->setObjectName("flameNote");
    m_note->setProperty("muted", true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(12, 0, 12, 8);
    m_note->hide();
    m_details->setObjectName("flameDetails");
    m_details->setContentsMargins(12, 4, 12, 4);
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_note);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_details);
    return page;
}

void FlameView::connectParts()
{
    connect(m_source, &CallTreeSource::changed, this, &FlameView::arrange);
    connect(m_search, &QLineEdit::textChanged, this, &FlameView::search);
    connect(m_direction, &QComboBox::currentIndexChanged, this, [this] {
        fillWeights();
        arrange();
    });
    connect(m_weight, &QComboBox::activated, this, &FlameView::arrange);
    connect(m_colors, &QComboBox::activated, this, &FlameView::arrange);
    connect(m_flame, &QToolButton::toggled, this, [this] { m_canvas->setShape(shape()); });
    connect(m_canvas, &FlameCanvas::zoomChanged, this, &FlameView::showCrumbs);
    connect(m_canvas, &FlameCanvas::hovered, this, &FlameView::showDetails);
    connect(m_canvas, &FlameCanvas::copyAsked, this, &FlameView::copyStack);
    connect(m_canvas, &FlameCanvas::picked, this, [this](uint32_t node) {
        m_table->select(node);
        pick(node);
    });
    connect(m_table, &CallTreeTable::picked, this, [this](uint32_t node) {
        m_canvas->select(node);
        pick(node);
    });
    connect(m_table, &CallTreeTable::zoomWanted, m_canvas, &FlameCanvas::zoomTo);
    connect(m_crumbs, &FlameCrumbs::zoomWanted, m_canvas, &FlameCanvas::zoomTo);
    if (m_selection)
        connect(m_selection, &TraceSelection::focusChanged, this, &FlameView::showFocus);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        showCrumbs();
        showColors();
        showDetails(m_canvas->selected());
    });
}

void FlameView::addShortcuts()
{
    const auto shortcut = [this](const QKeySequence& keys, QWidget* owner, Qt::ShortcutContext context,
                                 auto act) {
        connect(new QShortcut(keys, owner, nullptr, nullptr, context), &QShortcut::activated, this, act);
    };
    shortcut(QKeySequence::Find, this, Qt::WidgetWithChildrenShortcut, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        shortcut(key, m_search, Qt::WidgetShortcut, [this] { stepThroughMatches(1); });
        shortcut(Qt::SHIFT | key, m_search, Qt::WidgetShortcut, [this] { stepThroughMatches(-1); });
    }
    shortcut(Qt::Key_Escape, m_search, Qt::WidgetShortcut, [this] {
        m_search->clear();
        m_canvas->setFocus();
    });
}

void FlameView::fillWeights()
{
    const auto before = m_weight->currentData();
    m_weight->clear();
    // Top-down, the width of a stack is the sum of the self times in it, which is its total.
    if (direction() == CallDirection::BottomUp)
        m_weight->addItem(weightText("Self"), int(CallWeight::SelfTime));
    m_weight->addItem(weightText("Total"), int(CallWeight::TotalTime));
    if (m_source->tree()->hasCalls)
        m_weight->addItem(tr("Calls"), int(CallWeight::Calls));
    if (m_source->tree()->hasMemory)
        m_weight->addItem(tr("Allocated memory"), int(CallWeight::Allocated));
    if (m_source->tree()->hasDevice)
        m_weight->addItem(tr("Device time"), int(CallWeight::DeviceTime));
    const bool isTime = before != int(CallWeight::Calls) && before != int(CallWeight::Allocated) &&
                        before != int(CallWeight::DeviceTime);
    m_weight->setCurrentIndex(isTime ? 0 : std::max(m_weight->findData(before), 0));
}

void FlameView::loadChoices()
{
    const QSettings settings;
    m_direction->setCurrentIndex(settings.value(directionKey).toString() == "bottomUp" ? 1 : 0);
    fillWeights();
    const int weight = m_weight->findData(settings.value(weightKey, -1).toInt());
    m_weight->setCurrentIndex(std::max(weight, 0));
    m_flame->setChecked(settings.value(shapeKey).toBool());
    m_canvas->setShape(shape());
    m_splitter->restoreState(settings.value(partsKey).toByteArray());
    fillColors();
}

void FlameView::saveChoices() const
{
    QSettings settings;
    settings.setValue(directionKey, direction() == CallDirection::BottomUp ? "bottomUp" : "topDown");
    settings.setValue(weightKey, m_weight->currentData());
    settings.setValue(shapeKey, m_flame->isChecked());
    settings.setValue(partsKey, m_splitter->saveState());
}

} // namespace stepscope::ui
