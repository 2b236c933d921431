#include "ui/runs/runs_delegate.h"

#include "ui/runs/run_columns.h"
#include "ui/support/cell_painting.h"
#include "ui/support/pass_colors.h"

#include <QMouseEvent>
#include <QPainter>

namespace stepscope::ui {

void paintRunBox(QPainter* painter, const QRect& cell, bool ticked, const QColor& color,
                 const ThemeColors& colors)
{
    constexpr int size = 14;
    QRectF box(0, 0, size, size);
    box.moveCenter(QRectF(cell).center());
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor frame = color.isValid() ? color : tinted(colors.border, colors.mutedText, 0.35);
    painter->setPen(QPen(frame, color.isValid() ? 2.0 : 1.0));
    painter->setBrush(ticked ? QBrush(color) : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
    if (!ticked)
        return;
    painter->setPen(QPen(colors.surface, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF corner = box.topLeft();
    painter->drawPolyline(
        QPolygonF({corner + QPointF(4, 7.5), corner + QPointF(6.2, 9.6), corner + QPointF(10.2, 4.8)}));
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    painter->save();
    painter->fillRect(item.rect, cellBackground(item, index, colors));
    const QVariant tick = index.data(Qt::CheckStateRole);
    if (tick.isValid()) {
        paintRunBox(painter, item.rect, tick.toInt() == Qt::Checked,
                    index.data(Qt::DecorationRole).value<QColor>(), colors);
    } else {
        const bool isNumber = runColumn(RunColumn(index.column())).isNumber;
        painter->setFont(isNumber || RunColumn(index.column()) == RunColumn::Date
                             ? Theme::tabularFont(item.font)
                             : item.font);
        const QVariant foreground = index.data(Qt::ForegroundRole);
        painter->setPen(foreground.isValid() ? foreground.value<QColor>() : colors.text);
        const QRect cell = item.rect.adjusted(cellMargin, 0, -cellMargin, 0);
        painter->drawText(cell, int(item.displayAlignment),
                          painter->fontMetrics().elidedText(item.text, Qt::ElideRight, cell.width()));
    }
    painter->restore();
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem&,
                               const QModelIndex& index)
{
    // The whole cell acts as the box, because it is small.
    const bool clicked = event->type() == QEvent::MouseButtonRelease &&
                         static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    if (!clicked || !(index.flags() & Qt::ItemIsUserCheckable))
        return false;
    const bool ticked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace stepscope::ui
