#pragma once

#include "core/base/text/format.h"
#include "core/comparison/operator_peak.h"
#include "ui/operators/operator_columns.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// Which rows the table shows.
struct OperatorFilter
{
    QString words; ///< each must be in the operator's name or input shapes
    std::optional<Pass> pass;
    int top = 0; ///< the rows with the largest figures of the sorted column; 0: all

    bool operator==(const OperatorFilter&) const = default;
};

/// Identifies a row after the figures have changed.
struct OperatorKey
{
    NameId name{0};
    ShapeId shape = noShape;  ///< noShape if grouped by operator alone
    std::optional<Pass> pass; ///< none: of all passes

    auto operator<=>(const OperatorKey&) const = default;
};

/// Operator statistics as a table. Rows with the same key stay the same row, if they stay in the table, when
/// sorting, filtering and new figures change it: the model is only reset when other rows are shown.
class OperatorsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        FigureRole = Qt::UserRole, ///< of a number, as operatorFigure()
        PassRole,                  ///< int(Pass); of several passes, none
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows these figures; their ids refer to `trace`, which must outlive them.
    void setStatistics(OperatorStatistics statistics, const Trace* trace);
    const OperatorStatistics& statistics() const { return m_statistics; }
    /// Which peak the figures are compared with: if a row has no share of it, its tooltip says why.
    void setPeakUse(PeakUse use) { m_peakUse = use; }

    void setFilter(const OperatorFilter& filter);
    const OperatorFilter& filter() const { return m_filter; }
    /// Shows complete names: "aten::conv2d" instead of "conv2d", and kernels with namespaces and parameters.
    void setWithNamespace(bool withNamespace);

    const Trace* trace() const { return m_trace; }
    const OperatorRow& operatorRow(int row) const { return m_statistics.rows[m_order[size_t(row)]]; }
    /// The row's operator with its namespace, as in Trace::names, or the name of the kernel, layer or call
    /// that the row shows.
    QString operatorName(int row) const;
    OperatorKey key(int row) const { return keyOf(m_statistics, m_order[size_t(row)]); }
    /// As in the table's cell.
    QString text(int row, OperatorColumn column) const;
    /// Whether a row of the figures, shown or not, has a text in that column.
    bool hasValues(OperatorColumn column) const;
    /// Share of the shown rows in all self time, for kernels in all device time; 0 to 1.
    double shownShare() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    static OperatorKey keyOf(const OperatorStatistics& statistics, uint32_t row);
    QString toolTip(const OperatorRow& row, OperatorColumn column) const;
    QString nameToolTip(const OperatorRow& row) const;
    QString peakToolTip(const OperatorRow& row) const;
    bool matches(const OperatorStatistics& statistics, const OperatorRow& row,
                 const QStringList& words) const;
    std::vector<uint32_t> matchingRows(const OperatorStatistics& statistics) const;
    /// The rows to show, as indices of statistics.rows, in the order of the table.
    std::vector<uint32_t> makeOrder(const OperatorStatistics& statistics) const;
    void sortRows(std::vector<uint32_t>& order, const OperatorStatistics& statistics, OperatorColumn column,
                  Qt::SortOrder direction) const;
    std::vector<uint64_t> sortKeys(const std::vector<uint32_t>& order, const OperatorStatistics& statistics,
                                   OperatorColumn column) const;
    /// Null: complete names.
    const ShortNames* shortNames() const { return m_withNamespace ? nullptr : &m_shortNames; }
    /// Shows other rows, or the same in another order, with the same figures.
    void showOrder(std::vector<uint32_t> order);
    /// Shows other figures.
    void showStatistics(OperatorStatistics statistics);
    /// Calls `change`, which shows the same rows, each then at newPlaceOf(old place).
    template<typename NewPlaceOf>
    void moveRows(const std::function<void()>& change, const NewPlaceOf& newPlaceOf);

    const Trace* m_trace = nullptr;
    OperatorStatistics m_statistics;
    PeakUse m_peakUse = PeakUse::Comparable;
    OperatorFilter m_filter;
    ShortNames m_shortNames{&withoutNamespace};
    bool m_withNamespace = false;
    OperatorColumn m_sortColumn = OperatorColumn::SelfTime;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    std::vector<uint32_t> m_order;
};

} // namespace stepscope::ui
