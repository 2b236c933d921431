#pragma once

#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Paints the rows of the table of runs, and each run's box to tick in the run's colour.
class RunsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

} // namespace stepscope::ui
