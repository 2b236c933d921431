#include "core/record/steps/operator_gaps.h"

#include <QtTest>

namespace stepscope {

class TestOperatorGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutGapsAllStepsAreWhole()
    {
        OperatorGaps gaps;
        QVERIFY(gaps.isWhole(step(0, 10)));
    }

    void stepsAreWholeWhileOperatorsAreOn()
    {
        OperatorGaps gaps;
        gaps.switched(35, true); // read before the earlier change of another thread
        gaps.switched(15, false);
        QVERIFY(gaps.isWhole(step(0, 10)));
        QVERIFY(!gaps.isWhole(step(10, 20)));
        QVERIFY(!gaps.isWhole(step(20, 30)));
        QVERIFY(!gaps.isWhole(step(30, 40)));
        QVERIFY(gaps.isWhole(step(40, 50)));
    }

    void stepsWithinAGapAreNotWhole()
    {
        OperatorGaps gaps;
        gaps.started(1, 15);
        gaps.started(2, 15);
        gaps.ended(2, 18);
        gaps.ended(1, 25);
        gaps.ended(1, 45); // it has ended
        QVERIFY(gaps.isWhole(step(0, 10)));
        QVERIFY(!gaps.isWhole(step(10, 20)));
        QVERIFY(!gaps.isWhole(step(20, 30)));
        QVERIFY(gaps.isWhole(step(30, 40)));
    }

    void aGapLastsUntilItEnds()
    {
        OperatorGaps gaps;
        gaps.ended(0, 5); // there is none
        gaps.started(0, 15);
        QVERIFY(!gaps.isWhole(step(10, 20)));
        QVERIFY(!gaps.isWhole(step(1'000, 2'000)));
    }

private:
    static FoundStep step(int64_t startNs, int64_t endNs) { return {.startNs = startNs, .endNs = endNs}; }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestOperatorGaps)
#include "test_operator_gaps.moc"
