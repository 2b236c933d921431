#include "core/run/imported_facts.h"

#include <QTest>

using namespace stepscope;

namespace {

Run runWithLog(const std::string& text)
{
    Run run;
    run.log.push_back({.unixMs = 0, .level = LogLevel::Info, .text = "Imported from rank3.json."});
    run.log.push_back({.unixMs = 0, .level = LogLevel::Info, .text = text});
    return run;
}

} // namespace

Q_DECLARE_METATYPE(TraceRank)

class TestImportedFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRankIsReadFromItsSentence_data()
    {
        QTest::addColumn<TraceRank>("rank");
        QTest::addColumn<QString>("text");
        QTest::newRow("all") << TraceRank{3, 8, "nccl"} << "rank 3 of 8 (NCCL)";
        QTest::newRow("rank alone") << TraceRank{0, 0, ""} << "rank 0";
        QTest::newRow("size alone") << TraceRank{-1, 1, "gloo"} << "1 rank (Gloo)";
        QTest::newRow("sizes") << TraceRank{-1, 300, ""} << "300 ranks";
        QTest::newRow("backend alone") << TraceRank{-1, 0, "mpi"} << "backend MPI";
        QTest::newRow("own name") << TraceRank{1, 2, "cpu:gloo,cuda:nccl"}
                                  << "rank 1 of 2 (cpu:gloo,cuda:nccl)";
    }

    void aRankIsReadFromItsSentence()
    {
        QFETCH(TraceRank, rank);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(rankText(rank)), text);
        QVERIFY(rankOf(runWithLog(rankSentence(rank))) == rank);
    }

    void sentencesOfEarlierVersionsAreReadToo()
    {
        const TraceRank all{3, 8, "nccl"};
        QVERIFY(rankOf(runWithLog("Rank 3 of a distributed run of 8 ranks by nccl.")) == all);
        const TraceRank unknown{-1, 0, "nccl"};
        QVERIFY(rankOf(runWithLog("Part of a distributed run by nccl; not in the file: rank, number of "
                                  "ranks.")) == unknown);
        QVERIFY(!rankOf(runWithLog("Rank 3 (by its name): 12 events.")).isKnown());
    }

    void sourcesOfStepsAreEnglishSentences()
    {
        const TraceThread stream{.id = 7, .name = "stream 7", .device = 0};
        QCOMPARE(rangesSource("train"), std::string("the ranges “train”"));
        QCOMPARE(rangesSource("load", "update"), std::string("the ranges “load” and “update”"));
        QCOMPARE(kernelsSource(1200, 6, stream),
                 std::string("a pattern of 1,200 kernels that repeats 6 times on stream 7 of device 0; each "
                             "begins where the stream pauses longest"));
        QCOMPARE(pickedEventsSource("{mm}", true), std::string("the events “{mm}”, each of which is a step"));
        const auto picked = pickedEventsSource("a: b", false);
        QCOMPARE(picked, std::string("the events “a: b”, each of which begins a step"));
        QCOMPARE(stepSourceOf(runWithLog(detectedStepsSentence(picked, 3))), picked);
    }
};

QTEST_GUILESS_MAIN(TestImportedFacts)
#include "test_imported_facts.moc"
