#pragma once

#include "core/trace/steps/step_breakdown.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace stepscope::ui {

enum class StepPartColumn { Part, Median, P5, P95, Mean, Share };

inline constexpr int stepPartColumnCount = int(StepPartColumn::Share) + 1;

/// The times of a step's parts: one row per part with a time, and always the whole step at the end.
class StepPartsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        PartRole = Qt::UserRole, ///< int(StepPart); invalid: the whole step
        FigureRole,              ///< of a number: in nanoseconds, or a share from 0 to 1
        PlainRole,               ///< for a spreadsheet: times in µs, shares in %
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setFigures(const StepFigures& figures);
    /// Whether there are enough steps for percentiles.
    bool hasPercentiles() const;
    const StepFigures& figures() const { return m_figures; }
    /// None for the whole step.
    std::optional<StepPart> part(int row) const;
    double figure(int row, StepPartColumn column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    const StepTimeFigures& figuresOf(int row) const;
    std::vector<StepPart> orderOf(const StepFigures& figures) const;

    StepFigures m_figures;
    std::vector<StepPart> m_order;
    StepPartColumn m_sortColumn = StepPartColumn::Part;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace stepscope::ui
