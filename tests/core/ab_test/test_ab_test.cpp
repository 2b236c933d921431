#include "core/ab_test/ab_test.h"

#include "tests/support/failure.h"
#include "tests/support/std_string.h"
#include "turns_engine.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestAbTest : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<TurnsEngine> m_engine;
    AbTest m_test;

    AbResult run(std::function<bool()> stopRequested = [] { return false; })
    {
        return runAbTest(m_test, {.engine = [this] { return m_engine; },
                                  .stopRequested = std::move(stopRequested),
                                  .blockSeconds = 0.02,
                                  .tell = [](const AbResult&) {}});
    }

private Q_SLOTS:
    void init()
    {
        m_engine = std::make_shared<TurnsEngine>();
        m_test = {.seconds = 30.0};
        m_test.b.threads = 1;
    }

    void measuresHowManyTimesAsFast()
    {
        m_engine->stepNs = [](const Experiment& experiment) { return experiment.threads == 1 ? 8e5 : 1e6; };
        const AbResult result = run();
        QCOMPARE(result.time.verdict, Verdict::Faster);
        QVERIFY2(std::abs(result.time.ratio - 0.8) < 0.005, qPrintable(QString::number(result.time.ratio)));
        QCOMPARE(result.ending, AbEnding::Precise);
        QCOMPARE(result.loss.verdict, LossVerdict::Same);
        QVERIFY(result.pairs() >= 6);
        QCOMPARE(result.a.nsPerImage.size(), result.b.nsPerImage.size());
        QVERIFY(std::abs(result.a.stepNs - 1e6) < 1e4);
        QVERIFY(std::abs(result.b.imagesPerSecond - 64 / 8e-4) < 1e3);
    }

    void theSpeedsHaveTheRatioOfTheVerdict()
    {
        // A third of A's blocks take twice as long, which does not change their median.
        std::atomic<int> calls = 0;
        m_engine->stepNs = [&calls](const Experiment& experiment) {
            return experiment.threads == 1 || calls++ / 400 % 3 != 0 ? 1e6 : 2e6;
        };
        m_test.seconds = 2.0;
        m_test.precision = -1.0; // never reached
        const AbResult result = run();
        QVERIFY(result.pairs() >= 3);
        const double ratio = result.a.imagesPerSecond / result.b.imagesPerSecond;
        QVERIFY2(std::abs(ratio - result.time.ratio) < 1e-9, qPrintable(QString::number(ratio)));
    }

    void whatOneProcessHasInCommonIsNotTested()
    {
        m_test.a.network = m_test.b.network = "torchscript";
        m_test.b.interOpThreads = 4;
        QCOMPARE(
            failureOf([this] { run(); }),
            std::string("inter_op_threads is 0 in A and 4 in B, but both train in one process, which sets "
                        "it once; compare them in a sweep, whose runs have a process each."));
        QCOMPARE(m_engine->trainings.load(), 0);
        m_test.a.network = "mlp"; // which has none
        run();
        QCOMPARE(m_engine->trainings.load(), 2);
    }

    void trainsInTurns()
    {
        run();
        QCOMPARE(m_engine->trainings.load(), 2);
        QVERIFY(!m_engine->hasOverlapped);
    }

    void timesAreThoseOfAnImage()
    {
        m_test.b = m_test.a;
        m_test.b.batchSize = 128;
        m_engine->stepNs = [](const Experiment& experiment) {
            return experiment.batchSize == 128 ? 1.5e6 : 1e6;
        };
        m_engine->loss = [](const Experiment& experiment, int64_t step) {
            return 2.0 * std::exp(-double(step * experiment.batchSize) / 30'000.0) + 0.1;
        };
        const AbResult result = run();
        QVERIFY2(std::abs(result.time.ratio - 0.75) < 0.005, qPrintable(QString::number(result.time.ratio)));
        QCOMPARE(result.time.verdict, Verdict::Faster);
    }

    void samplesOfDifferentSizesAreNotJudged()
    {
        m_test.a.dataset = m_test.b.dataset = "tiny-shakespeare";
        m_test.a.network = m_test.b.network = "char-lstm";
        m_test.b.sequenceLength = 2 * m_test.a.sequenceLength;
        m_test.seconds = 2.0;
        m_engine->loss = [](const Experiment& experiment, int64_t) {
            return experiment.sequenceLength == 64 ? 2.0 : 1.0;
        };
        const AbResult result = run();
        QCOMPARE(result.time.verdict, Verdict::OtherSamples);
        QCOMPARE(result.time.ratio, 1.0);
        QCOMPARE(result.loss.verdict, LossVerdict::NotComparable);
        QVERIFY(result.a.stepNs > 0 && result.pairs() > 0);
        QCOMPARE(result.ending, AbEnding::TimeUp);
    }

    void theTimeLimitEndsATestThatIsNotPrecise()
    {
        m_test.seconds = 2.0;
        m_test.precision = -1.0; // never reached
        QCOMPARE(run().ending, AbEnding::TimeUp);
    }

    /// Many short blocks would seem precise, although a state of the machine lasts longer than all of them.
    void aShortTestHasFewBlocksNotShorterOnes()
    {
        m_test.seconds = 0.1; // for the warm-up and two pairs
        const AbResult result = run();
        QCOMPARE(result.ending, AbEnding::TimeUp);
        QVERIFY2(result.pairs() <= 2, qPrintable(QString::number(result.pairs())));
        QCOMPARE(result.time.verdict, Verdict::TooFewSamples);
    }

    void stopsWhenAsked()
    {
        std::atomic<int> calls = 0;
        const AbResult result = run([&] { return ++calls > 10; });
        QCOMPARE(result.ending, AbEnding::Stopped);
        QCOMPARE(result.time.verdict, Verdict::TooFewSamples);
    }

    void aStopDuringThePreparationStartsNoOtherTraining()
    {
        m_engine->preparation = std::chrono::milliseconds(100);
        const AbResult result = run([] { return true; });
        QCOMPARE(result.ending, AbEnding::Stopped);
        QCOMPARE(m_engine->trainings.load(), 1);
    }

    void aStopDuringAStepStartsNoOtherTraining()
    {
        m_engine->realStep = std::chrono::milliseconds(100);
        std::atomic<bool> isStopped = false;
        m_engine->loss = [&](const Experiment& experiment, int64_t step) {
            isStopped = isStopped || (experiment.threads != 1 && step == 2); // in the middle of A's step
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            return 1.0;
        };
        QCOMPARE(run([&] { return isStopped.load(); }).ending, AbEnding::Stopped);
        QVERIFY(!m_engine->hasOverlapped);
    }

    void anExperimentThatCannotBeTrainedIsNamed()
    {
        m_engine->refusal = [](const Experiment& experiment) {
            return std::string(experiment.threads == 1 ? "There is no such device." : "");
        };
        try {
            run();
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.what(), "B cannot be measured. There is no such device.");
        }
    }

    void theRecorderIsOffAndNothingEndsTheTraining()
    {
        Experiment experiment;
        experiment.steps = 3;
        experiment.seconds = 2.0;
        experiment.schedule = "one-cycle";
        experiment.profileWait = 7;
        const Experiment tested = experimentForTest(experiment);
        QVERIFY(!tested.profile);
        QCOMPARE(tested.steps, int64_t(0));
        QCOMPARE(tested.seconds, 0.0);
        QVERIFY(tested.epochs > 1000);
        QCOMPARE(tested.schedule, std::string("constant"));
        QCOMPARE(tested.profileWait, Experiment().profileWait);
    }
};

QTEST_GUILESS_MAIN(TestAbTest)
#include "test_ab_test.moc"
