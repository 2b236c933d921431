#include "core/run_file/run_file.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

#include <sys/wait.h>

using namespace stepscope;
using namespace stepscope::test;

/// Reads what is added to a run file while another program writes it.
class TestRunFileSince : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    std::filesystem::path path() const { return m_folder->path() / "run.stepscope"; }

    /// Reads what is new into the run; returns whether there was anything.
    bool readOn(Run& run) const
    {
        auto update = readRunFileSince(path(), positionOf(run));
        if (update)
            std::move(*update).applyTo(run);
        return update.has_value();
    }

    static void compareTraces(const Trace& a, const Trace& b)
    {
        QCOMPARE(a.startNs, b.startNs);
        QCOMPARE(a.parent, b.parent);
        QCOMPARE(a.name, b.name);
        QCOMPARE(a.shape, b.shape);
        QCOMPARE(a.shapes, b.shapes);
        QCOMPARE(a.names.size(), b.names.size());
        QCOMPARE(a.threads.size(), b.threads.size());
        QCOMPARE(a.steps.size(), b.steps.size());
        for (size_t i = 0; i < a.steps.size(); ++i) {
            QCOMPARE(a.steps[i].number, b.steps[i].number);
            QCOMPARE(a.steps[i].firstEvent, b.steps[i].firstEvent);
            QCOMPARE(a.steps[i].endEvent, b.steps[i].endEvent);
        }
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void aPlanOfThreadsAloneIsReadOnce()
    {
        RunFileWriter writer(path(), {});
        Run run = readRunFile(path()).run;
        RunUpdate update;
        update.plan = RunPlan{.threads = 2};
        writer.write(std::move(update));
        QVERIFY(readOn(run));
        QCOMPARE(run.plan.threads, 2);
        QVERIFY(!readOn(run));
    }

    void whatIsReadPieceByPieceIsWhatIsReadAtOnce()
    {
        RunFileWriter writer(path(), {});
        Run run = readRunFile(path()).run;
        QCOMPARE(run.outcome, RunOutcome::NotStarted);
        QVERIFY(!readOn(run));
        for (const int64_t first : {0, 10, 20}) {
            writer.write(sampleUpdate(first, 10));
            QVERIFY(readOn(run));
            QVERIFY(!readOn(run));
            QCOMPARE(int64_t(run.steps.size()), first + 10);
            QCOMPARE(run.outcome, RunOutcome::Running);
        }
        RunUpdate last;
        last.outcome = RunOutcome::Failed;
        last.failure = "The disk is full.";
        last.failureDetail = "errno 28";
        last.endUnixMs = 1'700'000'100'000;
        writer.write(last);
        QVERIFY(readOn(run));
        writer.close();
        QVERIFY(!readOn(run));

        const auto whole = readRunFile(path());
        QVERIFY(whole.problems.empty());
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.failure, "The disk is full.");
        QCOMPARE(run.failureDetail, "errno 28");
        QCOMPARE(run.endUnixMs, whole.run.endUnixMs);
        QCOMPARE(run.startUnixMs, whole.run.startUnixMs);
        QCOMPARE(run.stage, whole.run.stage);
        QCOMPARE(run.plan.totalSteps, whole.run.plan.totalSteps);
        QVERIFY(run.graph && run.graph->nodes.size() == whole.run.graph->nodes.size());
        QCOMPARE(run.steps.size(), whole.run.steps.size());
        QCOMPARE(run.steps.back().startNs, whole.run.steps.back().startNs);
        QCOMPARE(run.epochs.size(), size_t(3));
        QCOMPARE(run.log.size(), size_t(3));
        QCOMPARE(run.samples.size(), size_t(3));
        QCOMPARE(run.samples.back().gpus.size(), size_t(2));
        QCOMPARE(run.totals.steps, whole.run.totals.steps);
        QCOMPARE(run.totals.rows.size(), whole.run.totals.rows.size());
        compareTraces(run.trace, whole.run.trace);
    }

    void aStateAloneIsNews()
    {
        RunFileWriter writer(path(), {});
        writer.write(sampleUpdate(0, 10));
        Run run = readRunFile(path()).run;
        RunUpdate update;
        update.stage = RunStage::Training;
        writer.write(update);
        QVERIFY(readOn(run));
        QCOMPARE(run.stage, RunStage::Training);
        QCOMPARE(run.steps.size(), size_t(10));
    }

    void aRunWhoseProcessHasGoneHasCrashed()
    {
        const auto child = fork();
        if (child == 0) {
            RunFileWriter writer(path(), {});
            writer.write(sampleUpdate(0, 10));
            pause();
            _exit(0);
        }
        Run run;
        QTRY_VERIFY(std::filesystem::exists(path()));
        QTRY_VERIFY([&] {
            try {
                run = readRunFile(path()).run;
            } catch (const Error&) {
            }
            return run.steps.size() == 10;
        }());
        QCOMPARE(run.outcome, RunOutcome::Running);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        QVERIFY(readOn(run));
        QCOMPARE(run.outcome, RunOutcome::Crashed);
    }

    void anotherRunInTheSameFileIsRefused()
    {
        {
            RunFileWriter writer(path(), {});
            writer.write(sampleUpdate(0, 10));
        }
        const auto position = positionOf(readRunFile(path()).run);
        std::filesystem::remove(path());
        std::filesystem::remove(path().string() + "-wal");
        std::filesystem::remove(path().string() + "-shm");
        RunFileWriter writer(path(), {});
        auto update = sampleUpdate(0, 20);
        update.startUnixMs += 1;
        writer.write(update);
        try {
            readRunFileSince(path(), position);
            QFAIL("it was read");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("contains another run now"), error.what());
        }
    }

    /// It is written after the first steps, since it may wait for other programs.
    void theEnvironmentComesLaterAndOnce()
    {
        RunFileWriter writer(path(), {});
        writer.write(sampleUpdate(0, 10));
        auto position = positionOf(readRunFile(path()).run);
        position.hasEnvironment = false;
        QVERIFY(!readRunFileSince(path(), position));
        writer.setEnvironment(toJson(Environment{.processors = 7}));
        const auto update = readRunFileSince(path(), position);
        QVERIFY(update && update->environment);
        QCOMPARE(update->environment->processors, 7);
        position.hasEnvironment = true;
        QVERIFY(!readRunFileSince(path(), position));
    }

    void aFileThatHasVanishedIsAnError() { QVERIFY_EXCEPTION_THROWN(readRunFileSince(path(), {}), Error); }
};

QTEST_GUILESS_MAIN(TestRunFileSince)
#include "test_run_file_since.moc"
