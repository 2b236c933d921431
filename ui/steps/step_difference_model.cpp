#include "ui/steps/step_difference_model.h"

#include "core/base/text/format.h"
#include "core/trace/event_kind.h"
#include "ui/support/qt_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

QString kindText(StepDifferenceModel::RowKind kind)
{
    switch (kind) {
    case StepDifferenceModel::RowKind::Step:
        return {};
    case StepDifferenceModel::RowKind::Part:
        return StepDifferenceModel::tr("Part");
    case StepDifferenceModel::RowKind::Operator:
        return StepDifferenceModel::tr("Operator");
    case StepDifferenceModel::RowKind::Kernel:
        break;
    }
    return StepDifferenceModel::tr("Device work");
}

QString kindHelp(StepDifferenceModel::RowKind kind)
{
    switch (kind) {
    case StepDifferenceModel::RowKind::Step:
        return StepDifferenceModel::tr("The wall time of the step.");
    case StepDifferenceModel::RowKind::Part:
        return StepDifferenceModel::tr("A part of the step. The parts of this step add up to it.");
    case StepDifferenceModel::RowKind::Operator:
        return StepDifferenceModel::tr("The operator's self time on the host, in all its calls in the step.");
    case StepDifferenceModel::RowKind::Kernel:
        break;
    }
    return StepDifferenceModel::tr(
        "A kernel, copy or memory set: its time on the device, in all its launches in the step.");
}

QString titleOf(int column)
{
    switch (column) {
    case StepDifferenceModel::Name:
        return StepDifferenceModel::tr("Name");
    case StepDifferenceModel::Kind:
        return StepDifferenceModel::tr("Kind");
    case StepDifferenceModel::PassOf:
        return StepDifferenceModel::tr("Pass");
    case StepDifferenceModel::Difference:
        return StepDifferenceModel::tr("Difference");
    case StepDifferenceModel::ThisStep:
        return StepDifferenceModel::tr("This step");
    default:
        return StepDifferenceModel::tr("Median step");
    }
}

QString helpOf(int column)
{
    switch (column) {
    case StepDifferenceModel::Difference:
        return StepDifferenceModel::tr("The time in this step minus the median over the others.");
    case StepDifferenceModel::ThisStep:
        return StepDifferenceModel::tr("The time in the selected step.");
    case StepDifferenceModel::Median:
        return StepDifferenceModel::tr("Half of the other recorded steps take less. The medians of the parts "
                                       "need not add up to the median of the step.");
    default:
        return {};
    }
}

/// "+1.20 ms", "−300 µs".
QString differenceText(double ns)
{
    const QString time = durationText(std::abs(ns));
    return ns > 0.0 ? "+" + time : ns < 0.0 ? QString(QChar(0x2212)) + time : time;
}

} // namespace

std::vector<StepDifferenceModel::Row> StepDifferenceModel::rowsOf(const StepDifference& difference)
{
    std::vector<Row> rows{
        {.kind = RowKind::Step, .times = {.ns = double(difference.wallNs), .medianNs = difference.medianNs}}};
    for (const auto& each : difference.parts)
        rows.push_back({.kind = RowKind::Part, .part = each.part, .times = each.times});
    for (const auto& each : difference.operators)
        rows.push_back(
            {.kind = RowKind::Operator, .name = each.name, .pass = each.pass, .times = each.times});
    for (const auto& each : difference.kernels)
        rows.push_back({.kind = RowKind::Kernel, .name = each.name, .pass = each.pass, .times = each.times});
    return rows;
}

void StepDifferenceModel::show(const Trace* trace, const StepDifference& difference)
{
    auto rows = rowsOf(difference);
    sortRows(rows);
    const bool isSame =
        trace == m_trace && difference.step == m_step &&
        std::ranges::equal(rows, m_rows, [](const Row& a, const Row& b) { return a.isSame(b); });
    m_trace = trace;
    m_step = difference.step;
    if (isSame) { // keeps what is selected
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void StepDifferenceModel::clear()
{
    if (m_rows.empty())
        return;
    beginResetModel();
    m_rows.clear();
    m_trace = nullptr;
    m_step = -1;
    endResetModel();
}

QString StepDifferenceModel::traceName(int row) const
{
    const NameId name = m_rows[size_t(row)].name;
    return name == noName ? QString() : toQString(m_trace->names[name]);
}

int StepDifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepDifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

double StepDifferenceModel::figure(const Row& row, int column)
{
    return column == Difference ? row.times.moreNs() : column == ThisStep ? row.times.ns : row.times.medianNs;
}

QString StepDifferenceModel::nameText(const Row& row, bool isComplete) const
{
    switch (row.kind) {
    case RowKind::Step:
        return tr("Step %1").arg(countText(m_step));
    case RowKind::Part:
        return toQString(stepPartWord(row.part));
    case RowKind::Operator:
    case RowKind::Kernel:
        break;
    }
    const std::string& name = m_trace->names[row.name];
    return toQString(isComplete                      ? name
                     : row.kind == RowKind::Operator ? withoutNamespace(name)
                                                     : shortEventName(name));
}

QString StepDifferenceModel::text(const Row& row, int column) const
{
    switch (column) {
    case Name:
        return nameText(row, false);
    case Kind:
        return kindText(row.kind);
    case PassOf:
        return row.name == noName ? QString() : toQString(passWord(row.pass));
    case Difference:
        return differenceText(row.times.moreNs());
    default:
        return durationText(figure(row, column));
    }
}

QString StepDifferenceModel::plainText(const Row& row, int column) const
{
    return column == Name        ? nameText(row, true)
           : column < Difference ? text(row, column)
                                 : QLocale::c().toString(figure(row, column) / 1e3, 'f', 3);
}

QVariant StepDifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[size_t(index.row())];
    const bool isTime = index.column() >= Difference;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case PlainRole:
        return plainText(row, index.column());
    case FigureRole:
        return isTime ? QVariant(figure(row, index.column())) : QVariant();
    case PartRole:
        return row.kind == RowKind::Part ? QVariant(int(row.part)) : QVariant();
    case PassRole:
        return row.name == noName ? QVariant() : QVariant(int(row.pass));
    case Qt::ToolTipRole:
        return paragraph(index.column() == Name && row.name != noName ? nameText(row, true)
                                                                      : kindHelp(row.kind));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isTime ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant StepDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    const bool isTime = section >= Difference;
    switch (role) {
    case Qt::DisplayRole:
        return titleOf(section);
    case PlainRole:
        return isTime ? tr("%1 (µs)").arg(titleOf(section)) : titleOf(section);
    case Qt::ToolTipRole:
        return paragraph(helpOf(section));
    case Qt::InitialSortOrderRole:
        return int(isTime ? Qt::DescendingOrder : Qt::AscendingOrder);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isTime ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

/// The whole step stays first.
void StepDifferenceModel::sortRows(std::vector<Row>& rows) const
{
    if (rows.empty())
        return;
    const auto inOrder = [this](auto&& key) {
        return [this, key](const Row& a, const Row& b) {
            return m_sortOrder == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
        };
    };
    const auto first = rows.begin() + 1;
    if (m_sortColumn >= Difference)
        std::stable_sort(first, rows.end(),
                         inOrder([this](const Row& row) { return figure(row, m_sortColumn); }));
    else
        std::stable_sort(first, rows.end(),
                         inOrder([this](const Row& row) { return text(row, m_sortColumn).toLower(); }));
}

void StepDifferenceModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    if (m_rows.empty())
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<Row> before = m_rows;
    sortRows(m_rows);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex& index : from) {
        const auto found = std::ranges::find_if(
            m_rows, [&](const Row& row) { return row.isSame(before[size_t(index.row())]); });
        to += this->index(int(found - m_rows.begin()), index.column());
    }
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace stepscope::ui
