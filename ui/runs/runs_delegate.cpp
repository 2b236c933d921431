#include "ui/runs/runs_delegate.h"

#include "ui/operators/pass_colors.h"
#include "ui/runs/run_columns.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace stepscope::ui {

namespace {

constexpr int margin = 8;

QColor background(const QStyleOptionViewItem& option, const ThemeColors& colors)
{
    if (option.state & QStyle::State_Selected)
        return tinted(colors.surface, colors.accent, option.state & QStyle::State_Active ? 0.22 : 0.12);
    return option.state & QStyle::State_MouseOver ? tinted(colors.surface, colors.raised, 0.7)
                                                  : colors.surface;
}

/// A run without a colour of its own has a small dot in its place.
void paintPatch(QPainter* painter, const QRect& cell, const QColor& color, const ThemeColors& colors)
{
    const qreal radius = color.isValid() ? 5.0 : 2.0;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color.isValid() ? color : colors.border);
    painter->drawEllipse(QRectF(cell).center(), radius, radius);
}

} // namespace

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    painter->save();
    painter->fillRect(item.rect, background(item, colors));
    const QVariant patch = index.data(Qt::DecorationRole);
    if (patch.isValid()) {
        paintPatch(painter, item.rect, patch.value<QColor>(), colors);
    } else {
        const bool isNumber = runColumn(RunColumn(index.column())).isNumber;
        painter->setFont(isNumber || RunColumn(index.column()) == RunColumn::Date
                             ? Theme::tabularFont(item.font)
                             : item.font);
        const QVariant foreground = index.data(Qt::ForegroundRole);
        painter->setPen(foreground.isValid() ? foreground.value<QColor>() : colors.text);
        const QRect cell = item.rect.adjusted(margin, 0, -margin, 0);
        painter->drawText(cell, int(item.displayAlignment),
                          painter->fontMetrics().elidedText(item.text, Qt::ElideRight, cell.width()));
    }
    painter->restore();
}

} // namespace stepscope::ui
