#include "ui/flame/call_tree_model.h"

#include "core/base/key_order.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/trace/flat_index.h"
#include "ui/flame/frame_text.h"
#include "ui/support/qt_text.h"
#include "ui/support/text_order.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

QString helpOf(CallTreeColumn column)
{
    switch (column) {
    case CallTreeColumn::Name:
        return CallTreeModel::tr("The operator, layer or part of the step. Top-down, its callees are below "
                                 "it; bottom-up, its callers.");
    case CallTreeColumn::Calls:
        return CallTreeModel::tr("Number of calls from here in the selected steps.");
    case CallTreeColumn::TotalTime:
        return CallTreeModel::tr("Time from call to return, including everything called. Calls nested in the "
                                 "same row are not counted again.");
    case CallTreeColumn::TotalShare:
        return CallTreeModel::tr("Total time as a share of all self times.");
    case CallTreeColumn::SelfTime:
        return CallTreeModel::tr("Time without the layers and operators called on the same thread.");
    case CallTreeColumn::SelfShare:
        return CallTreeModel::tr("Self time as a share of all self times.");
    case CallTreeColumn::DeviceTime:
        return CallTreeModel::tr("Sum of the durations of all kernels, copies and memory sets launched from "
                                 "here, even if they overlapped.");
    case CallTreeColumn::DeviceShare:
        return CallTreeModel::tr("Device time as a share of that of all kernels, copies and memory sets.");
    case CallTreeColumn::MeanTime:
        break;
    }
    return CallTreeModel::tr("Mean duration of a call, including everything called.");
}

} // namespace

CallTreeModel::CallTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_data(std::make_shared<const FlameData>())
{
    forgetOrder();
}

void CallTreeModel::showData(std::shared_ptr<const FlameData> data)
{
    const bool isSame =
        data->generation == m_data->generation && data->tree->nodes.size() == m_data->tree->nodes.size();
    const auto takeOver = [&] {
        m_data = std::move(data);
        forgetOrder();
    };
    if (isSame)
        return keepPlaces(takeOver);
    beginResetModel();
    takeOver();
    endResetModel();
}

void CallTreeModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= callTreeColumnCount)
        return;
    keepPlaces([&] {
        m_sortColumn = CallTreeColumn(column);
        m_sortOrder = order;
        forgetOrder();
    });
}

void CallTreeModel::keepPlaces(const std::function<void()>& change)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    change();
    QModelIndexList after;
    for (const QModelIndex& index : before)
        after.append(indexOf(nodeOf(index), CallTreeColumn(index.column())));
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void CallTreeModel::forgetOrder()
{
    m_children.assign(m_data->order.children.begin(), m_data->order.children.end());
    m_rows.assign(m_data->tree->nodes.size(), 0);
    m_isArranged.assign(m_data->tree->nodes.size(), false);
}

void CallTreeModel::arrange(CallNodeId parent) const
{
    if (m_isArranged[parent])
        return;
    m_isArranged[parent] = true;
    const CallOrder& order = m_data->order;
    const auto group =
        std::span(m_children).subspan(order.first[parent], order.first[parent + 1] - order.first[parent]);
    orderByKeys(group, sortKeys(group), m_sortOrder == Qt::DescendingOrder);
    for (size_t row = 0; row < group.size(); ++row)
        m_rows[group[row]] = uint32_t(row);
}

/// The rank of each name in sorted order: computed once per name, however many frames have it.
std::vector<uint64_t> CallTreeModel::sortKeys(std::span<const uint32_t> nodes) const
{
    std::vector<uint64_t> keys;
    keys.reserve(nodes.size());
    if (m_sortColumn != CallTreeColumn::Name) {
        for (const uint32_t node : nodes)
            keys.push_back(orderKey(figure(CallNodeId(node), m_sortColumn)));
        return keys;
    }
    const CallTree& tree = *m_data->tree;
    using TitleId = Id<struct TitleOfFrame>;
    FlatIndex<TitleId> titleOf;
    std::vector<QString> titles;
    for (const uint32_t node : nodes) {
        const CallNode& call = tree.nodes[node];
        TitleId& title = titleOf[uint64_t(call.name) << 16 | uint64_t(call.kind) << 8 | uint64_t(call.pass)];
        if (title.isNone()) {
            title = TitleId(uint32_t(titles.size()));
            titles.push_back(frameTitle(tree, CallNodeId(node)));
        }
        keys.push_back(title);
    }
    const std::vector<uint64_t> places = placesOf(titles);
    for (uint64_t& key : keys)
        key = places[key];
    return keys;
}

CallNodeId CallTreeModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? CallNodeId(uint32_t(index.internalId())) : rootNode;
}

QModelIndex CallTreeModel::indexOf(CallNodeId node, CallTreeColumn column) const
{
    if (node == rootNode || node >= m_data->tree->nodes.size())
        return {};
    arrange(m_data->tree->nodes[node].parent);
    return createIndex(int(m_rows[node]), int(column), quintptr(node));
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const CallNodeId outer = nodeOf(parent);
    arrange(outer);
    return createIndex(row, column, quintptr(m_children[m_data->order.first[outer] + size_t(row)]));
}

QModelIndex CallTreeModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(m_data->tree->nodes[nodeOf(index)].parent) : QModelIndex();
}

int CallTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : int(m_data->order.childrenOf(nodeOf(parent)).size());
}

bool CallTreeModel::hasChildren(const QModelIndex& parent) const
{
    return rowCount(parent) > 0;
}

int CallTreeModel::columnCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : callTreeColumnCount;
}

double CallTreeModel::figure(CallNodeId node, CallTreeColumn column) const
{
    const CallTree& tree = *m_data->tree;
    const CallNode& call = tree.nodes[node];
    switch (column) {
    case CallTreeColumn::Calls:
        return double(call.calls);
    case CallTreeColumn::TotalTime:
        return double(call.totalNs);
    case CallTreeColumn::TotalShare:
        return tree.shareOf(call.totalNs);
    case CallTreeColumn::SelfTime:
        return double(call.selfNs);
    case CallTreeColumn::SelfShare:
        return tree.shareOf(call.selfNs);
    case CallTreeColumn::MeanTime:
        return call.meanNs();
    case CallTreeColumn::DeviceTime:
        return double(call.deviceNs);
    case CallTreeColumn::DeviceShare:
        return call.deviceNs > 0 ? double(call.deviceNs) / double(tree.nodes[rootNode].deviceNs) : 0.0;
    case CallTreeColumn::Name:
        break;
    }
    return 0.0;
}

bool CallTreeModel::isTime(CallTreeColumn column)
{
    return column == CallTreeColumn::TotalTime || column == CallTreeColumn::SelfTime ||
           column == CallTreeColumn::MeanTime || column == CallTreeColumn::DeviceTime;
}

bool CallTreeModel::isShare(CallTreeColumn column)
{
    return column == CallTreeColumn::TotalShare || column == CallTreeColumn::SelfShare ||
           column == CallTreeColumn::DeviceShare;
}

bool CallTreeModel::isOfDevice(CallTreeColumn column)
{
    return column == CallTreeColumn::DeviceTime || column == CallTreeColumn::DeviceShare;
}

QString CallTreeModel::text(CallNodeId node, CallTreeColumn column) const
{
    if (column == CallTreeColumn::Name)
        return frameTitle(*m_data->tree, node);
    // Passes have no calls and no self time.
    const CallNode& call = m_data->tree->nodes[node];
    const bool isTotal = column == CallTreeColumn::TotalTime || column == CallTreeColumn::TotalShare;
    if (call.kind == FrameKind::Pass && !isTotal && !isOfDevice(column))
        return {};
    // Kernels have no host time, and frames that launch nothing have no device time.
    const bool isSelf = column == CallTreeColumn::SelfTime || column == CallTreeColumn::SelfShare;
    if ((call.kind == FrameKind::Device && (isTotal || isSelf)) || (isOfDevice(column) && call.deviceNs == 0))
        return {};
    const double value = figure(node, column);
    const bool isOfCalls = column == CallTreeColumn::Calls || column == CallTreeColumn::MeanTime;
    if (isOfCalls && call.calls == 0)
        return {};
    if (isTime(column))
        return toQString(column == CallTreeColumn::DeviceTime ? formatNs(value)
                                                              : formatBareAmount(value, m_data->tree->unit));
    return toQString(isShare(column) ? formatShare(value) : formatCount(int64_t(value)));
}

QString CallTreeModel::plainText(CallNodeId node, CallTreeColumn column) const
{
    if (column == CallTreeColumn::Name || text(node, column).isEmpty())
        return text(node, column);
    const double value = figure(node, column);
    if (isInMicroseconds(column))
        return QString::number(value / 1e3, 'f', 3);
    if (isTime(column))
        return QString::number(value, 'f', column == CallTreeColumn::MeanTime ? 3 : 0);
    return isShare(column) ? QString::number(100.0 * value, 'f', 2) : QString::number(value, 'f', 0);
}

QVariant CallTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CallNodeId node = nodeOf(index);
    const auto column = CallTreeColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(node, column);
    case Qt::ToolTipRole:
        return column == CallTreeColumn::Name
                   ? frameToolTip(*m_data->tree, node, m_data->order.weight, m_data->difference.get())
                   : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column == CallTreeColumn::Name ? Qt::AlignLeft : Qt::AlignRight));
    case FigureRole:
        return column == CallTreeColumn::Name ? QVariant() : figure(node, column);
    case PassRole:
        return int(m_data->tree->nodes[node].pass);
    case KindRole:
        return int(m_data->tree->nodes[node].kind);
    default:
        return {};
    }
}

QString CallTreeModel::title(CallTreeColumn column) const
{
    const auto titled = [this](const QString& text, const QString& amount) {
        const std::string& unit = m_data->tree->unit;
        return unit.empty() ? text : amount.arg(toQString(unit));
    };
    switch (column) {
    case CallTreeColumn::Name:
        return tr("Name");
    case CallTreeColumn::Calls:
        return tr("Calls");
    case CallTreeColumn::TotalTime:
        return titled(tr("Total time"), tr("Total %1"));
    case CallTreeColumn::TotalShare:
        return tr("Total %");
    case CallTreeColumn::SelfTime:
        return titled(tr("Self time"), tr("Self %1"));
    case CallTreeColumn::SelfShare:
        return tr("Self %");
    case CallTreeColumn::DeviceTime:
        return tr("Device time");
    case CallTreeColumn::DeviceShare:
        return tr("Device %");
    case CallTreeColumn::MeanTime:
        break;
    }
    return tr("Mean");
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= callTreeColumnCount)
        return {};
    const auto column = CallTreeColumn(section);
    const bool isName = column == CallTreeColumn::Name;
    switch (role) {
    case Qt::DisplayRole:
        return title(column);
    case Qt::ToolTipRole:
        return QString("<p>%1</p>").arg(helpOf(column).toHtmlEscaped()); // rich text wraps
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isName ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(isName ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
        return {};
    }
}

} // namespace stepscope::ui
