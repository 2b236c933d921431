#include "ui/compare/compared_operators_model.h"

#include "core/base/text/symbol_name.h"
#include "core/exchange/table_value.h"
#include "ui/compare/real_differences.h"
#include "ui/compare/verdict_forms.h"
#include "ui/support/qt_text.h"

#include <algorithm>
#include <map>

namespace stepscope::ui {

namespace {

using RowKey = std::pair<std::string, Pass>;

RowKey keyOf(const OperatorComparisonRow& row)
{
    return {row.name, row.pass};
}

} // namespace

std::vector<ComparedColumn> ComparedOperatorsModel::columnsOf(const ComparisonResult& result)
{
    std::vector<ComparedColumn> columns;
    if (result.empty())
        return columns;
    columns = {{OperatorMeasure::Name}, {OperatorMeasure::Pass}};
    for (size_t run = 0; run < result.runs.size(); ++run) {
        for (int measure = int(OperatorMeasure::Calls); measure < operatorMeasureCount; ++measure) {
            if ((!result.isBaseline(run) || !isOfDifference(OperatorMeasure(measure))) &&
                (result.operators.hasDevice || !isOfDevice(OperatorMeasure(measure))))
                columns.push_back({OperatorMeasure(measure), run});
        }
    }
    return columns;
}

void ComparedOperatorsModel::setResult(std::shared_ptr<const ComparisonResult> result)
{
    const auto paths = [](const ComparisonResult& of) {
        std::vector<std::filesystem::path> all;
        for (const TickedRun& run : of.runs)
            all.push_back(run.path);
        return all;
    };
    nameRows(*result);
    auto columns = columnsOf(*result);
    if (columns == m_columns && paths(*result) == paths(*m_result)) {
        auto order = makeOrder(*result);
        show(std::move(order), std::move(result));
        if (!m_columns.empty())
            Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    if (columns != m_columns)
        m_sortColumn = -1; // columns may have changed; the table sorts again
    m_columns = std::move(columns);
    m_result = std::move(result);
    m_order = makeOrder(*m_result);
    endResetModel();
}

void ComparedOperatorsModel::setFilter(const ComparedFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    show(makeOrder(*m_result));
}

void ComparedOperatorsModel::setWithNamespace(bool withNamespace)
{
    m_withNamespace = withNamespace;
    show(makeOrder(*m_result));
}

void ComparedOperatorsModel::setShowsKernels(bool kernels)
{
    if (kernels == m_showsKernels)
        return;
    beginResetModel();
    m_showsKernels = kernels;
    nameRows(*m_result);
    m_order = makeOrder(*m_result);
    endResetModel();
}

const std::vector<OperatorComparisonRow>& ComparedOperatorsModel::rowsOf(const ComparisonResult& result) const
{
    const auto& kernels = result.operators.kernels;
    return m_showsKernels && !kernels.empty() ? kernels : result.operators.rows;
}

void ComparedOperatorsModel::sort(int column, Qt::SortOrder order)
{
    if (column >= columnCount())
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    show(makeOrder(*m_result));
}

QString ComparedOperatorsModel::noRealDifferenceText() const
{
    return ui::noRealDifferenceText(*m_result, rowsOf(*m_result));
}

QString ComparedOperatorsModel::nameText(const OperatorComparisonRow& row) const
{
    return toQString(m_withNamespace ? row.name : m_shortNames.of(row.name));
}

void ComparedOperatorsModel::nameRows(const ComparisonResult& result)
{
    const auto& rows = rowsOf(result);
    m_shortNames =
        &rows == &result.operators.kernels ? ShortNames(&shortSymbol) : ShortNames(&withoutNamespace);
    for (const OperatorComparisonRow& row : rows)
        m_shortNames.add(row.name);
}

bool ComparedOperatorsModel::matches(const OperatorComparisonRow& row, const QStringList& words) const
{
    if (m_filter.onlyReal && !isRealDifference(row))
        return false;
    const QString text = toQString(row.name) + ' ' + toQString(passWord(row));
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

ComparedOperatorsModel::Order ComparedOperatorsModel::makeOrder(const ComparisonResult& result) const
{
    const QStringList words = m_filter.words.split(' ', Qt::SkipEmptyParts);
    Order order;
    for (uint32_t row = 0; row < rowsOf(result).size(); ++row) {
        if (matches(rowsOf(result)[row], words))
            order.push_back(row);
    }
    sortRows(order, result);
    return order;
}

void ComparedOperatorsModel::sortRows(Order& order, const ComparisonResult& result) const
{
    if (m_sortColumn < 0 || m_sortColumn >= int(m_columns.size()))
        return; // keep the comparison's order
    const ComparedColumn column = m_columns[size_t(m_sortColumn)];
    const auto& rows = rowsOf(result);
    const auto sortBy = [&](const auto& keyOfRow) {
        std::vector<decltype(keyOfRow(rows[0]))> keys(rows.size());
        for (const uint32_t row : order)
            keys[row] = keyOfRow(rows[row]);
        std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
            return m_sortOrder == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
        });
    };
    if (column.measure == OperatorMeasure::Name)
        return sortBy([&](const OperatorComparisonRow& row) { return nameText(row).toCaseFolded(); });
    if (column.measure == OperatorMeasure::Pass)
        return sortBy([](const OperatorComparisonRow& row) {
            return row.severalPasses ? size_t(passCount) : size_t(row.pass);
        });
    const auto value = [&](uint32_t row) {
        return measureValue(rows[row].cells[column.run], column.measure);
    };
    const auto known =
        std::ranges::stable_partition(order, [&](uint32_t row) { return value(row).has_value(); });
    Order unknown(known.begin(), known.end());
    order.erase(known.begin(), known.end());
    sortBy([&](const OperatorComparisonRow& row) {
        return *measureValue(row.cells[column.run], column.measure);
    });
    order.insert(order.end(), unknown.begin(), unknown.end());
}

void ComparedOperatorsModel::show(Order order, std::shared_ptr<const ComparisonResult> result)
{
    const ComparisonResult& next = result ? *result : *m_result;
    std::vector<RowKey> before;
    for (const uint32_t row : m_order)
        before.push_back(keyOf(rowsOf(*m_result)[row]));
    std::vector<RowKey> after;
    for (const uint32_t row : order)
        after.push_back(keyOf(rowsOf(next)[row]));
    const auto takeOver = [&] {
        m_order = std::move(order);
        if (result)
            m_result = std::move(result);
    };
    if (before == after) {
        takeOver();
        if (!m_order.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
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
    std::map<RowKey, int> rowOf;
    for (size_t row = 0; row < after.size(); ++row)
        rowOf[after[row]] = int(row);
    const QModelIndexList old = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex& index : old)
        moved.append(this->index(rowOf[before[size_t(index.row())]], index.column()));
    changePersistentIndexList(old, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int ComparedOperatorsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int ComparedOperatorsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant ComparedOperatorsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ComparedColumn& column = m_columns[size_t(index.column())];
    const OperatorComparisonRow& row = operatorRow(index.row());
    return column.isOfRun() ? cellData(row, column, role) : operatorData(row, column.measure, role);
}

QVariant ComparedOperatorsModel::operatorData(const OperatorComparisonRow& row, OperatorMeasure measure,
                                              int role) const
{
    const bool isName = measure == OperatorMeasure::Name;
    switch (role) {
    case Qt::DisplayRole:
    case PlainRole:
        return isName ? nameText(row) : toQString(passWord(row));
    case Qt::ToolTipRole:
        return isName ? toQString(row.name) : QVariant();
    case CellKindRole:
        return int(!isName && row.severalPasses ? CellKind::Text : measureInfo(measure, basis()).kind);
    case PassRole:
        return row.severalPasses ? QVariant() : int(row.pass);
    default:
        return {};
    }
}

QVariant ComparedOperatorsModel::cellData(const OperatorComparisonRow& row, const ComparedColumn& column,
                                          int role) const
{
    const OperatorCell& cell = row.cells[column.run];
    switch (role) {
    case Qt::DisplayRole: {
        const QString text = measureText(cell, column.measure);
        return text.isEmpty() ? QString(absentText) : text;
    }
    case Qt::ToolTipRole: {
        if (!isOfDifference(column.measure) || !differenceOf(cell, column.measure))
            return {};
        // A narrow table has shorter verdicts.
        const QString verdict = column.measure == OperatorMeasure::Ratio
                                    ? measureText(cell, OperatorMeasure::Verdict)
                                : isVerdict(column.measure) ? measureText(cell, column.measure)
                                                            : QString();
        return paragraph(verdict) + paragraph(differenceDetail(*differenceOf(cell, column.measure), basis()));
    }
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    case CellKindRole:
        return int(measureText(cell, column.measure).isEmpty() ? CellKind::Absent
                                                               : measureInfo(column.measure, basis()).kind);
    case FigureRole: {
        const auto value = measureValue(cell, column.measure);
        return value ? QVariant(*value) : QVariant();
    }
    case VerdictRole: {
        // An operator of one run alone is neither faster nor slower.
        const auto& difference = differenceOf(cell, column.measure);
        return difference && difference->presence == OperatorPresence::Both ? int(difference->verdict)
                                                                            : QVariant();
    }
    case FormsRole: {
        const auto& difference = differenceOf(cell, column.measure);
        return isVerdict(column.measure) && difference ? QVariant(verdictForms(*difference)) : QVariant();
    }
    case UnitRole:
        return measureInfo(column.measure, basis()).widestUnit;
    case PlainRole:
        return measurePlainText(cell, column.measure);
    default:
        return {};
    }
}

QString ComparedOperatorsModel::stepsText(size_t run) const
{
    const auto& column = m_result->operators.runs[run];
    const QString& name = m_result->runs[run].name;
    if (!column.isRecorded)
        return tr("%1 recorded no steps.").arg(name);
    return column.steps == 0
               ? tr("%1: over the whole trace, which has no steps.").arg(name)
               : counted(tr("%2: over %1 step(s).", nullptr, formNumber(column.steps)), column.steps)
                     .arg(name);
}

QVariant ComparedOperatorsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ComparedColumn& column = m_columns[size_t(section)];
    MeasureInfo info = measureInfo(column.measure, basis());
    if (column.measure == OperatorMeasure::Name && areKernels()) {
        info.title = info.plainTitle = tr("Kernel");
        info.help = tr("The name of a kernel, copy or memory set on a device.");
    }
    if (column.measure == OperatorMeasure::Pass && areKernels())
        info.help =
            tr("The part of a training step that launched it; “several” if there are more than one. A "
               "kernel has one row for all passes, as in the overview.");
    const bool isBaseline = m_result->isBaseline(column.run);
    const QString run = column.isOfRun() ? m_result->runs[column.run].name : QString();
    switch (role) {
    case Qt::DisplayRole:
        return info.title;
    case PlainRole:
        return column.isOfRun() ? QString("%1: %2").arg(run, info.plainTitle) : info.plainTitle;
    case Qt::ToolTipRole:
        if (!column.isOfRun())
            return paragraph(info.help);
        return paragraph(m_result->runs[column.run].completeName) +
               paragraph(info.help + " " + stepsText(column.run));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column.isOfRun() ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(column.isOfRun() ? Qt::DescendingOrder : Qt::AscendingOrder);
    case IsFirstOrderRole: {
        // The largest difference of any run decides, on the host or on devices.
        const bool isOnlyOne = m_result->runs.size() == 2 && (areKernels() || !m_result->operators.hasDevice);
        return isOnlyOne && column.measure == OperatorMeasure::Difference;
    }
    case ShortTitleRole:
        return info.shortTitle;
    case RunNameRole:
        return isBaseline && column.isOfRun() ? tr("%1 (baseline)").arg(run) : run;
    case ShortRunNameRole:
        return run;
    case RunColorRole:
        return column.isOfRun() ? QVariant(m_result->color(column.run)) : QVariant();
    default:
        return {};
    }
}

} // namespace stepscope::ui
