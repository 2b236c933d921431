#pragma once

#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the rows of the table of runs, and each run's colour as a patch.
class RunsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace stepscope::ui
