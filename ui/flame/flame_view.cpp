#include "ui/flame/flame_view.h"

#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/exchange/call_tree_text.h"
#include "core/exchange/callgrind_text.h"
#include "core/exchange/pprof_profile.h"
#include "core/exchange/speedscope_json.h"
#include "core/run/run.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_source.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_crumbs.h"
#include "ui/flame/flame_export.h"
#include "ui/flame/flame_legend.h"
#include "ui/flame/frame_text.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/absence_text.h"
#include "ui/support/background_job.h"
#include "ui/support/copying.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr auto directionKey = "flame/direction";
constexpr auto weightKey = "flame/weight";
constexpr auto shapeKey = "flame/rootBelow";
constexpr auto partsKey = "flame/parts";

/// As wide as its entries in one line; they wrap where there is less room.
class LegendLabel final : public QLabel
{
public:
    LegendLabel()
    {
        setWordWrap(true);
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }

    QSize sizeHint() const override
    {
        QTextDocument line;
        line.setDefaultFont(font());
        line.setDocumentMargin(0.0);
        line.setHtml(text());
        return {int(std::ceil(line.idealWidth())) + 1, minimumSizeHint().height()};
    }
};

/// By which the table is sorted at first.
CallTreeColumn mainColumn(const CallTree& tree)
{
    if (tree.hasDevice)
        return CallTreeColumn::DeviceTime;
    return tree.direction == CallDirection::BottomUp ? CallTreeColumn::SelfTime : CallTreeColumn::TotalTime;
}

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
    , m_legend(new LegendLabel)
    , m_note(new QLabel)
    , m_details(new QLabel)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_pages(new QStackedWidget)
    , m_message(new EmptyPage("profileMessage"))
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
    if (m_selection)
        m_message->offerSteps(m_selection);
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
    m_search =
        layout->addTool(new QLineEdit, "flameSearch",
                        tr("Mark frames whose name contains all the words (Ctrl+F). Enter goes to the next, "
                           "Shift+Enter to the previous one."));
    m_search->setPlaceholderText(tr("Find operator or layer"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(240);
    layout->setStretchFactor(m_search, 1);
    m_matches = layout->addTool(new QLabel, "flameMatches",
                                tr("Share of the whole in the marked frames; nested ones are counted once"));
    m_matches->setProperty("muted", true);

    m_direction = layout->addTool(
        new QComboBox, "flameDirection",
        tr("Top-down: what calls what, from the step's passes inwards. Bottom-up: operators at "
           "the root, with their callers inwards."));
    m_direction->addItem(tr("Top-down"), int(CallDirection::TopDown));
    m_direction->addItem(tr("Bottom-up"), int(CallDirection::BottomUp));
    m_weight = layout->addTool(new QComboBox, "flameWeight", tr("The measure shown by a frame's width"));
    m_weight->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors = layout->addTool(
        new QComboBox, "flameColors",
        tr("Color frames by pass, or by the difference from one of the runs that are ticked in "
           "the list of runs"));
    m_colors->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors->setMaximumWidth(260);
    m_flame =
        layout->addTool(new QToolButton, "flameShape",
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
    connect(m_weight, &QComboBox::activated, this, [this] {
        m_chosenWeight = weight();
        arrange();
    });
    connect(m_colors, &QComboBox::activated, this, &FlameView::arrange);
    connect(m_flame, &QToolButton::toggled, this, [this] { m_canvas->setShape(shape()); });
    connect(m_canvas, &FlameCanvas::zoomChanged, this, &FlameView::showCrumbs);
    connect(m_canvas, &FlameCanvas::hovered, this, [this](quint32 node) { showDetails(CallNodeId(node)); });
    connect(m_canvas, &FlameCanvas::picked, this, [this](quint32 number) {
        const CallNodeId node(number);
        m_table->select(node);
        pick(node);
    });
    connect(m_table, &CallTreeTable::picked, this, [this](quint32 number) {
        const CallNodeId node(number);
        m_canvas->select(node);
        pick(node);
    });
    const auto zoomTo = [this](quint32 node) { m_canvas->zoomTo(CallNodeId(node)); };
    connect(m_table, &CallTreeTable::zoomWanted, m_canvas, zoomTo);
    connect(m_crumbs, &FlameCrumbs::zoomWanted, m_canvas, zoomTo);
    m_table->setSelection(m_selection, [this](CallNodeId node) { return focusOf(node); });
    m_canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_canvas, &QWidget::customContextMenuRequested, this, &FlameView::showMenu);
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
    const auto whileSearching = [this](const QKeySequence& keys, auto act) {
        connect(new QShortcut(keys, m_search, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
                this, act);
    };
    addKey("flame", KeyAct::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        whileSearching(key, [this] { stepThroughMatches(1); });
        whileSearching(Qt::SHIFT | key, [this] { stepThroughMatches(-1); });
    }
    whileSearching(Qt::Key_Escape, [this] {
        m_search->clear();
        m_canvas->setFocus();
    });
}

void FlameView::fillWeights()
{
    m_weight->clear();
    // Top-down, the width of a stack is the sum of the self times in it, which is its total.
    if (direction() == CallDirection::BottomUp)
        m_weight->addItem(tr("Self %1").arg(noun()), int(CallWeight::SelfTime));
    m_weight->addItem(tr("Total %1").arg(noun()), int(CallWeight::TotalTime));
    if (m_source->tree()->hasCalls)
        m_weight->addItem(tr("Calls"), int(CallWeight::Calls));
    if (m_source->tree()->hasMemory)
        m_weight->addItem(tr("Allocated memory"), int(CallWeight::Allocated));
    if (m_source->tree()->hasDevice)
        m_weight->addItem(tr("Device time"), int(CallWeight::DeviceTime));
    const CallWeight weight = m_chosenWeight.value_or(CallWeight::DeviceTime);
    const bool isHostTime = weight == CallWeight::SelfTime || weight == CallWeight::TotalTime;
    m_weight->setCurrentIndex(isHostTime ? 0 : std::max(m_weight->findData(int(weight)), 0));
}

void FlameView::loadChoices()
{
    const QSettings settings;
    m_direction->setCurrentIndex(settings.value(directionKey).toString() == "bottomUp" ? 1 : 0);
    if (const int weight = settings.value(weightKey, -1).toInt();
        weight >= 0 && weight <= int(CallWeight::DeviceTime))
        m_chosenWeight = CallWeight(weight);
    fillWeights();
    m_flame->setChecked(settings.value(shapeKey).toBool());
    m_canvas->setShape(shape());
    m_splitter->restoreState(settings.value(partsKey).toByteArray());
    fillColors();
}

void FlameView::saveChoices() const
{
    QSettings settings;
    settings.setValue(directionKey, direction() == CallDirection::BottomUp ? "bottomUp" : "topDown");
    if (m_chosenWeight)
        settings.setValue(weightKey, int(*m_chosenWeight));
    settings.setValue(shapeKey, m_flame->isChecked());
    settings.setValue(partsKey, m_splitter->saveState());
}

void FlameView::setRuns(TickedRuns* runs)
{
    m_runs = runs;
    const auto update = [this] {
        const auto before = otherRun();
        fillColors();
        if (otherRun() != before || before != m_other.run)
            arrange();
    };
    connect(runs, &TickedRuns::changed, this, update);
    connect(runs, &TickedRuns::grew, this, update);
    fillColors();
}

/// Runs in different units cannot be compared.
bool FlameView::isComparable(const Run& other) const
{
    return !m_run || (contentsOf(*m_run).areFunctions == contentsOf(other).areFunctions &&
                      m_run->trace.unit == other.trace.unit);
}

void FlameView::fillColors()
{
    const QString before = m_colors->currentData().toString();
    m_colors->clear();
    m_colors->addItem(m_run && contentsOf(*m_run).areFunctions ? tr("By module") : tr("By pass"), QString());
    if (m_runs) {
        for (const TickedRun& run : m_runs->runs()) {
            if (!isComparable(*run.run))
                continue;
            m_colors->addItem(tr("Against %1").arg(run.name), toQString(run.path));
            m_colors->setItemData(m_colors->count() - 1, paragraph(run.completeName), Qt::ToolTipRole);
        }
    }
    m_colors->setCurrentIndex(std::max(m_colors->findData(before), 0));
    m_colors->setEnabled(m_colors->count() > 1);
}

CallDirection FlameView::direction() const
{
    return CallDirection(m_direction->currentData().toInt());
}

QString FlameView::noun() const
{
    return toQString(amountNoun(m_source->tree()->unit));
}

QString FlameView::measureInText() const
{
    switch (weight()) {
    case CallWeight::SelfTime:
        return tr("self %1").arg(noun());
    case CallWeight::TotalTime:
        break;
    case CallWeight::Calls:
        return tr("calls");
    case CallWeight::Allocated:
        return tr("allocated memory");
    case CallWeight::DeviceTime:
        return tr("device time");
    }
    return tr("total %1").arg(noun());
}

CallWeight FlameView::weight() const
{
    return CallWeight(m_weight->currentData().toInt());
}

FlameShape FlameView::shape() const
{
    return m_flame->isChecked() ? FlameShape::Flame : FlameShape::Icicle;
}

FlameColors FlameView::coloring() const
{
    return m_data->difference ? FlameColors::ByDifference : FlameColors::ByPass;
}

std::shared_ptr<const Run> FlameView::otherRun() const
{
    const std::filesystem::path path = m_colors->currentData().toString().toStdString();
    if (!m_runs || path.empty())
        return nullptr;
    const auto found = std::ranges::find(m_runs->runs(), path, &TickedRun::path);
    return found == m_runs->runs().end() ? nullptr : found->run;
}

void FlameView::showRun(const Run* run)
{
    m_run = run;
    fillColors();
    m_source->setRun(run);
    m_firstSource = m_source->generation();
    showPages();
}

/// The tree and its zoom stay until another tree is ready, as when other steps are selected.
void FlameView::showRunAgain(const Run* run)
{
    m_run = run;
    fillColors();
    m_source->setRunAgain(run);
    m_firstSource = m_source->generation() + 1;
    showPages();
}

void FlameView::refresh()
{
    m_source->refresh();
    showPages();
}

void FlameView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    m_source->setWanted(true);
    showPages();
}

void FlameView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    m_source->setWanted(false);
}

void FlameView::arrange()
{
    const auto isOffered = [this](CallWeight which) { return m_weight->findData(int(which)) >= 0; };
    const CallTree& whole = *m_source->tree();
    const QString totalText = m_weight->itemText(m_weight->findData(int(CallWeight::TotalTime)));
    if (!whole.isEmpty() &&
        (isOffered(CallWeight::Allocated) != whole.hasMemory ||
         isOffered(CallWeight::DeviceTime) != whole.hasDevice ||
         isOffered(CallWeight::Calls) != whole.hasCalls || totalText != tr("Total %1").arg(noun())))
        fillWeights();
    Other other{otherRun(), nullptr};
    if (other.run && other.run == m_other.run)
        other.tree = m_other.tree;
    m_arranging->start([this, topDown = m_source->tree(), generation = m_source->generation(),
                        direction = direction(), weight = weight(), other](std::stop_token) mutable {
        FlameData data;
        const bool isTurned = direction == CallDirection::BottomUp;
        data.tree = isTurned ? std::make_shared<const CallTree>(bottomUp(*topDown)) : topDown;
        data.order = orderOf(*data.tree, weight);
        data.source = generation;
        data.generation = 2 * generation + int(isTurned);
        if (other.run && !other.tree)
            other.tree = std::make_shared<const CallTree>(callTree(other.run->trace));
        if (other.tree)
            data.difference = std::make_shared<const CallTreeDifference>(
                differenceOf(*data.tree, isTurned ? bottomUp(*other.tree) : *other.tree));
        auto made = std::make_shared<const FlameData>(std::move(data));
        return [this, made, other] { take(made, other); };
    });
}

void FlameView::take(std::shared_ptr<const FlameData> data, const Other& other)
{
    // Looks once for what other views selected before there was anything of this run to show.
    const bool isNewReading = !isOfThisReading() && data->source >= m_firstSource;
    const bool isFirst =
        m_data->tree->isEmpty() || (isNewReading && m_selection && m_selection->focus().event);
    const QScopedValueRollback picking(m_isPicking, !isFirst);
    const bool isOther = data->generation != m_data->generation;
    const bool isTurned = data->tree->direction != m_data->tree->direction;
    const bool isNewOnDevice = data->tree->hasDevice != m_data->tree->hasDevice;
    m_data = std::move(data);
    m_other = other;
    m_table->setData(m_data);
    m_canvas->setData(m_data);
    if (isTurned || isNewOnDevice)
        m_table->sortByColumn(int(mainColumn(*m_data->tree)), Qt::DescendingOrder);
    if (isOther && m_canvas->selected() != noNode)
        m_table->select(m_canvas->selected());
    search();
    showFocus();
    showColors();
    showDetails(m_canvas->selected());
    showPages();
}

void FlameView::showColors()
{
    m_canvas->setColoring(coloring());
    m_legend->setText(flameLegendHtml(*m_data, coloring(), Theme::instance().colors()));
    showNote();
}

void FlameView::showNote()
{
    const bool isPart = m_data->difference && m_other.run && m_other.run->leftOut.any();
    m_note->setText(isPart ? tr("%1: %2").arg(m_colors->currentText(), toQString(leftOutText(*m_other.run)))
                           : QString());
    m_note->setVisible(isPart);
}

void FlameView::showPages()
{
    const bool isEmpty = m_data->tree->isEmpty();
    if (isEmpty && m_source->isFirstUnderWay())
        m_message->showText(tr("Reading the profile…"), {});
    else if (isEmpty)
        m_message->showText(callsAbsenceText(m_run, selectedSteps(m_selection)));
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
}

void FlameView::showCrumbs()
{
    m_crumbs->show(*m_data->tree, m_canvas->zoom());
}

void FlameView::showDetails(CallNodeId node)
{
    const CallTree& tree = *m_data->tree;
    if (node == noNode)
        node = m_canvas->selected() == noNode ? m_canvas->zoom() : m_canvas->selected();
    QString text = QString("<b>%1</b>&nbsp;&nbsp; %2")
                       .arg(frameTitle(tree, node).toHtmlEscaped(),
                            frameFigures(tree, node, m_data->order.weight).toHtmlEscaped());
    if (tree.callersKept > 0)
        text +=
            "&nbsp;&nbsp; " + tr("Only the nearest %n caller(s) are shown.", nullptr, int(tree.callersKept));
    m_details->setText(text);
}

void FlameView::search()
{
    const QStringList words = m_search->text().split(' ', Qt::SkipEmptyParts);
    const CallTree& tree = *m_data->tree;
    std::vector<bool> found;
    bool isAny = false;
    for (size_t name = 0; !words.isEmpty() && name < tree.names.size(); ++name) {
        const QString text = toQString(tree.names[name]);
        found.push_back(std::ranges::all_of(
            words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }));
        isAny = isAny || found.back();
    }
    const QString share =
        toQString(formatShare(words.isEmpty() ? 0.0 : foundShare(tree, m_data->order, found)));
    m_matches->setText(words.isEmpty()                      ? QString()
                       : !isAny                             ? tr("no match")
                       : weight() == CallWeight::Calls      ? tr("%1 of all calls").arg(share)
                       : weight() == CallWeight::Allocated  ? tr("%1 of the memory").arg(share)
                       : weight() == CallWeight::DeviceTime ? tr("%1 of the device time").arg(share)
                                                            : tr("%1 of the %2").arg(share, noun()));
    m_canvas->setFound(std::move(found));
}

void FlameView::stepThroughMatches(int by)
{
    const auto& boxes = m_canvas->boxes().boxes;
    const auto& found = m_canvas->marks().found;
    const CallTree& tree = *m_data->tree;
    const int count = int(boxes.size());
    if (found.empty() || count == 0)
        return;
    const int selected = m_canvas->selected() == noNode ? -1 : m_canvas->boxes().of(m_canvas->selected());
    int at = selected < 0 ? (by > 0 ? -1 : 0) : selected;
    for (int i = 0; i < count; ++i) {
        at = (at + by + count) % count;
        const FlameBox& box = boxes[size_t(at)];
        const NameId name = tree.nodes[box.node].name;
        if (box.folded > 0 || name == noName || !found[name])
            continue;
        m_canvas->select(box.node);
        m_table->select(box.node);
        pick(box.node);
        return;
    }
}

TraceFocus FlameView::focusOf(CallNodeId node) const
{
    TraceFocus focus;
    const CallTree& tree = *m_data->tree;
    if (node == noNode || tree.nodes[node].name == noName)
        return focus;
    const QString name = toQString(tree.nameOf(node));
    if (tree.nodes[node].kind == FrameKind::Layer) {
        focus.layer = name;
        return focus;
    }
    focus.operatorName = name;
    const CallNodeId layer = tree.direction == CallDirection::TopDown ? tree.layerOf(node) : noNode;
    if (layer != noNode)
        focus.layer = toQString(tree.nameOf(layer));
    return focus;
}

void FlameView::showMenu(const QPoint& position)
{
    const CallNodeId node = m_canvas->nodeAt(position);
    if (node == noNode)
        return;
    m_canvas->select(node);
    m_table->select(node);
    pick(node);
    QMenu menu(this);
    menu.setObjectName("flameMenu");
    menu.addAction(tr("Zoom to this"), m_canvas, [this, node] { m_canvas->zoomTo(node); });
    if (m_selection)
        addShowInMenu(&menu, m_selection, focusOf(node), "flame");
    menu.addAction(tr("Copy"), this, &FlameView::copyStack)->setShortcut(QKeySequence::Copy);
    menu.exec(m_canvas->viewport()->mapToGlobal(position));
}

void FlameView::pick(CallNodeId node)
{
    showDetails(node);
    if (!m_selection)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    m_selection->setFocus(focusOf(node));
}

/// The frame that represents the calls with an event's stack.
CallNodeId FlameView::nodeOfEvent(EventId event) const
{
    const CallTree& tree = *m_data->tree;
    if (!m_run || !isOfThisReading() || event >= m_run->trace.size() ||
        tree.direction != CallDirection::TopDown)
        return noNode;
    const Trace& trace = m_run->trace;
    std::vector<EventId> stack;
    EventId inmost = event;
    if (isOnDevice(trace.kind[event])) {
        const TraceDeviceWork* work = trace.workOf(event);
        stack.push_back(event);
        inmost = work ? work->launcher : noEvent;
    }
    for (EventId at = inmost; at != noEvent; at = enclosingEvent(trace, at))
        stack.push_back(at);
    CallNodeId node = rootNode;
    const auto descend = [&](auto&& isWanted) {
        const auto children = m_data->order.childrenOf(node);
        const auto found = std::ranges::find_if(children, isWanted);
        node = found == children.end() ? noNode : *found;
    };
    if (tree.contents.hasPasses)
        descend([&](CallNodeId child) { return tree.nodes[child].pass == trace.pass[stack.back()]; });
    for (auto at = stack.rbegin(); at != stack.rend() && node != noNode; ++at) {
        const FrameKind kind = frameKindOf(trace.kind[*at]);
        descend([&](CallNodeId child) {
            const CallNode& call = tree.nodes[child];
            return call.name == trace.name[*at] && call.kind == kind && call.pass == trace.pass[*at];
        });
    }
    return node;
}

/// The kind of frame that other views call operators.
FrameKind FlameView::operatorKind() const
{
    const CallTree& tree = *m_data->tree;
    return tree.contents.areFunctions && tree.nodes.size() > 1 ? tree.nodes[1].kind : FrameKind::Operator;
}

void FlameView::showFocus()
{
    if (!m_selection)
        return;
    const TraceFocus& focus = m_selection->focus();
    const auto& names = m_data->tree->names;
    const auto idOf = [&](const QString& name) {
        const auto found = std::ranges::find(names, name.toStdString());
        return name.isEmpty() || found == names.end() ? noName : NameId(uint32_t(found - names.begin()));
    };
    const bool isLayer = focus.operatorName.isEmpty();
    const NameId layer = idOf(focus.layer);
    m_canvas->setFocused(isLayer ? layer : idOf(focus.operatorName),
                         isLayer ? FrameKind::Layer : operatorKind(), isLayer ? noName : layer);
    if (m_isPicking)
        return;
    const CallNodeId node = focus.event ? nodeOfEvent(*focus.event) : noNode;
    m_canvas->select(node);
    m_table->select(node);
    showDetails(node);
}

void FlameView::copyContent()
{
    if (hasFocusWithin(m_table))
        m_table->copyRows();
    else if (m_canvas->selected() != noNode)
        copyStack();
    else
        View::copyContent();
}

void FlameView::copyStack() const
{
    const CallNodeId node = m_canvas->selected();
    QStringList names;
    for (const CallNodeId frame : m_data->tree->pathTo(node))
        names += toQString(m_data->tree->nameOf(frame));
    QGuiApplication::clipboard()->setText(names.join(';'));
    showStatusMessage(this, tr("Copied the frame's stack."));
}

QList<ExportItem> FlameView::exportItems()
{
    if (m_data->tree->isEmpty() || (!isVisible() && !m_source->isCurrent()))
        return {};
    const FlamePoster poster{
        .data = m_data,
        .zoom = m_canvas->zoom(),
        .coloring = coloring(),
        .shape = shape(),
        .title =
            m_canvas->zoom() == rootNode ? tr("Flame graph") : frameTitle(*m_data->tree, m_canvas->zoom()),
        .subtitle = QString("%1, %2, %3")
                        .arg(m_direction->currentText(), measureInText(),
                             frameTitle(*m_data->tree, rootNode) + ": " +
                                 frameFigures(*m_data->tree, rootNode, m_data->order.weight)),
    };
    const auto write = [](auto&& makeText) {
        return [makeText](const QString& path) { writeFileAtomically(path.toStdString(), makeText()); };
    };
    return {
        pictureItem(tr("Flame graph"), "flame_graph", [poster] { return flamePicture(poster); }),
        {tr("Call tree"),
         "call_tree",
         {"csv"},
         write([data = m_data] { return callTreeCsv(*data->tree, data->order); }),
         true},
        {m_data->tree->unit.empty() ? tr("Folded stacks in ns, for flamegraph.pl and speedscope")
                                    : tr("Folded stacks in %1, for flamegraph.pl and speedscope").arg(noun()),
         "stacks",
         {"folded", "txt"},
         write([tree = m_source->tree()] { return foldedStacks(*tree); }),
         true},
        {tr("Stacks for KCachegrind and callgrind_annotate"),
         "callgrind.out",
         {"callgrind"},
         write([tree = m_source->tree()] { return callgrindText(*tree); }),
         true},
        {tr("Stacks for speedscope"),
         "stacks.speedscope",
         {"json"},
         write([tree = m_source->tree()] { return speedscopeJson(*tree, "Stepscope"); }),
         true},
        {tr("Stacks for pprof"),
         "stacks.pb",
         {"gz"},
         write([tree = m_source->tree()] { return pprofProfile(*tree); }),
         true},
    };
}

} // namespace stepscope::ui
