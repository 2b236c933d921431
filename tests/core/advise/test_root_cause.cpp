#include "core/advise/root_cause.h"

#include <QTest>

using namespace stepscope;

/// What to improve first, in one sentence.
class TestRootCause : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsTheFirstFindingWorthALook()
    {
        const std::vector<Finding> findings{{.verdict = FindingVerdict::LookHere,
                                             .title = "Data loading",
                                             .meaning = "Half of a step is data.",
                                             .gainNs = 500e3},
                                            {.verdict = FindingVerdict::LookHere, .title = "Threads"},
                                            {.verdict = FindingVerdict::Good, .title = "Memory"}};
        const RootCause cause = rootCause(findings);
        QVERIFY(cause.isFound && cause.isJudged);
        QCOMPARE(cause.title, std::string("Data loading"));
        QCOMPARE(cause.sentence(), std::string("Data loading. Half of a step is data. Possible gain: up to "
                                               "500 µs per step."));
    }

    void whereNothingIsFoundItSaysSo()
    {
        const RootCause good = rootCause(std::vector<Finding>{
            {.verdict = FindingVerdict::Good, .title = "Memory"}, {.verdict = FindingVerdict::CannotBeTold}});
        QVERIFY(!good.isFound && good.isJudged);
        QVERIFY(good.title.empty() && good.gain.empty());
        QCOMPARE(good.sentence(),
                 std::string("Nothing found: no figure of the analysis crosses its threshold."));
        const RootCause mostlyUntold =
            rootCause(std::vector<Finding>{{.verdict = FindingVerdict::Good, .title = "Memory"},
                                           {.verdict = FindingVerdict::CannotBeTold},
                                           {.verdict = FindingVerdict::CannotBeTold}});
        QVERIFY(!mostlyUntold.isFound);
        QCOMPARE(mostlyUntold.sentence(), std::string("Too little could be judged in this recording to find "
                                                      "anything. The analysis lists the reasons."));
        const RootCause untold = rootCause(std::vector<Finding>{{.verdict = FindingVerdict::NotApplicable},
                                                                {.verdict = FindingVerdict::CannotBeTold}});
        QVERIFY(!untold.isFound && !untold.isJudged);
        QCOMPARE(untold.sentence(), std::string("Nothing could be judged in this recording. The analysis "
                                                "lists the reasons."));
    }
};

QTEST_GUILESS_MAIN(TestRootCause)
#include "test_root_cause.moc"
