#include "ui/exports/picture.h"

#include <QPainter>
#include <QWidget>

#include <utility>

namespace stepscope::ui {

std::function<bool(const PictureSheet& sheet)>
paintedBy(std::function<void(QPainter& painter, const PictureSheet& sheet)> paint)
{
    return [paint = std::move(paint)](const PictureSheet& sheet) {
        QPainter painter;
        if (!painter.begin(sheet.device))
            return false;
        painter.scale(sheet.scale, sheet.scale);
        painter.fillRect(QRect(QPoint(), sheet.size), sheet.colors.surface);
        paint(painter, sheet);
        return painter.end();
    };
}

QSize shownSize(const QWidget& widget, const QSize& usual)
{
    const bool isLarge = widget.width() >= leastPictureSide && widget.height() >= leastPictureSide;
    return widget.isVisible() && isLarge ? widget.size() : usual;
}

QRectF fittedInto(const QRectF& area, const QSizeF& size)
{
    QRectF fitted(QPointF(), size.scaled(area.size(), Qt::KeepAspectRatio));
    fitted.moveCenter(area.center());
    return fitted;
}

} // namespace stepscope::ui
