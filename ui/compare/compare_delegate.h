#pragma once

#include "ui/support/cell_painting.h"

#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the cells of the comparison's tables, from the CompareRole data.
class CompareDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    NumberFont m_numbers;
};

} // namespace stepscope::ui
