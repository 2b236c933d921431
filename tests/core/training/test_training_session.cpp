#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files/sqlite.h"
#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_file.h"
#include "core/run_file/trace_pieces.h"
#include "core/training/training_session.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <thread>

using namespace stepscope;

namespace {

class FakeEngine final : public Engine
{
public:
    std::function<RunOutcome(TrainingControl&, RunSink&)> training;

    EngineInfo info() override { return {}; }
    std::vector<DeviceInfo> devices() override { return {}; }
    RunOutcome train(const Experiment&, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& /*files*/) override
    {
        return training(control, sink);
    }
    DeviceMemory memory(const std::string& device) override
    {
        return device == "cpu" ? DeviceMemory{700, 900} : DeviceMemory{};
    }
    NetworkGraph captureGraph(const Experiment&) override { return {}; }
};

} // namespace

class TestTrainingSession : public QObject
{
    Q_OBJECT

private:
    static Run runOf(const std::function<RunOutcome(TrainingControl&, RunSink&)>& training)
    {
        const auto engine = std::make_shared<FakeEngine>();
        engine->training = training;
        TrainingSession session({}, [&] { return engine; });
        session.join();
        Run run;
        session.feed().drainInto(run);
        return run;
    }

private Q_SLOTS:
    void tellsTheOutcome()
    {
        QCOMPARE(runOf([](auto&, auto&) { return RunOutcome::Finished; }).outcome, RunOutcome::Finished);
        QCOMPARE(runOf([](auto&, auto&) { return RunOutcome::Stopped; }).outcome, RunOutcome::Stopped);
    }

    void eventsBeyondTheirMemoryAreInTheRunFile()
    {
        const auto limit = eventMemoryLimit();
        const TemporaryFolder folder;
        constexpr int64_t steps = 20;
        setEventMemoryLimit(5 * eventMemoryOf(test::sampleChunk(0, true)));
        const auto engine = std::make_shared<FakeEngine>();
        engine->training = [](TrainingControl&, RunSink& sink) {
            for (int64_t step = 0; step < steps; ++step)
                sink.traceRecorded(test::sampleChunk(step, step == 0));
            return RunOutcome::Finished;
        };
        Run run;
        {
            TrainingSession session(
                {}, [&] { return engine; }, folder.path() / "run.stepscope");
            session.join();
            session.feed().drainInto(run);
        }
        QCOMPARE(run.trace.steps.size(), size_t(5));
        QCOMPARE(run.leftOut.steps, steps - 5);
        QCOMPARE(run.leftOut.lostSteps, 0);
        QCOMPARE(run.traceFile, folder.path() / "run.stepscope");
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.level == LogLevel::Info &&
                   entry.text.starts_with("Events of further steps are only in the run file");
        }));
        int64_t read = 0;
        forTracePieces(run, [&](const Trace& piece) { read += int64_t(piece.steps.size()); });
        QCOMPARE(read, steps);
        setEventMemoryLimit(limit);
    }

    void theRunFileHasAbsolutePaths()
    {
        const TemporaryFolder folder;
        const auto engine = std::make_shared<FakeEngine>();
        engine->training = [](TrainingControl&, RunSink&) { return RunOutcome::Finished; };
        const auto storedFor = [&](const Experiment& experiment, const char* name) {
            TrainingSession session(
                experiment, [&] { return engine; }, folder.path() / name);
            session.join();
            return readRunFile(folder.path() / name).run.experiment;
        };
        Experiment experiment = referenceExperiment(torchScriptName);
        experiment.model = "some/net.pt";
        QCOMPARE(storedFor(experiment, "a.stepscope").model,
                 (std::filesystem::current_path() / "some/net.pt").string());
        experiment.model = "/some/net.pt";
        QVERIFY(storedFor(experiment, "b.stepscope") == experiment);
        experiment = referenceExperiment("mlp");
        experiment.dataDirectory = "some/photos";
        experiment.initialWeights = "some/net.safetensors";
        const Experiment stored = storedFor(experiment, "c.stepscope");
        QCOMPARE(stored.dataDirectory, (std::filesystem::current_path() / "some/photos").string());
        QCOMPARE(stored.initialWeights, (std::filesystem::current_path() / "some/net.safetensors").string());
    }

    void aRunWithoutAFileHasMoreMemoryForEvents()
    {
        const auto limit = eventMemoryLimit();
        const TemporaryFolder folder;
        setEventMemoryLimit(2 * eventMemoryOf(test::sampleChunk(0, true)),
                            5 * eventMemoryOf(test::sampleChunk(0, true)));
        const auto engine = std::make_shared<FakeEngine>();
        engine->training = [](TrainingControl&, RunSink& sink) {
            for (int64_t step = 0; step < 20; ++step)
                sink.traceRecorded(test::sampleChunk(step, step == 0));
            return RunOutcome::Finished;
        };
        std::ofstream(folder.path() / "file") << "no folder";
        for (const auto& path : {std::filesystem::path(), folder.path() / "file" / "run.stepscope"}) {
            Run run;
            TrainingSession session(
                {}, [&] { return engine; }, path);
            session.join();
            session.feed().drainInto(run);
            QCOMPARE(run.trace.steps.size(), size_t(5));
            QCOMPARE(run.leftOut.steps, 15);
            QVERIFY(run.traceFile.empty());
            QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
                return entry.level == LogLevel::Warning &&
                       entry.text.starts_with("Events of further steps are not kept");
            }));
            QVERIFY(!missingEventsText(run).empty());
        }
        setEventMemoryLimit(limit);
    }

    void aRunWhoseFileCannotBeWrittenToTheEndSaysSo()
    {
        const auto limit = eventMemoryLimit();
        const TemporaryFolder folder;
        const auto path = folder.path() / "run.stepscope";
        setEventMemoryLimit(2 * eventMemoryOf(test::sampleChunk(0, true)));
        const auto engine = std::make_shared<FakeEngine>();
        engine->training = [&](TrainingControl&, RunSink& sink) {
            SqliteDatabase(path, SqliteDatabase::Access::Write).execute("DROP TABLE trace_blocks");
            for (int64_t step = 0; step < 5; ++step)
                sink.traceRecorded(test::sampleChunk(step, step == 0));
            return RunOutcome::Finished;
        };
        Run run;
        {
            TrainingSession session(
                {}, [&] { return engine; }, path);
            session.join();
            session.feed().drainInto(run);
        }
        QVERIFY(run.leftOut.isFileCut);
        QVERIFY2(leftOutText(run).ends_with("in the run file, as far as it could be written."),
                 leftOutText(run).c_str());
        setEventMemoryLimit(limit);
    }

    void anErrorEndsAsItsSentence()
    {
        const auto run = runOf([](auto&, auto&) -> RunOutcome { throw Error("No such device.", "detail"); });
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.failure, std::string("No such device."));
        QCOMPARE(run.failureDetail, std::string("detail"));
        QCOMPARE(run.log.back().level, LogLevel::Error);
    }

    void anyExceptionEndsAsOneSentence()
    {
        const auto memory = runOf([](auto&, auto&) -> RunOutcome { throw std::bad_alloc(); });
        QVERIFY(QString::fromStdString(memory.failure).contains("out of memory"));
        const auto other = runOf([](auto&, auto&) -> RunOutcome { throw std::runtime_error("odd"); });
        QCOMPARE(other.failure, std::string("The training failed: odd"));
    }

    void anEngineThatCannotBeLoadedFailsTheRun()
    {
        TrainingSession session({}, []() -> std::shared_ptr<Engine> { throw Error("No engine."); });
        session.join();
        Run run;
        session.feed().drainInto(run);
        QCOMPARE(run.failure, std::string("No engine."));
    }

    void looksAtTheMachineMeanwhile()
    {
        const auto run = runOf([](auto&, RunSink& sink) {
            sink.trainingBegan(monotonicNs());
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
            return RunOutcome::Finished;
        });
        QVERIFY(!run.samples.empty());
        const auto& last = run.samples.back();
        QVERIFY(last.timeNs >= 150'000'000);
        QVERIFY(last.residentBytes > 0);
        QVERIFY(!last.coreCpuPercent.empty());
        QCOMPARE(last.allocatedBytes, 700);
        QCOMPARE(last.peakAllocatedBytes, 900);
        QVERIFY(last.gpus.empty());
    }

    void destroyingItStopsTheTraining()
    {
        const auto engine = std::make_shared<FakeEngine>();
        std::atomic<bool> stopped = false;
        engine->training = [&](TrainingControl& control, RunSink&) {
            control.setPaused(true); // a paused training must stop as well
            while (!control.stopRequested())
                control.waitWhilePaused();
            stopped = true;
            return RunOutcome::Stopped;
        };
        {
            TrainingSession session({}, [&] { return engine; });
        }
        QVERIFY(stopped);
    }
};

QTEST_GUILESS_MAIN(TestTrainingSession)
#include "test_training_session.moc"
