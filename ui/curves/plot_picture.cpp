#include "ui/curves/plot_picture.h"

#include "core/base/files/atomic_file.h"
#include "ui/support/picture_error.h"
#include "ui/support/png_bytes.h"
#include "ui/support/qt_text.h"

#include <QFileInfo>
#include <QSvgGenerator>

#include <filesystem>

namespace stepscope::ui {

namespace {

bool paintSvg(QCustomPlot& plot, const PlotPicture& picture, const QString& path)
{
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    // Qt 6.4 writes a title into the XML unescaped; a later version may escape it. So the title must not need
    // escaping.
    generator.setTitle(QString(picture.title).replace('&', "and").remove('<').remove('>'));
    QCPPainter painter;
    if (!painter.begin(&generator))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, picture.size.width(), picture.size.height());
    return painter.end();
}

bool paint(QCustomPlot& plot, const PlotPicture& picture, const QString& format, const QString& path)
{
    if (format == "svg")
        return paintSvg(plot, picture, path);
    return plot.savePdf(path, picture.size.width(), picture.size.height(), QCP::epAllowCosmetic, "Stepscope",
                        picture.title);
}

} // namespace

std::string plotPng(QCustomPlot& plot, const PlotPicture& picture)
{
    return pngBytes(
        plot.toPixmap(picture.size.width(), picture.size.height(), picture.pixelsPerUnit).toImage());
}

void writePlotPicture(QCustomPlot& plot, const PlotPicture& picture, const QString& path, const QString& what)
{
    const QString format = QFileInfo(path).suffix().toLower();
    checkPictureFormat(format, what);
    const std::filesystem::path file(path.toStdString());
    if (format == "png")
        return writeFileAtomically(file, plotPng(plot, picture));
    writeFileAtomically(file, [&](const std::filesystem::path& temporary) {
        if (!paint(plot, picture, format, toQString(temporary)))
            throw unwrittenPicture(path);
    });
}

} // namespace stepscope::ui
