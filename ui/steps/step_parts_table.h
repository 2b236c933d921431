#pragma once

#include "ui/steps/step_parts_model.h"
#include "ui/support/cell_painting.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace stepscope::ui {

/// Paints the cells of parts: a square in the part's color, right-aligned numbers, bars behind shares.
class StepPartsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    NumberFont m_numbers;
};

/// The table of parts; copies the selected rows, or all.
class StepPartsTable final : public QTableView
{
    Q_OBJECT

public:
    explicit StepPartsTable(StepPartsModel* model, QWidget* parent = nullptr);

    /// Plain numbers, see rowsAsText().
    Q_INVOKABLE void copy() const;

    QSize sizeHint() const override;

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Hides columns without any value.
    void showColumns();
    void fitColumns();
    /// At which the names of all parts are whole.
    int widthOfParts() const;

    bool m_isFitting = false;
    bool m_areSizedByUser = false;
};

} // namespace stepscope::ui
