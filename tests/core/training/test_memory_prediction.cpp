#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/training/memory_prediction.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestMemoryPrediction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// 100 bytes of weights; one value of 10 bytes per sample; an update that needs 50 bytes.
    void thePeakMovesWithTheBatchSize()
    {
        const MemoryPrediction prediction({.batchSize = 2, .bytes = {100, 120, 100, 150, 100}},
                                          {.batchSize = 4, .bytes = {100, 140, 100, 150, 100}});
        QVERIFY(prediction.isOfMoments());
        QCOMPARE(prediction.peakAt(1), int64_t(150));
        QCOMPARE(prediction.peakAt(5), int64_t(150));
        QCOMPARE(prediction.peakAt(64), int64_t(740)); // from the peaks alone it would be 150
    }

    void theLargestBatchIsTheLastThatFits()
    {
        const MemoryPrediction prediction({.batchSize = 2, .bytes = {100, 120, 150}},
                                          {.batchSize = 4, .bytes = {100, 140, 150}});
        QCOMPARE(prediction.largestBatch(200, 1000), int64_t(10));
        QCOMPARE(prediction.peakAt(10), int64_t(200));
        QCOMPARE(prediction.largestBatch(199, 1000), int64_t(9));
        QCOMPARE(prediction.largestBatch(200, 7), int64_t(7));
        QCOMPARE(prediction.largestBatch(149, 1000), int64_t(0)); // the update alone does not fit
        QCOMPARE(prediction.largestBatch(105, 1000), int64_t(0));
    }

    void stepsThatDifferGiveTheirPeaks()
    {
        const MemoryPrediction prediction({.batchSize = 2, .bytes = {100, 120}},
                                          {.batchSize = 4, .bytes = {100, 130, 150}});
        QVERIFY(!prediction.isOfMoments());
        QCOMPARE(prediction.peakAt(6), int64_t(180));
    }

    void aBatchCountsAsTheNextMultipleOfItsParts()
    {
        const MemoryPrediction prediction({.batchSize = 8, .bytes = {100, 180}},
                                          {.batchSize = 16, .bytes = {100, 260}}, 4);
        QCOMPARE(prediction.peakAt(1), prediction.peakAt(4));
        QCOMPARE(prediction.peakAt(33), int64_t(460));
        QCOMPARE(prediction.peakAt(33), prediction.peakAt(36));
        QCOMPARE(prediction.largestBatch(450, 1000), int64_t(32)); // 35 would count as 36
        QCOMPARE(prediction.largestBatch(460, 34), int64_t(34));
        QCOMPARE(prediction.largestBatch(450, 34), int64_t(32));
    }

    void settingsOfTheTrainingAsAWholeDoNotMatter()
    {
        for (const char* key :
             {"batch_size", "optimizer.name", "network", "validation_share", "test_batch_size"})
            QVERIFY2(mattersForMemory(*findExperimentField(key)), key);
        for (const char* key :
             {"epochs", "steps", "seconds", "seed", "initial_weights", "profiler.active", "schedule.name"})
            QVERIFY2(!mattersForMemory(*findExperimentField(key)), key);
    }

    void twoBatchSizesAreNeeded()
    {
        const StepMemory memory{.batchSize = 2, .bytes = {1}};
        QCOMPARE(
            failureOf([&] { MemoryPrediction(memory, memory); }),
            std::string("The memory of steps with two batch sizes is needed to predict that of others."));
    }
};

QTEST_APPLESS_MAIN(TestMemoryPrediction)
#include "test_memory_prediction.moc"
