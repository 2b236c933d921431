#include "ui/pictures/picture_painter.h"

#include "ui/curves/curves_picture.h"
#include "ui/operators/operators_picture.h"

#include <QApplication>
#include <QString>

namespace stepscope::ui {

namespace {

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
        m_application = std::make_unique<QApplication>(m_argumentCount, m_arguments);
    }

    void paintCurves(const Run& run, const std::filesystem::path& png) override
    {
        paintCurvesPicture(run, QString::fromStdString(png.string()));
    }

    void paintOperators(const Run& run, const std::filesystem::path& png) override
    {
        paintOperatorsPicture(run, QString::fromStdString(png.string()));
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
    return std::make_unique<QtPicturePainter>();
}

} // namespace stepscope::ui
