#include "ui/pictures/svg_picture.h"

#include "core/base/error.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

class TestSvgPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anSvgBecomesAPngOfItsScaledSize()
    {
        const QTemporaryDir folder;
        const auto png = folder.filePath("picture.png");
        ui::paintSvgPicture(
            R"(<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20">)"
            R"(<rect width="15" height="20" fill="#ff0000"/></svg>)",
            png.toStdString(), 2);
        const QImage image(png);
        QCOMPARE(image.size(), QSize(60, 40));
        QCOMPARE(image.pixelColor(10, 10), QColor(Qt::red));
        QCOMPARE(image.pixelColor(50, 10).alpha(), 0);
    }

    void whatIsNoSvgIsRefused()
    {
        const QTemporaryDir folder;
        const auto png = folder.filePath("picture.png").toStdString();
        QVERIFY_EXCEPTION_THROWN(ui::paintSvgPicture("no picture", png, 1), Error);
        QVERIFY(!QFile::exists(QString::fromStdString(png)));
    }
};

QTEST_MAIN(TestSvgPicture)
#include "test_svg_picture.moc"
