#include "ui/pictures/picture_painter.h"

#include "core/base/files/atomic_file.h"
#include "ui/curves/curves_picture.h"
#include "ui/exports/picture_writer.h"
#include "ui/operators/operators_picture.h"
#include "ui/pictures/svg_picture.h"
#include "ui/pictures/view_pictures.h"

#include <QApplication>
#include <QCoreApplication>
#include <QLoggingCategory>
#include <QScopeGuard>
#include <QString>
#include <QThreadPool>

#include <cstdio>
#include <memory>
#include <system_error>
#include <thread>

namespace stepscope::ui {

namespace {

/// Warnings of Qt, such as of a missing runtime folder or of a platform without windows, are irrelevant for
/// pictures.
void withoutWarnings(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

struct PicturePainterWords
{
    Q_DECLARE_TR_FUNCTIONS(PicturePainter)
};

QString noThreadText()
{
    return PicturePainterWords::tr("Pictures cannot be painted: no thread can be started for them. There may "
                                   "not be enough memory.");
}

/// Qt paints large areas on its global thread pool; later releases use a private one, which main() turns off.
/// It waits forever for one that could not be started, also when the program ends. So one is started in
/// advance, which then does all of this work; returns whether it could be.
bool startPaintingThread()
{
    try {
        std::thread([] {}).join();
    } catch (const std::system_error&) {
        return false;
    }
    QThreadPool* const pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(1);
    pool->setExpiryTimeout(-1);
    pool->start([] {});
    return true;
}

class QtPicturePainter final : public ViewPainter
{
public:
    QtPicturePainter()
    {
        if (QCoreApplication::instance())
            return;
        const auto handler = qInstallMessageHandler(withoutWarnings);
        m_application = std::make_unique<QApplication>(m_argumentCount, m_arguments);
        m_canPaint = startPaintingThread();
        qInstallMessageHandler(handler);
    }

    std::string problem() const override { return m_canPaint ? std::string() : noThreadText().toStdString(); }

    void paintCurves(const Run& run, const std::filesystem::path& png) override
    {
        writeFileAtomically(png, pictureBytes(curvesReportPicture(run), {}, "png"));
    }

    void paintOperators(const Run& run, const std::filesystem::path& png) override
    {
        writeFileAtomically(png, pictureBytes(operatorsPicture(run), {}, "png"));
    }

    std::string paintView(const PictureRequest& request, const Run& run,
                          const Environment& environment) override
    {
        const auto handler = qInstallMessageHandler(withoutWarnings);
        const auto restore = qScopeGuard([handler] { qInstallMessageHandler(handler); });
        return viewPicture(request, run, environment);
    }

    void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) override
    {
        paintSvgPicture(svg, png, scale);
    }

private:
    // QApplication keeps references to these. Pictures must not depend on an available display or a missing
    // platform plugin; a variable must not be set, because other threads may read the environment.
    int m_argumentCount = 3;
    char m_name[10] = "stepscope";
    char m_platform[10] = "-platform";
    char m_offscreen[10] = "offscreen";
    char* m_arguments[4] = {m_name, m_platform, m_offscreen, nullptr};
    std::unique_ptr<QApplication> m_application;
    bool m_canPaint = true;
};

} // namespace

std::unique_ptr<ViewPainter> makePicturePainter()
{
    // Drawings by other programs may contain anything, and Qt would print warnings about them on the
    // terminal.
    QLoggingCategory::setFilterRules("qt.svg*=false");
    return std::make_unique<QtPicturePainter>();
}

} // namespace stepscope::ui
