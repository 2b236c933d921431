#pragma once

#include "core/trace/steps/step_difference.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// A step compared with the median of the others: a row for the whole step, and one for each part, operator
/// and kernel.
class StepDifferenceModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Kind, PassOf, Difference, ThisStep, Median };
    static constexpr int columns = Median + 1;
    enum class RowKind : uint8_t { Step, Part, Operator, Kernel };
    enum Role {
        FigureRole = Qt::UserRole, ///< of a time, in nanoseconds
        PlainRole,                 ///< for a spreadsheet: times in µs
        PartRole,                  ///< int(StepPart), of a part
        PassRole,                  ///< int(Pass), of an operator or a kernel
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// The names are in the trace, which must live as long as the rows are shown.
    void show(const Trace* trace, const StepDifference& difference);
    void clear();

    RowKind kind(int row) const { return m_rows[size_t(row)].kind; }
    /// The complete name of a row's operator or kernel; empty: of another kind.
    QString traceName(int row) const;
    int64_t step() const { return m_step; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Row
    {
        RowKind kind = RowKind::Step;
        StepPart part = StepPart::Other;
        NameId name = noName;
        Pass pass = Pass::Other;
        StepDifference::Times times;

        bool isSame(const Row& other) const
        {
            return kind == other.kind && part == other.part && name == other.name && pass == other.pass;
        }
    };

    static std::vector<Row> rowsOf(const StepDifference& difference);
    void sortRows(std::vector<Row>& rows) const;
    QString nameText(const Row& row, bool isComplete) const;
    QString text(const Row& row, int column) const;
    QString plainText(const Row& row, int column) const;
    static double figure(const Row& row, int column);

    const Trace* m_trace = nullptr;
    std::vector<Row> m_rows;
    int64_t m_step = -1;
    int m_sortColumn = Difference;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace stepscope::ui
