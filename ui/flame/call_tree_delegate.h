#pragma once

#include "ui/support/cell_painting.h"

#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the cells of the tree table like those of the operator table: the pass as a colored bar before the
/// name, bars behind shares, numbers right-aligned.
class CallTreeDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    NumberFont m_numbers;
};

} // namespace stepscope::ui
