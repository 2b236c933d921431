#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace stepscope::ui {

struct ThemeColors;

/// The check box of a run in the middle of a cell: filled with the run's color if ticked, otherwise a frame.
void paintRunBox(QPainter* painter, const QRect& cell, bool ticked, const QColor& color,
                 const ThemeColors& colors);

/// Paints the rows of the run table, with a check box in each run's color.
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
