#include "core/run_file/trace_pieces.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/exchange/chrome_trace.h"
#include "core/exchange/kernel_tables.h"
#include "core/exchange/run_tables.h"
#include "core/exchange/step_tables.h"
#include "core/run_file/run_file.h"
#include "tests/core/run_file/sample_run_file.h"
#include "tests/support/exported_text.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// Events that are not in memory, where the run file holds more or fewer than the run has counted, or is
/// damaged.
class TestTracePieces : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    static constexpr int64_t eventsOfBlock = stepsOfBlock * eventsOfChunk;

    std::filesystem::path file() const { return m_folder->path() / "run.stepscope"; }

    /// With the first block in memory.
    Run readPart() const { return readRunFile(file(), {.eventBytes = 1}).run; }
    /// With no event in memory.
    Run readWithoutEvents() const { return readRunFile(file(), {.eventBytes = 0}).run; }

    static PiecesRead readPieces(const Run& run)
    {
        return forTracePieces(run, [](const Trace&) {});
    }

    static QStringList rowsOf(const std::string& csv)
    {
        return QString::fromStdString(csv).split('\n', Qt::SkipEmptyParts);
    }

    static QString fieldOf(const QString& row, int column) { return row.split(',')[column]; }

    /// Two blocks are read, then a third one comes whose events have other names and shapes.
    Run readBeforeAnotherBlockComes() const
    {
        RunFileWriter writer(file(), {});
        writer.write(sampleUpdate(0, stepsOfBlock));
        writer.write(sampleUpdate(stepsOfBlock, stepsOfBlock));
        Run run = readPart();
        RunUpdate update = sampleUpdate(2 * stepsOfBlock, stepsOfBlock);
        update.chunks.front().newNames = {"a name that comes late"};
        update.chunks.front().newShapes = {"[7, 7]"};
        for (TraceChunk& chunk : update.chunks) {
            for (TraceEvent& event : chunk.events) {
                event.name = NameId(2);
                event.shape = ShapeId(1);
            }
        }
        writer.write(update);
        writer.close();
        return run;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void whatCameToTheFileSinceIsLeftOut()
    {
        const Run run = readBeforeAnotherBlockComes();
        const auto read = readPieces(run);
        QCOMPARE(read.events, 2 * eventsOfBlock);
        QCOMPARE(read.problem, std::string());
        QCOMPARE(missingEventsText(run, read), std::string());
        const auto operators = recordedStatistics(run, OperatorGrouping::ByOperatorAndShape);
        QCOMPARE(operators.figures.steps, 2 * stepsOfBlock);
        QVERIFY(!operatorsCsv(operators.figures, run.trace).empty());
        const auto kernels = recordedKernels(run, KernelGrouping::ByLaunch);
        QCOMPARE(kernels.figures.kernels, 2 * stepsOfBlock);
        QVERIFY(!kernelsCsv(kernels.figures, run.trace).empty());
        QVERIFY(chromeTraceJson(run).find("a name that comes late") == std::string::npos);
        QCOMPARE(rowsOf(stepPartsCsv(run)).size(), 1 + 2 * stepsOfBlock);
    }

    void aBlockThatTheRunKnowsInPartIsLeftOut()
    {
        Run run = readBeforeAnotherBlockComes();
        run.leftOut.events -= 1;
        QCOMPARE(readPieces(run).events, eventsOfBlock);
    }

    void namesThatTheRunDoesNotKnowEndIt()
    {
        // As of a run that does not yet know that the disk was too slow for a third of its events.
        Run run = readBeforeAnotherBlockComes();
        run.leftOut.events += 2 * eventsOfBlock;
        QCOMPARE(readPieces(run).events, 2 * eventsOfBlock);
    }

    void eventsThatAreNotYetWrittenAreNotLost()
    {
        writeSampleRunFile(file(), 2);
        Run run = readPart();
        run.outcome = RunOutcome::Running;
        run.leftOut.events += eventsOfBlock;
        run.leftOut.steps += stepsOfBlock;
        for (int64_t step = 2 * stepsOfBlock; step < 3 * stepsOfBlock; ++step)
            run.steps.push_back(sampleStep(step));
        const std::string running = missingEventsText(run, readPieces(run));
        QVERIFY2(running.find("1,000 of 3,000 recorded events had not yet been written") != std::string::npos,
                 running.c_str());
        QVERIFY2(running.find("in no file") == std::string::npos, running.c_str());
        QVERIFY(chromeTraceJson(run).find(running) != std::string::npos);
        // Whether the last steps were recorded will be known when their events are in the file.
        QCOMPARE(rowsOf(stepPartsCsv(run)).size(), 1 + 2 * stepsOfBlock);

        run.leftOut.lostEvents = 100;
        const std::string both = missingEventsText(run, readPieces(run));
        QVERIFY2(both.starts_with("100 of 3,000 recorded events were not kept: no file has them. ") &&
                     both.find("900 of 3,000") != std::string::npos,
                 both.c_str());

        run.leftOut.lostEvents = 0;
        run.outcome = RunOutcome::Finished;
        const std::string over = missingEventsText(run, readPieces(run));
        QCOMPARE(over, std::string("1,000 of 3,000 recorded events were not kept: no file has them."));
        const QStringList rows = rowsOf(stepPartsCsv(run));
        QCOMPARE(rows.size(), 1 + 3 * stepsOfBlock);
        QCOMPARE(fieldOf(rows.last(), 2), "no");
    }

    void whatIsBeforeDamagedEventsIsGiven()
    {
        writeSampleRunFile(file(), 3);
        damageBlock(file(), 1);
        Run run = readWithoutEvents();
        const auto read = readPieces(run);
        QCOMPARE(read.events, eventsOfBlock);
        QVERIFY2(
            read.problem.starts_with("The events in " + file().string() + " after the first 1,000 cannot"),
            read.problem.c_str());
        QVERIFY2(!read.problem.ends_with(".."), read.problem.c_str());
        const std::string missing = missingEventsText(run, read);
        QCOMPARE(missing, "2,000 of 3,000 recorded events are missing. " + read.problem);

        std::string trace;
        QCOMPARE(writeChromeTrace(run, [&](std::string_view text) { trace += text; }), read.problem);
        QVERIFY(trace.find(R"("events":1000,)") != std::string::npos);
        QVERIFY(trace.find("after the first 1,000 cannot be read") != std::string::npos);

        const auto kernels = recordedKernels(run, KernelGrouping::ByLaunch);
        QCOMPARE(kernels.figures.kernels, stepsOfBlock);
        QCOMPARE(kernels.problem, read.problem);
        const auto calls = recordedCallTree(run);
        QCOMPARE(calls.figures.steps, stepsOfBlock);
        QCOMPARE(calls.problem, read.problem);

        const auto totals = recordedStatistics(run, OperatorGrouping::ByOperator);
        QCOMPARE(totals.figures.steps, 3 * stepsOfBlock);
        QCOMPARE(totals.figures.rows.size(), size_t(1));
        QVERIFY2(totals.problem.starts_with(read.problem + " The running totals"), totals.problem.c_str());
        run.totals = {};
        const auto readable = recordedStatistics(run, OperatorGrouping::ByOperator);
        QCOMPARE(readable.figures.steps, stepsOfBlock);
        QCOMPARE(readable.problem, read.problem);
    }

    void stepsBehindDamagedEventsMayHaveBeenRecorded()
    {
        writeSampleRunFile(file(), 2);
        damageBlock(file(), 1);
        const Run run = readRunFile(file(), {.eventBytes = 0}).run;
        std::string csv;
        QVERIFY(!writeStepPartsCsv(run, [&](std::string_view text) { csv += text; }).empty());
        const QStringList rows = rowsOf(csv);
        QCOMPARE(rows.size(), 1 + 2 * stepsOfBlock);
        QCOMPARE(fieldOf(rows[1], 2), "yes");
        QCOMPARE(fieldOf(rows.last(), 2), "");
        QVERIFY_EXCEPTION_THROWN(stepPartsCsv(run), Error);
    }

    void withoutTheFileThereIsWhatIsInMemory()
    {
        writeSampleRunFile(file(), 3);
        const Run part = readPart();
        Run none = readWithoutEvents();
        removeRunFile(file());
        QCOMPARE(readPieces(part).events, eventsOfBlock);
        QVERIFY(!readPieces(part).problem.empty());
        QCOMPARE(readPieces(none).events, 0);
        QVERIFY_EXCEPTION_THROWN(chromeTraceJson(none), Error);
        QCOMPARE(recordedStatistics(none, OperatorGrouping::ByOperator).figures.steps, 3 * stepsOfBlock);
    }

    void aFailureToWriteIsNoDamage()
    {
        writeSampleRunFile(file(), 2);
        const auto fail = [](const auto&) { throw Error("The disk is full."); };
        try {
            forTracePieces(readPart(), fail);
            QFAIL("it has not failed");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()), QString("The disk is full."));
        }
        try {
            std::ignore = forStoredSteps(file(), fail);
            QFAIL("it has not failed");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()), QString("The disk is full."));
        }
    }

    void aMissingStepEndsTheSteps()
    {
        writeSampleRunFile(file(), 2);
        toVersion4(file());
        SqliteDatabase(file(), SqliteDatabase::Access::Write).execute("DELETE FROM steps WHERE step = 5");
        int64_t steps = 0;
        const auto problem = forStoredSteps(file(), [&](const StepMetrics&) { ++steps; });
        QCOMPARE(steps, 5);
        QCOMPARE(problem,
                 std::string("run.stepscope: the training steps cannot be read: step 5 is missing."));
    }
};

QTEST_GUILESS_MAIN(TestTracePieces)
#include "test_trace_pieces.moc"
