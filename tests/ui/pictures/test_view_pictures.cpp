#include "core/base/error.h"
#include "core/run_file/run_file.h"
#include "tests/core/run_file/sample_run_file.h"
#include "ui/pictures/view_pictures.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestViewPictures : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    StoredRun m_stored;

    QByteArray painted(const std::string& name, const std::string& format, PictureOptions options = {}) const
    {
        return QByteArray::fromStdString(
            viewPicture({name, format, options}, m_stored.run, m_stored.environment));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto path = m_folder.filePath("run.stepscope").toStdString();
        test::writeSampleRunFile(path, 2);
        m_stored = readRunFile(path);
    }

    void everyViewIsPaintedInTheColorsAskedFor_data()
    {
        QTest::addColumn<std::string>("name");
        for (const auto name : pictureNames) {
            if (name != "roofline") // the run has no operators with known operations
                QTest::newRow(std::string(name).c_str()) << std::string(name);
        }
    }
    void everyViewIsPaintedInTheColorsAskedFor()
    {
        QFETCH(std::string, name);
        const QImage light = QImage::fromData(painted(name, "png", {.scale = 1.0}));
        const QImage dark = QImage::fromData(painted(name, "png", {.scale = 1.0, .dark = true}));
        QVERIFY(!light.isNull());
        QCOMPARE(dark.size(), light.size());
        QVERIFY(light.pixelColor(1, 1).lightness() > 200);
        QVERIFY(dark.pixelColor(1, 1).lightness() < 100);
        QVERIFY2(colorsOf(light) > 2, "something is painted");
        if (const auto folder = qEnvironmentVariable("STEPSCOPE_PICTURES"); !folder.isEmpty()) {
            const QString file = folder + "/" + QString::fromStdString(name);
            light.save(file + "-light.png");
            dark.save(file + "-dark.png");
        }
    }

    void aChosenSizeIsFilled()
    {
        for (const char* name :
             {"curves", "machine", "timeline", "flame", "calls", "steps", "memory", "graph"}) {
            const QImage image =
                QImage::fromData(painted(name, "png", {.width = 1280, .height = 800, .scale = 1.0}));
            QCOMPARE(image.size(), QSize(1280, 800));
        }
    }

    void theOperatorsOfAllStepsNeedNoEvents()
    {
        Run run = m_stored.run;
        run.trace.clearEvents(); // as of a training that ended before the profiler's first active step
        run.leftOut = {};
        run.experiment.profile = true;
        QVERIFY(!run.totals.rows.empty());
        const QImage image =
            QImage::fromData(QByteArray::fromStdString(viewPicture({"operators", "png", {}}, run, {})));
        QVERIFY2(colorsOf(image) > 2, "something is painted");
    }

    void aRunWithoutThePartIsAnError()
    {
        Run empty;
        empty.outcome = RunOutcome::Finished;
        for (const auto name : pictureNames) {
            if (name == "overview") // has something to show of every run
                continue;
            try {
                viewPicture({std::string(name), "png", {}}, name == "roofline" ? m_stored.run : empty, {});
                QFAIL("no error");
            } catch (const Error& error) {
                const QString sentence = QString::fromUtf8(error.what());
                QVERIFY2(sentence.contains(QString::fromUtf8(name.data())) && sentence.endsWith('.'),
                         qPrintable(sentence));
            }
        }
    }

private:
    static qsizetype colorsOf(const QImage& image)
    {
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2)
                colors.insert(image.pixel(x, y));
        }
        return colors.size();
    }
};

QTEST_MAIN(TestViewPictures)
#include "test_view_pictures.moc"
