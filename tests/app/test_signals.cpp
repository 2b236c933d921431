#include "core/run_file/run_file_writer.h"
#include "program.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace stepscope;
using namespace stepscope::test;

/// Signals to busy commands, which wait for a hanging dot.
class TestSignals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        RunFileWriter file(m_folder.filePath("run.stepscope").toStdString(), {});
        StepMetrics step;
        step.durationNs = 1'000'000;
        RunUpdate update{.outcome = RunOutcome::Finished, .startUnixMs = 1'000, .endUnixMs = 2'000};
        update.steps.push_back(step);
        update.graph = std::make_shared<const NetworkGraph>(tests::convNetGraph());
        file.write(update);
        file.close();
    }

    void theCommandEndsAndLeavesNothingUnfinished_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("signal");
        for (const char* command : {"export", "report"}) {
            QTest::addRow("%s, SIGINT", command) << command << SIGINT;
            QTest::addRow("%s, SIGTERM", command) << command << SIGTERM;
            QTest::addRow("%s, SIGHUP", command) << command << SIGHUP;
        }
    }

    void theCommandEndsAndLeavesNothingUnfinished()
    {
        QFETCH(QString, command);
        QFETCH(int, signal);
        const tests::FakeDot hanging("touch \"$(dirname \"$0\")/started\"; exec sleep 600");
        const QTemporaryDir temporary;
        QString folder = QTest::currentDataTag();
        folder.remove(", ");
        auto environment = environmentWithoutDisplay();
        environment.insert("TMPDIR", temporary.path());
        environment.insert("XDG_RUNTIME_DIR", m_folder.path()); // otherwise Qt creates one in TMPDIR
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.setProcessEnvironment(environment);
        process.start(STEPSCOPE_PROGRAM, {command, "run.stepscope", "--out", folder});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(hanging.filePath("started")), 60'000);
        ::kill(pid_t(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardError().endsWith(
            "stepscope: Interrupted; unfinished files have been removed.\n"));
        QVERIFY(QDir(temporary.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(!QFileInfo::exists(m_folder.filePath(folder)));
        QCOMPARE(QDir(m_folder.path()).entryList({"stepscope-*"}, QDir::AllEntries | QDir::Hidden),
                 QStringList());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSignals)
#include "test_signals.moc"
