#include "core/record/steps/step_finder.h"

#include <QtTest>

namespace stepscope {

namespace {

constexpr int64_t ms = 1'000'000;

/// A program, as seen on its main thread: each call takes a millisecond.
class Program
{
public:
    explicit Program(StepSource source = StepSource::Unknown)
        : finder(source)
    {
    }

    void data() { finder.dataStarted(tick()); }
    void network(CallMode mode = CallMode::Training)
    {
        finder.networkStarted(tick(), mode);
        finder.networkEnded(tick());
    }
    void backward()
    {
        finder.backwardStarted(tick());
        finder.backwardEnded(tick());
    }
    void update(uint64_t optimizer = 1)
    {
        finder.updateStarted(tick());
        finder.updateEnded(tick(), optimizer);
    }
    void step(uint64_t optimizer = 1)
    {
        data();
        network();
        backward();
        update(optimizer);
    }
    void wait(int64_t milliseconds)
    {
        now += milliseconds * ms;
        finder.waitedUntil(now);
    }
    std::vector<FoundStep> finish()
    {
        finder.finish(now);
        return finder.take();
    }
    int64_t tick() { return now += ms; }

    StepFinder finder;
    int64_t now = 0;
};

std::vector<std::pair<int64_t, int64_t>> msOf(const std::vector<FoundStep>& steps)
{
    std::vector<std::pair<int64_t, int64_t>> all;
    for (const auto& step : steps)
        all.emplace_back(step.startNs / ms, step.endNs / ms);
    return all;
}

using Times = std::vector<std::pair<int64_t, int64_t>>;

} // namespace

class TestStepFinder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepLastsFromUpdateToUpdate()
    {
        Program program;
        for (int i = 0; i < 3; ++i)
            program.step();
        QCOMPARE(msOf(program.finish()), (Times{{1, 7}, {7, 14}, {14, 21}}));
        QCOMPARE(program.finder.source(), StepSource::Optimizer);
    }

    void aStepIsFoundSoonAfterItsEnd()
    {
        Program program;
        program.step();
        QVERIFY(program.finder.take().empty()); // another optimizer may follow
        program.wait(999);
        QVERIFY(program.finder.take().empty());
        program.wait(1);
        QCOMPARE(program.finder.take().size(), size_t(1));
        for (int i = 0; i < 30; ++i)
            program.step();
        program.finder.take();
        program.step(); // by now it is known that there is no other
        QCOMPARE(program.finder.take().size(), size_t(1));
    }

    void accumulatedGradientsAreOneStep()
    {
        Program program;
        for (int step = 0; step < 3; ++step) {
            for (int part = 0; part < 4; ++part) {
                program.network();
                program.backward();
            }
            program.update();
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 18}, {18, 36}, {36, 54}}));
    }

    void alternatingOptimizersMakeOneStep()
    {
        Program program;
        for (int round = 0; round < 3; ++round) {
            program.network();
            program.backward();
            program.update(1);
            program.network();
            program.backward();
            program.update(2);
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 12}, {12, 24}, {24, 36}}));
    }

    void slowAlternatingOptimizersMakeOneStep()
    {
        Program program;
        const auto half = [&](uint64_t optimizer) {
            program.network();
            program.wait(5'000);
            program.update(optimizer);
            program.wait(5'000);
        };
        for (int i = 0; i < 4; ++i) {
            half(1);
            half(2);
        }
        const auto steps = program.finish();
        QCOMPARE(steps.size(), size_t(5)); // in the first round it is not known that there is a second one
        QCOMPARE(steps[2].endNs - steps[2].startNs, steps[4].endNs - steps[4].startNs);
        QVERIFY(steps[4].endNs - steps[4].startNs > 19'000 * ms);
    }

    void optimizersThatAreKnownMakeOneStepHoweverSlow()
    {
        Program program;
        program.finder.optimizerMade(1);
        program.finder.optimizerMade(2);
        const auto half = [&](uint64_t optimizer) {
            program.network();
            program.wait(5'000);
            program.update(optimizer);
            program.wait(5'000);
        };
        for (int i = 0; i < 3; ++i) {
            half(1);
            half(2);
        }
        QCOMPARE(program.finish().size(), size_t(3));
    }

    void anOptimizerThatIsNeverUsedHoldsUpNothing()
    {
        Program program;
        program.finder.optimizerMade(1);
        program.finder.optimizerMade(2);
        for (int i = 0; i < 30; ++i)
            program.step(1);
        QCOMPARE(program.finish().size(), size_t(30));
    }

    void withoutANetworkAStepEndsWithItsBackwardPass()
    {
        for (const auto source : {StepSource::Unknown, StepSource::Backward}) {
            Program program(source);
            for (int i = 0; i < 4; ++i) {
                program.backward();
                program.wait(10);
            }
            QCOMPARE(msOf(program.finish()), (Times{{1, 2}, {2, 14}, {14, 26}, {26, 48}}));
            QCOMPARE(program.finder.source(), StepSource::Backward);
        }
    }

    /// Calls of networks before the training, for example to prepare data, are not inference.
    void callsBeforeALateOptimizerAreNoSteps()
    {
        Program program;
        for (int i = 0; i < 200; ++i)
            program.network(CallMode::WithoutGradient);
        program.finder.optimizerMade(1);
        for (int i = 0; i < 5; ++i)
            program.step();
        QCOMPARE(program.finish().size(), size_t(5));
        QCOMPARE(program.finder.source(), StepSource::Optimizer);
    }

    void anEvaluationBeforeTheFirstDecisionBelongsToNoStep()
    {
        Program program;
        const auto train = [&] {
            program.network();
            program.backward();
        };
        train();
        train();
        program.network(CallMode::Evaluation);
        program.network(CallMode::Evaluation);
        train();
        QCOMPARE(msOf(program.finish()), (Times{{1, 5}, {5, 9}, {13, 16}}));
        const std::vector<FoundEvaluation> expected{{9 * ms, 12 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    void severalUpdatesOfOneOptimizerBelongToARound()
    {
        Program program;
        const auto round = [&] {
            for (int i = 0; i < 5; ++i)
                program.step(1);
            program.step(2);
        };
        for (int i = 0; i < 3; ++i)
            round();
        const auto steps = program.finish();
        QCOMPARE(steps.size(), size_t(4 + 3)); // the first four are steps as long as there is one optimizer
        QCOMPARE(msOf({steps.end() - 2, steps.end()}), (Times{{42, 84}, {84, 126}}));
    }

    void anOptimizerThatIsNoLongerUsedIsForgotten()
    {
        Program program;
        for (int i = 0; i < 3; ++i) {
            program.step(1);
            program.step(2);
        }
        for (int i = 0; i < 100; ++i)
            program.step(2);
        const auto steps = program.finish();
        QCOMPARE(steps.size(), size_t(3 + 100));
        for (auto step = steps.begin() + 3; step != steps.end(); ++step)
            QCOMPARE(step->endNs - step->startNs, 7 * ms);
    }

    /// Networks are trained one after the other, each with its own optimizer.
    void optimizersThatFollowEachOtherTakeNoTurns_data()
    {
        QTest::addColumn<int>("updates"); // of each
        for (const int updates : {4, 7, 100})
            QTest::addRow("%d updates", updates) << updates;
    }

    void optimizersThatFollowEachOtherTakeNoTurns()
    {
        QFETCH(int, updates);
        Program program;
        for (uint64_t optimizer = 1; optimizer <= 5; ++optimizer) {
            for (int i = 0; i < updates; ++i)
                program.step(optimizer);
        }
        const auto steps = program.finish();
        QCOMPARE(steps.size(), size_t(5 * updates));
        for (const auto& step : steps)
            QVERIFY(step.endNs - step.startNs <= 7 * ms);
    }

    void manyCallsMayBelongToTheFirstStep()
    {
        Program program;
        program.network(CallMode::Evaluation);
        for (int i = 0; i < 20; ++i)
            program.network();
        program.backward();
        program.update();
        QCOMPARE(msOf(program.finish()), (Times{{3, 46}}));
    }

    void aTestMayOnlyTurnGradientsOff()
    {
        Program program;
        program.step();
        for (int i = 0; i < 3; ++i) {
            program.data();
            program.network(CallMode::WithoutGradient);
        }
        program.step();
        QCOMPARE(msOf(program.finish()), (Times{{1, 7}, {17, 23}}));
        const std::vector<FoundEvaluation> expected{{8 * ms, 16 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    void aCallWithoutGradientMayBePartOfAStep()
    {
        Program program;
        for (int i = 0; i < 3; ++i) {
            program.data();
            program.network(CallMode::WithoutGradient); // as of a generator whose pictures are judged
            program.network();
            program.backward();
            program.update();
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 9}, {9, 18}, {18, 27}}));
        QVERIFY(program.finder.takeEvaluations().empty());
    }

    void anUnknownOptimizerIsTheOneThatComesNext()
    {
        Program program;
        program.step(0);
        program.step(7);
        program.step(7);
        QCOMPARE(program.finish().size(), size_t(3));
    }

    void allCallsBeforeTheFirstBackwardPassBelongToItsStep()
    {
        Program program;
        program.finder.optimizerMade(1);
        program.network(CallMode::Evaluation);
        program.network();
        program.network();
        program.step();
        QCOMPARE(msOf(program.finish()), (Times{{3, 13}}));
    }

    void anOptimizerThatCallsTheNetworkIsOneStep()
    {
        Program program;
        for (int i = 0; i < 2; ++i) {
            program.finder.updateStarted(program.tick());
            for (int call = 0; call < 3; ++call) {
                program.network();
                program.backward();
            }
            program.finder.updateEnded(program.tick(), 1);
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 14}, {14, 28}}));
    }

    void evaluationIsNoPartOfSteps()
    {
        Program program;
        program.step();
        program.data();
        program.network(CallMode::Evaluation);
        program.data();
        program.network(CallMode::Evaluation);
        program.data(); // there is no more
        program.step();
        QCOMPARE(msOf(program.finish()), (Times{{1, 7}, {15, 21}}));
        const std::vector<FoundEvaluation> expected{{8 * ms, 13 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    void aSilentTestBeforeTheFirstDecisionBelongsToNoStep()
    {
        Program program;
        const auto train = [&] {
            program.data();
            program.network();
            program.backward();
        };
        const auto test = [&] {
            program.data();
            program.network(CallMode::WithoutGradient);
        };
        train();
        train();
        test();
        test();
        train();
        QCOMPARE(msOf(program.finish()), (Times{{1, 6}, {6, 11}, {17, 21}}));
        const std::vector<FoundEvaluation> expected{{11 * ms, 16 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    /// Optimizers such as LBFGS call the network themselves.
    void anUpdateThatTrainsEndsAnEvaluation()
    {
        Program program;
        for (int i = 0; i < 2; ++i) {
            program.finder.updateStarted(program.tick());
            program.network();
            program.backward();
            program.finder.updateEnded(program.tick(), 1);
            program.network(CallMode::Evaluation);
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 6}, {9, 14}}));
        const std::vector<FoundEvaluation> expected{{7 * ms, 8 * ms}, {15 * ms, 16 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    void anEvaluationMayBeTheLastOfAProgram()
    {
        Program program;
        program.step();
        program.network(CallMode::Evaluation);
        QVERIFY(program.finder.takeEvaluations().empty()); // it may go on
        program.finish();
        const std::vector<FoundEvaluation> expected{{8 * ms, 9 * ms}};
        QVERIFY(program.finder.takeEvaluations() == expected);
    }

    void trainingInEvaluationModeIsTraining()
    {
        Program program;
        for (int i = 0; i < 3; ++i) {
            program.data();
            program.network(CallMode::Evaluation);
            program.backward();
            program.update();
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 7}, {8, 14}, {14, 21}}));
        QVERIFY(program.finder.takeEvaluations().empty());
    }

    void evaluationBeforeTrainingIsNoStep()
    {
        Program program;
        program.finder.optimizerMade(1);
        for (int i = 0; i < 100; ++i)
            program.network(CallMode::Evaluation);
        program.wait(5'000);
        QVERIFY(program.finder.take().empty());
        const int64_t startMs = program.now / ms;
        program.step();
        program.step();
        QCOMPARE(msOf(program.finish()), (Times{{startMs + 1, startMs + 7}, {startMs + 7, startMs + 14}}));
    }

    void callsWithoutOptimizerAreSteps()
    {
        Program program;
        for (int i = 0; i < 3; ++i) {
            program.data();
            program.network(CallMode::Evaluation);
        }
        QVERIFY(program.finder.take().empty()); // a backward pass may follow
        program.wait(2'000);
        QCOMPARE(program.finder.source(), StepSource::Module);
        program.network(CallMode::Evaluation);
        QCOMPARE(msOf(program.finder.take()), (Times{{1, 3}, {4, 6}, {7, 9}, {2010, 2011}}));
    }

    void aSingleCallIsAStepAtTheEnd()
    {
        Program program;
        program.network(CallMode::Evaluation);
        QCOMPARE(msOf(program.finish()), (Times{{1, 2}}));
    }

    void trainingAfterInferenceIsFound()
    {
        Program program;
        for (int i = 0; i < 60; ++i)
            program.network(CallMode::Evaluation);
        QCOMPARE(program.finder.source(), StepSource::Unknown); // an optimizer may follow
        program.wait(2'000);
        QCOMPARE(program.finder.source(), StepSource::Module);
        QCOMPARE(program.finder.take().size(), size_t(60));
        const int64_t startMs = program.now / ms;
        program.step();
        program.step();
        const auto steps = msOf(program.finish());
        QCOMPARE(program.finder.source(), StepSource::Optimizer);
        QCOMPARE(steps.back(), (std::pair<int64_t, int64_t>{startMs + 7, startMs + 14}));
        for (size_t i = 1; i < steps.size(); ++i)
            QVERIFY(steps[i - 1].second <= steps[i].first);
    }

    void withoutOptimizerAStepEndsBeforeTheNextForwardPass()
    {
        Program program;
        for (int i = 0; i < 20; ++i) {
            program.network();
            program.backward();
            program.wait(200);
        }
        QCOMPARE(program.finder.source(), StepSource::Backward);
        const auto steps = msOf(program.finish());
        QCOMPARE(steps.size(), size_t(20));
        QCOMPARE(steps[0], (std::pair<int64_t, int64_t>{1, 205}));
        QCOMPARE(steps[18], (std::pair<int64_t, int64_t>{1 + 18 * 204, 1 + 19 * 204}));
    }

    void anOptimizerThatWasMadeIsWaitedFor()
    {
        Program program;
        program.finder.optimizerMade(1);
        for (int i = 0; i < 40; ++i) {
            program.network();
            program.backward();
            program.wait(200);
        }
        QVERIFY(program.finder.take().empty());
        program.update();
        QCOMPARE(program.finish().size(), size_t(1));
    }

    void theUserMayDecide()
    {
        Program program(StepSource::Module);
        program.step();
        program.step();
        QCOMPARE(msOf(program.finish()), (Times{{1, 3}, {8, 10}}));
    }

    /// An update belongs to the step of the backward pass before it.
    void theUserMayEndStepsWithBackwardPasses()
    {
        Program program(StepSource::Backward);
        for (int i = 0; i < 2; ++i) {
            program.network();
            program.backward();
            program.network();
            program.backward();
            program.update();
        }
        QCOMPARE(msOf(program.finish()), (Times{{1, 5}, {5, 11}, {11, 15}, {15, 20}}));
    }

    void marksOfTheProgramComeFirst()
    {
        Program program;
        program.step();
        program.finder.marked(program.tick());
        program.step();
        program.step();
        program.finder.marked(program.tick());
        const auto steps = program.finish();
        QCOMPARE(program.finder.source(), StepSource::Marks);
        QCOMPARE(msOf({steps.back()}), (Times{{8, 23}}));
    }

    void eventsOfOpenStepsAreNeeded()
    {
        Program program;
        QVERIFY(!program.finder.openSince());
        program.data();
        QCOMPARE(program.finder.openSince(), std::optional(1 * ms));
        program.network();
        QCOMPARE(program.finder.openSince(), std::optional(1 * ms));
        program.backward();
        program.update();
        program.step();
        QCOMPARE(program.finder.openSince(), std::optional(7 * ms)); // where the one that waits begins
        program.wait(1'000);
        QCOMPARE(program.finder.openSince(), std::optional(14 * ms));
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestStepFinder)
#include "test_step_finder.moc"
