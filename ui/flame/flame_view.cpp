#include "ui/flame/flame_view.h"

#include "core/base/files/atomic_file.h"
#include "core/exchange/call_tree_text.h"
#include "core/exchange/callgrind_text.h"
#include "core/exchange/pprof_profile.h"
#include "core/exchange/speedscope_json.h"
#include "core/run/run.h"
#include "core/run/run_contents.h"
#include "ui/curves/curves_picture.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_source.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_arranger.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_crumbs.h"
#include "ui/flame/flame_export.h"
#include "ui/flame/flame_focus.h"
#include "ui/flame/flame_legend.h"
#include "ui/flame/flame_tools.h"
#include "ui/flame/frame_text.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/absence_text.h"
#include "ui/support/copying.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/trace_selection.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringList>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::ui {

namespace {

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

/// By name, whether it contains all the words; empty without words.
std::vector<bool> namesWith(const QStringList& words, const std::vector<std::string>& names)
{
    std::vector<bool> found;
    for (size_t name = 0; !words.isEmpty() && name < names.size(); ++name) {
        const QString text = toQString(names[name]);
        found.push_back(std::ranges::all_of(
            words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }));
    }
    return found;
}

} // namespace

FlameView::FlameView(TraceSelection* selection, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_source(new CallTreeSource(selection, this))
    , m_arranger(new FlameArranger(this))
    , m_data(m_arranger->data())
    , m_tools(new FlameTools(makeExportButton(this)))
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
    layout->addWidget(m_tools);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_canvas);
    const QSettings settings;
    m_tools->load(settings);
    m_canvas->setShape(m_tools->shape());
    m_splitter->restoreState(settings.value(partsKey).toByteArray());
    connectTools();
    connectParts();
    showPages();
}

FlameView::~FlameView()
{
    QSettings settings;
    m_tools->save(settings);
    settings.setValue(partsKey, m_splitter->saveState());
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

void FlameView::connectTools()
{
    connect(m_tools, &FlameTools::arrangementChanged, this, &FlameView::arrange);
    connect(m_tools, &FlameTools::shapeChanged, this, [this] { m_canvas->setShape(m_tools->shape()); });
    connect(m_tools, &FlameTools::searchChanged, this, &FlameView::search);
    connect(m_tools, &FlameTools::matchWanted, this, &FlameView::stepThroughMatches);
    connect(m_tools, &FlameTools::searchLeft, this, [this] { m_canvas->setFocus(); });
    addKey("flame", KeyAct::Find, [this] { m_tools->focusSearch(); });
}

void FlameView::connectParts()
{
    connect(m_source, &CallTreeSource::changed, this, &FlameView::arrange);
    connect(m_arranger, &FlameArranger::arranged, this, &FlameView::takeArranged);
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
    m_table->setSelection(m_selection, [this](CallNodeId node) { return focusOfFrame(*m_data->tree, node); });
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

void FlameView::setRuns(TickedRuns* runs)
{
    m_runs = runs;
    const auto update = [this] {
        const auto before = m_tools->otherRun();
        offerColors();
        if (m_tools->otherRun() != before || before != m_data->other)
            arrange();
    };
    connect(runs, &TickedRuns::changed, this, update);
    connect(runs, &TickedRuns::grew, this, update);
    offerColors();
}

void FlameView::offerColors()
{
    std::vector<TickedRun> others;
    if (m_runs)
        std::ranges::copy_if(m_runs->runs(), std::back_inserter(others), [this](const TickedRun& other) {
            return !m_run || areComparable(*m_run, *other.run);
        });
    m_tools->offerColors(m_run && contentsOf(*m_run).areFunctions, std::move(others));
}

FlameColors FlameView::coloring() const
{
    return m_data->difference ? FlameColors::ByDifference : FlameColors::ByPass;
}

void FlameView::showRun(const Run* run)
{
    m_run = run;
    offerColors();
    m_source->setRun(run);
    m_firstSource = m_source->generation();
    showPages();
}

/// The tree and its zoom stay until another tree is ready, as when other steps are selected.
void FlameView::showRunAgain(const Run* run)
{
    m_run = run;
    offerColors();
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
    m_tools->offerWeights(*m_source->tree());
    m_arranger->arrange(m_source->tree(), m_source->generation(),
                        {m_tools->direction(), m_tools->weight(), m_tools->otherRun()});
}

void FlameView::takeArranged()
{
    const std::shared_ptr<const FlameData>& data = m_arranger->data();
    // Looks once for what other views selected before there was anything of this run to show.
    const bool isNewReading = !isOfThisReading() && data->source >= m_firstSource;
    const bool isFirst =
        m_data->tree->isEmpty() || (isNewReading && m_selection && m_selection->focus().event);
    const QScopedValueRollback picking(m_isPicking, !isFirst);
    const bool isOther = data->generation != m_data->generation;
    const bool isTurned = data->tree->direction != m_data->tree->direction;
    const bool isNewOnDevice = data->tree->hasDevice != m_data->tree->hasDevice;
    m_data = data;
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
    const Run* other = m_data->other.get();
    const bool isPart = other && other->leftOut.any();
    m_note->setText(isPart ? tr("%1: %2").arg(m_tools->colorsText(), toQString(leftOutText(*other)))
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
    std::vector<bool> found = namesWith(m_tools->searchedWords(), m_data->tree->names);
    const bool isAny = std::find(found.begin(), found.end(), true) != found.end();
    m_tools->showMatches(isAny ? std::optional(foundShare(*m_data->tree, m_data->order, found))
                               : std::nullopt);
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
        addShowInMenu(&menu, m_selection, focusOfFrame(*m_data->tree, node), "flame");
    menu.addAction(tr("Copy"), this, &FlameView::copyStack)->setShortcut(QKeySequence::Copy);
    menu.exec(m_canvas->viewport()->mapToGlobal(position));
}

void FlameView::pick(CallNodeId node)
{
    showDetails(node);
    if (!m_selection)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    m_selection->setFocus(focusOfFrame(*m_data->tree, node));
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
                         isLayer ? FrameKind::Layer : kindOfOperators(*m_data->tree),
                         isLayer ? noName : layer);
    if (m_isPicking)
        return;
    const bool canFindEvent = focus.event && m_run && isOfThisReading();
    const CallNodeId node = canFindEvent ? frameOfEvent(*m_data, m_run->trace, *focus.event) : noNode;
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
    if (!m_run || m_data->tree->isEmpty() || (!isVisible() && !m_source->isCurrent()))
        return {};
    const FlamePoster poster{
        .data = m_data,
        .zoom = m_canvas->zoom(),
        .coloring = coloring(),
        .shape = m_tools->shape(),
        .title = runTitle(*m_run, m_canvas->zoom() == rootNode ? tr("Flame graph")
                                                               : frameTitle(*m_data->tree, m_canvas->zoom())),
        .subtitle = QString("%1, %2, %3")
                        .arg(m_tools->directionText(), m_tools->weightText(),
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
        {m_data->tree->unit.empty()
             ? tr("Folded stacks in ns, for flamegraph.pl and speedscope")
             : tr("Folded stacks in %1, for flamegraph.pl and speedscope").arg(m_tools->noun()),
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
