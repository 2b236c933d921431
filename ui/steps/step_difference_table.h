#pragma once

#include "ui/steps/step_difference_model.h"
#include "ui/support/cell_painting.h"
#include "ui/support/trace_selection.h"

#include <QPointer>
#include <QStyledItemDelegate>
#include <QTableView>

namespace stepscope::ui {

/// Paints the cells of a compared step: squares and tags in the colors of parts and passes, right-aligned
/// numbers.
class StepDifferenceDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    NumberFont m_numbers;
};

/// The table of a step compared with the median step; copies the selected rows, or all. Selecting a row
/// selects its operator, or the longest run of its kernel in the step, in all views.
class StepDifferenceTable final : public QTableView
{
    Q_OBJECT

public:
    StepDifferenceTable(StepDifferenceModel* model, TraceSelection* selection, QWidget* parent = nullptr);

    /// The run's trace, to whose events the selection refers. Null while the step is one of a single rank:
    /// its kernels cannot be selected.
    void setTraceOfRun(const Trace* trace) { m_traceOfRun = trace; }
    /// Call it before another step is shown: where differences are sorted, those in its direction come first.
    void setDirection(bool isLess);
    /// Plain numbers, see rowsAsText().
    void copy() const;

    QSize sizeHint() const override;

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Gives names the width that the other columns leave.
    void fitNames();
    TraceFocus focusOf(int row) const;
    void tellFocus();

    StepDifferenceModel* m_model;
    QPointer<TraceSelection> m_selection;
    const Trace* m_traceOfRun = nullptr;
    bool m_isLess = false; ///< the step takes less time than the median
};

} // namespace stepscope::ui
