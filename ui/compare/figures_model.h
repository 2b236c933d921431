#pragma once

#include "ui/compare/comparison_result.h"
#include "ui/compare/figure_rows.h"

#include <QAbstractTableModel>

#include <memory>

namespace stepscope::ui {

/// The figures of runs side by side: one row per figure, grouped under headings, and one column per run. Rows
/// that no run has are left out.
class FiguresModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const ComparisonResult> result);
    /// None for a heading.
    std::optional<Figure> figure(int row) const { return m_rows[size_t(row)].figure; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        std::optional<Figure> figure;
        QString heading;
        bool operator==(const Row&) const = default;
    };

    static std::vector<Row> rowsOf(const ComparisonResult& result);
    const RunComparison& run(int column) const { return m_result->figures.runs[size_t(column - 1)]; }
    const RunComparison& baseline() const { return m_result->figures.runs[m_result->figures.baseline]; }
    bool anyImported() const;
    FigureInfo info(Figure figure) const;
    QVariant labelData(const Row& row, int role) const;
    QVariant cellData(Figure figure, int column, int role) const;
    QString plainText(Figure figure, int column) const;

    std::shared_ptr<const ComparisonResult> m_result = std::make_shared<ComparisonResult>();
    std::vector<Row> m_rows;
};

} // namespace stepscope::ui
