#include "ui/curves/plot_picture.h"

#include <utility>

namespace stepscope::ui {

void setUpForPicture(QCustomPlot& plot, const QSize& size)
{
    QFont font = plot.font();
    font.setPointSizeF(12.0);
    plot.setFont(font);
    plot.setLocale(QLocale(QLocale::English, QLocale::UnitedStates));
    plot.resize(size);
}

std::function<bool(const PictureSheet& sheet)>
paintedPlot(std::function<std::shared_ptr<QCustomPlot>(const PictureSheet& sheet)> make)
{
    return [make = std::move(make)](const PictureSheet& sheet) {
        QCPPainter painter;
        if (!painter.begin(sheet.device))
            return false;
        painter.setMode(QCPPainter::pmVectorized, sheet.isVector);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.setMode(QCPPainter::pmNonCosmetic, sheet.scale > 1.0); // lines are scaled, too
        painter.scale(sheet.scale, sheet.scale);
        make(sheet)->toPainter(&painter, sheet.size.width(), sheet.size.height());
        return painter.end();
    };
}

} // namespace stepscope::ui
