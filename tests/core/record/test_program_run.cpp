#include "core/base/processes/process_identity.h"
#include "core/record/program_recorder.h"
#include "core/record/step_request.h"
#include "recorded_training.h"

#include <QtTest>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <future>
#include <optional>

namespace stepscope {

using Type = probe::RecordType;

class TestProgramRun : public QObject, protected RecordedTraining
{
    Q_OBJECT

private Q_SLOTS:
    void init() { reset(); }

    void aTrainingBecomesARun()
    {
        TrainingRecords records;
        for (int i = 0; i < 5; ++i)
            records.step(2.5 - i);
        const auto run = runOf(records);
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QCOMPARE(run.experiment.network, std::string("train"));
        QCOMPARE(run.experiment.batchSize, int64_t(4));
        QCOMPARE(run.experiment.optimizer, std::string("SGD"));
        QCOMPARE(run.experiment.learningRate, 0.5);
        QCOMPARE(run.steps.size(), size_t(5));
        QCOMPARE(run.steps[0].startNs, int64_t(0));
        QCOMPARE(run.steps[1].startNs, 190 * us);
        QCOMPARE(run.steps[1].durationNs, 200 * us);
        QCOMPARE(run.steps[1].images, 4);
        QCOMPARE(run.steps[1].loss, 1.5F);
        QCOMPARE(run.steps[1].phase, StepPhase::Active);
        QCOMPARE(run.trace.steps.size(), size_t(2)); // those that the schedule keeps
        QCOMPARE(run.trace.steps[0].number, int64_t(1));
        QCOMPARE(run.trace.size(), uint32_t(2 * 9));
        QCOMPARE(run.trace.names[run.trace.name[2]], std::string("fc"));
        QCOMPARE(run.trace.kind[2], EventKind::Layer);
        QCOMPARE(run.trace.parent[2], uint32_t(1));
        QCOMPARE(run.trace.shapes[run.trace.shape[3]], std::string("[4, 3]"));
        QCOMPARE(run.trace.pass[5], Pass::Loss);
        QCOMPARE(run.totals.steps, int64_t(5)); // of all
        const auto& total = run.totals.rows.at(0);
        QCOMPARE(run.trace.names[total.name], std::string("aten::linear"));
        QCOMPARE(total.calls, int64_t(5));
        QCOMPARE(total.selfNs, 50 * us);
    }

    /// As on a GPU, from which nothing is read before it has done the work.
    void aLossThatArrivesLaterBelongsToItsStep()
    {
        constexpr int64_t known = 25; // more than the recorder needs to learn what a step is
        TrainingRecords records;
        for (int i = 0; i < known; ++i)
            records.step(1.0);
        records.isLossLate = true;
        records.step(0.0);
        const auto first = records.lossNs;
        records.step(0.0);
        const auto second = records.lossNs;
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        QCOMPARE(program.steps(), known);
        records.lossArrives(first, 2.0);
        m_memory->write(records.take());
        program.update();
        QCOMPARE(program.steps(), known + 1);
        records.lossArrives(second, 3.0);
        records.isLossLate = false;
        records.step(4.0);
        records.isLossLate = true;
        records.step(0.0); // its loss never arrives
        m_memory->write(records.take());
        program.update();
        QCOMPARE(program.steps(), known + 3);
        QCOMPARE(program.end({}), std::string());
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(known + 4));
        QCOMPARE(run.steps[known].loss, 2.0F);
        QCOMPARE(run.steps[known + 1].loss, 3.0F);
        QCOMPARE(run.steps[known + 2].loss, 4.0F);
        QVERIFY(std::isnan(run.steps[known + 3].loss));
    }

    /// Backward passes of a GPU run on a thread of their own, whose records are read after those of the main
    /// thread.
    void whatAnotherThreadDoesInAStepBelongsToIt()
    {
        m_memory.emplace(path("4711-1.probe"), uint64_t(1) << 20, 2);
        TrainingRecords records;
        ProbeRecords others;
        others.sync(records.now);
        const auto operatorName = others.name("aten::mm");
        ProgramRun program(path("4711-1.probe"), m_plan);
        constexpr int steps = 30;
        for (int i = 0; i < steps; ++i) {
            others.enter(records.now + 50 * us, operatorName);
            others.exit(records.now + 60 * us);
            records.step(1.0);
            m_memory->write(others.take(), 1);
            m_memory->write(records.take());
            program.update();
        }
        QCOMPARE(program.end({}), std::string());
        const auto run = readRunFile(program.runFile()).run;
        const auto total = std::ranges::find_if(
            run.totals.rows, [&](const auto& row) { return run.trace.names[row.name] == "aten::mm"; });
        QVERIFY(total != run.totals.rows.end());
        QCOMPARE(total->calls, int64_t(steps));
    }

    void theMachineIsSampledWhileTheProgramRuns()
    {
        TrainingRecords records;
        records.step(2.5);
        m_memory->header().pid = 0x7fffffff; // more than the kernel's largest
        m_memory->store();
        QVERIFY(runOf(records).samples.empty());
        m_memory->header().pid = uint32_t(getpid());
        m_memory->store();
        TrainingRecords others;
        others.step(2.5);
        // In its own PID namespace, the process has the number of a different process here.
        m_memory->write(others.take());
        std::filesystem::copy_file(path("4711-1.probe"), path("4711-123-1.probe"));
        std::filesystem::copy_file(path("4711-1.probe"),
                                   path(fmt::format("4711-{}-1.probe", thisProcess().startTicks).c_str()));
        const auto samplesOf = [this](const std::string& file) {
            ProgramRun program(path(file.c_str()), m_plan);
            program.update();
            program.end({});
            return readRunFile(program.runFile()).run.samples;
        };
        QVERIFY(samplesOf("4711-123-1.probe").empty());
        QVERIFY(!samplesOf(fmt::format("4711-{}-1.probe", thisProcess().startTicks)).empty());
        const auto run = runOf(others);
        QVERIFY(!run.samples.empty());
        QVERIFY(run.samples.front().residentBytes > 0);
        QVERIFY(!run.samples.front().coreCpuPercent.empty());
        QVERIFY(run.samples.front().timeNs > 0); // since the first step began
        QCOMPARE(run.samples.front().allocatedBytes, int64_t(-1));
        QVERIFY(run.samples.front().gpus.empty());
        QCOMPARE(run.plan.threads, 3);
    }

    void anUpdateThatIsSkippedEndsAStep()
    {
        TrainingRecords records;
        for (int i = 0; i < 4; ++i) {
            records.isUpdateSkipped = i == 0 || i == 2;
            records.step(2.5 - i);
        }
        records.message(records.now, R"({"skipped_update": []})"); // not as agreed
        const auto run = runOf(records);
        QCOMPARE(run.steps.size(), size_t(4));
        for (size_t i = 0; i < 4; ++i) {
            QCOMPARE(run.steps[i].loss, 2.5F - float(i));
            QCOMPARE(run.steps[i].images, 4);
        }
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text ==
                   "The program's GradScaler skipped 2 updates, because gradients were not finite.";
        }));
    }

    void aRankOfADistributedTrainingIsNamed()
    {
        TrainingRecords records;
        records.message(records.now,
                        R"({"program": {"torch": "2.1", "rank": 1, "world_size": 2, "backend": "gloo"}})");
        records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        QCOMPARE(program.rank(), int64_t(1));
        QCOMPARE(program.localRanks(), int64_t(2));
        QCOMPARE(program.end({}), std::string());
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.experiment.network, std::string("train rank 1"));
        QCOMPARE(rankOf(run), (TraceRank{.rank = 1, .worldSize = 2, .backend = "gloo"}));
    }

    void whatRanIsInTheLog()
    {
        m_plan.command = {"python3", "train.py", "--epochs", "3"};
        m_plan.folder = "/some/folder";
        std::promise<std::string> revision;
        m_plan.revision = revision.get_future().share();
        TrainingRecords records;
        records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        revision.set_value("Git commit 123.");
        program.end({});
        std::vector<std::string> texts;
        for (const auto& entry : readRunFile(program.runFile()).run.log)
            texts.push_back(entry.text);
        const std::vector<std::string> expected{"Command: python3 train.py --epochs 3",
                                                "Folder: /some/folder", "Python ?, PyTorch 2.1",
                                                "Git commit 123."};
        QVERIFY(texts == expected);
    }

    void howManyAnswersAreCorrectIsNotKnown()
    {
        TrainingRecords records;
        records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.at(0).correct, StepMetrics::notCounted);
        QVERIFY(std::isnan(run.steps[0].accuracy()));
    }

    void evaluationsEndEpochs()
    {
        TrainingRecords records;
        for (int i = 0; i < 3; ++i)
            records.step(3.0 - i);
        records.evaluation(2);
        for (int i = 0; i < 2; ++i)
            records.step(0.5);
        records.evaluation(4);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(5));
        QCOMPARE(run.epochs.size(), size_t(2));
        const auto& epoch = run.epochs[0];
        QCOMPARE(epoch.epoch, 1);
        QCOMPARE(epoch.steps, int64_t(3));
        QCOMPARE(epoch.lastStep, int64_t(2));
        QCOMPARE(epoch.trainImages, int64_t(12));
        QCOMPARE(epoch.trainLoss, 2.0);
        QCOMPARE(epoch.learningRate, 0.5);
        QCOMPARE(epoch.testNs, 70 * us); // two calls of 30 microseconds, 10 apart
        QCOMPARE(epoch.testImages, int64_t(0));
        QVERIFY(std::isnan(epoch.testLoss));
        QVERIFY(std::isnan(epoch.testAccuracy()));
        QVERIFY(std::isnan(epoch.trainAccuracy()));
        QCOMPARE(run.epochs[1].steps, int64_t(2));
        QCOMPARE(run.epochs[1].lastStep, int64_t(4));
        QCOMPARE(run.epochs[1].trainLoss, 0.5);
    }

    void aProgramOfFewStepsKeepsTheirEvents()
    {
        m_plan.schedule.profileWait = 8;
        TrainingRecords records;
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.trace.steps.size(), size_t(3));
        QCOMPARE(run.trace.steps[0].phase, StepPhase::Active);
        QCOMPARE(run.trace.size(), uint32_t(3 * 9));
    }

    void whatIsLoggedIsOfTheStepItWasLoggedIn()
    {
        TrainingRecords records;
        records.message(records.now, R"({"optimizer": {"id": 2, "type": "Adam", "lr": [0.25]}})");
        for (int i = 0; i < 30; ++i) {
            records.message(records.now, R"({"scalar": {"tag": "a", "value": 1.5, "step": null}})");
            records.message(records.now, R"({"scalar": {"tag": "b", "value": 2.5, "step": 70}})");
            records.step(1.0);
        }
        records.message(records.now + us, R"({"scalar": {"tag": "late", "value": 0.75, "step": null}})");
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        const auto series = [&](const std::string& tag) {
            const auto found = std::ranges::find(run.scalars, tag, &ScalarSeries::tag);
            return found == run.scalars.end() ? ScalarSeries{} : *found;
        };
        QCOMPARE(series("a").points.size(), size_t(30));
        for (size_t i = 0; i < 30; ++i)
            QCOMPARE(series("a").points[i].step, int64_t(i == 0 ? 0 : i - 1)); // after the update of a step
        QCOMPARE(series("b").points.at(29).step, int64_t(70));
        QCOMPARE(series("late").points.size(), size_t(1));
        QCOMPARE(series("late").points[0].step, int64_t(29));
        QCOMPARE(series("learning rate").points.size(), size_t(1));
        QCOMPARE(series("learning rate 2").points.at(0).value, 0.25);
        QCOMPARE(run.experiment.learningRate, 0.5);
    }

    void onlyWhatCanLearnIsANetwork()
    {
        ProgramNames names;
        names.addLayer(1, {.name = "", .type = "Normalize", .parameters = 0, .root = 1});
        QVERIFY(names.isNetwork(1)); // as long as there is no other
        names.addLayer(2, {.name = "", .type = "Net", .parameters = 10, .root = 2});
        names.addLayer(3, {.name = "fc", .type = "Linear", .parameters = 10, .root = 2});
        names.addLayer(4, {.name = "", .type = "Net", .parameters = 10, .root = 4});
        names.addLayer(5, {.name = "fc", .type = "Linear", .parameters = 10, .root = 4});
        names.addLayer(6, {.name = "", .type = "CrossEntropyLoss", .parameters = 0, .root = 6});
        names.addLayer(7, {.name = "", .type = "NetWithLoss", .parameters = 3, .root = 7});
        QVERIFY(!names.isNetwork(1));
        QVERIFY(names.isNetwork(2));
        QVERIFY(names.isNetwork(4));
        QVERIFY(!names.isNetwork(6));
        QVERIFY(names.isNetwork(7));
        const auto name = [&](uint64_t id) { return names.names()[names.layerName(id)]; };
        QCOMPARE(name(2), std::string("Net"));
        QCOMPARE(name(3), std::string("fc"));
        QCOMPARE(name(4), std::string("Net 2"));
        QCOMPARE(name(5), std::string("Net 2.fc"));
    }

    void theProgramMayAskForEvents()
    {
        TrainingRecords records;
        for (int i = 0; i < 6; ++i) {
            if (i == 4)
                records.message(records.now, R"({"window": {"steps": 2}})");
            records.step(1.0);
        }
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        std::vector<int64_t> numbers;
        for (const auto& step : run.trace.steps)
            numbers.push_back(step.number);
        QVERIFY((numbers == std::vector<int64_t>{1, 2, 4, 5})); // the first two are the schedule's
    }

    /// A step whose operators were not recorded from start to end is not counted, and keeps no events: a
    /// later one takes its place.
    void operatorsMayBeRecordedInWindowsAlone()
    {
        m_plan.windowsOnly = true;
        TrainingRecords records;
        const auto flagsAre = [&](uint64_t flags) {
            records.add(Type::FlagsAre, uint64_t(records.tick()), {flags});
        };
        m_plan.schedule.profileActive = 4; // from step 1 on
        for (int i = 0; i < 9; ++i) {
            if (i == 1)
                flagsAre(0);
            if (i == 3)
                flagsAre(probe::initialFlags);
            records.step(1.0);
        }
        m_memory->header().flags = probe::initialFlags;
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        program.update();
        QCOMPARE(m_memory->flags(), uint32_t(0)); // the window is over
        requestSteps(program.runFile(), 2);
        QTest::qWait(150); // it looks ten times a second
        program.update();
        QCOMPARE(m_memory->flags(), probe::initialFlags);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(9));
        std::vector<int64_t> numbers;
        for (const auto& step : run.trace.steps)
            numbers.push_back(step.number);
        QCOMPARE(numbers, (std::vector<int64_t>{4, 5, 6, 7})); // 1 to 4 are the schedule's
        QCOMPARE(run.steps[1].phase, StepPhase::Warmup);
        QCOMPARE(run.totals.steps, int64_t(6));
        QCOMPARE(run.totals.rows.at(0).calls, int64_t(6));
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text == "Operators were recorded in 6 of 9 steps and are counted only there.";
        }));
    }

    void anotherProcessMayAskForEvents()
    {
        TrainingRecords records;
        for (int i = 0; i < 4; ++i)
            records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        requestSteps(program.runFile(), 2);
        QTest::qWait(150); // it looks ten times a second
        program.update();
        records.now = monotonicNs();
        for (int i = 0; i < 4; ++i)
            records.step(1.0);
        m_memory->write(records.take());
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        std::vector<int64_t> numbers;
        for (const auto& step : run.trace.steps)
            numbers.push_back(step.number);
        QVERIFY((numbers == std::vector<int64_t>{1, 2, 4, 5}));
        QVERIFY(!takeRequestedSteps(program.runFile()));
    }

    void theFirstWholeForwardPassIsTheGraph()
    {
        TrainingRecords records;
        records.followed = TrainingRecords::Followed::Partly;
        records.step(1.0, 5);
        records.followed = TrainingRecords::Followed::Whole;
        records.step(1.0, 6);
        records.followed = TrainingRecords::Followed::Whole;
        records.step(1.0, 7);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto graph = readRunFile(program.runFile()).run.graph;
        QVERIFY(graph);
        QCOMPARE(graph->network, std::string("Net"));
        QCOMPARE(graph->batchSize, int64_t(6));
        QCOMPARE(graph->nodes.size(), size_t(3));
        QCOMPARE(graph->nodes[1].op, std::string("aten::linear"));
        QCOMPARE(graph->nodes[1].outputShape, (std::vector<int64_t>{4, 6}));
        QCOMPARE(graph->layers.size(), size_t(1));
        QCOMPARE(graph->nodes[1].layer, 0);
    }

    void withoutAWholeForwardPassThereIsNoGraph()
    {
        TrainingRecords records;
        records.followed = TrainingRecords::Followed::Partly;
        records.step(1.0);
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        QVERIFY(!readRunFile(program.runFile()).run.graph);
    }

    void aRangeMayEndTheSteps()
    {
        m_memory->header().isPython = 0;
        m_memory->store();
        m_plan.stepOn = StepSource::Marks;
        m_plan.stepRange = "my step";
        ProbeRecords records;
        int64_t now = monotonicNs();
        records.sync(now);
        const auto range = records.name("my step");
        const auto add = records.name("aten::add");
        for (int i = 0; i < 3; ++i) {
            records.enterRange(now += 10 * us, range);
            records.enter(now += 10 * us, add);
            records.exit(now += 10 * us);
            records.exit(now += 10 * us);
        }
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(3));
        QCOMPARE(run.steps[0].durationNs, 30 * us);
        QCOMPARE(run.steps[2].durationNs, 40 * us); // with what was between the ranges
        QVERIFY(std::isnan(run.steps[0].loss));
        QCOMPARE(run.trace.steps.size(), size_t(2));
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text.find("not known") != std::string::npos;
        }));
    }

    /// By operators alone, as LibTorch's C++ interface calls them.
    void aProgramWithoutPythonHasSteps()
    {
        m_memory->header().isPython = 0;
        m_memory->store();
        ProbeRecords records;
        int64_t now = monotonicNs();
        records.sync(now);
        const auto gradient = records.name("autograd::engine::evaluate_function: MmBackward0");
        const auto backward = records.name("MmBackward0");
        const auto call = [&](const char* name, int64_t sequence) {
            const auto id = records.name(name);
            if (sequence < 0)
                records.enter(now += 10 * us, id);
            else
                records.enterForward(now += 10 * us, id, sequence);
            records.exit(now += 10 * us);
        };
        for (int64_t i = 0; i < 4; ++i) {
            call("aten::randn", -1);
            call("aten::zero_", 3 * i);
            call("aten::t", 3 * i);
            call("aten::mm", 3 * i + 1);
            call("aten::sum", 3 * i + 2);
            records.enter(now += 10 * us, gradient);
            records.enterBackward(now += 10 * us, backward, 3 * i + 1);
            records.exit(now += 10 * us);
            records.exit(now += 10 * us);
            call("aten::add_", -1); // the optimizer
            call("aten::item", 3 * i + 3);
        }
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.end({});
        QCOMPARE(program.stepSource(), StepSource::Backward);
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(4));
        // From aten::t to before the next one.
        for (size_t i = 0; i < 3; ++i)
            QCOMPARE(run.steps[i].durationNs, 180 * us);
        const auto passOf = [&](const char* name) {
            for (uint32_t i = run.trace.steps.at(1).firstEvent; i < run.trace.size(); ++i) {
                if (run.trace.names[run.trace.name[i]] == name)
                    return run.trace.pass[i];
            }
            return Pass::Data;
        };
        QCOMPARE(passOf("aten::t"), Pass::Forward);
        QCOMPARE(passOf("aten::sum"), Pass::Forward);
        QCOMPARE(passOf("MmBackward0"), Pass::Backward);
        QCOMPARE(passOf("aten::add_"), Pass::Other);
    }

    void aRunFileAppearsWithTheFirstStep()
    {
        ProgramRun program(path("4711-1.probe"), m_plan);
        TrainingRecords records;
        m_memory->write(records.take());
        program.update();
        QVERIFY(program.runFile().empty());
        records.step(1.0);
        records.step(1.0);
        m_memory->write(records.take());
        program.update();
        QVERIFY(std::filesystem::exists(program.runFile()));
        QCOMPARE(program.steps(), int64_t(1));
        QCOMPARE(m_memory->tail(), m_memory->thread().head);
        program.end({.outcome = RunOutcome::Failed, .failure = "The program ended with exit code 3."});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.failure, std::string("The program ended with exit code 3."));
        QCOMPARE(run.steps.size(), size_t(2));
    }

    void aProcessWithoutStepsHasNoRun()
    {
        ProgramRun program(path("4711-1.probe"), m_plan);
        m_memory->write(TrainingRecords().take());
        program.update();
        QCOMPARE(program.end({}), std::string());
        QVERIFY(program.runFile().empty());
        QVERIFY(!std::filesystem::exists(m_plan.library));
    }

    void aRunThatCannotBeWrittenIsReported()
    {
        m_plan.command = {"python3", "train.py"};
        ProgramRecorder recorder(m_plan);
        std::filesystem::path folder;
        const auto variable = std::string(probe::folderVariable) + "=";
        for (const auto& each : recorder.environment()) {
            if (each.starts_with(variable))
                folder = each.substr(variable.size());
        }
        std::filesystem::remove(m_plan.library);
        std::ofstream(m_plan.library) << "in the way";
        ProbeMemory memory(folder / "4711-1.probe");
        TrainingRecords records;
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        memory.write(records.take());
        QVERIFY(!recorder.hasLost());
        recorder.update();
        QVERIFY(recorder.hasLost());
        QVERIFY(recorder.runs().empty());
        const auto problems = recorder.takeProblems();
        QCOMPARE(problems.size(), size_t(1));
        QVERIFY(problems[0].find("cannot be written: Not a directory.") != std::string::npos);
    }

    void aLibraryThatCannotBeMadeIsRefused()
    {
        std::ofstream(path("file")) << "in the way";
        m_plan.library = path("file") / "library";
        QVERIFY_THROWS_EXCEPTION(Error, ProgramRecorder{m_plan});
    }

    void aRingGoesRound()
    {
        m_memory.emplace(path("4711-1.probe"), uint64_t(4096));
        ProgramRun program(path("4711-1.probe"), m_plan);
        TrainingRecords records;
        for (int i = 0; i < 50; ++i) {
            records.step(i);
            m_memory->write(records.take());
            program.update();
        }
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(50));
        QCOMPARE(run.steps[49].loss, 49.0F);
        QCOMPARE(run.totals.rows.at(0).calls, int64_t(50));
    }

    void damageEndsTheRecordingOfAThread_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("head far ahead") << 0;
        QTest::newRow("ring outside") << 1;
        QTest::newRow("ring of odd size") << 2;
        QTest::newRow("head goes back") << 3;
        QTest::newRow("records are none") << 4;
    }

    void damageEndsTheRecordingOfAThread()
    {
        QFETCH(int, what);
        ProgramRun program(path("4711-1.probe"), m_plan);
        TrainingRecords records;
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        m_memory->write(records.take());
        program.update();
        auto& thread = m_memory->thread();
        if (what == 0)
            thread.head += uint64_t(1) << 40;
        if (what == 1)
            thread.ringOffset = uint64_t(1) << 50;
        if (what == 2)
            thread.ringBytes = 12345;
        if (what == 3)
            thread.head = 8;
        if (what == 4)
            m_memory->write({0x1234567890});
        m_memory->store();
        program.update();
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.steps.size(), size_t(3));
        const auto warnings = std::ranges::count(run.log, LogLevel::Warning, &LogEntry::level);
        QCOMPARE(warnings, std::ptrdiff_t(1));
    }

    void aFileThatIsCutIsNoHarm()
    {
        ProgramRun program(path("4711-1.probe"), m_plan);
        TrainingRecords records;
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        m_memory->write(records.take());
        std::filesystem::resize_file(path("4711-1.probe"), probe::ringsOffset + 16);
        program.update();
        QCOMPARE(program.end({}), std::string());
        QVERIFY(program.runFile().empty());
    }

    void onlyAProbesFileIsRead()
    {
        m_memory->header().version = 99;
        m_memory->store();
        QVERIFY_THROWS_EXCEPTION(Error, ProgramRun(path("4711-1.probe"), m_plan));
        std::filesystem::create_symlink(path("4711-1.probe"), path("link"));
        QVERIFY_THROWS_EXCEPTION(Error, ProgramRun(path("link"), m_plan));
        QVERIFY_THROWS_EXCEPTION(Error, ProgramRun(m_folder->path().toStdString(), m_plan));
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestProgramRun)
#include "test_program_run.moc"
