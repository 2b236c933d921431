#pragma once

#include "core/operator_bench/operator_bench_table.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Measured operators as a table: the call, how it was measured, and the figures of the command `bench-op`.
class BenchResultsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// The columns before the figures.
    enum Column { Call, Device, Threads, DataType, Layout, FirstFigure };

    explicit BenchResultsModel(QObject* parent = nullptr);

    void add(OperatorBenchResult result);
    void clear();
    const std::vector<OperatorBenchResult>& results() const { return m_results; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const OperatorBenchResult& result, int column) const;

    std::vector<OperatorBenchColumn> m_figures;
    std::vector<OperatorBenchResult> m_results;
};

} // namespace stepscope::ui
