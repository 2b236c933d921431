#include "ui/operator_bench/bench_results_model.h"

#include "ui/support/qt_text.h"

#include <utility>

namespace stepscope::ui {

BenchResultsModel::BenchResultsModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_figures(operatorBenchColumns())
{
}

void BenchResultsModel::add(OperatorBenchResult result)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_results.push_back(std::move(result));
    endInsertRows();
}

void BenchResultsModel::clear()
{
    beginResetModel();
    m_results.clear();
    endResetModel();
}

int BenchResultsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_results.size());
}

int BenchResultsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstFigure + int(m_figures.size());
}

QString BenchResultsModel::text(const OperatorBenchResult& result, int column) const
{
    switch (column) {
    case Call:
        return toQString(result.call.text());
    case Device:
        return toQString(result.settings.device);
    case Threads:
        return countText(result.times.threads);
    case DataType:
        return toQString(result.settings.dataType);
    case Layout:
        return toQString(layoutName(result.settings));
    default:
        return toQString(m_figures[size_t(column - FirstFigure)].text(result));
    }
}

QVariant BenchResultsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isNumber = index.column() == Threads || index.column() >= FirstFigure;
    if (role == Qt::TextAlignmentRole)
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole || (role == Qt::ToolTipRole && index.column() == Call))
        return text(m_results[size_t(index.row())], index.column());
    return {};
}

QVariant BenchResultsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Threads || section >= FirstFigure ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (section >= FirstFigure) {
        const OperatorBenchColumn& figure = m_figures[size_t(section - FirstFigure)];
        return role == Qt::DisplayRole   ? QVariant(toQString(figure.title))
               : role == Qt::ToolTipRole ? QVariant(toQString(figure.help))
                                         : QVariant();
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Call:
        return tr("Call");
    case Device:
        return tr("Device");
    case Threads:
        return tr("Threads");
    case DataType:
        return tr("Type");
    default:
        return tr("Layout");
    }
}

} // namespace stepscope::ui
