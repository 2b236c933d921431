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
#include "core/trace/trace_sums.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_source.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_crumbs.h"
#include "ui/flame/flame_export.h"
#include "ui/flame/flame_legend.h"
#include "ui/flame/frame_text.h"
#include "ui/flame/profile_message.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/background_job.h"
#include "ui/support/status_message.h"
#include "ui/support/trace_selection.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

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
    return !m_run ||
           (isOfSums(m_run->trace) == isOfSums(other.trace) && m_run->trace.unit == other.trace.unit);
}

void FlameView::fillColors()
{
    const QString before = m_colors->currentData().toString();
    m_colors->clear();
    m_colors->addItem(m_run && isOfSums(m_run->trace) ? tr("By module") : tr("By pass"), QString());
    if (m_runs) {
        for (const TickedRun& run : m_runs->runs()) {
            if (isComparable(*run.run))
                m_colors->addItem(tr("Against %1").arg(run.name), QString::fromStdString(run.path.string()));
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
    return QString::fromStdString(amountNoun(m_source->tree()->unit));
}

QString FlameView::weightText(const char* what) const
{
    return QString("%1 %2").arg(tr(what), noun());
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
         isOffered(CallWeight::Calls) != whole.hasCalls || totalText != weightText("Total")))
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
    // Looks once for what other views selected before there was anything to show.
    const bool isFirst = m_data->tree->isEmpty();
    const QScopedValueRollback picking(m_isPicking, !isFirst);
    const bool isOther = data->generation != m_data->generation;
    const bool isTurned = data->tree->direction != m_data->tree->direction;
    m_data = std::move(data);
    m_other = other;
    m_table->setData(m_data);
    m_canvas->setData(m_data);
    if (isTurned)
        m_table->sortByColumn(int(m_data->tree->direction == CallDirection::BottomUp
                                      ? CallTreeColumn::SelfTime
                                      : CallTreeColumn::TotalTime),
                              Qt::DescendingOrder);
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
    m_note->setText(
        isPart ? tr("%1: %2").arg(m_colors->currentText(), QString::fromStdString(leftOutText(*m_other.run)))
               : QString());
    m_note->setVisible(isPart);
}

void FlameView::showPages()
{
    const bool isEmpty = m_data->tree->isEmpty();
    if (isEmpty && m_source->isFirstUnderWay())
        m_message->showText(tr("Reading the profile…"), {});
    else if (isEmpty)
        m_message->showWhyEmpty(m_run);
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
}

void FlameView::showCrumbs()
{
    m_crumbs->show(*m_data->tree, m_canvas->zoom());
}

void FlameView::showDetails(uint32_t node)
{
    const CallTree& tree = *m_data->tree;
    if (node == noNode)
        node = m_canvas->selected() == noNode ? m_canvas->zoom() : m_canvas->selected();
    QString text = QString("<b>%1</b>&nbsp;&nbsp; %2")
                       .arg(frameTitle(tree, node).toHtmlEscaped(), frameFigures(tree, node).toHtmlEscaped());
    if (tree.callersKept > 0)
        text += "&nbsp;&nbsp; " + tr("Only the nearest %1 callers are shown.").arg(tree.callersKept);
    m_details->setText(text);
}

void FlameView::search()
{
    const QStringList words = m_search->text().split(' ', Qt::SkipEmptyParts);
    const CallTree& tree = *m_data->tree;
    std::vector<bool> found;
    bool isAny = false;
    for (size_t name = 0; !words.isEmpty() && name < tree.names.size(); ++name) {
        const QString text = QString::fromStdString(tree.names[name]);
        found.push_back(std::ranges::all_of(
            words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }));
        isAny = isAny || found.back();
    }
    const QString share =
        QString::fromStdString(formatShare(words.isEmpty() ? 0.0 : foundShare(tree, m_data->order, found)));
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
        const uint32_t name = tree.nodes[box.node].name;
        if (box.folded > 0 || name == noNode || !found[name])
            continue;
        m_canvas->select(box.node);
        m_table->select(box.node);
        pick(box.node);
        return;
    }
}

TraceFocus FlameView::focusOf(uint32_t node) const
{
    TraceFocus focus;
    const CallTree& tree = *m_data->tree;
    if (node == noNode || tree.nodes[node].name == noNode)
        return focus;
    const QString name = QString::fromStdString(tree.nameOf(node));
    if (tree.nodes[node].kind == FrameKind::Layer) {
        focus.layer = name;
        return focus;
    }
    focus.operatorName = name;
    const uint32_t layer = tree.direction == CallDirection::TopDown ? tree.layerOf(node) : noNode;
    if (layer != noNode)
        focus.layer = QString::fromStdString(tree.nameOf(layer));
    return focus;
}

void FlameView::pick(uint32_t node)
{
    showDetails(node);
    if (!m_selection)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    m_selection->setFocus(focusOf(node));
}

/// The frame that represents the calls with an event's stack.
uint32_t FlameView::nodeOfEvent(uint32_t event) const
{
    const CallTree& tree = *m_data->tree;
    if (!m_run || event >= m_run->trace.size() || tree.direction != CallDirection::TopDown)
        return noNode;
    const Trace& trace = m_run->trace;
    std::vector<uint32_t> stack;
    uint32_t inmost = event;
    if (isOnDevice(trace.kind[event])) {
        const TraceDeviceWork* work = trace.workOf(event);
        stack.push_back(event);
        inmost = work ? work->launcher : noEvent;
    }
    for (uint32_t at = inmost; at != noEvent; at = enclosingEvent(trace, at))
        stack.push_back(at);
    uint32_t node = rootNode;
    const auto descend = [&](auto&& isWanted) {
        const auto children = m_data->order.childrenOf(node);
        const auto found = std::ranges::find_if(children, isWanted);
        node = found == children.end() ? noNode : *found;
    };
    if (!tree.isOfSums)
        descend([&](uint32_t child) { return tree.nodes[child].pass == trace.pass[stack.back()]; });
    for (auto at = stack.rbegin(); at != stack.rend() && node != noNode; ++at) {
        const FrameKind kind = frameKindOf(trace.kind[*at]);
        descend([&](uint32_t child) {
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
    return tree.isOfSums && tree.nodes.size() > 1 ? tree.nodes[1].kind : FrameKind::Operator;
}

void FlameView::showFocus()
{
    if (!m_selection)
        return;
    const TraceFocus& focus = m_selection->focus();
    const auto& names = m_data->tree->names;
    const auto idOf = [&](const QString& name) {
        const auto found = std::ranges::find(names, name.toStdString());
        return name.isEmpty() || found == names.end() ? noNode : uint32_t(found - names.begin());
    };
    const bool isLayer = focus.operatorName.isEmpty();
    const uint32_t layer = idOf(focus.layer);
    m_canvas->setFocused(isLayer ? layer : idOf(focus.operatorName),
                         isLayer ? FrameKind::Layer : operatorKind(), isLayer ? noNode : layer);
    if (m_isPicking)
        return;
    const uint32_t node = focus.event ? nodeOfEvent(*focus.event) : noNode;
    m_canvas->select(node);
    m_table->select(node);
    showDetails(node);
}

void FlameView::copyStack() const
{
    const uint32_t node = m_canvas->selected();
    if (node == noNode)
        return;
    QStringList names;
    for (const uint32_t frame : m_data->tree->pathTo(node))
        names += QString::fromStdString(m_data->tree->nameOf(frame));
    QGuiApplication::clipboard()->setText(names.join(';'));
    showStatusMessage(this, tr("Copied the frame's stack"));
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
        .subtitle =
            QString("%1, %2, %3")
                .arg(m_direction->currentText(), m_weight->currentText().toLower(),
                     frameTitle(*m_data->tree, rootNode) + ": " + frameFigures(*m_data->tree, rootNode)),
    };
    const auto write = [](auto&& makeText) {
        return [makeText](const QString& path) { writeFileAtomically(path.toStdString(), makeText()); };
    };
    return {
        {tr("Flame graph as picture"),
         "flame_graph",
         {"png", "svg", "pdf"},
         [poster](const QString& path) { writeFlamePoster(poster, path); }},
        {tr("Call tree as table"),
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
