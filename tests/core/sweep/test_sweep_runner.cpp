#include "core/sweep/sweep_runner.h"

#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/fake_engine.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <thread>

using namespace stepscope;

namespace {

/// Fails at batch size 13.
class SuperstitiousEngine final : public FakeEngine
{
public:
    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& files) override
    {
        failAtStep = experiment.batchSize == 13 ? 5 : -1;
        return FakeEngine::train(experiment, control, sink, files);
    }
};

/// Trains a step, then tests without end. Of the ten batches of a test the first takes 300 ms, the others
/// 100 ms each, as it reports.
class LongTestEngine final : public FakeEngine
{
public:
    bool endsBatches = true;

    RunOutcome train(const Experiment& /*experiment*/, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& /*files*/) override
    {
        sink.planned({.epochs = 1, .stepsPerEpoch = 1, .totalSteps = 1, .tests = 1, .testBatches = 10});
        sink.trainingBegan(monotonicNs());
        const StepMetrics step{.durationNs = 1'000'000, .images = 1, .epoch = 1};
        sink.stepsDone({&step, 1});
        sink.stageChanged(RunStage::Testing);
        for (int64_t batches = 0; endsBatches && batches < 10 && !control.stopRequested(); ++batches) {
            sink.testProgressed(batches, batches == 0 ? 0 : 200'000'000 + batches * 100'000'000);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        while (!control.stopRequested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return RunOutcome::Stopped;
    }
};

/// Trains for half a second, and tests for two.
class SlowTestEngine final : public FakeEngine
{
public:
    RunOutcome train(const Experiment& experiment, TrainingControl& /*control*/, RunSink& sink,
                     const TrainingFiles& /*files*/) override
    {
        constexpr int64_t steps = 20;
        constexpr int64_t batches = 5;
        sink.planned({.epochs = 1,
                      .stepsPerEpoch = steps,
                      .totalSteps = steps,
                      .testImages = 1000,
                      .tests = 1,
                      .testBatches = batches});
        const auto beginNs = monotonicNs();
        sink.trainingBegan(beginNs);
        sink.stageChanged(RunStage::Training);
        for (int64_t i = 0; i < steps; ++i) {
            const auto startNs = monotonicNs();
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
            const StepMetrics step{.step = i,
                                   .startNs = startNs - beginNs,
                                   .durationNs = monotonicNs() - startNs,
                                   .images = int32_t(experiment.batchSize),
                                   .epoch = 1};
            sink.stepsDone({&step, 1});
        }
        sink.stageChanged(RunStage::Testing);
        const auto testNs = monotonicNs();
        for (int64_t done = 1; done <= batches; ++done) {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            sink.testProgressed(done, monotonicNs() - testNs);
        }
        EpochMetrics epoch{.epoch = 1, .steps = steps, .lastStep = steps - 1};
        epoch.testNs = monotonicNs() - testNs;
        sink.epochDone(epoch);
        sink.stageChanged(RunStage::Finishing);
        return RunOutcome::Finished;
    }
};

} // namespace

class TestSweepRunner : public QObject
{
    Q_OBJECT

private:
    static Sweep batchSizes(const std::vector<std::string>& sizes)
    {
        Sweep sweep;
        sweep.base.width = 2; // milliseconds of a step of the library's engine
        sweep.base.network = "mlp";
        sweep.axes = {{"batch_size", sizes}};
        return sweep;
    }

    SweepRunner runner(const Sweep& sweep, SweepIsolation isolation = SweepIsolation::Never)
    {
        prepareSweepFolder(m_folder->path(), sweep, false);
        m_events.clear();
        return {sweep,
                {.folder = m_folder->path(),
                 .isolation = isolation,
                 .engine = [this] { return m_engine; },
                 .program = {STEPSCOPE_PROGRAM},
                 .stopRequested = [this] { return m_stop; },
                 .tell = [this](const SweepEvent& event) { hear(event); }}};
    }

    void hear(const SweepEvent& event)
    {
        m_events.push_back(event);
        if (m_hear)
            m_hear(event);
    }

    std::vector<size_t> points(SweepEvent::Kind kind) const
    {
        std::vector<size_t> numbers;
        for (const auto& event : m_events) {
            if (event.kind == kind)
                numbers.push_back(event.point);
        }
        return numbers;
    }

    void stopDuring(size_t point)
    {
        m_hear = [this, point](const SweepEvent& event) {
            m_stop |= event.kind == SweepEvent::Kind::Progressed && event.point == point;
        };
    }

    std::unique_ptr<TemporaryFolder> m_folder;
    std::shared_ptr<FakeEngine> m_engine;
    std::vector<SweepEvent> m_events;
    std::function<void(const SweepEvent&)> m_hear;
    bool m_stop = false;

private Q_SLOTS:
    void initTestCase() { qputenv("STEPSCOPE_ENGINE_LIBRARY", FAKE_ENGINE); }

    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        m_engine = std::make_shared<SuperstitiousEngine>();
        m_hear = {};
        m_stop = false;
    }

    void pointsAreTrainedInOrderEachIntoItsFile()
    {
        auto sweep = batchSizes({"1", "16"});
        sweep.repeats = 2;
        auto runs = runner(sweep);
        const auto result = runs.run();
        QCOMPARE(result.failed, size_t(0));
        QVERIFY(!result.stopped);
        const std::vector<size_t> all = {0, 1, 2, 3};
        QCOMPARE(points(SweepEvent::Kind::Started), all);
        QCOMPARE(points(SweepEvent::Kind::Ended), all);
        for (size_t i = 0; i < 4; ++i) {
            const auto run = readRunFile(runs.runFile(i)).run;
            QCOMPARE(run.outcome, RunOutcome::Finished);
            QCOMPARE(run.experiment.batchSize, i % 2 == 0 ? int64_t(1) : int64_t(16));
            QCOMPARE(run.experiment.seed, int64_t(1 + i / 2));
            QCOMPARE(run.steps.size(), size_t(FakeEngine::stepsPerEpoch));
        }
    }

    void aRunThatIsNotKeptIsCountedAndDoneAgain()
    {
        const auto sweep = batchSizes({"1", "16"});
        m_engine->millisecondsAStep = 10;
        auto first = runner(sweep);
        m_hear = [&](const SweepEvent& event) {
            if (event.kind == SweepEvent::Kind::Progressed && event.point == 0)
                std::filesystem::remove(first.runFile(0)); // as good as a disk that is full
        };
        const auto result = first.run();
        QCOMPARE(result.failed, size_t(0));
        QCOMPARE(result.unkept, size_t(1));
        QVERIFY(isDone(first.runFile(1)));

        m_hear = {};
        auto second = runner(sweep);
        QCOMPARE(second.run().unkept, size_t(0));
        QCOMPARE(points(SweepEvent::Kind::Started), (std::vector<size_t>{0}));
        QVERIFY(isDone(second.runFile(0)));
    }

    void aStoppedSweepGoesOnWhereItWas()
    {
        const auto sweep = batchSizes({"1", "16", "64"});
        m_engine->millisecondsAStep = 10;
        stopDuring(1);
        auto first = runner(sweep);
        const auto stopped = first.run();
        QVERIFY(stopped.stopped);
        QCOMPARE(points(SweepEvent::Kind::Started), (std::vector<size_t>{0, 1}));
        QCOMPARE(m_events.back().outcome, RunOutcome::Stopped);
        QVERIFY(isDone(first.runFile(0)));
        QVERIFY(!isDone(first.runFile(1)));
        const auto written = std::filesystem::last_write_time(first.runFile(0));

        m_stop = false;
        m_hear = {};
        auto second = runner(sweep);
        QVERIFY(!second.run().stopped);
        QCOMPARE(points(SweepEvent::Kind::Started), (std::vector<size_t>{1, 2}));
        QCOMPARE(std::filesystem::last_write_time(second.runFile(0)), written);
        QVERIFY(isDone(second.runFile(1)) && isDone(second.runFile(2)));
    }

    void aFailingPointIsRecordedAndTheOthersGoOn()
    {
        auto runs = runner(batchSizes({"1", "13", "64"}));
        QCOMPARE(runs.run().failed, size_t(1));
        const auto failed = readRunFile(runs.runFile(1)).run;
        QCOMPARE(failed.outcome, RunOutcome::Failed);
        QCOMPARE(failed.failure, std::string("The fake engine failed at step 5."));
        QVERIFY(isDone(runs.runFile(1)));
        QCOMPARE(pointOutcome(runs.runFile(2)), RunOutcome::Finished);
        QCOMPARE(runs.run().failed, size_t(1)); // it stays recorded, and is not tried again
    }

    void estimatesComeFromTheFirstSteps()
    {
        auto sweep = batchSizes({"1", "13", "64"});
        sweep.base.epochs = 25;
        sweep.repeats = 2;
        auto runs = runner(sweep);
        runs.estimate();
        QCOMPARE(points(SweepEvent::Kind::Probing), (std::vector<size_t>{0, 1, 2})); // repeats need none
        QCOMPARE(points(SweepEvent::Kind::Estimated).size(), size_t(6));
        const double seconds = runs.estimates()[0].seconds(runs.points()[0].experiment);
        // 1,000 steps of two milliseconds and 25 tests of five; a busy machine takes longer.
        QVERIFY2(seconds > 2 && seconds < 20, qPrintable(QString::number(seconds)));
        QCOMPARE(runs.estimates()[1].problem, std::string("The fake engine failed at step 5."));
        QVERIFY(runs.estimates()[1].seconds(runs.points()[1].experiment) < 0);
        for (size_t i = 0; i < runs.points().size(); ++i)
            QCOMPARE(runs.estimates()[i].settings.at("batch_size"),
                     std::to_string(runs.points()[i].experiment.batchSize));
        QVERIFY(std::isfinite(runs.estimatedSeconds()));
        QVERIFY(runs.estimatedSeconds() > 3 * seconds / 2);
        QVERIFY(!std::filesystem::exists(runs.runFile(0)));
    }

    /// The running batch does not count, and the slow first one is not used for the others.
    void aTestIsEstimatedByItsFinishedBatches()
    {
        const auto engine = std::make_shared<LongTestEngine>();
        const auto estimate = probePoint(
            {}, [&] { return engine; }, [] { return false; });
        QVERIFY2(estimate.isKnown(), estimate.problem.c_str());
        QVERIFY2(std::abs(estimate.testSeconds - 1.2) < 1e-6,
                 qPrintable(QString::number(estimate.testSeconds)));
    }

    /// Otherwise all of its time would be missing from the plan.
    void aTestWithoutAFinishedBatchIsNotLeftOut()
    {
        const auto engine = std::make_shared<LongTestEngine>();
        engine->endsBatches = false;
        const auto estimate = probePoint(
            {}, [&] { return engine; }, [] { return false; });
        QVERIFY2(estimate.isKnown(), estimate.problem.c_str());
        QVERIFY2(estimate.testSeconds >= 80, // ten batches of eight seconds and more
                 qPrintable(QString::number(estimate.testSeconds)));
    }

    /// Each repeat would count it.
    void theEngineIsLoadedOnceForAllRuns()
    {
        const auto sweep = batchSizes({"1"});
        prepareSweepFolder(m_folder->path(), sweep, false);
        std::once_flag isLoaded;
        SweepRunner runs(sweep, {.folder = m_folder->path(),
                                 .isolation = SweepIsolation::Never,
                                 .engine = [&]() -> std::shared_ptr<Engine> {
                                     std::call_once(isLoaded, [] { QTest::qSleep(2000); });
                                     return m_engine;
                                 }});
        runs.estimate();
        QVERIFY(runs.estimates()[0].isKnown());
        QVERIFY2(runs.estimates()[0].prepareSeconds < 1.5,
                 qPrintable(QString::number(runs.estimates()[0].prepareSeconds)));
    }

    void theLengthAndTheSeedDoNotDecideTheSpeed()
    {
        Experiment experiment;
        const auto settings = speedSettings(experiment);
        experiment.epochs = 77;
        experiment.steps = 5;
        experiment.seconds = 3;
        experiment.seed = 9;
        QVERIFY(speedSettings(experiment) == settings);
        experiment.threads = 7;
        QVERIFY(speedSettings(experiment) != settings);
    }

    void timeLeftSpeaksOfAllPoints()
    {
        m_engine->millisecondsAStep = 10;
        auto runs = runner(batchSizes({"1", "16", "64"}));
        runs.estimate();
        runs.run();
        std::set<size_t> told;
        for (const auto& event : m_events) {
            if (event.kind != SweepEvent::Kind::Progressed)
                continue;
            told.insert(event.point);
            QVERIFY(event.sweepSecondsLeft >= 0);
            double sum = event.progress.secondsLeft; // as in the rows of a table
            for (size_t i = event.point + 1; i < 3; ++i)
                sum += event.estimateFactor * runs.estimates()[i].seconds(runs.points()[i].experiment);
            QVERIFY(std::abs(event.sweepSecondsLeft - sum) < 1e-6);
        }
        QCOMPARE(told.size(), size_t(3));
    }

    /// Its test takes 20 times as long as it was estimated to.
    void theProgressOfARunNeverFalls()
    {
        m_engine = std::make_shared<SlowTestEngine>();
        auto runs = runner(batchSizes({"1", "16"}));
        const PointEstimate estimate{.stepSeconds = 0.025, .testSeconds = 0.1, .stepsPerEpoch = 20};
        runs.setEstimates(std::vector<PointEstimate>(2, estimate));
        runs.run();
        std::map<size_t, std::vector<double>> fractions;
        for (const auto& event : m_events) {
            if (event.kind == SweepEvent::Kind::Progressed)
                fractions[event.point].push_back(event.progress.fraction);
        }
        QCOMPARE(fractions.size(), size_t(2));
        for (const auto& [point, ofPoint] : fractions) {
            QVERIFY2(ofPoint.size() > 3, qPrintable(QString::number(ofPoint.size())));
            QVERIFY(std::ranges::is_sorted(ofPoint));
            QVERIFY(ofPoint.front() < 0.5); // not that of the run before it
        }
    }

    /// A run of 0.8 s that was estimated at 40 s lowers the estimates of later runs before it has ended.
    void theRunningRunCorrectsTheEstimatesOfTheOthers()
    {
        m_engine->millisecondsAStep = 20;
        auto runs = runner(batchSizes({"1", "16", "64"}));
        const PointEstimate estimate{.stepSeconds = 1, .stepsPerEpoch = FakeEngine::stepsPerEpoch};
        runs.setEstimates(std::vector<PointEstimate>(3, estimate));
        QCOMPARE(runs.estimatedSeconds(), 120.0);
        runs.run();
        double last = -1;
        for (const auto& event : m_events) {
            if (event.kind == SweepEvent::Kind::Progressed && event.point == 0)
                last = event.sweepSecondsLeft;
        }
        QVERIFY(last >= 0);
        QVERIFY2(last < 40, qPrintable(QString::number(last)));
    }

    /// A run of 1 s that was estimated at 40 s lowers the estimates of later runs from their start.
    void theRunsOfAnEarlierSweepCorrectTheEstimatesOfTheOthers()
    {
        m_engine->millisecondsAStep = 20;
        auto runs = runner(batchSizes({"1", "16", "64"}));
        RunUpdate update;
        update.outcome = RunOutcome::Finished;
        update.startUnixMs = 1'000'000;
        update.endUnixMs = update.startUnixMs + 1000;
        {
            RunFileWriter file(runs.runFile(0), runs.points()[0].experiment);
            file.write(update);
            file.close();
        }
        QCOMPARE(readRunSummary(runs.runFile(0)).seconds(), 1.0);
        const PointEstimate estimate{.stepSeconds = 1, .stepsPerEpoch = FakeEngine::stepsPerEpoch};
        runs.setEstimates(std::vector<PointEstimate>(3, estimate));
        runs.run();
        QCOMPARE(points(SweepEvent::Kind::Started), (std::vector<size_t>{1, 2}));
        const auto first = std::ranges::find_if(m_events, [](const SweepEvent& event) {
            return event.kind == SweepEvent::Kind::Progressed && event.point == 1;
        });
        QVERIFY(first != m_events.end());
        QVERIFY(first->sweepSecondsLeft >= 0);
        QVERIFY2(first->sweepSecondsLeft < 20, qPrintable(QString::number(first->sweepSecondsLeft)));
    }

    void estimatesAreCorrectedByMeasuredRuns()
    {
        EstimateCorrection correction;
        QCOMPARE(correction.factor(), 1.0);
        correction.add(-1, 5); // not known
        correction.add(10, -1);
        QCOMPARE(correction.factor(), 1.0);
        correction.add(20, 8);
        correction.add(10, 7);
        QCOMPARE(correction.factor(), 0.5);
    }

    void anEstimateIsOfStepsAndTests()
    {
        const PointEstimate estimate{
            .prepareSeconds = 1, .stepSeconds = 0.5, .testSeconds = 10, .stepsPerEpoch = 100};
        Experiment experiment;
        experiment.epochs = 2;
        QCOMPARE(estimate.seconds(experiment), 1 + 200 * 0.5 + 2 * 10);
        experiment.steps = 101;
        QCOMPARE(estimate.seconds(experiment), 1 + 101 * 0.5 + 2 * 10);
        experiment.steps = 0;
        experiment.seconds = 30; // 60 steps, not yet an epoch
        QCOMPARE(estimate.seconds(experiment), 1 + 30.0 + 10);
        QVERIFY(PointEstimate().seconds(experiment) < 0);
    }

    void timeLeftGoesBySpeedAndTheProbesTest()
    {
        const PointEstimate estimate{.stepSeconds = 0.5, .testSeconds = 10, .stepsPerEpoch = 100};
        Progress progress{.secondsLeft = 99,
                          .trainingSecondsLeft = 50,
                          .meanStepSeconds = 1, // twice as slow as the probe, and so is the test
                          .step = 150,
                          .totalSteps = 200,
                          .epoch = 2,
                          .epochs = 2};
        QCOMPARE(estimate.secondsLeft(progress), 50.0 + 2 * 10);
        QCOMPARE(PointEstimate().secondsLeft(progress), 99.0);
        progress.testing = true; // no batch of it has been timed
        progress.trainingSecondsLeft = 0;
        QCOMPARE(estimate.secondsLeft(progress), 2 * 10.0);
        progress.testsAreTimed = true; // by the run itself
        QCOMPARE(estimate.secondsLeft(progress), 99.0);
        QCOMPARE(estimate.secondsLeft({.imagesPerSecond = 10, .step = 1, .totalSteps = 200}), -1.0);
    }

    void aBudgetInImagesIsChosenForATime()
    {
        auto sweep = labSweep({}, {"cpu"}, 1000);
        const auto points = sweepPoints(sweep);
        QCOMPARE(points.size(), size_t(3));
        QCOMPARE(points[0].experiment.network, std::string("mnist-convnet-2020"));
        QCOMPARE(points[2].experiment.batchSize, int64_t(64));
        QCOMPARE(points[1].experiment.steps, int64_t(63));
        // 10 ms an image at batch 1, and so much less at 16 and 64; no test.
        const std::vector<PointEstimate> estimates = {{.stepSeconds = 0.010, .stepsPerEpoch = 60'000},
                                                      {.stepSeconds = 0.016, .stepsPerEpoch = 3750},
                                                      {.stepSeconds = 0.064, .stepsPerEpoch = 938}};
        QCOMPARE(imagesWithin(121, points, estimates), int64_t(10'000)); // 100 + 10 + 10
        QCOMPARE(imagesWithin(119, points, estimates), int64_t(6000));
        QCOMPARE(imagesWithin(1, points, estimates), int64_t(1000));
        QCOMPARE(imagesWithin(1e6, points, estimates), int64_t(60'000));
        QCOMPARE(imagesWithin(1e6, points, std::vector<PointEstimate>(3)), int64_t(1000));
    }

    void aPointCanHaveAProcessOfItsOwn()
    {
        m_engine = nullptr; // nothing is trained here
        auto runs = runner(batchSizes({"1", "64"}), SweepIsolation::Always);
        runs.estimate();
        QVERIFY(runs.estimatedSeconds() > 0.1);
        QCOMPARE(runs.run().failed, size_t(0));
        for (size_t i = 0; i < 2; ++i) {
            const auto stored = readRunFile(runs.runFile(i));
            QVERIFY(stored.problems.empty());
            QCOMPARE(stored.run.outcome, RunOutcome::Finished);
            QCOMPARE(stored.run.steps.size(), size_t(FakeEngine::stepsPerEpoch));
        }
    }

    void aProcessThatDiesIsACrashedRunAndTheOthersGoOn()
    {
        auto sweep = batchSizes({"1"});
        sweep.base.optimizer = "sgd";
        sweep.axes = {{"optimizer.momentum", {"0.9", "0.8", "0.1"}}};
        auto runs = runner(sweep, SweepIsolation::Always);
        runs.estimate();
        QVERIFY(runs.estimates()[0].problem.find("signal 9") != std::string::npos);
        QCOMPARE(runs.run().failed, size_t(2));
        const auto crashed = readRunFile(runs.runFile(0)).run;
        QCOMPARE(crashed.outcome, RunOutcome::Crashed);
        QVERIFY2(crashed.failure.find("signal 9") != std::string::npos, crashed.failure.c_str());
        QVERIFY(isDone(runs.runFile(0)));
        QCOMPARE(readRunFile(runs.runFile(1)).run.failure, std::string("The fake engine failed at step 5."));
        QCOMPARE(pointOutcome(runs.runFile(2)), RunOutcome::Finished);
    }

    void aProcessOfItsOwnIsStoppedToo()
    {
        auto sweep = batchSizes({"1", "64"});
        sweep.base.width = 20;
        sweep.base.epochs = 1000;
        stopDuring(0);
        auto runs = runner(sweep, SweepIsolation::Always);
        QVERIFY(runs.run().stopped);
        QCOMPARE(m_events.back().outcome, RunOutcome::Stopped);
        QCOMPARE(pointOutcome(runs.runFile(0)), RunOutcome::Stopped);
        QVERIFY(!isDone(runs.runFile(0)));
    }

    void aProcessThatTellsNothingHasCrashed()
    {
        const auto sweep = batchSizes({"1"});
        prepareSweepFolder(m_folder->path(), sweep, false);
        SweepRunner runs(sweep, {.folder = m_folder->path(),
                                 .isolation = SweepIsolation::Always,
                                 .program = {"sh", "-c", "echo sorry >&2; exit 3"}});
        QCOMPARE(runs.run().failed, size_t(1));
        const auto run = readRunFile(runs.runFile(0)).run;
        QVERIFY(run.failure.find("exit code 3") != std::string::npos);
        QCOMPARE(run.failureDetail, std::string("sorry\n"));
    }

    /// As in aProcessThatTellsNothingHasCrashed().
    void whatIsSetOncePerProcessHasAProcessOfItsOwn()
    {
        Sweep sweep;
        sweep.base = referenceExperiment(torchScriptName);
        sweep.base.model = "a.pt";
        sweep.axes = {{"inter_op_threads", {"1", "4"}}};
        prepareSweepFolder(m_folder->path(), sweep, false);
        SweepRunner runs(sweep, {.folder = m_folder->path(), .program = {"sh", "-c", "exit 3"}});
        QCOMPARE(runs.run().failed, size_t(2));
        for (size_t i = 0; i < 2; ++i)
            QCOMPARE(pointOutcome(runs.runFile(i)), RunOutcome::Crashed);
    }

    void whatTookTheSweepDownIsTriedInAProcessOfItsOwn()
    {
        auto sweep = batchSizes({"1"});
        sweep.base.momentum = 0.9;
        auto runs = runner(sweep, SweepIsolation::Automatic);
        {
            RunFileWriter file(runs.runFile(0), runs.points()[0].experiment);
            file.write(test::sampleUpdate(0, 2));
        }
        SqliteDatabase(runs.runFile(0), SqliteDatabase::Access::Write)
            .execute("UPDATE meta SET value = 1 WHERE key = 'writer_start'"); // that process has gone
        QCOMPARE(pointOutcome(runs.runFile(0)), RunOutcome::Crashed);
        QVERIFY(!isDone(runs.runFile(0)));
        QCOMPARE(runs.run().failed, size_t(1)); // and this test goes on
        QVERIFY(isDone(runs.runFile(0)));
    }
};

QTEST_GUILESS_MAIN(TestSweepRunner)
#include "test_sweep_runner.moc"
