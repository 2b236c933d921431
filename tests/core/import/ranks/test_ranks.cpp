#include "core/advise/advice.h"
#include "core/exchange/rank_tables.h"
#include "core/import/ranks/ranks.h"
#include "core/import/stored_import.h"
#include "core/trace/steps/rank_figures.h"
#include "core/trace/timeline/timeline_groups.h"
#include "core/trace/timeline/timeline_index.h"
#include "rank_files.h"
#include "tests/support/failure.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

/// The traces of a distributed run's ranks as one run.
class TestRanks : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;
    using Files = std::vector<std::filesystem::path>;

    std::filesystem::path write(const RankWriter& writer)
    {
        return m_folder.write(fmt::format("net50_rank{}.pt.trace.json", writer.rank), writer.write());
    }

    /// Rank 1 reaches the first call 100 µs after rank 0, and the second 50 µs before it.
    Files twoRanks()
    {
        return {write({.rank = 0, .reachedUs = {300, 400}}), write({.rank = 1, .reachedUs = {400, 350}})};
    }

    static bool says(const ImportedRun& imported, const std::string& text)
    {
        for (const auto& entry : imported.run.log) {
            if (entry.text.find(text) != std::string::npos)
                return true;
        }
        return false;
    }

    /// When a rank's first reduction begins in the merged trace.
    static int64_t firstReductionNs(const Trace& trace, int64_t rank)
    {
        for (EventId event(0); event < trace.endEvent(); ++event) {
            if (trace.kind[event] == EventKind::Communication &&
                trace.threads[trace.thread[event]].process == rank)
                return trace.startNs[event];
        }
        return -1;
    }

private Q_SLOTS:
    void ranksAreGroupsOfTheTimeline()
    {
        const auto imported = importRanks(twoRanks());
        const Trace& trace = imported.run.trace;
        checkSound(trace);
        QCOMPARE(ranksOf(trace), (std::vector<int64_t>{0, 1}));
        std::string names;
        for (const auto& group : timelineGroups(trace, {}))
            names += group.name + "\n";
        QCOMPARE(QString::fromStdString(names), QString("Rank 0 · Host\nRank 0 · GPU 0 · GPU\n"
                                                        "Rank 1 · Host\nRank 1 · GPU 1 · GPU\n"));
        QVERIFY(says(imported, "the devices are renumbered"));
        QVERIFY(says(imported, "Rank 1 (stated in its file)"));
        QVERIFY(says(imported, "by the absolute times in their files"));
        QVERIFY(says(imported, "The run's steps are those of rank 0"));
        QCOMPARE(imported.run.experiment.network, std::string("net50 (2 ranks)"));
        QCOMPARE(trace.steps.size(), size_t(2));
        QCOMPARE(trace.steps[1].number, 6);
        QCOMPARE(trace.size(), 2U * 2 * 7);
        TimelineIndex index;
        index.update(trace);
    }

    void devicesWithNumbersOfTheirOwnKeepThem()
    {
        const auto imported =
            importRanks(Files{write({.rank = 0, .device = 2}), write({.rank = 1, .device = 5})});
        QCOMPARE(imported.run.trace.devices.size(), size_t(2));
        QCOMPARE(imported.run.trace.devices[1].number, 5);
        QVERIFY(!says(imported, "the devices are renumbered"));
    }

    void overlapAndStragglersOfEachRank()
    {
        const auto figures = ranksFigures(importRanks(twoRanks()).run.trace);
        QCOMPARE(figures.ranks.size(), size_t(2));
        const RankFigures& first = figures.ranks[0];
        QCOMPARE(first.communicationNs, 500'000 + 400'000);
        QCOMPARE(first.hiddenNs, 200'000 + 100'000); // up to 500, where the kernel ends
        QCOMPARE(first.overlap(), 3.0 / 9.0);
        const RankFigures& second = figures.ranks[1];
        QCOMPARE(second.communicationNs, 400'000 + 450'000);
        QCOMPARE(second.hiddenNs, 100'000 + 150'000);
        QCOMPARE(figures.collectives, 2);
        QCOMPARE(figures.unmatched, 0);
        QCOMPARE(first.lastAt, 1);
        QCOMPARE(first.lateNs, 50'000);
        QCOMPARE(second.lastAt, 1);
        QCOMPARE(second.lateNs, 100'000);
        QCOMPARE(figures.waitedNs, 150'000);
        QCOMPARE(figures.straggler(), 1);
        QCOMPARE(ranksFigures(importRanks(twoRanks()).run.trace, {.first = 6, .last = 6}).straggler(), 0);
    }

    /// Only when each rank reached the call is known, not how long it took.
    void stragglersAreKnownByRangesOfTheHost()
    {
        const Files files = {write({.rank = 0, .reachedUs = {300, 400}, .isOnHost = true}),
                             write({.rank = 1, .reachedUs = {400, 350}, .isOnHost = true})};
        const auto imported = importRanks(files);
        const auto figures = ranksFigures(imported.run.trace);
        QCOMPARE(figures.collectives, 2);
        QCOMPARE(figures.unmatched, 0);
        QCOMPARE(figures.ranks.size(), size_t(2));
        QCOMPARE(figures.ranks[0].lateNs, 50'000);
        QCOMPARE(figures.ranks[1].lateNs, 100'000);
        QCOMPARE(figures.waitedNs, 0); // how long they take is not known
        QCOMPARE(figures.ranks[0].spanNs, 2'000'000);
        QVERIFY2(QString::fromStdString(ranksCsv(imported.run)).contains(",,,,2,1,50"),
                 ranksCsv(imported.run).c_str());
        QVERIFY(says(imported, "by the absolute times in their files"));
        QVERIFY(!says(imported, "The clocks of rank"));
    }

    void withoutCollectivesNothingIsSaidOfLateness()
    {
        auto run = importRanks(twoRanks()).run;
        std::ranges::replace(run.trace.kind, EventKind::Communication, EventKind::Kernel);
        const auto csv = QString::fromStdString(ranksCsv(run));
        const auto lines = csv.trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[1].endsWith(",0,,,,") && lines[2].endsWith(",0,,,,"), qPrintable(csv));
    }

    void eachRankHasItsOwnSteps()
    {
        const auto figures = ranksFigures(importRanks(twoRanks()).run.trace);
        for (const RankFigures& rank : figures.ranks) {
            QCOMPARE(rank.split, StepSplit::Device);
            QCOMPARE(rank.steps.size(), size_t(2));
            QCOMPARE(rank.steps[0].number, 5);
            QCOMPARE(rank.steps[0].wallNs, 1'000'000);
            QCOMPARE(rank.steps[0].part(StepPart::Kernel), 400'000);
        }
        QCOMPARE(figures.ranks[0].steps[0].part(StepPart::Communication), 300'000); // what no kernel covers
        QCOMPARE(figures.ranks[1].steps[0].part(StepPart::Communication), 300'000);
        // Those of a rank by itself are the same.
        const auto alone = importFile(write({.rank = 1, .reachedUs = {400, 350}})).run.trace;
        QVERIFY(DeviceSplitter().update(alone) == figures.ranks[1].steps);
    }

    void aRanksTraceIsAsItWas()
    {
        const auto files = twoRanks();
        const auto traces = rankTraces(importRanks(files).run.trace);
        for (size_t rank = 0; rank < 2; ++rank) {
            std::string whole = printed(importFile(files[rank]).run.trace);
            if (rank == 1) { // its device is numbered through
                for (size_t at = 0; (at = whole.find("gpu0/", at)) != std::string::npos;)
                    whole.replace(at, 5, "gpu1/");
            }
            QCOMPARE(QString::fromStdString(printed(traces[rank])), QString::fromStdString(whole));
            checkSound(traces[rank]);
        }
    }

    void absoluteTimesAlignRanks()
    {
        // As if rank 1's profiler had begun to count 3 ms earlier, so that its times are 3 ms later.
        const auto imported = importRanks(Files{
            write({.rank = 0}), write({.rank = 1, .baseNs = 1'699'999'999'997'000'000, .shiftUs = 3000})});
        QCOMPARE(firstReductionNs(imported.run.trace, 0), firstReductionNs(imported.run.trace, 1));
        QCOMPARE(ranksFigures(imported.run.trace).waitedNs, 0);
    }

    void recordingsOfDifferentDaysAreNotOfOneRun()
    {
        constexpr int64_t eightDaysLater = 1'700'691'200'000'000'000;
        const auto imported =
            importRanks(Files{write({.rank = 0}), write({.rank = 1, .baseNs = eightDaysLater})});
        QVERIFY(says(imported,
                     "The recordings of rank 1 and rank 0 were made 192 hours apart, so they are not of "
                     "one run: do not compare times between ranks."));
        QVERIFY(!says(imported, "The clocks of rank"));
    }

    void clocksThatContradictEachOtherAreMoved()
    {
        // Rank 1's clock is 7 ms ahead: its reductions would begin after those of rank 0 have ended.
        const auto imported =
            importRanks(Files{write({.rank = 0, .reachedUs = {300, 400}}),
                              write({.rank = 1, .shiftUs = 7000, .reachedUs = {400, 350}})});
        QVERIFY(says(imported, "The clocks of rank 1 and rank 0 differ: 2 of their 2 AllReduce calls"));
        QVERIFY(says(imported, "Rank 1 is moved by 7.00 ms"));
        const auto figures = ranksFigures(imported.run.trace);
        QCOMPARE(figures.ranks[1].lateNs, 100'000);
        QCOMPARE(figures.waitedNs, 150'000);
    }

    void withoutAbsoluteTimesReductionsAlignRanks()
    {
        const auto imported =
            importRanks(Files{write({.rank = 0, .baseNs = 0}),
                              write({.rank = 1, .baseNs = 0, .shiftUs = 12345, .reachedUs = {400, 350}})});
        QVERIFY(says(imported, "so the ranks are moved so that their 2 common AllReduce calls end together"));
        QCOMPARE(ranksFigures(imported.run.trace).waitedNs, 150'000);
    }

    void theRankIsFoundInTheNameOrByItsPlace()
    {
        const auto named =
            importRanks(Files{write({.rank = 3, .isTold = false}), write({.rank = 1, .isTold = false})});
        QCOMPARE(ranksOf(named.run.trace), (std::vector<int64_t>{1, 3}));
        QVERIFY(says(named, "Rank 3 (stated in its file's name)"));
        const RankWriter writer{.isTold = false};
        const auto placed = importRanks(
            Files{m_folder.write("b.json", writer.write()), m_folder.write("a.json", writer.write())});
        QCOMPARE(ranksOf(placed.run.trace), (std::vector<int64_t>{0, 1}));
        QVERIFY(says(placed, "Rank 1 (by its position among the files)"));
    }

    void callsThatNotAllRanksMakeAreNotJoined()
    {
        const auto imported = importRanks(Files{write({.rank = 0}), write({.rank = 1, .reachedUs = {300}})});
        const auto figures = ranksFigures(imported.run.trace);
        QCOMPARE(figures.collectives, 1);
        QCOMPARE(figures.unmatched, 1);
        QVERIFY(says(imported, "One collective call was not found on all ranks"));
    }

    void filesThatSayWhatTheyAreAreKnownAsRanks()
    {
        QVERIFY(areRanksOfOneRun(twoRanks()));
        QVERIFY(!areRanksOfOneRun(Files{write({.rank = 0})}));
        const auto first = write({.rank = 0});
        QVERIFY(!areRanksOfOneRun(Files{first, first}));
        QVERIFY(!areRanksOfOneRun(Files{first, write({.rank = 1, .worldSize = 8})}));
        QVERIFY(!areRanksOfOneRun(Files{first, write({.rank = 1, .isTold = false})}));
        QVERIFY(!areRanksOfOneRun(Files{first, m_folder.write("notes.txt", "hello")}));
    }

    void runsOfRanksAreMergedAsTheirTracesAre()
    {
        const auto traces = twoRanks();
        Files runs;
        for (const auto& trace : traces)
            runs.push_back(writeImportedRun(storedRun(importFile(trace)), m_folder.path() / "library"));
        QVERIFY(areRanksOfOneRun(runs));
        QVERIFY(areRanksOfOneRun(Files{runs[0], traces[1]}));
        QVERIFY(!areRanksOfOneRun(Files{runs[0], runs[0]}));
        const auto expected = importRanks(traces);
        const auto imported = importRanks(runs);
        QCOMPARE(imported.run.trace.size(), expected.run.trace.size());
        QCOMPARE(imported.run.trace.startNs, expected.run.trace.startNs);
        QCOMPARE(firstReductionNs(imported.run.trace, 1), firstReductionNs(expected.run.trace, 1));
        QCOMPARE(ranksFigures(imported.run.trace).waitedNs, ranksFigures(expected.run.trace).waitedNs);
        QVERIFY(says(imported, "Rank 1 (stated in its file): " + runs[1].string()));
    }

    void theSameRankTwiceIsRefused()
    {
        const auto first = write({.rank = 0});
        const auto failure = failureOf([&] { importRanks(Files{first, first}); });
        QVERIFY2(failure.find("both belong to rank 0") != std::string::npos, failure.c_str());
        QVERIFY(failureOf([&] { importRanks(Files{first}); }).find("at least two ranks") !=
                std::string::npos);
    }

    void ranksAreKeptAsOneRun()
    {
        const auto imported = importRanks(twoRanks());
        const auto before = ranksCsv(imported.run);
        const auto kept =
            readRunFile(writeImportedRun(storedRun(importRanks(twoRanks())), m_folder.path() / "library"));
        QCOMPARE(kept.label.name, std::string("net50 (2 ranks)"));
        QCOMPARE(QString::fromStdString(ranksCsv(kept.run)), QString::fromStdString(before));
        QVERIFY(before.find("\n1,2,") != std::string::npos);
    }

    void theGuidedAnalysisSpeaksOfRanks()
    {
        const auto imported = importRanks(twoRanks());
        std::string said;
        for (const Finding& finding : advise(imported.run, {})) {
            if (finding.id == FindingId::RankOverlap || finding.id == FindingId::Stragglers)
                said += fmt::format("{}: {}\n", verdictText(finding.verdict), finding.meaning);
        }
        QCOMPARE(
            QString::fromStdString(said),
            QString(
                "Needs attention: Rank 1 overlaps the least of its communication with computation: 250 µs of "
                "850 µs. Overlap, by rank: 0: 33.3 %, 1: 29.4 %.\nGood: Rank 1 is the last to "
                "reach 1 of 2 collective calls, by 100 µs in total. The other ranks together wait "
                "150 µs for the last one of each call, as far as the clocks of the ranks agree.\n"));
        const auto alone = importFile(write({.rank = 0}));
        for (const Finding& finding : advise(alone.run, {}))
            QVERIFY(finding.id != FindingId::RankOverlap && finding.id != FindingId::Stragglers);
    }

    /// In a container a process has a small number, and what the GPU did is another process in such a file.
    void aProgramAndItsGpuAreNoRanks()
    {
        std::string events =
            R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 12, "tid": 12, "ts": 1, )"
            R"("dur": 9})";
        for (int i = 1; i <= 8; ++i)
            events += fmt::format(
                R"(, {{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 12, "tid": 12, )"
                R"("ts": {0}, "dur": 1, "args": {{"correlation": {1}}}}}, {{"ph": "X", "cat": "kernel", )"
                R"("name": "gemm", "pid": 0, "tid": 7, "ts": {2}, "dur": 5, )"
                R"("args": {{"correlation": {1}, "stream": 7, "device": 0}}}})",
                10 * i, i, 10 * i + 2);
        const auto trace =
            importFile(
                m_folder.write("contained.json", "{\"schemaVersion\": 1, \"traceEvents\": [" + events + "]}"))
                .run.trace;
        QCOMPARE(std::ranges::count(trace.kind, EventKind::Kernel), std::ptrdiff_t(8));
        QVERIFY(ranksOf(trace).empty());
        QVERIFY(ranksFigures(trace).ranks.empty());
        Trace twoHosts = trace; // whose kernels have been launched by the other one
        twoHosts.threads.push_back({.id = 1, .name = "thread 1", .process = 0});
        QVERIFY(ranksOf(twoHosts).empty());
    }

    void kernelsAreKnownByTheirNames()
    {
        QCOMPARE(collectiveKind("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)"),
                 std::string("AllReduce"));
        QCOMPARE(collectiveKind("ncclKernel_ReduceScatter_RING_LL_Sum_half(ncclDevComm*)"),
                 std::string("ReduceScatter"));
        QCOMPARE(collectiveKind("ncclDevKernel_AllGather_RING_LL(x)"), std::string("AllGather"));
        QCOMPARE(collectiveKind("ncclDevKernel_SendRecv(x)"), std::string());
        QCOMPARE(collectiveKind("ampere_sgemm_128x64_tn"), std::string());
    }
};

QTEST_GUILESS_MAIN(TestRanks)
#include "test_ranks.moc"
