#include "ui/compare/figures_model.h"

#include "core/exchange/table_value.h"
#include "ui/compare/compare_cells.h"
#include "ui/compare/verdict_forms.h"
#include "ui/support/qt_text.h"

#include <QLocale>

#include <algorithm>
#include <functional>

namespace stepscope::ui {

namespace {

bool sameColumns(const ComparisonResult& a, const ComparisonResult& b)
{
    return a.figures.baseline == b.figures.baseline &&
           std::ranges::equal(a.runs, b.runs, [](const TickedRun& x, const TickedRun& y) {
               return x.path == y.path && x.name == y.name && x.color == y.color;
           });
}

bool hasRow(const ComparisonResult& result, Figure figure)
{
    const auto text = [figure](const RunComparison& run) { return figureText(run, figure); };
    const std::vector<RunComparison>& runs = result.figures.runs;
    if (isOnlyIfDifferent(figure))
        return std::ranges::adjacent_find(runs, std::ranges::not_equal_to(), text) != runs.end();
    return std::ranges::any_of(runs, [&](const RunComparison& run) { return !text(run).isEmpty(); });
}

} // namespace

void FiguresModel::setResult(std::shared_ptr<const ComparisonResult> result)
{
    std::vector<Row> rows = rowsOf(*result);
    if (rows == m_rows && sameColumns(*result, *m_result)) {
        m_result = std::move(result);
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_result = std::move(result);
    m_rows = std::move(rows);
    endResetModel();
}

std::vector<FiguresModel::Row> FiguresModel::rowsOf(const ComparisonResult& result)
{
    std::vector<Row> rows;
    for (const FigureGroup& group : figureGroups()) {
        const size_t heading = rows.size();
        for (const Figure figure : group.figures) {
            if (hasRow(result, figure))
                rows.push_back({figure, {}});
        }
        if (rows.size() > heading)
            rows.insert(rows.begin() + qsizetype(heading), Row{std::nullopt, group.title});
    }
    return rows;
}

int FiguresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int FiguresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_result->empty() ? 0 : int(m_result->runs.size()) + 1;
}

QVariant FiguresModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[size_t(index.row())];
    if (index.column() == 0)
        return labelData(row, role);
    if (!row.figure)
        return role == CellKindRole ? QVariant(int(CellKind::Group)) : QVariant();
    return cellData(*row.figure, index.column(), role);
}

bool FiguresModel::anyImported() const
{
    return std::ranges::any_of(m_result->figures.runs, &RunComparison::imported);
}

FigureInfo FiguresModel::info(Figure figure) const
{
    return figureInfo(figure, m_result->figures.accuracy, anyImported());
}

QVariant FiguresModel::labelData(const Row& row, int role) const
{
    const bool isHeading = !row.figure;
    if (role == CellKindRole)
        return int(isHeading ? CellKind::Group : CellKind::Label);
    if (isHeading)
        return role == Qt::DisplayRole || role == PlainRole ? row.heading : QVariant();
    const FigureInfo info = this->info(*row.figure);
    switch (role) {
    case Qt::DisplayRole:
        return info.label;
    case PlainRole:
        return info.unit.isEmpty() ? info.label : QString("%1 (%2)").arg(info.label, info.unit);
    case Qt::ToolTipRole:
        return paragraph(info.label) + paragraph(info.help);
    default:
        return {};
    }
}

QVariant FiguresModel::cellData(Figure figure, int column, int role) const
{
    const QString text = figureText(run(column), figure);
    const bool isBaselineRatio = isRatio(figure) && m_result->isBaseline(size_t(column - 1));
    switch (role) {
    case Qt::DisplayRole:
        return isBaselineRatio ? tr("baseline") : text.isEmpty() ? QString(absentText) : text;
    case Qt::ToolTipRole: {
        const bool isVerdict = isRatio(figure) && !text.isEmpty() && !isBaselineRatio; // it may be cut
        return paragraph(isVerdict ? text : QString()) +
               paragraph(figureDifference(run(column), baseline(), figure));
    }
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    case CellKindRole:
        if (text.isEmpty())
            return int(CellKind::Absent);
        return int(isRatio(figure) ? CellKind::Verdict : CellKind::Number);
    case VerdictRole:
        return isRatio(figure) && !text.isEmpty() ? int(figureRatio(run(column), figure)->verdict)
                                                  : QVariant();
    case FormsRole:
        return isRatio(figure) && !text.isEmpty() && !isBaselineRatio
                   ? QVariant(verdictForms(*figureRatio(run(column), figure)))
                   : QVariant();
    case PlainRole:
        return plainText(figure, column);
    default:
        return {};
    }
}

QString FiguresModel::plainText(Figure figure, int column) const
{
    const FigureInfo info = this->info(figure);
    const auto number = [&](double value) { return QLocale::c().toString(value / info.unitValue, 'g', 10); };
    const RunComparison& figures = run(column);
    if (figure == Figure::Outcome || figure == Figure::Network || figure == Figure::DataSet)
        return figureText(figures, figure);
    if (figure == Figure::StepSpread)
        return figures.stepTimes && figures.stepTimes->hasPercentiles()
                   ? QString("%1 – %2").arg(number(figures.stepTimes->p5Ns), number(figures.stepTimes->p95Ns))
                   : QString();
    if (isRatio(figure))
        return figureRatio(figures, figure) ? number(figureRatio(figures, figure)->ratio) : QString();
    const auto value = figureValue(figures, figure);
    return value ? number(*value) : QString();
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (section == 0)
        return role == Qt::DisplayRole || role == PlainRole ? tr("Figure") : QVariant();
    const TickedRun& run = m_result->runs[size_t(section - 1)];
    const bool isBaseline = m_result->isBaseline(size_t(section - 1));
    switch (role) {
    case Qt::DisplayRole:
        return isBaseline ? tr("%1 (baseline)").arg(run.name) : run.name;
    case PlainRole:
        return run.name;
    case Qt::ToolTipRole:
        return paragraph(run.completeName) + paragraph(toQString(run.path));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    case RunColorRole:
        return m_result->color(size_t(section - 1));
    default:
        return {};
    }
}

Qt::ItemFlags FiguresModel::flags(const QModelIndex& index) const
{
    if (index.isValid() && !m_rows[size_t(index.row())].figure)
        return Qt::ItemIsEnabled;
    return QAbstractTableModel::flags(index);
}

} // namespace stepscope::ui
