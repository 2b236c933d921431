#include "ui/pictures/picture_painter.h"

#include "ui/curves/curves_picture.h"
#include "ui/operators/operators_picture.h"
#include "ui/pictures/svg_picture.h"

#include <QApplication>
#include <QLoggingCategory>
#include <QString>

#include <cstdio>

namespace stepscope::ui {

namespace {

/// Warnings of Qt's start, such as that of a missing runtime folder, say nothing about pictures.
void withoutWarnings(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

class QtPicturePainter final : public PicturePainter
{
public:
    QtPicturePainter()
    {
        if (QCoreApplication::instance())
            return;
        // A display that is there, or a platform plugin that is not, must not decide whether there are
        // pictures.
        qputenv("QT_QPA_PLATFORM", "offscreen");
        const auto handler = qInstallMessageHandler(withoutWarnings);
        m_application = std::make_unique<QApplication>(m_argumentCount, m_arguments);
        qInstallMessageHandler(handler);
    }

    void paintCurves(const Run& run, const std::filesystem::path& png) override
    {
        paintCurvesPicture(run, png);
    }

    void paintOperators(const Run& run, const std::filesystem::path& png) override
    {
        paintOperatorsPicture(run, png);
    }

    void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) override
    {
        paintSvgPicture(svg, png, scale);
    }

private:
    // QApplication keeps references to these.
    int m_argumentCount = 1;
    char m_name[10] = "stepscope";
    char* m_arguments[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

} // namespace

std::unique_ptr<PicturePainter> makePicturePainter()
{
    // What another program has drawn may have anything in it, which Qt would report on the terminal.
    QLoggingCategory::setFilterRules("qt.svg*=false");
    return std::make_unique<QtPicturePainter>();
}

} // namespace stepscope::ui
