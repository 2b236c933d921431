#include "ui/exports/picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
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

void drawTextLine(QPainter& painter, const QRectF& line, const QString& text)
{
    constexpr double smallest = 0.6; // of the font's own size
    const QFont own = painter.font();
    QFont font = own;
    const double width = QFontMetricsF(font, painter.device()).horizontalAdvance(text);
    if (width > line.width()) {
        const double scale = std::max(line.width() / width, smallest);
        if (font.pixelSize() > 0)
            font.setPixelSize(std::max(int(font.pixelSize() * scale), 1));
        else
            font.setPointSizeF(font.pointSizeF() * scale);
    }
    painter.setFont(font);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(font, painter.device()).elidedText(text, Qt::ElideMiddle, line.width()));
    painter.setFont(own);
}

} // namespace stepscope::ui
