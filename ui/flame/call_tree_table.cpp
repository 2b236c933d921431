#include "ui/flame/call_tree_table.h"

#include "ui/flame/call_tree_delegate.h"
#include "ui/flame/call_tree_model.h"
#include "ui/keys/view_keys.h"
#include "ui/support/copying.h"
#include "ui/support/table_setup.h"
#include "ui/support/trace_selection.h"

#include <QContextMenuEvent>
#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <span>

namespace stepscope::ui {

CallTreeTable::CallTreeTable(CallTreeModel* model, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
{
    setModel(model);
    setItemDelegate(new CallTreeDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    setStyleSheet("QTreeView { border: none; }");
    setMouseTracking(true); // for the row under the pointer
    setIndentation(16);
    setExpandsOnDoubleClick(false);
    setAccessibleName(tr("Call tree"));
    setUpHeader();
    connect(this, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { m_open.insert(m_model->nodeOf(index)); });
    connect(this, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { m_open.remove(m_model->nodeOf(index)); });
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void CallTreeTable::setUpHeader()
{
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(48);
    header()->setSectionResizeMode(QHeaderView::Interactive);
    header()->setSectionResizeMode(int(CallTreeColumn::Name), QHeaderView::Interactive);
    for (int column = 1; column < callTreeColumnCount; ++column)
        header()->resizeSection(column, CallTreeColumn(column) == CallTreeColumn::Calls ? 80 : 100);
    header()->setSortIndicator(int(CallTreeColumn::TotalTime), Qt::DescendingOrder);
    setSortingEnabled(true);
    for (const auto column : {CallTreeColumn::DeviceShare, CallTreeColumn::DeviceTime}) {
        setColumnHidden(int(column), true);
        header()->moveSection(header()->visualIndex(int(column)), 1); // before those of the host
    }
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != int(CallTreeColumn::Name))
            fitNames();
    });
    scaleColumnsWithText(header(), [this] { fitNames(); });
}

void CallTreeTable::fitNames()
{
    constexpr int leastWidth = 200;
    int left = viewport()->width();
    for (int column = 1; column < callTreeColumnCount; ++column)
        left -= columnWidth(column); // 0 for a hidden one
    setColumnWidth(int(CallTreeColumn::Name), std::max(leastWidth, left));
}

void CallTreeTable::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitNames();
}

void CallTreeTable::setData(std::shared_ptr<const FlameData> data)
{
    const QScopedValueRollback silent(m_isSilent, true);
    setColumnHidden(int(CallTreeColumn::DeviceTime), !data->tree->hasDevice);
    setColumnHidden(int(CallTreeColumn::DeviceShare), !data->tree->hasDevice);
    setColumnHidden(int(CallTreeColumn::Calls), !data->tree->hasCalls);
    setColumnHidden(int(CallTreeColumn::MeanTime), !data->tree->hasCalls);
    fitNames();
    const bool isSame = data->generation == m_model->shown().generation;
    const bool hasGrown = data->tree->nodes.size() != m_model->shown().tree->nodes.size();
    if (isSame && !hasGrown)
        return m_model->showData(std::move(data));
    const bool wasEmpty = m_model->shown().tree->isEmpty();
    const QSet<uint32_t> open = isSame ? m_open : sameStacks(m_open, *data);
    const CallNodeId current = isSame ? m_model->nodeOf(currentIndex()) : rootNode;
    m_open.clear();
    m_model->showData(std::move(data));
    for (const uint32_t node : open)
        expand(m_model->indexOf(CallNodeId(node)));
    if (wasEmpty || (!isSame && open.isEmpty())) {
        openPasses();
        openCostliest();
    }
    if (current != rootNode)
        setCurrentIndex(m_model->indexOf(current));
}

QSet<uint32_t> CallTreeTable::sameStacks(const QSet<uint32_t>& nodes, const FlameData& data) const
{
    const CallTree& before = *m_model->shown().tree;
    const CallTree& after = *data.tree;
    QSet<uint32_t> found;
    if (before.direction != after.direction)
        return found;
    QHash<uint32_t, CallNodeId> known{{rootNode, rootNode}};
    const auto isSameCall = [&](const CallNode& a, const CallNode& b) {
        return a.kind == b.kind && a.pass == b.pass &&
               (!isCall(a.kind) || before.names[a.name] == after.names[b.name]);
    };
    for (const uint32_t node : nodes) {
        for (const CallNodeId frame : before.pathTo(CallNodeId(node))) {
            if (known.contains(frame))
                continue;
            const CallNode& call = before.nodes[frame];
            const CallNodeId parent = known[call.parent];
            const auto children =
                parent == noNode ? std::span<const CallNodeId>() : data.order.childrenOf(parent);
            const auto same = std::ranges::find_if(
                children, [&](CallNodeId child) { return isSameCall(call, after.nodes[child]); });
            known[frame] = same == children.end() ? noNode : *same;
        }
        if (known[node] != noNode)
            found.insert(known[node]);
    }
    return found;
}

void CallTreeTable::openPasses()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (FrameKind(index.data(CallTreeModel::KindRole).toInt()) != FrameKind::Pass)
            return;
        expand(index);
    }
}

/// Without passes, opens rows as long as one holds most of its parent's time.
void CallTreeTable::openCostliest()
{
    const CallTree& tree = *m_model->shown().tree;
    if (tree.contents.hasPasses || tree.direction != CallDirection::TopDown)
        return;
    constexpr int mostLevels = 12;
    CallNodeId node = rootNode;
    for (int level = 0; level < mostLevels; ++level) {
        const auto children = m_model->shown().order.childrenOf(node);
        if (children.empty() || 2 * tree.nodes[children[0]].totalNs < tree.nodes[node].totalNs)
            return;
        node = children[0];
        expand(m_model->indexOf(node));
    }
}

void CallTreeTable::select(CallNodeId node)
{
    const QScopedValueRollback silent(m_isSilent, true);
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(index);
    scrollTo(index); // opens its ancestors
}

void CallTreeTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (!m_isSilent && current.isValid())
        Q_EMIT picked(m_model->nodeOf(current));
}

QString CallTreeTable::selectedText() const
{
    QStringList cells;
    for (int column = 0; column < callTreeColumnCount; ++column) {
        if (!isColumnHidden(column))
            cells += m_model->title(CallTreeColumn(column)) +
                     (m_model->isInMicroseconds(CallTreeColumn(column)) ? " (µs)" : "");
    }
    QString text = cells.join('\t') + '\n';
    for (const QModelIndex& row : rowsOfCopy()) {
        const CallNodeId node = m_model->nodeOf(row);
        const auto depth = m_model->shown().tree->pathTo(node).size() - 1;
        cells.clear();
        for (int column = 0; column < callTreeColumnCount; ++column) {
            if (!isColumnHidden(column))
                cells += m_model->plainText(node, CallTreeColumn(column));
        }
        text += QString(qsizetype(2 * depth), ' ') + cells.join('\t') + '\n';
    }
    return text;
}

QModelIndexList CallTreeTable::rowsOfCopy() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        for (QModelIndex row = m_model->index(0, 0); row.isValid(); row = indexBelow(row))
            rows += row;
        return rows;
    }
    std::ranges::sort(rows, {}, [this](const QModelIndex& index) { return visualRect(index).top(); });
    return rows;
}

void CallTreeTable::copyRows() const
{
    ui::copyRows(this, selectedText(), rowsOfCopy().size());
}

void CallTreeTable::keyPressEvent(QKeyEvent* event)
{
    if (keyAct("flame", *event) == KeyAct::Open && currentIndex().isValid())
        Q_EMIT zoomWanted(m_model->nodeOf(currentIndex()));
    else
        QTreeView::keyPressEvent(event);
}

void CallTreeTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    QTreeView::mouseDoubleClickEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && visualRect(index.siblingAtColumn(0)).left() <= event->pos().x())
        Q_EMIT zoomWanted(m_model->nodeOf(index));
}

void CallTreeTable::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid())
        return;
    const CallNodeId node = m_model->nodeOf(index);
    QMenu menu(this);
    menu.addAction(tr("Zoom the flame graph to this"), this, [this, node] { Q_EMIT zoomWanted(node); });
    menu.addAction(tr("Open all below"), this, [this, node] { expandRecursively(m_model->indexOf(node)); });
    if (m_selection && m_focusOf)
        addShowInMenu(&menu, m_selection, m_focusOf(node), "flame");
    menu.addSeparator();
    menu.addAction(tr("Copy"), this, &CallTreeTable::copyRows)->setShortcut(QKeySequence::Copy);
    menu.exec(event->globalPos());
}

void CallTreeTable::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = rect;
    option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
    option.state.setFlag(QStyle::State_MouseOver,
                         indexAt(viewport()->mapFromGlobal(QCursor::pos())).siblingAtColumn(0) == index);
    painter->fillRect(rect, cellBackground(option, index, colors));
    paintRowLine(painter, rect, colors);
    if (!m_model->hasChildren(index))
        return;
    const QPointF middle(rect.right() - indentation() / 2.0 + 1, rect.center().y() + 0.5);
    const bool isOpen = isExpanded(index);
    const QPolygonF chevron = isOpen ? QPolygonF({{-3.5, -1.5}, {0, 2}, {3.5, -1.5}})
                                     : QPolygonF({{-1.5, -3.5}, {2, 0}, {-1.5, 3.5}});
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colors.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(chevron.translated(middle));
    painter->restore();
}

} // namespace stepscope::ui
