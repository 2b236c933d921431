#pragma once

#include "ui/steps/step_difference_model.h"
#include "ui/support/cell_painting.h"

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

/// The table of a step compared with the median step; copies the selected rows, or all.
class StepDifferenceTable final : public QTableView
{
    Q_OBJECT

public:
    explicit StepDifferenceTable(StepDifferenceModel* model, QWidget* parent = nullptr);

    /// Call it before another step is shown: where differences are sorted, those in its direction come first.
    void setDirection(bool isLess);
    /// Plain numbers, see rowsAsText().
    void copy() const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user asks for the context menu of a row, or with -1 of none.
    void menuWanted(int row, const QPoint& place);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_isLess = false; ///< the step takes less time than the median
};

} // namespace stepscope::ui
