#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace stepscope::test;

/// `stepscope report`.
class TestReportCommand : public QObject
{
    Q_OBJECT

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString library() const { return path("library"); }

    bool keepRun(int batchSize) const
    {
        const auto arguments =
            QString("run --dataset synthetic --synthetic-images 600 --network mlp --width 16 "
                    "--test-batch-size 100 --batch-size %1 --profile-wait 1 --profile-warmup 1 "
                    "--profile-active 20 --library %2 --out %3")
                .arg(batchSize)
                .arg(library(), path(QString("run-%1").arg(batchSize)));
        return runProgram(arguments.split(' ')).exitCode == 0;
    }

    static QString content(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
    }

    static QString errorOfXml(const QString& text)
    {
        QXmlStreamReader xml(text);
        while (!xml.atEnd())
            xml.readNext();
        return xml.hasError() ? xml.errorString() : QString();
    }

    QTemporaryDir m_folder;
    bool m_hasRuns = false;

private Q_SLOTS:
    void initTestCase() { m_hasRuns = hasEngine() && keepRun(20) && keepRun(60); }

    void whatIsMissingIsSaid_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no run") << "report --out %1/x"
                                << "Specify the runs";
        QTest::newRow("no folder") << "report %1"
                                   << "--out is missing";
        QTest::newRow("no such run") << "report nothing --library %1 --out %1/x"
                                     << "There is no run nothing";
        QTest::newRow("no runs in the folder") << "report %1/empty --out %1/x"
                                               << "contains no runs";
    }

    void whatIsMissingIsSaid()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        QDir(m_folder.path()).mkdir("empty");
        const auto result = runProgram(arguments.replace("%1", m_folder.path()).split(' '));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(sentence), qPrintable(result.errors));
        QVERIFY(!QDir(path("x")).exists());
    }

    void aFolderOfRunsBecomesAReport()
    {
        if (!m_hasRuns)
            QSKIP("this build has no engine that could train");
        const auto result = runProgram(
            {"report", library(), "--out", path("lab"), "--title", "<b>Lab</b>", "--forward-pass"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(result.output.contains("report.html"));
        const auto html = content(path("lab/report.html"));
        QCOMPARE(errorOfXml(html), QString());
        QVERIFY(html.contains("&lt;b&gt;Lab&lt;/b&gt;") && html.contains("batch size 60"));
        QVERIFY(html.contains("forward-pass-cpu"));
        QVERIFY(content(path("lab/report.md")).contains("batch size 20"));
        for (const char* table : {"runs", "environment", "comparison", "operator-comparison"})
            QVERIFY(!content(path(QString("lab/tables/%1.csv").arg(table))).isEmpty());
        const auto pictures = QDir(path("lab/pictures")).entryList({STEPSCOPE_HAS_GUI ? "*.png" : "*.svg"});
        QVERIFY2(pictures.size() > 10, qPrintable(pictures.join(' ')));

        const auto again = runProgram({"report", library(), "--out", path("lab")});
        QCOMPARE(again.exitCode, 2);
        QVERIFY2(again.errors.contains("already contains a report"), qPrintable(again.errors));
        QVERIFY(content(path("lab/report.html")) == html);
    }

    void theBaselineIsTheUsersChoice()
    {
        if (!m_hasRuns)
            QSKIP("this build has no engine that could train");
        const auto result =
            runProgram({"report", library(), "--baseline", "batch size 60", "--out", path("based")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(content(path("based/report.html")).contains("batch size 60 (baseline)"));
        QCOMPARE(runProgram({"report", library(), "--baseline", "nothing", "--out", path("none")}).exitCode,
                 2);
    }
};

QTEST_GUILESS_MAIN(TestReportCommand)
#include "test_report_command.moc"
