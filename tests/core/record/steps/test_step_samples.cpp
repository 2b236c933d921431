#include "core/record/steps/step_samples.h"

#include <QtTest>

#include <set>

namespace stepscope {

namespace {

constexpr uint64_t network = 1;
constexpr uint64_t generator = 2;
constexpr uint64_t discriminator = 3;

/// A program, as seen on its main thread.
class Program
{
public:
    void data() { samples.dataStarted(++now); }
    void call(int64_t count, uint64_t of = network, CallMode mode = CallMode::Training)
    {
        ++now;
        samples.called(now, now, of, count, mode);
    }
    void backward()
    {
        samples.backwardStarted(++now);
        samples.backwardEnded();
    }
    void update(uint64_t optimizer = 1)
    {
        samples.updateStarted();
        samples.updateEnded(++now, optimizer);
    }
    /// And its discriminator, with as many real as generated samples.
    void trainGenerator(int64_t count)
    {
        call(count, discriminator); // real
        backward();
        call(count, generator);
        call(count, discriminator); // generated
        backward();
        update(1);
        call(count, discriminator);
        backward();
        update(2);
    }
    StepSamples::Count step() const
    {
        return samples.of({.startNs = 0, .endNs = now}, [](uint64_t) { return true; });
    }

    StepSamples samples;
    int64_t now = 0;
};

StepSamples::Count count(int64_t samples, int64_t batch)
{
    return {.samples = samples, .batch = batch};
}

StepSamples::Count count(int64_t samples)
{
    return count(samples, samples);
}

} // namespace

class TestStepSamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepHasTheSamplesOfItsBatch()
    {
        Program program;
        program.data();
        program.call(64);
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(64));
        program.data(); // of the next step
        program.call(32);
        QCOMPARE(program.step(), count(64));
    }

    void accumulatedPassesAreAddedUp()
    {
        Program program;
        for (int i = 0; i < 4; ++i) {
            program.data();
            program.call(16);
            program.backward();
        }
        program.update();
        QCOMPARE(program.step(), count(64));
    }

    /// The data of the next pass may be fetched before the backward pass of this one.
    void accumulatedPassesMayHaveTheirDataEarly()
    {
        Program program;
        for (int i = 0; i < 4; ++i) {
            program.call(16);
            program.data();
            program.backward();
        }
        program.update();
        QCOMPARE(program.step(), count(64));
    }

    void callsOfOnePassShareTheBatch()
    {
        Program program; // positive and negative examples
        program.data();
        program.call(300);
        program.call(300);
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(300));
    }

    void callsWithOneSampleAreDifferentSamples()
    {
        Program program; // the actions of an episode
        for (int i = 0; i < 20; ++i)
            program.call(1);
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(20));
    }

    void aGeneratorAndItsDiscriminatorShareTheBatch()
    {
        Program program;
        program.data();
        program.trainGenerator(64);
        QCOMPARE(program.step(), count(64));
    }

    void aGeneratorThatIsTrainedTwiceSharesTheBatch()
    {
        Program program;
        program.data();
        program.call(8, generator);
        program.call(8, discriminator);
        program.backward();
        program.update(1);
        program.call(8, discriminator); // real
        program.call(8, discriminator); // generated
        program.backward();
        program.update(2);
        program.call(8, generator);
        program.call(8, discriminator);
        program.backward();
        program.update(3);
        QCOMPARE(program.step(), count(8));
    }

    void aStepMayTrainOnSeveralBatches_data()
    {
        QTest::addColumn<bool>("hasLoader");
        QTest::newRow("data loader") << true;
        QTest::newRow("no data loader") << false;
    }

    /// The discriminator is trained five times as often as the generator.
    void aStepMayTrainOnSeveralBatches()
    {
        QFETCH(bool, hasLoader);
        Program program;
        for (int i = 0; i < 5; ++i) {
            if (hasLoader)
                program.data();
            program.call(64, generator);
            program.call(64, discriminator);
            program.call(64, discriminator);
            program.backward();
            program.update(1);
        }
        program.call(64, generator);
        program.call(64, discriminator);
        program.backward();
        program.update(2);
        QCOMPARE(program.step(), count(320, 64));
    }

    /// Two updates by different optimizers after one backward pass.
    void anEncoderAndItsDecoderShareTheBatch()
    {
        Program program;
        program.data();
        program.call(32, 1);
        for (int i = 0; i < 10; ++i)
            program.call(32, 2); // one call for each word
        program.backward();
        program.update(1);
        program.update(2);
        QCOMPARE(program.step(), count(32));
    }

    void whatWasCalledBeforeTheDataDoesNotCount()
    {
        Program program;
        program.call(100, generator); // shows what it has learned
        program.data();
        program.trainGenerator(16);
        QCOMPARE(program.step(), count(16));

        Program other;
        other.call(100);
        other.data();
        other.call(16);
        other.backward();
        other.update();
        QCOMPARE(other.step(), count(16));
    }

    void callsWithoutGradientCountOnlyAlone()
    {
        Program program;
        program.call(500, network, CallMode::WithoutGradient);
        program.call(20);
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(20));

        Program evaluated; // between accumulated passes
        evaluated.call(64);
        evaluated.backward();
        evaluated.call(512, network, CallMode::Evaluation);
        evaluated.call(64);
        evaluated.backward();
        evaluated.update();
        QCOMPARE(evaluated.step(), count(128));

        Program inference;
        inference.call(16, network, CallMode::WithoutGradient);
        QCOMPARE(inference.samples.of({.startNs = 0, .endNs = 10}, [](uint64_t) { return true; }), count(16));
        inference.call(16, network, CallMode::WithoutGradient);
        QCOMPARE(inference.samples.of({.startNs = 0, .endNs = 10}, [](uint64_t) { return true; }), count(32));
    }

    void gradientsMayBeComputedUnseen()
    {
        Program program;
        program.call(64);
        program.update();
        QCOMPARE(program.step(), count(64));
    }

    void anOptimizerMayCallTheNetwork()
    {
        Program program;
        program.data();
        program.samples.updateStarted();
        for (int i = 0; i < 3; ++i) {
            program.call(32);
            program.backward();
        }
        program.samples.updateEnded(++program.now, 1);
        QCOMPARE(program.step(), count(32));
    }

    void aForwardPassThatIsRepeatedCountsOnce()
    {
        Program program;
        program.call(32);
        program.samples.backwardStarted(++program.now);
        program.call(32);
        program.samples.backwardEnded();
        program.update();
        QCOMPARE(program.step(), count(32));
    }

    void aSecondNumberCorrectsTheFirst()
    {
        Program program;
        program.samples.called(2, 1, network, 35, CallMode::Training); // the length of a text
        program.samples.called(3, 1, network, -15, CallMode::Training);
        program.now = 4;
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(20));
        QCOMPARE(program.samples.ofCalls(network, 1, 3), int64_t(20));
    }

    void layersOfANetworkDoNotCount()
    {
        Program program;
        program.call(4, 7);
        program.call(64);
        program.backward();
        program.update();
        const auto isNetwork = [](uint64_t id) { return id == network; };
        QCOMPARE(program.samples.of({.startNs = 0, .endNs = program.now}, isNetwork), count(64));
    }

    void noCallMeansNotKnown()
    {
        Program program;
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(0));
    }

    /// A program may call its network for hours without a step.
    void tooManyCallsMeanNotKnown()
    {
        Program program;
        for (int i = 0; i < 300'000; ++i)
            program.call(1);
        program.backward();
        program.update();
        QCOMPARE(program.step(), count(0));
        const int64_t start = program.now;
        program.call(16);
        program.backward();
        program.update();
        QCOMPARE(program.samples.of({.startNs = start, .endNs = program.now}, [](uint64_t) { return true; }),
                 count(16));
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestStepSamples)
#include "test_step_samples.moc"
