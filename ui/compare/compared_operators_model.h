#pragma once

#include "core/base/text/format.h"
#include "core/base/text/short_names.h"
#include "ui/compare/compared_operator_columns.h"
#include "ui/compare/comparison_result.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// Which operators the table shows.
struct ComparedFilter
{
    QString words;         ///< each must be in the operator's name or be its pass
    bool onlyReal = false; ///< only operators that really differ in one of the runs

    bool operator==(const ComparedFilter&) const = default;
};

/// Operators of several runs side by side, sorted and filtered. Unknown values always come last.
class ComparedOperatorsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const ComparisonResult> result);
    void setFilter(const ComparedFilter& filter);
    /// Shows kernels, copies and memory sets on devices in place of operators, if the runs have any.
    void setShowsKernels(bool kernels);
    /// Whether the rows are kernels: they are wanted, and the runs have some.
    bool areKernels() const { return &rowsOf(*m_result) == &m_result->operators.kernels; }
    /// Shows complete names: "aten::conv2d" instead of "conv2d", and kernels with namespaces and parameters.
    void setWithNamespace(bool withNamespace);
    bool isWithNamespace() const { return m_withNamespace; }

    const std::vector<ComparedColumn>& columns() const { return m_columns; }
    const OperatorComparisonRow& operatorRow(int row) const
    {
        return rowsOf(*m_result)[m_order[size_t(row)]];
    }
    OperatorBasis basis() const { return m_result->operators.basis; }
    /// Number of operators, shown or not.
    size_t size() const { return rowsOf(*m_result).size(); }
    /// Why no operator really differs, whatever the filter, and what to do; empty if one does.
    QString noRealDifferenceText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// A negative column sorts by the size of the largest difference, descending.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    const std::vector<OperatorComparisonRow>& rowsOf(const ComparisonResult& result) const;
    using Order = std::vector<uint32_t>; ///< indices of the comparison's rows

    static std::vector<ComparedColumn> columnsOf(const ComparisonResult& result);
    bool matches(const OperatorComparisonRow& row, const QStringList& words) const;
    void nameRows(const ComparisonResult& result);
    Order makeOrder(const ComparisonResult& result) const;
    void sortRows(Order& order, const ComparisonResult& result) const;
    /// Applies an order, and a comparison with the same columns if given.
    void show(Order order, std::shared_ptr<const ComparisonResult> result = nullptr);
    QString stepsText(size_t run) const;
    QString nameText(const OperatorComparisonRow& row) const;
    QVariant operatorData(const OperatorComparisonRow& row, OperatorMeasure measure, int role) const;
    QVariant cellData(const OperatorComparisonRow& row, const ComparedColumn& column, int role) const;

    std::shared_ptr<const ComparisonResult> m_result = std::make_shared<ComparisonResult>();
    std::vector<ComparedColumn> m_columns;
    ComparedFilter m_filter;
    ShortNames m_shortNames{&withoutNamespace};
    bool m_withNamespace = false;
    bool m_showsKernels = false;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    Order m_order;
};

} // namespace stepscope::ui
