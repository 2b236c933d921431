#include "program.h"

#include "tests/core/run_file/sample_run_file.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSize>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtEndian>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// Pictures of a run's views, by the program's command.
class TestExportPictures : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    ProgramResult exported(const QStringList& more) const
    {
        return runProgram(QStringList{"export", path("run.stepscope"), "--what"} + more, m_folder.path());
    }

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// From the first chunk of a PNG: these tests do not link Qt's images.
    static QSize pixelsOf(const QString& path)
    {
        const QByteArray png = contentOf(path);
        const auto number = [&](int at) { return qFromBigEndian<qint32>(png.constData() + at); };
        return png.startsWith("\x89PNG") ? QSize(number(16), number(20)) : QSize();
    }

private Q_SLOTS:
    void initTestCase() { writeSampleRunFile(path("run.stepscope").toStdString(), 2); }

    void aPictureHasTheSizeScaleAndColorsAskedFor()
    {
        if (!STEPSCOPE_HAS_GUI)
            QSKIP("this build paints no pictures");
        const auto light = exported({"curves", "--size", "640x480", "--out", path("light.png")});
        QVERIFY2(light.exitCode == 0, qPrintable(light.errors));
        QCOMPARE(light.errors, QString());
        QCOMPARE(pixelsOf(path("light.png")), QSize(640, 480));
        const auto dark =
            exported({"curves", "--size", "640x480", "--scale", "2", "--dark", "--out", path("dark.png")});
        QVERIFY2(dark.exitCode == 0, qPrintable(dark.errors));
        QCOMPARE(pixelsOf(path("dark.png")), QSize(1280, 960));

        const QStringList steps{"steps", "--format", "svg"};
        QVERIFY(exported(steps).output.contains("#ffffff"));
        QVERIFY(!exported(steps + QStringList{"--dark"}).output.contains("#ffffff"));
    }

    void theFormatIsThatOfTheFile()
    {
        if (!STEPSCOPE_HAS_GUI)
            QSKIP("this build paints no pictures");
        const auto result = exported({"steps", "--format", "svg", "--size", "800x600"}); // to stdout
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QXmlStreamReader reader(result.output);
        QVERIFY(reader.readNextStartElement());
        QCOMPARE(reader.attributes().value("viewBox"), QString("0 0 800 600"));
        QCOMPARE(exported({"timeline", "--out", path("timeline.pdf")}).exitCode, 0);
        QVERIFY(contentOf(path("timeline.pdf")).startsWith("%PDF"));
        QCOMPARE(exported({"curves", "--size", "300x200", "--out", path("CURVES.PNG")}).exitCode, 0);
        QCOMPARE(pixelsOf(path("CURVES.PNG")), QSize(300, 200));
        QCOMPARE(exported({"curves", "--size", "300x200", "--out", path("picture")}).exitCode, 0);
        QCOMPARE(pixelsOf(path("picture")), QSize(300, 200));
        QVERIFY(exported({"steps"}).output.startsWith("step,")); // without a format, it is the table
    }

    void theFolderGetsPicturesOfAllViewsIfAskedFor()
    {
        if (!STEPSCOPE_HAS_GUI)
            QSKIP("this build paints no pictures");
        const QStringList ofViews{"overview", "timeline", "flame", "calls", "steps"};
        const QStringList command{"export", path("run.stepscope"), "--out", path("folder"), "--force"};
        const auto all = runProgram(command + QStringList{"--pictures", "all"}, m_folder.path());
        QVERIFY2(all.exitCode == 0, qPrintable(all.errors));
        for (const QString& name : ofViews + QStringList{"curves", "operators", "graph"})
            QVERIFY2(!pixelsOf(path("folder/" + name + ".png")).isEmpty(), qPrintable(name));
        QVERIFY2(all.errors.contains("roofline.png not written: "), qPrintable(all.errors));

        const auto charts = runProgram(command + QStringList{"--pictures", "charts"}, m_folder.path());
        QVERIFY2(charts.exitCode == 0, qPrintable(charts.errors));
        QVERIFY(QFile::exists(path("folder/curves.png")));
        for (const QString& name : ofViews) // those of the first export are removed
            QVERIFY2(!QFile::exists(path("folder/" + name + ".png")), qPrintable(name));
    }

    void withoutEventsInMemoryThereIsNoPictureOfThem()
    {
        if (!STEPSCOPE_HAS_GUI)
            QSKIP("this build paints no pictures");
        QElapsedTimer clock;
        clock.start();
        const auto result = runProgram({"--event-memory", "0", "export", path("run.stepscope"), "--what",
                                        "flame", "--out", path("none.png")},
                                       m_folder.path());
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("The picture \"flame\" needs events"), qPrintable(result.errors));
        QVERIFY(!QFile::exists(path("none.png")));
        QVERIFY(clock.elapsed() < 30'000); // it does not wait for them
    }

    void aSizeThatIsFixedIsAnError()
    {
        if (!STEPSCOPE_HAS_GUI)
            QSKIP("this build paints no pictures");
        const auto result =
            exported({"operators", "--format", "png", "--size", "800x600", "--out", path("operators.png")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("The size of the picture \"operators\" cannot be chosen."),
                 qPrintable(result.errors));
        QVERIFY(!QFile::exists(path("operators.png")));
    }

    void withoutTheWindowAPictureIsAnError()
    {
        if (STEPSCOPE_HAS_GUI)
            QSKIP("this build paints pictures");
        const auto result = exported({"curves", "--out", path("curves.png")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("has no window and cannot draw the picture curves"),
                 qPrintable(result.errors));
        const auto all = runProgram(
            {"export", path("run.stepscope"), "--pictures", "all", "--out", path("folder")}, m_folder.path());
        QCOMPARE(all.exitCode, 1);
        QVERIFY2(all.errors.contains("has no window and cannot draw pictures of views"),
                 qPrintable(all.errors));
        QVERIFY(!QFile::exists(path("folder")));
    }

    void whatIsWrongIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("size") << QStringList{"curves", "--size", "large"}
                              << "--size is large; expected: WIDTHxHEIGHT";
        QTest::newRow("small") << QStringList{"curves", "--size", "10x10"} << "the minimum is 100 × 100";
        QTest::newRow("huge") << QStringList{"curves", "--size", "40000x400"}
                              << "the maximum is 32,000 pixels per side";
        QTest::newRow("huge by scale") << QStringList{"curves", "--size", "12000x12000", "--scale", "2"}
                                       << "the maximum is 150 million pixels";
        QTest::newRow("scale") << QStringList{"curves", "--scale", "9"}
                               << "--scale is 9; expected: a number from 1 to 3";
        QTest::newRow("scale of vectors")
            << QStringList{"curves", "--format", "pdf", "--scale", "2"} << "--scale applies only to PNG";
        QTest::newRow("of a folder") << QStringList{"curves", "--pictures", "all"}
                                     << "--pictures applies only to the folder";
        QTest::newRow("of a table") << QStringList{"operators", "--dark"} << "need --format png, svg or pdf";
        QTest::newRow("of no picture") << QStringList{"epochs", "--format", "png"} << "epochs has no picture";
        QTest::newRow("as a table") << QStringList{"curves", "--format", "csv"}
                                    << "curves is a picture; allowed: png, svg, pdf";
        QTest::newRow("another extension")
            << QStringList{"curves", "--out", "c.jpg"}
            << "--out is c.jpg, but the extension of a picture must be one of png, svg, pdf.";
        QTest::newRow("another extension with a format")
            << QStringList{"curves", "--format", "png", "--out", "c.jpg"}
            << "--out is c.jpg, but the extension of a picture must be one of png, svg, pdf.";
        QTest::newRow("extension of another format")
            << QStringList{"curves", "--format", "svg", "--out", "c.png"}
            << "--out is c.png, but --format is svg: name the file accordingly, or omit --format.";
        QTest::newRow("table with the extension of its picture")
            << QStringList{"operators", "--out", "o.svg"}
            << "--out is o.svg, but the picture of operators needs --format svg.";
        QTest::newRow("extension of a picture without one")
            << QStringList{"epochs", "--out", "e.png"} << "--out is e.png, but epochs has no picture.";
        QTest::newRow("trace with the extension of a table")
            << QStringList{"trace", "--out", "t.csv"}
            << "--out is t.csv, but the file is written as json; name it accordingly, as in t.json.";
        QTest::newRow("trace with the extension of a compressed one")
            << QStringList{"trace", "--out", "t.json.gz"}
            << "--out is t.json.gz, but the file is written as json; name it accordingly, as in t.json.";
        QTest::newRow("graph with the extension of a table")
            << QStringList{"graph", "--out", "g.csv"}
            << "--out is g.csv, but the file is written as dot; name it accordingly, as in g.dot.";
        QTest::newRow("stacks with the extension of a trace")
            << QStringList{"folded", "--out", "f.json"}
            << "--out is f.json, but the file is not written as json; choose another extension.";
        QTest::newRow("table with the extension of a run")
            << QStringList{"epochs", "--out", "e.stepscope"}
            << "--out is e.stepscope, but the file is written as csv; name it accordingly, as in e.csv.";
        QTest::newRow("run with the extension of a trace")
            << QStringList{"run", "--out", "r.json"}
            << "--out is r.json, but the file is written as stepscope; name it accordingly, as in "
               "r.stepscope.";
        QTest::newRow("run to standard output")
            << QStringList{"run", "--out", "-"}
            << "--out is -, but this file or folder cannot be standard output";
        QTest::newRow("table with the extension of another format")
            << QStringList{"epochs", "--out", "e.json"}
            << "--out is e.json, but the format is csv; use --format json, or name the file accordingly.";
    }
    void whatIsWrongIsOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const auto result = exported(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(part), qPrintable(result.errors));
        QCOMPARE(result.errors.count('\n'), 1);
        QCOMPARE(result.output, QString());
    }

    void aDashIsStandardOutput()
    {
        const auto written = exported({"metrics", "--out", "-"});
        QVERIFY2(written.exitCode == 0, qPrintable(written.errors));
        QVERIFY(!written.output.isEmpty());
        QCOMPARE(written.output, exported({"metrics"}).output);
        QVERIFY(!QFile::exists(path("-")));
        const auto all = runProgram({"export", path("run.stepscope"), "--out", "-"}, m_folder.path());
        QCOMPARE(all.exitCode, 2);
        QVERIFY2(all.errors.contains("--out is -, but this file or folder cannot be standard output"),
                 qPrintable(all.errors));
        QVERIFY(!QFile::exists(path("-")));
    }

    void whichPicturesTheFolderGetsIsChecked()
    {
        const auto result = runProgram(
            {"export", path("run.stepscope"), "--pictures", "some", "--out", path("some")}, m_folder.path());
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("--pictures is some; allowed: charts, all."),
                 qPrintable(result.errors));
        QVERIFY(!QFile::exists(path("some")));

        const auto none = runProgram(
            {"export", path("run.stepscope"), "--pictures", "", "--out", path("none")}, m_folder.path());
        QCOMPARE(none.exitCode, 2);
        QCOMPARE(none.errors.count('\n'), 1);
        QVERIFY2(none.errors.contains("--pictures needs a value."), qPrintable(none.errors));
        QVERIFY(!QFile::exists(path("none")));
    }

    void withoutAPartThereIsNoPicture()
    {
        const auto result =
            runProgram({"export", path("run.stepscope"), "--dark", "--out", path("report")}, m_folder.path());
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("--size, --scale and --dark need a picture"),
                 qPrintable(result.errors));
    }
};

QTEST_GUILESS_MAIN(TestExportPictures)
#include "test_export_pictures.moc"
