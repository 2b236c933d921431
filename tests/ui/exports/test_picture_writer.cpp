#include "core/base/error.h"
#include "ui/exports/picture_writer.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestPictureWriter : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// A bar of ten units at the left, of the color of text.
    static Picture bar()
    {
        return {.title = "A & <b>",
                .what = "the bar",
                .size = {200, 100},
                .paint = paintedBy([](QPainter& painter, const PictureSheet& sheet) {
                    painter.fillRect(QRect(0, 0, 10, sheet.size.height()), sheet.colors.text);
                    painter.drawText(50, 50, "words");
                })};
    }
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QString problemOf(const std::function<void()>& act)
    {
        try {
            act();
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

    /// What a line of this text and width shows in an SVG file.
    QString shownIn(int width, const QString& text) const
    {
        const Picture picture{.title = "a line",
                              .what = "the line",
                              .size = {400, 100},
                              .paint = paintedBy([&](QPainter& painter, const PictureSheet&) {
                                  QFont font;
                                  font.setPixelSize(20);
                                  painter.setFont(font);
                                  drawTextLine(painter, QRectF(0, 0, width, 40), text);
                              })};
        const QString path = m_folder.filePath("line.svg");
        writePicture(picture, {}, path);
        QXmlStreamReader svg(contentOf(path));
        QString shown;
        while (!svg.atEnd()) {
            if (svg.readNext() == QXmlStreamReader::StartElement && svg.name() == QLatin1String("text"))
                shown += svg.readElementText();
        }
        return shown;
    }

private Q_SLOTS:
    void aPngHasTheChosenSizeTimesTheScale_data()
    {
        QTest::addColumn<PictureOptions>("options");
        QTest::addColumn<QSize>("pixels");
        QTest::newRow("as shown") << PictureOptions{.scale = 1.0} << QSize(200, 100);
        QTest::newRow("for print") << PictureOptions{} << QSize(400, 200);
        QTest::newRow("chosen") << PictureOptions{.width = 640, .height = 480, .scale = 1.0}
                                << QSize(640, 480);
        QTest::newRow("chosen, enlarged")
            << PictureOptions{.width = 640, .height = 480, .scale = 3.0} << QSize(1920, 1440);
    }
    void aPngHasTheChosenSizeTimesTheScale()
    {
        QFETCH(PictureOptions, options);
        QFETCH(QSize, pixels);
        const QString path = m_folder.filePath("bar.png");
        writePicture(bar(), options, path);
        const QImage image(path);
        QCOMPARE(image.size(), pixels);
        const int edge = int(10 * options.scale);
        QCOMPARE(image.pixelColor(edge - 1, pixels.height() - 1), Theme::lightColors().text);
        QCOMPARE(image.pixelColor(edge, 1), Theme::lightColors().surface);
    }

    void aLineThatIsTooLongBecomesSmallerBeforeItIsCut()
    {
        const QString text = "kineto-2024 on cuda:0 (Tesla V100-SXM2-32GB)";
        QFont font;
        font.setPixelSize(20);
        const int width = QFontMetrics(font).horizontalAdvance(text);
        QCOMPARE(shownIn(width * 3 / 4, text), text);
        const QString cut = shownIn(width / 3, text);
        QVERIFY2(cut.startsWith("kineto") && cut.contains("…") && cut.endsWith(")"), qPrintable(cut));
    }

    void picturesAreLightOrDarkWhateverTheWindowIs()
    {
        for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            const QImage light = pictureImage(bar(), {});
            QCOMPARE(light.pixelColor(399, 0), Theme::lightColors().surface);
            const QImage dark = pictureImage(bar(), {.dark = true});
            QCOMPARE(dark.pixelColor(399, 0), Theme::darkColors().surface);
            QCOMPARE(dark.pixelColor(0, 0), Theme::darkColors().text);
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    void whatHasItsOwnSizeAndColorsKeepsThem()
    {
        Picture fixed = bar();
        fixed.whyOwnSize = "It is a table.";
        fixed.whyOwnColors = "It is painted elsewhere.";
        const QImage image = pictureImage(fixed, {.width = 640, .height = 480, .scale = 1.0, .dark = true});
        QCOMPARE(image.size(), QSize(200, 100));
        QCOMPARE(image.pixelColor(199, 0), Theme::lightColors().surface);
    }

    void anSvgIsWellFormedAndHasNoScale()
    {
        const QString path = m_folder.filePath("bar.svg");
        writePicture(bar(), {.width = 640, .height = 480, .scale = 3.0}, path);
        QXmlStreamReader reader(contentOf(path));
        QString viewBox;
        QString text;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement() && reader.name() == QLatin1String("svg"))
                viewBox = reader.attributes().value("viewBox").toString();
            if (reader.isCharacters())
                text += reader.text();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(viewBox, "0 0 640 480");
        QVERIFY(text.contains("words"));
    }

    void aPictureMadeAsSvgIsWrittenAsItIs()
    {
        Picture drawn = bar();
        drawn.svg = [](const PictureSheet& sheet) {
            return std::string(sheet.dark ? "dark " : "light ") + std::to_string(sheet.size.width());
        };
        QCOMPARE(pictureBytes(drawn, {.width = 640, .height = 480, .dark = true}, "svg"),
                 std::string("dark 640"));
        QVERIFY(pictureBytes(drawn, {}, "png").starts_with("\x89PNG"));
    }

    void aPdfHasOnePageOfTheChosenSize()
    {
        const QString path = m_folder.filePath("bar.pdf");
        writePicture(bar(), {.width = 640, .height = 480, .scale = 3.0}, path);
        const QByteArray content = contentOf(path);
        QVERIFY(content.startsWith("%PDF"));
        QVERIFY(content.contains("/MediaBox [0 0 480.000000 360.000000]") ||
                content.contains("/MediaBox [0 0 480 360]"));
    }

    void whatIsTooLargeIsRefusedWithTheLimit()
    {
        const QString path = m_folder.filePath("large.png");
        const QString problem =
            problemOf([&] { writePicture(bar(), {.width = 12'000, .height = 12'000, .scale = 2.0}, path); });
        QVERIFY2(problem.contains("the maximum is 150 million pixels"), qPrintable(problem));
        QVERIFY(!QFile::exists(path));
    }

    void whatCannotBePaintedIsAnErrorAndLeavesNoFile()
    {
        Picture broken = bar();
        broken.paint = [](const PictureSheet&) { return false; };
        for (const char* format : {"png", "svg", "pdf"}) {
            const QString path = m_folder.filePath(QString("broken.") + format);
            QVERIFY(!problemOf([&] { writePicture(broken, {}, path); }).isEmpty());
            QVERIFY(!QFile::exists(path));
        }
        const QString problem = problemOf([&] { writePicture(bar(), {}, m_folder.filePath("bar.gif")); });
        QVERIFY2(problem.contains("the bar") && problem.contains("png, svg or pdf"), qPrintable(problem));
    }

    void aFittedPictureKeepsItsShape()
    {
        QCOMPARE(fittedInto({0, 0, 400, 100}, {100, 100}), QRectF(150, 0, 100, 100));
        QCOMPARE(fittedInto({0, 0, 100, 400}, {50, 100}), QRectF(0, 100, 100, 200));
    }
};

QTEST_MAIN(TestPictureWriter)
#include "test_picture_writer.moc"
