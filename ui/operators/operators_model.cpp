#include "ui/operators/operators_model.h"

#include "core/base/format.h"

#include <algorithm>
#include <map>

namespace stepscope::ui {

namespace {

QVariant alignmentOf(const OperatorColumnInfo& column)
{
    return QVariant(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

OperatorKey OperatorsModel::keyOf(const OperatorStatistics& statistics, uint32_t row)
{
    const OperatorRow& figures = statistics.rows[row];
    const bool byShape = statistics.grouping == OperatorGrouping::ByOperatorAndShape;
    return {figures.name, byShape ? figures.shape : noShape, figures.pass};
}

void OperatorsModel::setStatistics(OperatorStatistics statistics, const Trace* trace)
{
    if (trace != m_trace) {
        // Ids of another trace are other operators, so nothing on the screen stays what it is.
        beginResetModel();
        m_order.clear();
        m_statistics = {};
        m_trace = trace;
        endResetModel();
    }
    std::vector<uint32_t> order = makeOrder(statistics);
    show(std::move(order), &statistics);
}

void OperatorsModel::setFilter(const OperatorFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    show(makeOrder(m_statistics));
}

void OperatorsModel::setWithNamespace(bool withNamespace)
{
    m_withNamespace = withNamespace;
    show(makeOrder(m_statistics));
}

void OperatorsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= operatorColumnCount)
        return;
    m_sortColumn = OperatorColumn(column);
    m_sortOrder = order;
    show(makeOrder(m_statistics));
}

QString OperatorsModel::text(int row, OperatorColumn column) const
{
    return operatorText(operatorRow(row), column, *m_trace, m_withNamespace);
}

double OperatorsModel::shownShare() const
{
    double share = 0.0;
    for (const uint32_t row : m_order)
        share += m_statistics.rows[row].selfShare;
    return share;
}

QString OperatorsModel::operatorName(int row) const
{
    return QString::fromStdString(m_trace->names[operatorRow(row).name]);
}

int OperatorsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int OperatorsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : operatorColumnCount;
}

QVariant OperatorsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OperatorRow& row = operatorRow(index.row());
    const auto column = OperatorColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return alignmentOf(operatorColumn(column));
    case FigureRole:
        return operatorColumn(column).isNumber ? operatorFigure(row, column) : QVariant();
    case PassRole:
        return int(row.pass);
    default:
        return {};
    }
}

QVariant OperatorsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= operatorColumnCount)
        return {};
    const OperatorColumnInfo& column = operatorColumn(OperatorColumn(section));
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return QString("<p>%1</p>").arg(column.help.toHtmlEscaped()); // rich text wraps
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(column.isNumber ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
        return {};
    }
}

QString OperatorsModel::nameText(const OperatorRow& row) const
{
    return operatorText(row, OperatorColumn::Name, *m_trace, m_withNamespace);
}

QString OperatorsModel::toolTip(const OperatorRow& row, OperatorColumn column) const
{
    switch (column) {
    case OperatorColumn::Name:
        return QString::fromStdString(m_trace->names[row.name]);
    case OperatorColumn::Shapes:
        return operatorText(row, column, *m_trace, true);
    case OperatorColumn::SelfTime:
    case OperatorColumn::TotalTime:
    case OperatorColumn::Calls:
        break;
    default:
        return {};
    }
    if (m_statistics.steps == 0)
        return {};
    const double perStep = operatorFigure(row, column) / double(m_statistics.steps);
    if (column == OperatorColumn::Calls)
        return tr("%1 a step").arg(perStep, 0, 'g', 4);
    return tr("%1 a step").arg(QString::fromStdString(formatNs(perStep)));
}

bool OperatorsModel::matches(const OperatorRow& row, const QStringList& words) const
{
    if (m_filter.pass && row.pass != *m_filter.pass)
        return false;
    if (words.isEmpty())
        return true;
    const QString text = QString::fromStdString(m_trace->names[row.name]) + ' ' +
                         operatorText(row, OperatorColumn::Shapes, *m_trace, true);
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

std::vector<uint32_t> OperatorsModel::makeOrder(const OperatorStatistics& statistics) const
{
    const QStringList words = m_filter.words.split(' ', Qt::SkipEmptyParts);
    std::vector<uint32_t> order;
    for (uint32_t row = 0; row < statistics.rows.size(); ++row)
        if (matches(statistics.rows[row], words))
            order.push_back(row);

    if (m_filter.top > 0 && order.size() > size_t(m_filter.top)) {
        // By text there is no largest: then the costliest, in which order the statistics come.
        if (operatorColumn(m_sortColumn).isNumber)
            sortRows(order, statistics, m_sortColumn, Qt::DescendingOrder);
        order.resize(size_t(m_filter.top));
        std::ranges::sort(order);
    }
    sortRows(order, statistics, m_sortColumn, m_sortOrder);
    return order;
}

void OperatorsModel::sortRows(std::vector<uint32_t>& order, const OperatorStatistics& statistics,
                              OperatorColumn column, Qt::SortOrder direction) const
{
    const auto& rows = statistics.rows;
    const auto sortBy = [&](const auto& keyOfRow) {
        std::vector<decltype(keyOfRow(rows[0]))> keys(rows.size());
        for (const uint32_t row : order)
            keys[row] = keyOfRow(rows[row]);
        if (direction == Qt::AscendingOrder)
            std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
        else
            std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return keys[b] < keys[a]; });
    };
    if (column == OperatorColumn::Pass)
        sortBy([](const OperatorRow& row) { return row.pass; });
    else if (column == OperatorColumn::Name)
        sortBy([&](const OperatorRow& row) { return nameText(row).toCaseFolded(); });
    else if (column == OperatorColumn::Shapes)
        sortBy([&](const OperatorRow& row) { return operatorText(row, column, *m_trace, true); });
    else
        sortBy([&](const OperatorRow& row) { return operatorFigure(row, column); });
}

void OperatorsModel::show(std::vector<uint32_t> order, OperatorStatistics* statistics)
{
    const OperatorStatistics& next = statistics ? *statistics : m_statistics;
    std::vector<OperatorKey> before;
    for (const uint32_t row : m_order)
        before.push_back(keyOf(m_statistics, row));
    std::vector<OperatorKey> after;
    for (const uint32_t row : order)
        after.push_back(keyOf(next, row));
    const auto takeOver = [&] {
        m_order = std::move(order);
        if (statistics)
            m_statistics = std::move(*statistics);
    };

    if (before == after) {
        takeOver();
        if (!m_order.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, operatorColumnCount - 1));
        return;
    }
    if (!std::ranges::is_permutation(before, after)) {
        beginResetModel();
        takeOver();
        endResetModel();
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    takeOver();
    std::map<OperatorKey, int> rowOf;
    for (size_t row = 0; row < after.size(); ++row)
        rowOf[after[row]] = int(row);
    const QModelIndexList old = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex& index : old)
        moved.append(this->index(rowOf[before[size_t(index.row())]], index.column()));
    changePersistentIndexList(old, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace stepscope::ui
