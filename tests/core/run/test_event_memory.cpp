#include "core/run/event_memory.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "core/exchange/kernel_tables.h"
#include "core/exchange/run_tables.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_recorder.h"
#include "core/run_file/trace_pieces.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/exported_text.h"
#include "tests/support/sanitizers.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::test;

/// Long recordings: events beyond the memory for them stay in the run file, are counted, and are read piece
/// by piece.
class TestEventMemory : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    static constexpr int64_t stepsOfBlock = 10;
    static int64_t bytesOfStep() { return eventMemoryOf(sampleChunk(0, true)); }

    /// A run file with a block of 10 steps for each time.
    std::filesystem::path fileOf(int64_t blocks) const
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        for (int64_t block = 0; block < blocks; ++block)
            writer.write(sampleUpdate(block * stepsOfBlock, stepsOfBlock));
        writer.close();
        return path;
    }

    /// A trace has a line for each entry; entries of a piece are together, those of a kind in a whole
    /// trace.
    static QStringList sortedLines(const std::string& json)
    {
        QStringList lines = QString::fromStdString(json).split('\n');
        for (QString& line : lines) {
            if (line.endsWith(','))
                line.chop(1);
        }
        lines.sort();
        return lines;
    }

    static void damageEvents(const std::filesystem::path& file)
    {
        SqliteDatabase(file, SqliteDatabase::Access::Write).execute("UPDATE trace_columns SET frame = x'00'");
    }

    static void feedSteps(RunSink& sink, int64_t first, int64_t steps)
    {
        for (int64_t step = first; step < first + steps; ++step)
            sink.traceRecorded(sampleChunk(step, step == 0));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void aFeedPassesTheFirstEventsOnAndCountsTheOthers()
    {
        RunFeed feed({.total = 3 * bytesOfStep() + 1, .warning = "The memory is full."});
        Run run;
        feedSteps(feed, 0, 2);
        feed.drainInto(run);
        QVERIFY(!run.leftOut.any());
        feedSteps(feed, 2, 5);
        TraceChunk later = sampleChunk(7, false);
        later.newNames = {"a name that comes late"};
        feed.traceRecorded(later);
        feed.drainInto(run);
        QCOMPARE(run.trace.size(), 3 * eventsOfChunk);
        QCOMPARE(run.trace.steps.size(), size_t(3));
        QCOMPARE(run.leftOut.events, int64_t(5 * eventsOfChunk));
        QCOMPARE(run.leftOut.steps, 5);
        QCOMPARE(run.leftOut.lastStep, 7);
        QCOMPARE(run.trace.names[NameId(2)], std::string("a name that comes late")); // totals may refer to it
        QCOMPARE(run.log.size(), size_t(1));
        QCOMPARE(run.log.front().text, std::string("The memory is full."));
        QVERIFY2(
            leftOutText(run).starts_with("Only the first 3 of 8 recorded steps have their events in memory"),
            leftOutText(run).c_str());
    }

    void onceFullAFeedTakesNoLaterEvents()
    {
        RunFeed feed({.total = 2 * bytesOfStep()});
        feedSteps(feed, 0, 3);
        TraceChunk small;
        small.events.resize(1);
        feed.traceRecorded(small); // would fit, but come after a gap
        Run run;
        feed.drainInto(run);
        QCOMPARE(run.trace.size(), 2 * eventsOfChunk);
        QCOMPARE(run.leftOut.events, int64_t(eventsOfChunk + 1));
    }

    void whatWaitsForASlowReaderIsLimited()
    {
        RunFeed feed({.waiting = 4 * bytesOfStep()});
        feedSteps(feed, 0, 1000);
        QVERIFY(feed.waitingBytes() <= 4 * bytesOfStep());
        Run run;
        feed.drainInto(run);
        QCOMPARE(feed.waitingBytes(), 0);
        QCOMPARE(run.trace.steps.size(), size_t(4));
        QCOMPARE(run.leftOut.steps, 996);
        feedSteps(feed, 1000, 1);
        feed.drainInto(run);
        QCOMPARE(run.trace.steps.back().number, 1000);
    }

    void theFileSaysWhatTheDiskWasTooSlowFor()
    {
        const auto path = m_folder->path() / "run.stepscope";
        {
            RunRecorder recorder(path, {}, {}, 2 * bytesOfStep());
            recorder.feed().started();
            feedSteps(recorder.feed(), 0, 50);
            recorder.feed().ended(RunOutcome::Finished);
            QCOMPARE(recorder.finish(), std::string());
            QVERIFY(recorder.lost().steps >= 40); // one or two reads of the feed, of two steps each
        }
        const Run run = readRunFile(path).run;
        const auto kept = int64_t(run.trace.steps.size());
        QCOMPARE(run.leftOut.lostSteps, 50 - kept);
        QCOMPARE(run.leftOut.lostEvents, (50 - kept) * eventsOfChunk);
        QCOMPARE(run.leftOut.steps, run.leftOut.lostSteps);
        QVERIFY(leftOutText(run).find("came faster than the disk could write them") != std::string::npos);
        QVERIFY(!run.leftOut.isLimited());
        QVERIFY(leftOutText(run).find("limited to") == std::string::npos);
        QVERIFY(!run.log.empty() && run.log.front().level == LogLevel::Warning);
        const std::string missing = missingEventsText(run);
        QVERIFY2(missing.find(" of 5,000 recorded events were not kept") != std::string::npos,
                 missing.c_str());
        QVERIFY(chromeTraceJson(run).find(missing) != std::string::npos);
    }

    void aRunOfWhichNothingCouldBeWrittenLeavesNoFile_data()
    {
        QTest::addColumn<bool>("hasRoomAtFirst");
        QTest::newRow("never room") << false;
        QTest::newRow("room at first") << true;
    }

    void aRunOfWhichNothingCouldBeWrittenLeavesNoFile()
    {
        QFETCH(bool, hasRoomAtFirst);
        const auto path = m_folder->path() / "run.stepscope";
        struct rlimit before = {};
        getrlimit(RLIMIT_FSIZE, &before);
        const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
        RunRecorder recorder(path, {});
        QVERIFY(std::filesystem::exists(path));
        recorder.feed().started();
        if (hasRoomAtFirst)
            QTRY_VERIFY(readRunSummary(path).startUnixMs > 0);
        const rlimit full{.rlim_cur = 1, .rlim_max = before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &full);
        feedSteps(recorder.feed(), 0, 3);
        recorder.feed().ended(RunOutcome::Finished);
        const auto problem = recorder.finish();
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, ignored);
        QVERIFY2(problem.find("run.stepscope cannot be written") != std::string::npos, problem.c_str());
        QCOMPARE(recorder.isKept(), hasRoomAtFirst);
        if (hasRoomAtFirst)
            QVERIFY(readRunFile(path).run.trace.empty());
        else
            QVERIFY(std::filesystem::is_empty(m_folder->path()));
    }

    void aLiveRunLearnsWhatItsFileIsWithout()
    {
        RunFeed feed({.total = 3 * bytesOfStep()});
        Run run;
        feed.keptIn("run.stepscope");
        feedSteps(feed, 0, 8);
        feed.drainInto(run);
        QVERIFY(missingEventsText(run).empty());
        QVERIFY(leftOutText(run).ends_with("The others are in the run file."));
        feed.fileClosed({.events = 2 * int64_t(eventsOfChunk), .steps = 2}, false);
        feed.ended(RunOutcome::Finished);
        feed.drainInto(run);
        QCOMPARE(run.leftOut.events, int64_t(5 * eventsOfChunk));
        QCOMPARE(run.leftOut.steps, 5);
        QCOMPARE(run.leftOut.lostEvents, int64_t(2 * eventsOfChunk));
        QCOMPARE(run.leftOut.lostSteps, 2);
        QVERIFY2(missingEventsText(run).starts_with("200 of 800 "), missingEventsText(run).c_str());
        const std::string text = leftOutText(run);
        QVERIFY2(text.starts_with("Only 3 of 8 recorded steps have their events in memory"), text.c_str());
        QVERIFY2(text.find("The events of 2 recorded steps were not kept") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.ends_with("The others are in the run file, as far as it could be written."),
                 text.c_str());
    }

    void whatAFileIsWithoutDoesNotMatterWhereAllIsInMemory()
    {
        RunFeed feed;
        Run run;
        feed.keptIn("run.stepscope");
        feedSteps(feed, 0, 3);
        feed.fileClosed({.events = eventsOfChunk, .steps = 1}, true);
        feed.drainInto(run);
        QVERIFY(!run.leftOut.any());
        QCOMPARE(leftOutText(run), std::string());
        QCOMPARE(missingEventsText(run), std::string());
    }

    void namesTheLimitThatARunWasReadWith()
    {
        const auto file = fileOf(3);
        const auto limit = formatBytes(double(bytesOfStep()));
        const Run run = readRunFile(file, {.eventBytes = bytesOfStep()}).run;
        QVERIFY2(leftOutText(run).find("limited to " + limit + " for the events of each run.") !=
                     std::string::npos,
                 leftOutText(run).c_str());
    }

    void aLargeFirstBlockIsNotReadWhereItDoesNotFit()
    {
        constexpr int64_t many = 300; // steps, whose events take more than 1 MB
        QVERIFY(many * bytesOfStep() > 1 << 20);
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        writer.write(sampleUpdate(0, many));
        writer.write(sampleUpdate(many, many));
        writer.close();
        const Run run = readRunFile(path, {.eventBytes = bytesOfStep()}).run;
        QVERIFY(run.trace.empty() && run.trace.steps.empty());
        QCOMPARE(run.leftOut.steps, 2 * many);
        QCOMPARE(run.leftOut.events, 2 * many * eventsOfChunk);
        QCOMPARE(runStatistics(run, OperatorGrouping::ByOperator).rows.size(), size_t(1)); // of the totals
        Run followed;
        auto update = readRunFileSince(path, positionOf(followed), bytesOfStep());
        QVERIFY(update);
        std::move(*update).applyTo(followed);
        QVERIFY(followed.trace.empty());
        QCOMPARE(followed.leftOut.events, 2 * many * eventsOfChunk);
    }

    void damagedCountsStayCounts()
    {
        const auto file = fileOf(2);
        SqliteDatabase(file, SqliteDatabase::Access::Write)
            .execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('events_lost', 9223372036854775807);"
                     "INSERT OR REPLACE INTO meta (key, value) VALUES ('steps_lost', 9223372036854775807);"
                     "UPDATE trace_blocks SET first_event = 9223372036854775807 WHERE id = 1;"
                     "UPDATE trace_step_blocks SET count = 9223372036854775807 WHERE last_number = 19;"
                     "UPDATE step_blocks SET count = 9223372036854775807");
        const Run run = readRunFile(file, {.eventBytes = 0}).run;
        constexpr int64_t most = int64_t(1) << 41;
        QVERIFY(run.leftOut.events > 0 && run.leftOut.events <= most);
        QVERIFY(run.leftOut.steps > 0 && run.leftOut.steps <= most);
        QVERIFY(run.leftOut.lostEvents > 0 && run.leftOut.lostEvents <= run.leftOut.events);
        QVERIFY(positionOf(run).trace.events >= 0);
        QVERIFY(!missingEventsText(run).empty() && !leftOutText(run).empty());
        QVERIFY(run.steps.empty());
    }

    void aPlanOfMoreStepsThanThereIsMemoryForIsNoProblem()
    {
        if (hasSanitizedMemory)
            QSKIP("a sanitizer needs the address space");
        rlimit before{};
        getrlimit(RLIMIT_AS, &before);
        std::ifstream status("/proc/self/statm");
        rlim_t pages = 0;
        status >> pages;
        rlimit little = before;
        little.rlim_cur = pages * rlim_t(sysconf(_SC_PAGESIZE)) + (64 << 20);
        RunUpdate update = sampleUpdate(0, 3);
        update.plan->totalSteps = 4'000'000'000;
        Run run;
        bool hasFailed = false;
        setrlimit(RLIMIT_AS, &little);
        try {
            std::move(update).applyTo(run);
        } catch (const std::bad_alloc&) {
            hasFailed = true;
        }
        setrlimit(RLIMIT_AS, &before);
        QVERIFY(!hasFailed);
        QCOMPARE(run.steps.size(), size_t(3));
    }

    void aCopyWithoutEventsLeavesThemToTheFile()
    {
        const auto file = fileOf(3);
        const Run part = readRunFile(file, {.eventBytes = 1}).run;
        const Run copy = withoutEvents(part);
        QVERIFY(copy.trace.empty());
        QCOMPARE(positionOf(copy).trace.events, positionOf(part).trace.events);
        QCOMPARE(copy.leftOut.steps, 30);
        QCOMPARE(stepPartsCsv(copy), stepPartsCsv(readRunFile(file).run));
    }

    void readsNoMoreEventsThanThereIsMemoryFor()
    {
        const auto file = fileOf(4);
        const int64_t twoBlocks = 2 * stepsOfBlock * bytesOfStep();
        const Run run = readRunFile(file, {.eventBytes = twoBlocks}).run;
        QCOMPARE(run.trace.size(), 20 * eventsOfChunk);
        QCOMPARE(run.trace.steps.size(), size_t(20));
        QCOMPARE(run.leftOut.events, int64_t(20 * eventsOfChunk));
        QCOMPARE(run.leftOut.steps, 20);
        QCOMPARE(run.leftOut.lastStep, 39);
        QCOMPARE(run.traceFile, file);
        QCOMPARE(run.steps.size(), size_t(40));
        QVERIFY2(leftOutText(run).ends_with("The others are in the run file."), leftOutText(run).c_str());
        QVERIFY(!readRunFile(file).run.leftOut.any());
        // A block is read as a whole, and a small one in any case.
        QCOMPARE(readRunFile(file, {.eventBytes = twoBlocks - stepsOfBlock * 100}).run.trace.steps.size(),
                 size_t(10));
        QCOMPARE(readRunFile(file, {.eventBytes = 1}).run.trace.steps.size(), size_t(10));
        const Run none = readRunFile(file, {.eventBytes = twoBlocks, .onlyAllEvents = true}).run;
        QVERIFY(none.trace.empty() && none.trace.steps.empty());
        QCOMPARE(none.leftOut.steps, 40);
    }

    void withoutEventsNoBlockIsRead()
    {
        const auto file = fileOf(2);
        damageEvents(file);
        QVERIFY(!readRunFile(file).problems.empty());
        for (const RunFileParts& parts :
             {RunFileParts{.eventBytes = 0}, RunFileParts{.eventBytes = 1000, .onlyAllEvents = true}}) {
            const StoredRun stored = readRunFile(file, parts);
            QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
            QCOMPARE(stored.run.leftOut.steps, 20);
            QCOMPARE(stored.run.steps.size(), size_t(20));
            const auto statistics = runStatistics(stored.run, OperatorGrouping::ByOperator);
            QCOMPARE(statistics.rows.size(), size_t(1)); // the totals of all steps
            QCOMPARE(coveredSteps(statistics, stored.run.trace), "all 20 steps");
        }
        QVERIFY(readRunFile(file, {.eventBytes = 0, .steps = false, .samples = false}).run.steps.empty());
        int64_t steps = 0;
        const auto unread =
            forStoredSteps(file, [&](const StepMetrics& step) { QCOMPARE(step.step, steps++); });
        QCOMPARE(unread, std::string());
        QCOMPARE(steps, 20);
    }

    void piecesHoldWhatTheWholeTraceHolds()
    {
        const auto file = fileOf(5);
        const Run whole = readRunFile(file).run;
        const Run part = readRunFile(file, {.eventBytes = 1}).run;
        uint32_t events = 0;
        size_t pieces = 0;
        size_t steps = 0;
        const auto read = forTracePieces(part, [&](const Trace& piece) {
            QCOMPARE(piece.names.size(), whole.trace.names.size());
            QVERIFY(piece.threads == whole.trace.threads && piece.devices == whole.trace.devices);
            QCOMPARE(piece.allocations.size(), size_t(3 * stepsOfBlock));
            for (const TraceStep& step : piece.steps) {
                QCOMPARE(step.number, whole.trace.steps[steps].number);
                QCOMPARE(step.firstEvent + events, whole.trace.steps[steps++].firstEvent);
            }
            for (EventId i(0); i < piece.endEvent(); ++i) {
                const TraceEvent expected = whole.trace.event(EventId(events + i));
                QCOMPARE(piece.startNs[i], expected.startNs);
                QCOMPARE(piece.name[i], expected.name);
                QCOMPARE(piece.parent[i] == noEvent ? noEvent : piece.parent[i] + events, expected.parent);
            }
            events += piece.size();
            ++pieces;
        });
        QCOMPARE(pieces, size_t(5));
        QCOMPARE(steps, size_t(50));
        QCOMPARE(read.events, int64_t(whole.trace.size()));
        QVERIFY(missingEventsText(part).empty());
        pieces = 0;
        forTracePieces(whole, [&](const Trace& piece) {
            QCOMPARE(&piece, &whole.trace);
            ++pieces;
        });
        QCOMPARE(pieces, size_t(1));
    }

    void exportsInPiecesAreThoseOfTheWhole()
    {
        const auto file = fileOf(5);
        Run whole = readRunFile(file).run;
        Run part = readRunFile(file, {.eventBytes = 1}).run;
        // Its times are then those of another process, which do not refer to this clock.
        whole.endUnixMs = part.endUnixMs = whole.startUnixMs + 1;
        QVERIFY(part.trace.size() < whole.trace.size());
        QCOMPARE(sortedLines(chromeTraceJson(part)), sortedLines(chromeTraceJson(whole)));
        QCOMPARE(stepPartsCsv(part), stepPartsCsv(whole));
        const auto statistics = recordedStatistics(part, OperatorGrouping::ByOperatorAndShape).figures;
        QCOMPARE(statistics.steps, 50);
        QCOMPARE(coveredSteps(statistics, part.trace), "active steps 0 to 49");
        QCOMPARE(operatorsCsv(statistics, part.trace),
                 operatorsCsv(runStatistics(whole, OperatorGrouping::ByOperatorAndShape), whole.trace));
        const auto kernels = recordedKernels(part, KernelGrouping::ByLaunch).figures;
        QCOMPARE(kernels.kernels, 50);
        QCOMPARE(kernelsCsv(kernels, part.trace),
                 kernelsCsv(kernelStatistics(whole.trace, KernelGrouping::ByLaunch), whole.trace));
        const CallTree tree = recordedCallTree(part).figures;
        const CallTree expected = recordedCallTree(whole).figures;
        QCOMPARE(tree.nodes.size(), expected.nodes.size());
        QCOMPARE(tree.steps, expected.steps);
        for (size_t i = 0; i < tree.nodes.size(); ++i) {
            QCOMPARE(tree.nodes[i].parent, expected.nodes[i].parent);
            QCOMPARE(tree.nodes[i].selfNs, expected.nodes[i].selfNs);
            QCOMPARE(tree.nodes[i].totalNs, expected.nodes[i].totalNs);
            QCOMPARE(tree.nodes[i].calls, expected.nodes[i].calls);
            QCOMPARE(tree.nodes[i].deviceNs, expected.nodes[i].deviceNs);
            QCOMPARE(tree.nodes[i].allocatedBytes, expected.nodes[i].allocatedBytes);
        }
    }

    void callsOutsideOfStepsAreCountedInAllPieces()
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        for (int64_t block = 0; block < 2; ++block) {
            RunUpdate update = sampleUpdate(block * stepsOfBlock, stepsOfBlock);
            for (TraceChunk& chunk : update.chunks)
                chunk.steps.front().firstEvent = EventId(2); // an operator is before it
            writer.write(update);
        }
        writer.close();
        const Run part = readRunFile(path, {.eventBytes = 1}).run;
        QCOMPARE(part.trace.steps.size(), size_t(stepsOfBlock));
        QCOMPARE(coveredSteps(recordedStatistics(part, OperatorGrouping::ByOperator).figures, part.trace),
                 "active steps 0 to 19 and 20 calls outside of steps");
    }

    void deviceWorkDelaysTheFirstStepOfTheNextPiece()
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        for (int64_t block = 0; block < 2; ++block) {
            RunUpdate update = sampleUpdate(block * stepsOfBlock, stepsOfBlock);
            update.chunks.back().events[kernelOfChunk].durationNs = 1'000'000; // into the next step
            writer.write(update);
        }
        writer.close();
        const Run part = readRunFile(path, {.eventBytes = 1}).run;
        QCOMPARE(part.leftOut.steps, stepsOfBlock);
        QCOMPARE(stepPartsCsv(part), stepPartsCsv(readRunFile(path).run));
    }

    void anImportedTraceIsOneBlockAndReadAsAWhole()
    {
        const auto path = m_folder->path() / "run.stepscope";
        Experiment imported;
        imported.dataset.clear();
        RunUpdate update = sampleUpdate(0, stepsOfBlock);
        for (TraceChunk& chunk : update.chunks)
            chunk.steps.front().number += 7;
        RunFileWriter writer(path, imported);
        writer.write(update);
        writer.close();
        const Run run = readRunFile(path, {.eventBytes = 1, .onlyAllEvents = true}).run;
        QVERIFY(!run.leftOut.any());
        const QStringList rows = QString::fromStdString(stepPartsCsv(run)).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(int64_t(rows.size()), 1 + stepsOfBlock);
        QVERIFY2(rows[1].startsWith("7,"), qPrintable(rows[1])); // the number that the trace gives it
    }

    void aFollowedFileTakesNoMoreMemoryForEvents()
    {
        const auto limit = eventMemoryLimit();
        setEventMemoryLimit(3 * stepsOfBlock * bytesOfStep() / 2);
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        Run run = readRunFile(path).run;
        for (int64_t block = 0; block < 3; ++block) {
            writer.write(sampleUpdate(block * stepsOfBlock, stepsOfBlock));
            auto update = readRunFileSince(path, positionOf(run));
            QVERIFY(update);
            std::move(*update).applyTo(run);
            QCOMPARE(run.trace.steps.size(), size_t(10));
            QCOMPARE(run.leftOut.steps, block * stepsOfBlock);
            QCOMPARE(run.leftOut.events, block * stepsOfBlock * eventsOfChunk);
        }
        QVERIFY(!readRunFileSince(path, positionOf(run)));
        QCOMPARE(run.steps.size(), size_t(30));
        setEventMemoryLimit(limit);
    }

    void aBlockStaysSmallWhateverWaited()
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        writer.write(sampleUpdate(0, 6000)); // 600,000 events
        writer.close();
        SqliteDatabase database(path, SqliteDatabase::Access::Read);
        QVERIFY(database.integer("SELECT count(*) FROM trace_blocks") > 1);
        QVERIFY(database.integer("SELECT max(events) FROM trace_blocks") < 300'000);
        QCOMPARE(readRunFile(path).run.trace.size(), 6000 * eventsOfChunk);
    }
};

QTEST_GUILESS_MAIN(TestEventMemory)
#include "test_event_memory.moc"
