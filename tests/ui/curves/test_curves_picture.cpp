#include "core/base/error.h"
#include "core/run/validation.h"
#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curves_picture.h"
#include "ui/exports/picture_writer.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <set>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

int pixelsOf(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    }
    return count;
}

} // namespace

class TestCurvesPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pngHoldsTrainingAndTest();
    void pngIsLightWhateverTheScreenShows();
    void worksWithFewSteps_data();
    void worksWithFewSteps();
    void svgIsWellFormedAndHoldsTheTitle();
    void theSubtitleHasTheValidationBesideTheTest();
    void aNarrowPictureShortensItsTitle();
    void pdfIsOne();
    void picturesLeaveOutHiddenSeries();
    void overlaidRunsAreDrawnInTheirPaperColorsWithALegend_data();
    void overlaidRunsAreDrawnInTheirPaperColorsWithALegend();
    void overlaysAloneAreCalledByWhatTheyHaveInCommon();
    void aDeviceHasOnePairOfBrackets_data();
    void aDeviceHasOnePairOfBrackets();
    void refusesWhatItCannotWrite_data();
    void refusesWhatItCannotWrite();
    void leavesNoFileBehindWhenTheFolderIsMissing();

private:
    QTemporaryDir m_folder;
};

namespace {

void writeReportPicture(const Run& run, const QString& path)
{
    writePicture(curvesReportPicture(run), {}, path);
}

void writeCurves(const Run& run, const CurvesPictureStyle& style, const QString& path)
{
    writePicture(curvesPicture(run, style), {}, path);
}

QImage imageOf(const Run& run, const CurvesPictureStyle& style, const PictureOptions& options = {})
{
    return pictureImage(curvesPicture(run, style), options);
}

} // namespace

void TestCurvesPicture::pngHoldsTrainingAndTest()
{
    const QString path = m_folder.filePath("curves.png");
    writeReportPicture(fallingRun(2000, 500), path);
    const QImage image(path);
    QCOMPARE(image.size(), QSize(3200, 2000));
    QVERIFY(pixelsOf(image, Theme::lightColors().train) > 2000);
    QVERIFY(pixelsOf(image, Theme::lightColors().test) > 500);
}

void TestCurvesPicture::pngIsLightWhateverTheScreenShows()
{
    Theme::instance().setMode(ThemeMode::Dark);
    const QString path = m_folder.filePath("light.png");
    writeReportPicture(fallingRun(20), path);
    Theme::instance().setMode(ThemeMode::Light);
    QCOMPARE(QImage(path).pixelColor(3, 3), Theme::lightColors().surface);
}

void TestCurvesPicture::worksWithFewSteps_data()
{
    QTest::addColumn<int>("steps");
    QTest::newRow("no step") << 0;
    QTest::newRow("one step") << 1;
    QTest::newRow("two steps") << 2;
}

void TestCurvesPicture::worksWithFewSteps()
{
    QFETCH(int, steps);
    const QString path = m_folder.filePath("few.png");
    writeReportPicture(fallingRun(steps), path);
    const QImage image(path);
    QCOMPARE(image.size(), QSize(3200, 2000));
    // The title is there, and each step is a point.
    QVERIFY(pixelsOf(image.copy(800, 0, 1600, 100), Theme::lightColors().text) > 200);
    const QImage plots = image.copy(200, 300, 2900, 1500);
    QCOMPARE(pixelsOf(plots, Theme::lightColors().train) > 10, steps > 0);
}

void TestCurvesPicture::svgIsWellFormedAndHoldsTheTitle()
{
    const QString path = m_folder.filePath("curves.svg");
    Run run = fallingRun(2000, 500);
    run.experiment.network = "mlp <&>";
    writeCurves(run, {}, path);
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QXmlStreamReader reader(&file);
    QString text;
    std::set<QString> elements;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters())
            text += reader.text();
        if (reader.isStartElement())
            elements.insert(reader.name().toString());
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(text.contains("mlp <&>"));
    QVERIFY(text.contains("Accuracy (%)"));
    QVERIFY(elements.contains("polyline") || elements.contains("path"));
}

void TestCurvesPicture::theSubtitleHasTheValidationBesideTheTest()
{
    Run run = fallingRun(200, 100);
    const auto svg = [&run] {
        return QString::fromStdString(pictureBytes(curvesPicture(run, {}), {}, "svg"));
    };
    QVERIFY(!svg().contains("Validation"));
    run.experiment.validationShare = 0.1;
    const EpochMetrics& last = run.epochs.back();
    run.scalars = validationScalars({.loss = 0.5, .accuracy = 0.875}, last.lastStep, last.endNs);
    QVERIFY(svg().contains("Validation loss 0.5000, accuracy 87.50 %"));
}

void TestCurvesPicture::aNarrowPictureShortensItsTitle()
{
    Run run = fallingRun(200, 100);
    run.experiment.network = "network " + std::string(60, 'x') + " end";
    const auto titleOf = [&run](int width) {
        const PictureOptions options{.width = width, .height = 300};
        return QString::fromStdString(pictureBytes(curvesPicture(run, {}), options, "svg"));
    };
    // The document's title is whole.
    QCOMPARE(titleOf(400).count("x end"), titleOf(1800).count("x end") - 1);
    QCOMPARE(titleOf(400).count("network x"), titleOf(1800).count("network x"));
}

void TestCurvesPicture::pdfIsOne()
{
    const QString path = m_folder.filePath("curves.pdf");
    writeCurves(fallingRun(2000, 500), {}, path);
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    const QByteArray content = file.readAll();
    QVERIFY(content.startsWith("%PDF-"));
    QVERIFY(content.trimmed().endsWith("%%EOF"));
}

void TestCurvesPicture::picturesLeaveOutHiddenSeries()
{
    CurvesPictureStyle style;
    style.shown.test = false;
    const QImage image = imageOf(fallingRun(2000, 500), style).copy(200, 300, 2900, 1500);
    QCOMPARE(pixelsOf(image, Theme::lightColors().test), 0);
    QVERIFY(pixelsOf(image, Theme::lightColors().train) > 1000);
}

namespace {

CurveOverlay overlay(const QString& name, const QColor& color, const QColor& paper, int64_t batchSize)
{
    CurveOverlay overlay;
    auto run = std::make_shared<Run>(fallingRun(1000, 500));
    run->experiment.batchSize = batchSize;
    for (StepMetrics& step : run->steps)
        step.loss *= float(batchSize) / 8.0F; // beside each other
    overlay.run = run;
    overlay.name = name;
    overlay.color = color;
    overlay.paperColor = paper;
    overlay.data.setRun(run.get());
    return overlay;
}

/// All text of an SVG.
QString textOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return {};
    QXmlStreamReader reader(&file);
    QString text;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters)
            text += reader.text();
    }
    return reader.hasError() ? QString() : text;
}

} // namespace

void TestCurvesPicture::overlaidRunsAreDrawnInTheirPaperColorsWithALegend_data()
{
    QTest::addColumn<int>("steps");
    QTest::newRow("over a run") << 1000;
    QTest::newRow("alone") << 0;
}

void TestCurvesPicture::overlaidRunsAreDrawnInTheirPaperColorsWithALegend()
{
    QFETCH(int, steps);
    const CurveOverlay first = overlay("batch size 16", Qt::cyan, QColor("#008a64"), 16);
    const CurveOverlay second = overlay("<b>", Qt::yellow, QColor("#b5508a"), 64);
    CurvesPictureStyle style;
    style.overlays = {&first, &second};
    style.runName = "batch size 32";
    const Run run = steps > 0 ? fallingRun(steps, 500) : Run();
    const QImage image = imageOf(run, style);
    QVERIFY(pixelsOf(image, QColor("#008a64")) > 1000);
    QVERIFY(pixelsOf(image, QColor("#b5508a")) > 1000);
    QCOMPARE(pixelsOf(image, Qt::cyan), 0);
    QCOMPARE(pixelsOf(image, Qt::yellow), 0);
    QCOMPARE(pixelsOf(image.copy(200, 300, 2900, 1500), Theme::lightColors().train) > 10, steps > 0);

    const QString svg = m_folder.filePath("overlays.svg");
    writeCurves(run, style, svg);
    const QString text = textOf(svg);
    QVERIFY2(text.contains("batch size 16") && text.contains("<b>"), qPrintable(text));
    QCOMPARE(text.contains("batch size 32"), steps > 0);                   // it has curves, too
    QVERIFY(text.indexOf("batch size 16") > text.indexOf("Accuracy (%)")); // below the plots
    const QString pdf = m_folder.filePath("overlays.pdf");
    writeCurves(run, style, pdf);
    QVERIFY(QFileInfo(pdf).size() > 10'000);
}

void TestCurvesPicture::overlaysAloneAreCalledByWhatTheyHaveInCommon()
{
    const CurveOverlay first = overlay("a", Qt::red, Qt::red, 16);
    const CurveOverlay second = overlay("b", Qt::blue, Qt::blue, 64);
    CurvesPictureStyle style;
    style.overlays = {&first, &second};
    const QString svg = m_folder.filePath("common.svg");
    writeCurves({}, style, svg);
    const QString text = textOf(svg);
    QVERIFY2(text.contains("mnist-convnet · MNIST · cpu"), qPrintable(text));
    QVERIFY(text.contains("2 runs"));
    QVERIFY(!text.contains("batch size")); // in which they differ
}

void TestCurvesPicture::aDeviceHasOnePairOfBrackets_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << "cpu"
                           << "AMD EPYC 9654"
                           << "cpu (AMD EPYC 9654)";
    QTest::newRow("brackets") << "cpu"
                              << "AMD EPYC (2 processors)"
                              << "cpu (AMD EPYC, 2 processors)";
    QTest::newRow("brackets in the name") << "cpu"
                                          << "Intel(R) Xeon(R)"
                                          << "cpu (Intel(R) Xeon(R))";
    QTest::newRow("no device") << ""
                               << "AMD EPYC (2 processors)"
                               << "AMD EPYC (2 processors)";
    QTest::newRow("no name") << "cuda:1"
                             << ""
                             << "cuda:1";
}

void TestCurvesPicture::aDeviceHasOnePairOfBrackets()
{
    QFETCH(QString, device);
    QFETCH(QString, name);
    Run run;
    run.experiment.device = device.toStdString();
    run.plan.deviceName = name.toStdString();
    QTEST(runDevice(run), "text");
}

void TestCurvesPicture::refusesWhatItCannotWrite_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentencePart");
    QTest::newRow("unknown format") << "curves.gif"
                                    << "png, svg or pdf";
    QTest::newRow("no extension") << "curves"
                                  << "png, svg or pdf";
    QTest::newRow("missing folder") << "missing/curves.png"
                                    << "missing";
}

void TestCurvesPicture::refusesWhatItCannotWrite()
{
    QFETCH(QString, name);
    QFETCH(QString, sentencePart);
    try {
        writeCurves(fallingRun(5), {}, m_folder.filePath(name));
        QFAIL("no error");
    } catch (const Error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(sentencePart), error.what());
    }
}

void TestCurvesPicture::leavesNoFileBehindWhenTheFolderIsMissing()
{
    QTemporaryDir folder;
    QVERIFY_EXCEPTION_THROWN(writeReportPicture(fallingRun(5), folder.filePath("a/b.png")), Error);
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_MAIN(TestCurvesPicture)
#include "test_curves_picture.moc"
