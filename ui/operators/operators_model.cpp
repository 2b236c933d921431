#include "ui/operators/operators_model.h"

#include "core/base/key_order.h"
#include "core/base/text/format.h"
#include "core/run/fused_update.h"
#include "ui/support/qt_text.h"
#include "ui/support/text_order.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::ui {

namespace {

QVariant alignmentOf(const OperatorColumnInfo& column)
{
    return QVariant(Qt::AlignVCenter | (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft));
}

QVariant figureOf(const OperatorRow& row, OperatorColumn column)
{
    const double figure = operatorFigure(row, column);
    return std::isnan(figure) ? QVariant() : figure;
}

uint64_t passKey(const OperatorRow& row)
{
    return row.severalPasses ? uint64_t(passCount) : uint64_t(row.pass);
}

} // namespace

OperatorKey OperatorsModel::keyOf(const OperatorStatistics& statistics, uint32_t row)
{
    const OperatorRow& figures = statistics.rows[row];
    const bool byShape = statistics.grouping == OperatorGrouping::ByOperatorAndShape;
    const bool hasAllPasses = statistics.passes == PassRows::Merged;
    return {figures.name, byShape ? figures.shape : noShape,
            hasAllPasses ? std::nullopt : std::optional(figures.pass)};
}

void OperatorsModel::setStatistics(OperatorStatistics statistics, const Trace* trace)
{
    if (trace != m_trace) {
        // Ids of another trace are other operators, so all rows change.
        beginResetModel();
        m_order.clear();
        m_statistics = {};
        m_trace = trace;
        endResetModel();
    }
    showStatistics(std::move(statistics));
}

void OperatorsModel::setFilter(const OperatorFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    showOrder(makeOrder(m_statistics));
}

void OperatorsModel::setWithNamespace(bool withNamespace)
{
    m_withNamespace = withNamespace;
    showOrder(makeOrder(m_statistics));
}

void OperatorsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= operatorColumnCount)
        return;
    m_sortColumn = OperatorColumn(column);
    m_sortOrder = order;
    showOrder(makeOrder(m_statistics));
}

QString OperatorsModel::text(int row, OperatorColumn column) const
{
    return operatorText(m_statistics, operatorRow(row), column, *m_trace, shortNames());
}

bool OperatorsModel::hasValues(OperatorColumn column) const
{
    return std::ranges::any_of(m_statistics.rows, [&](const OperatorRow& row) {
        return !operatorText(m_statistics, row, column, *m_trace, shortNames()).isEmpty();
    });
}

double OperatorsModel::shownShare() const
{
    double share = 0.0;
    for (const uint32_t row : m_order)
        share +=
            m_statistics.isOfDevice() ? m_statistics.rows[row].deviceShare : m_statistics.rows[row].selfShare;
    return share;
}

QString OperatorsModel::operatorName(int row) const
{
    return toQString(operatorRowName(m_statistics, operatorRow(row), *m_trace));
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
        return figureOf(row, column);
    case PassRole:
        return row.severalPasses ? QVariant() : int(row.pass);
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
        return operatorTitle(OperatorColumn(section), m_statistics);
    case Qt::ToolTipRole:
        return QString("<p>%1</p>").arg(column.help.toHtmlEscaped()); // rich text wraps
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(column.isNumber() ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
        return {};
    }
}

QString OperatorsModel::toolTip(const OperatorRow& row, OperatorColumn column) const
{
    switch (column) {
    case OperatorColumn::Name:
        return nameToolTip(row);
    case OperatorColumn::Shapes:
        return operatorText(m_statistics, row, column, *m_trace, nullptr);
    case OperatorColumn::FirstRatio:
        return row.calls < 2 || !m_statistics.hasCalls
                   ? QString()
                   : tr("First call %1, median of the others with its shapes %2")
                         .arg(durationText(double(row.firstNs)), durationText(row.spread.restP50Ns));
    case OperatorColumn::PeakShare:
        return peakToolTip(row);
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
        return tr("%1 per step").arg(perStep, 0, 'g', 4);
    return tr("%1 per step").arg(durationText(perStep));
}

QString OperatorsModel::nameToolTip(const OperatorRow& row) const
{
    const QString name = toQString(operatorRowTitle(m_statistics, row, *m_trace));
    if (!isFusedUpdate(m_statistics, row, *m_trace))
        return name;
    return QString("<p>%1</p><p>%2</p>")
        .arg(name.toHtmlEscaped(), toQString(fusedUpdateText()).toHtmlEscaped());
}

QString OperatorsModel::peakToolTip(const OperatorRow& row) const
{
    if (row.peakShare < 0)
        return QString("<p>%1</p>")
            .arg(toQString(whyNoPeakShare(m_statistics, row, m_peakUse)).toHtmlEscaped());
    return tr("%1/s of %2/s")
        .arg(toQString(formatFlops(row.flopsPerSecond())),
             toQString(formatFlops(m_statistics.peakFlopsPerSecond)));
}

bool OperatorsModel::matches(const OperatorStatistics& statistics, const OperatorRow& row,
                             const QStringList& words) const
{
    const QString text = toQString(operatorRowTitle(statistics, row, *m_trace)) + ' ' +
                         operatorText(statistics, row, OperatorColumn::Shapes, *m_trace, nullptr);
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

std::vector<uint32_t> OperatorsModel::matchingRows(const OperatorStatistics& statistics) const
{
    const QStringList words = m_filter.words.split(' ', Qt::SkipEmptyParts);
    std::vector<uint32_t> order;
    order.reserve(statistics.rows.size());
    for (uint32_t row = 0; row < statistics.rows.size(); ++row) {
        const OperatorRow& figures = statistics.rows[row];
        if ((!m_filter.pass || figures.pass == *m_filter.pass) &&
            (words.isEmpty() || matches(statistics, figures, words)))
            order.push_back(row);
    }
    return order;
}

std::vector<uint32_t> OperatorsModel::makeOrder(const OperatorStatistics& statistics) const
{
    std::vector<uint32_t> order = matchingRows(statistics);
    if (m_filter.top > 0 && order.size() > size_t(m_filter.top)) {
        // Text has no largest values: uses the order of the statistics, costliest first.
        if (operatorColumn(m_sortColumn).isNumber())
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
    orderByKeys(order, sortKeys(order, statistics, column), direction == Qt::DescendingOrder);
}

/// The rank of each text among all texts of the column: computed once per text, however many rows have it.
std::vector<uint64_t> OperatorsModel::sortKeys(const std::vector<uint32_t>& order,
                                               const OperatorStatistics& statistics,
                                               OperatorColumn column) const
{
    std::vector<uint64_t> keys;
    keys.reserve(order.size());
    if (operatorColumn(column).isNumber()) {
        for (const uint32_t row : order)
            keys.push_back(orderKey(operatorFigure(statistics.rows[row], column)));
        return keys;
    }
    if (column == OperatorColumn::Sequence || column == OperatorColumn::Pass) {
        for (const uint32_t row : order)
            keys.push_back(column == OperatorColumn::Pass ? passKey(statistics.rows[row])
                                                          : uint64_t(statistics.rows[row].firstSequence + 1));
        return keys;
    }
    const auto whose = [column](const OperatorRow& row) {
        switch (column) {
        case OperatorColumn::Shapes:
            return uint64_t(row.shape) << 32 | (row.shape == noShape ? row.shapes : 0);
        case OperatorColumn::Layer:
            return uint64_t(row.layer) << 1 | uint64_t(row.severalLayers);
        default:
            return uint64_t(row.name) << 3 | uint64_t(row.pass);
        }
    };
    using TextId = Id<struct TextOfColumn>;
    FlatIndex<TextId> textOf;
    std::vector<QString> texts;
    for (const uint32_t row : order) {
        TextId& text = textOf[whose(statistics.rows[row])];
        if (text.isNone()) {
            text = TextId(uint32_t(texts.size()));
            texts.push_back(operatorText(statistics, statistics.rows[row], column, *m_trace, shortNames()));
        }
        keys.push_back(text);
    }
    const std::vector<uint64_t> places = placesOf(texts);
    for (uint64_t& key : keys)
        key = places[key];
    return keys;
}

template<typename NewPlaceOf>
void OperatorsModel::moveRows(const std::function<void()>& change, const NewPlaceOf& newPlaceOf)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex& index : old)
        moved.append(this->index(newPlaceOf(index.row()), index.column()));
    change();
    changePersistentIndexList(old, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void OperatorsModel::showOrder(std::vector<uint32_t> order)
{
    const auto change = [&] { m_order = std::move(order); };
    if (order == m_order) {
        if (!m_order.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, operatorColumnCount - 1));
        return;
    }
    constexpr int nowhere = -1;
    std::vector<int> placeOf(m_statistics.rows.size(), nowhere);
    for (size_t place = 0; place < order.size(); ++place)
        placeOf[order[place]] = int(place);
    const bool areSame = order.size() == m_order.size() &&
                         std::ranges::all_of(m_order, [&](uint32_t row) { return placeOf[row] != nowhere; });
    if (areSame)
        return moveRows(change, [&](int row) { return placeOf[m_order[size_t(row)]]; });
    beginResetModel();
    change();
    endResetModel();
}

void OperatorsModel::showStatistics(OperatorStatistics statistics)
{
    if (m_trace &&
        (statistics.rows.size() != m_statistics.rows.size() || statistics.grouping != m_statistics.grouping ||
         statistics.contents != m_statistics.contents))
        m_shortNames = shortRowNames(statistics, *m_trace);
    std::vector<uint32_t> order = makeOrder(statistics);
    const bool isRegrouped = statistics.grouping != m_statistics.grouping ||
                             statistics.unit != m_statistics.unit ||
                             statistics.contents != m_statistics.contents;
    const auto change = [&] {
        m_order = std::move(order);
        m_statistics = std::move(statistics);
    };
    std::map<OperatorKey, int> placeOf;
    bool areSame = order.size() == m_order.size() && statistics.grouping == m_statistics.grouping;
    bool areInPlace = areSame;
    for (size_t place = 0; areInPlace && place < order.size(); ++place)
        areInPlace = keyOf(statistics, order[place]) == keyOf(m_statistics, m_order[place]);
    if (areInPlace) {
        change();
        if (!m_order.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, operatorColumnCount - 1));
        return;
    }
    for (size_t place = 0; areSame && place < order.size(); ++place)
        placeOf[keyOf(statistics, order[place])] = int(place);
    areSame = areSame && std::ranges::all_of(m_order, [&](uint32_t row) {
                  return placeOf.contains(keyOf(m_statistics, row));
              });
    if (areSame)
        return moveRows(change, [&](int row) { return placeOf[key(row)]; });
    beginResetModel();
    change();
    endResetModel();
    if (isRegrouped)
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, operatorColumnCount - 1);
}

} // namespace stepscope::ui
