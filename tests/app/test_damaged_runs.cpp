#include "program.h"

#include "tests/core/run_file/sample_run_file.h"

#include "core/base/files/sqlite.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// Commands on run files that can only be partly read: they print that part, say what is missing, and fail.
class TestDamagedRuns : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString file() const { return m_folder->filePath("run.stepscope"); }

    /// Without memory for events, so that they are read piece by piece.
    ProgramResult program(const QStringList& arguments) const
    {
        return runProgram(QStringList{"--event-memory", "0"} + arguments, m_folder->path());
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        writeSampleRunFile(file().toStdString(), 3);
    }

    void metricsWithAMissingStepFailInEveryForm_data()
    {
        QTest::addColumn<QStringList>("form");
        QTest::newRow("csv") << QStringList{};
        QTest::newRow("json") << QStringList{"--format", "json"};
        QTest::newRow("columns") << QStringList{"--columns", "step,loss"};
    }
    void metricsWithAMissingStepFailInEveryForm()
    {
        QFETCH(QStringList, form);
        const QStringList asked = QStringList{"export", file(), "--what", "metrics"} + form;
        QCOMPARE(program(asked).exitCode, 0);
        toVersion4(file().toStdString());
        QCOMPARE(program(asked).exitCode, 0);
        SqliteDatabase(file().toStdString(), SqliteDatabase::Access::Write)
            .execute("DELETE FROM steps WHERE step = 5");
        const auto damaged = program(asked);
        QCOMPARE(damaged.exitCode, 1);
        QVERIFY2(damaged.errors.contains("step 5 is missing"), qPrintable(damaged.errors));
        QVERIFY2(damaged.output.contains("step"), qPrintable(damaged.output));
        if (form.contains("json"))
            QCOMPARE(QJsonDocument::fromJson(damaged.output.toUtf8()).object()["rows"].toArray().size(), 5);
    }

    void ofDamagedStepsThoseBeforeAreShown()
    {
        std::filesystem::remove(file().toStdString());
        RunFileWriter writer(file().toStdString(), {});
        for (const int64_t first : {0, 600, 1200})
            writer.write(sampleUpdate(first, 600));
        writer.close();
        const QString sound = program({"show", file()}).output;
        QVERIFY2(sound.contains(", 1,800 steps"), qPrintable(sound));
        SqliteDatabase(file().toStdString(), SqliteDatabase::Access::Write)
            .execute("UPDATE step_blocks SET durations = x'00' WHERE first_step > 0");
        for (const QStringList& asked :
             {QStringList{"show", file()}, QStringList{"export", file(), "--what", "metrics"},
              QStringList{"export", file(), "--what", "steps"}}) {
            const auto damaged = program(asked);
            QCOMPARE(damaged.exitCode, 1);
            QVERIFY2(damaged.errors.contains("the training steps cannot be read"),
                     qPrintable(damaged.errors));
            QVERIFY2(damaged.output.size() > 100, qPrintable(asked.join(' ')));
        }
        QVERIFY(program({"show", file()}).output.contains(", 600 steps"));
        damageBlock(file().toStdString(), 1);
        const auto both = program({"show", file()}).errors;
        QVERIFY2(both.contains("the training steps cannot be read") &&
                     both.contains("after the first 60,000 cannot be read"),
                 qPrintable(both));
    }

    void whatCanBeReadOfTheEventsIsExported_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<QString>("readable");
        QTest::newRow("operators") << QStringList{"operators"} << "all 30 steps";
        QTest::newRow("kernels") << QStringList{"kernels"} << "active steps 0 to 9";
        QTest::newRow("kernels as a table")
            << QStringList{"kernels", "--format", "markdown"} << "active steps 0 to 9";
        QTest::newRow("steps") << QStringList{"steps"} << "\n9,active,yes,";
        QTest::newRow("calls") << QStringList{"calls"} << "aten::conv2d";
        QTest::newRow("folded") << QStringList{"folded"} << "aten::conv2d";
        QTest::newRow("callgrind") << QStringList{"callgrind"} << "aten::conv2d";
        QTest::newRow("speedscope") << QStringList{"speedscope"} << "aten::conv2d";
        QTest::newRow("trace") << QStringList{"trace"} << "2,000 of 3,000 recorded events are missing";
    }
    void whatCanBeReadOfTheEventsIsExported()
    {
        QFETCH(QStringList, what);
        QFETCH(QString, readable);
        const QStringList asked = QStringList{"export", file(), "--what"} + what;
        const auto sound = program(asked);
        QVERIFY2(sound.exitCode == 0, qPrintable(sound.errors));
        damageBlock(file().toStdString(), 1);
        const auto damaged = program(asked);
        QCOMPARE(damaged.exitCode, 1);
        QVERIFY2(damaged.errors.contains("after the first 1,000 cannot be read"), qPrintable(damaged.errors));
        QVERIFY2(damaged.output.contains(readable), qPrintable(damaged.output.left(2000)));
    }

    void showGivesWhatCanBeRead()
    {
        QCOMPARE(program({"show", file()}).exitCode, 0);
        damageBlock(file().toStdString(), 1);
        const auto shown = program({"show", file()});
        QCOMPARE(shown.exitCode, 1);
        QVERIFY2(shown.errors.contains("cannot be read"), qPrintable(shown.errors));
        QVERIFY2(shown.output.contains("active steps 0 to 9"), qPrintable(shown.output)); // of kernels
        const auto json = program({"show", file(), "--json"});
        QCOMPARE(json.exitCode, 1);
        const auto kernels = QJsonDocument::fromJson(json.output.toUtf8()).object()["kernels"].toObject();
        QCOMPARE(kernels["calls"].toInt(), 10);
    }

    void anExperimentThatCannotBeReadIsNotKnown()
    {
        SqliteDatabase(file().toStdString(), SqliteDatabase::Access::Write)
            .execute("UPDATE meta SET value = 'no JSON' WHERE key = 'experiment'");
        const auto shown = program({"show", file()});
        QCOMPARE(shown.exitCode, 1);
        QVERIFY2(shown.errors.contains("the experiment cannot be read"), qPrintable(shown.errors));
        QVERIFY2(shown.output.contains("experiment not known · finished"), qPrintable(shown.output));

        const auto compared = program({"compare", file(), file()});
        QVERIFY2(!compared.output.isEmpty(), qPrintable(compared.errors));
        const auto report = program({"report", file(), "--out", m_folder->filePath("report")});
        QCOMPARE(report.exitCode, 1);
        QFile written(m_folder->filePath("report/report.md"));
        QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(report.errors));
        QVERIFY(!written.readAll().contains("nan"));
    }

    void manyPartsThatCannotBeReadAreOneSentence()
    {
        QFile cut(file());
        QVERIFY(cut.resize(cut.size() / 2));
        const auto shown = program({"show", file()});
        QCOMPARE(shown.exitCode, 1);
        QVERIFY2(shown.errors.startsWith("run.stepscope: the end of the file"), qPrintable(shown.errors));
        QVERIFY2(shown.errors.contains("cannot be read: it has only "), qPrintable(shown.errors));
        QCOMPARE(shown.errors.count("run.stepscope: "), 1);
    }

    void theReportIsWrittenAsFarAsItCanBeRead()
    {
        damageBlock(file().toStdString(), 1);
        const auto folder = m_folder->filePath("report");
        const auto result = program({"export", file(), "--out", folder});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("operators.csv incomplete: ") &&
                     result.errors.contains("trace.json incomplete: "),
                 qPrintable(result.errors));
        for (const char* name : {"operators.csv", "trace.json", "metrics.csv", "graph.dot"})
            QVERIFY2(QFile::exists(folder + "/" + name), name);
    }
};

QTEST_GUILESS_MAIN(TestDamagedRuns)
#include "test_damaged_runs.moc"
