#include "core/torch/shared/torch_headers.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/comparison/recorder_trial.h"
#include "core/comparison/reference_loop.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/model/network.h"
#include "core/torch/train/trainer.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/loader_threads.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/core/data/cifar_file.h"
#include "tests/support/costs_of_trace.h"
#include "tests/support/sanitizers.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>
#include <sys/resource.h>

using namespace stepscope;

class TestTrainer : public QObject
{
    Q_OBJECT

private:
    static Experiment tiny()
    {
        auto experiment = referenceExperiment("mlp");
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 600;
        experiment.testBatchSize = 100;
        experiment.batchSize = 32;
        experiment.width = 32;
        return experiment;
    }

    TemporaryFolder m_folder;

    /// 3,000 characters, 29 of them different, in sequences of 16.
    void useText(Experiment& experiment) const
    {
        std::string text;
        while (text.size() < 3000)
            text += "the quick brown fox jumps over the lazy dog.\n";
        text.resize(3000);
        const auto file = m_folder.path() / "text.txt";
        std::ofstream(file) << text;
        experiment.dataset = "text";
        experiment.dataDirectory = file.string();
        experiment.sequenceLength = 16;
        experiment.threads = 1;
    }

    /// 20 images in each file of the data set.
    static void writeCifar(const std::filesystem::path& folder, std::string_view name, size_t labelsBefore)
    {
        std::string labels;
        for (int i = 0; i < 20; ++i)
            labels += char(i % 10);
        for (const auto& file : dataSetWithFiles(name).files)
            std::ofstream(folder / file.name, std::ios::binary) << test::cifarRows(labels, labelsBefore);
    }

    static Experiment layersOn(const std::string& dataSet, const std::filesystem::path& folder,
                               const std::string& layers)
    {
        auto experiment = referenceExperiment("layers");
        experiment.dataset = dataSet;
        experiment.dataDirectory = folder.string();
        experiment.layers = layers;
        experiment.batchSize = 10;
        experiment.epochs = 1;
        return experiment;
    }

    struct Trained
    {
        Run run;
        RunOutcome outcome = RunOutcome::NotStarted;
        QString failure;
    };
    static Trained train(const Experiment& experiment)
    {
        Trained result;
        RunFeed feed;
        TrainingControl control;
        DataSetCache dataSets;
        try {
            result.outcome = trainExperiment(experiment, dataSets, control, feed);
        } catch (const Error& error) {
            result.outcome = RunOutcome::Failed;
            result.failure = error.what();
        }
        feed.drainInto(result.run);
        return result;
    }
    static double meanLoss(const std::vector<StepMetrics>& steps, size_t first, size_t count)
    {
        double sum = 0;
        for (size_t i = first; i < first + count; ++i)
            sum += double(steps[i].loss);
        return sum / double(count);
    }

    /// 20 steps of the profiler's schedule and 340 more, all of whole batches.
    static Experiment longEnough()
    {
        auto experiment = tiny();
        experiment.syntheticImages = 640;
        experiment.steps = 360;
        experiment.epochs = 18;
        experiment.threads = 1;
        experiment.profileWait = 2;
        experiment.profileWarmup = 8;
        experiment.profileActive = 10;
        return experiment;
    }
    static int64_t countOf(const Run& run, StepPhase phase)
    {
        return std::ranges::count(run.steps, phase, &StepMetrics::phase);
    }

private Q_SLOTS:
    void lossesAreTheSameForAnyNumberOfWorkers_data()
    {
        QTest::addColumn<QString>("augmentation");
        QTest::newRow("images as they are") << "";
        QTest::newRow("augmented") << "crop 3, flip";
    }
    void lossesAreTheSameForAnyNumberOfWorkers()
    {
        QFETCH(const QString, augmentation);
        auto experiment = tiny();
        experiment.augmentation = augmentation.toStdString();
        experiment.epochs = 2;
        experiment.threads = 1;
        const auto lossesOf = [&](int64_t workers) {
            experiment.loaderWorkers = workers;
            std::vector<float> losses;
            for (const auto& step : train(experiment).run.steps)
                losses.push_back(step.loss);
            return losses;
        };
        const auto expected = lossesOf(0);
        QCOMPARE(expected.size(), size_t(38));
        QCOMPARE(lossesOf(1), expected);
        QCOMPARE(lossesOf(3), expected);
        experiment.augmentation = "crop 2";
        QVERIFY(lossesOf(0) != expected);
    }

    void theProfileShowsHowABatchIsMade_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<QString>("augmentation");
        QTest::addColumn<QString>("call");
        QTest::newRow("from memory") << 0 << ""
                                     << "aten::index_select";
        QTest::newRow("in the step") << 0 << "flip"
                                     << "stepscope::prepare_batch";
        QTest::newRow("by workers") << 2 << "flip"
                                    << "stepscope::next_batch";
    }
    void theProfileShowsHowABatchIsMade()
    {
        QFETCH(const int, workers);
        QFETCH(const QString, augmentation);
        QFETCH(const QString, call);
        auto experiment = tiny();
        experiment.loaderWorkers = workers;
        experiment.augmentation = augmentation.toStdString();
        experiment.steps = 15;
        experiment.profileActive = 5;
        const auto run = train(experiment).run;
        std::set<std::string> calls; // of the step itself
        for (size_t event = 0; event < run.trace.size(); ++event) {
            if (run.trace.pass[event] == Pass::Data && run.trace.parent[event] == noEvent)
                calls.insert(run.trace.names[run.trace.name[event]]);
        }
        QVERIFY(calls.contains(call.toStdString()));
        const auto isAboutLoader = [](const LogEntry& entry) {
            return entry.text.starts_with("Data loader: on average, its 2 workers needed ");
        };
        QCOMPARE(std::ranges::count_if(run.log, isAboutLoader), workers == 2 ? 1 : 0);
    }

    void theProfileShowsWhatWorkersDo()
    {
        auto experiment = tiny();
        experiment.loaderWorkers = 2;
        experiment.augmentation = "flip";
        experiment.epochs = 2;
        experiment.profileWait = 1;
        experiment.profileWarmup = 1;
        experiment.profileActive = 30;
        const auto run = train(experiment).run;
        const Trace& trace = run.trace;
        std::set<std::string> threads;
        for (const TraceThread& thread : trace.threads)
            threads.insert(thread.name);
        QVERIFY(threads.contains("training"));
        QVERIFY(threads.contains("Data loader 1"));
        QVERIFY(threads.contains("Data loader 2"));

        std::set<std::string> ranges;
        for (EventId event(0); event < trace.endEvent(); ++event) {
            const std::string& name = trace.names[trace.name[event]];
            QCOMPARE(isLoaderRange(trace, event), trace.kind[event] == EventKind::Range);
            if (!isLoaderRange(trace, event))
                continue;
            ranges.insert(name.substr(0, name.find_first_of("0123456789")));
            QCOMPARE(trace.pass[event], Pass::Other);
            QVERIFY(trace.durationNs[event] >= 0);
            constexpr int64_t clocksDifferNs = 1'000'000; // at most: see TickClock
            QVERIFY(trace.startNs[event] >= trace.steps.front().startNs - clocksDifferNs);
        }
        QVERIFY2(ranges.contains("load batch ") && ranges.contains("collect") && ranges.contains("augment"),
                 qPrintable(QString::number(ranges.size())));
        for (const TraceStep& step : trace.steps)
            QCOMPARE(trace.thread[step.firstEvent], ThreadId(0));

        const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QVERIFY(!statistics.rows.empty());
        for (const OperatorRow& row : statistics.rows)
            QVERIFY(!ranges.contains(trace.names[row.name]));
        const CallTree tree = callTree(trace);
        QVERIFY(std::ranges::none_of(tree.nodes,
                                     [](const CallNode& node) { return node.kind == FrameKind::Range; }));
    }

    void secondsEndATrainingThatIsFinishedThen()
    {
        auto experiment = tiny();
        experiment.seconds = 0.3;
        const auto trained = train(experiment);
        QCOMPARE(trained.outcome, RunOutcome::Finished);
        int64_t trainedNs = 0;
        for (const auto& step : trained.run.steps)
            trainedNs += step.durationNs;
        const auto lastNs = trained.run.steps.back().durationNs;
        QVERIFY2(trainedNs >= 290'000'000, qPrintable(QString::number(trainedNs)));
        QVERIFY(trainedNs - lastNs < 310'000'000); // the last step began in time
        QCOMPARE(trained.run.plan.totalSteps, int64_t(trained.run.steps.size()));
        QCOMPARE(trained.run.plan.tests, int64_t(trained.run.epochs.size()));
        QCOMPARE(trained.run.epochs.back().lastStep, int64_t(trained.run.steps.size()) - 1);

        experiment.seconds = 600; // what comes first counts
        experiment.steps = 3;
        QCOMPARE(train(experiment).run.steps.size(), size_t(3));
    }

    void trainsAllEpochsAndTestsEach()
    {
        auto experiment = tiny();
        experiment.epochs = 3;
        const auto [run, outcome, failure] = train(experiment);
        QCOMPARE(outcome, RunOutcome::Finished);
        QCOMPARE(run.plan.stepsPerEpoch, int64_t(19)); // 600 / 32, the last batch smaller
        QCOMPARE(run.steps.size(), size_t(57));
        QCOMPARE(run.steps[18].images, 600 - 18 * 32);
        QCOMPARE(run.epochs.size(), size_t(3));
        QCOMPARE(run.epochs[2].trainImages, int64_t(600));
        QCOMPARE(run.epochs[2].testImages, int64_t(100));
        QCOMPARE(run.epochs[2].lastStep, int64_t(56));
        QVERIFY(run.epochs[2].testCorrect > 30); // ten of a hundred would be chance
        QVERIFY(run.graph);
    }

    void everyNetworkTrains_data()
    {
        QTest::addColumn<QByteArray>("network");
        for (const NetworkKind& kind : networkKinds()) {
            if (kind.name != torchScriptName) // test_script_network.cpp trains it
                QTest::newRow(kind.name.data()) << QByteArray(kind.name.data());
        }
    }
    void everyNetworkTrains()
    {
        QFETCH(QByteArray, network);
        auto experiment = referenceExperiment(network.toStdString());
        experiment.dataset = "synthetic";
        const bool isOfText = findNetworkKind(experiment.network)->task == Task::NextCharacter;
        if (isOfText)
            useText(experiment);
        const bool isLarge = findNetworkKind(experiment.network)->isLarge;
        experiment.syntheticImages = isLarge ? 12 : 120;
        experiment.testBatchSize = 20;
        experiment.batchSize = isLarge ? 2 : 16;
        experiment.steps = isLarge ? 2 : 4;
        experiment.threads = 1;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QCOMPARE(int64_t(run.steps.size()), experiment.steps);
        for (const auto& step : run.steps)
            QVERIFY(std::isfinite(step.loss));
        QVERIFY(std::isfinite(run.epochs.back().testLoss));
        const bool isClassified = taskOf(experiment) == Task::Classification;
        QCOMPARE(std::isnan(run.steps.back().accuracy()), !isClassified);
        QCOMPARE(std::isnan(run.epochs.back().trainAccuracy()), !isClassified);
        QCOMPARE(std::isnan(run.epochs.back().testAccuracy()), !isClassified);
    }

    void syntheticImagesOfAnyShapeAreLearned()
    {
        auto experiment = tiny();
        experiment.syntheticShape = "3x18x25";
        experiment.syntheticClasses = 4;
        experiment.epochs = 3;
        experiment.threads = 1;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QVERIFY2(run.epochs.back().testAccuracy() > 0.6,
                 qPrintable(QString::number(run.epochs.back().testAccuracy())));
    }

    void aTextIsLearned_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::newRow("char-lstm") << QByteArray("char-lstm");
        QTest::newRow("char-gpt") << QByteArray("char-gpt");
    }
    /// Its sentences repeat, so that most characters can be predicted.
    void aTextIsLearned()
    {
        QFETCH(QByteArray, network);
        auto experiment = referenceExperiment(network.toStdString());
        useText(experiment);
        experiment.learningRate = 0.01;
        experiment.schedule = "constant";
        experiment.scheduleWarmup = 0;
        experiment.epochs = 6;
        experiment.batchSize = 8;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QCOMPARE(run.plan.trainImages,
                 int64_t(168)); // 10 % of 3,000 characters are to test on, in sequences of 16
        QCOMPARE(run.plan.testImages, int64_t(18));
        QVERIFY2(std::abs(run.steps.front().loss - std::log(29.0)) < 0.3, // each character alike
                 qPrintable(QString::number(run.steps.front().loss)));
        QVERIFY2(run.epochs.back().testLoss < 1.0, qPrintable(QString::number(run.epochs.back().testLoss)));
    }

    void partsOfATextsBatchHaveItsLoss()
    {
        auto experiment = referenceExperiment("char-gpt");
        useText(experiment);
        experiment.batchSize = 7;
        experiment.steps = 3;
        const auto whole = train(experiment).run;
        experiment.accumulation = 3;
        const auto parts = train(experiment).run;
        for (size_t i = 0; i < whole.steps.size(); ++i)
            QVERIFY(std::abs(whole.steps[i].loss - parts.steps[i].loss) < 1e-3);
    }

    /// Two classes, apart by the sum of two columns; the third column says nothing.
    void theRowsOfATableAreLearned()
    {
        const auto file = m_folder.path() / "table.csv";
        std::ofstream out(file);
        out.precision(17);
        out << "a,b,c,class\n";
        for (int i = 0; i < 300; ++i) {
            const int a = i * 37 % 100;
            const int b = i * 53 % 101;
            out << 1.7e9 + a << ',' << 1e-13 * b << ",5," << (a + b > 100 ? "high" : "low") << '\n';
        }
        out.close();
        auto experiment = referenceExperiment("mlp");
        experiment.dataset = "csv";
        experiment.dataDirectory = file.string();
        experiment.width = 16;
        experiment.learningRate = 0.05;
        experiment.batchSize = 10;
        experiment.threads = 1;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QCOMPARE(run.plan.parameters, int64_t(3 * 16 + 16 + 16 * 16 + 16 + 16 * 2 + 2));
        QCOMPARE(run.plan.trainImages + run.plan.testImages, int64_t(300));
        QVERIFY2(run.epochs.back().testAccuracy() > 0.9,
                 qPrintable(QString::number(run.epochs.back().testAccuracy())));
    }

    void theAutoencoderLearnsAFewImages()
    {
        auto experiment = referenceExperiment("autoencoder");
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 10;
        experiment.batchSize = 10;
        experiment.learningRate = 0.003;
        experiment.steps = 150;
        experiment.threads = 1;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QVERIFY2(run.steps.back().loss < 0.8 * run.steps.front().loss,
                 qPrintable(QString::number(run.steps.back().loss)));
    }

    void publishedNetworksLearnAFewImages_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<double>("learningRate");
        QTest::addColumn<int>("steps");
        QTest::newRow("lenet5") << QByteArray("lenet5") << 0.05 << 40;
        QTest::newRow("resnet18") << QByteArray("resnet18") << 0.01 << 6;
        QTest::newRow("mobilenetv2") << QByteArray("mobilenetv2") << 0.01 << 12;
        QTest::newRow("vit-tiny") << QByteArray("vit-tiny") << 0.0005 << 6;
    }
    void publishedNetworksLearnAFewImages()
    {
        QFETCH(QByteArray, network);
        QFETCH(double, learningRate);
        QFETCH(int, steps);
        auto experiment = referenceExperiment(network.toStdString());
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 10;
        experiment.batchSize = 10;
        experiment.learningRate = learningRate;
        experiment.schedule = "constant";
        experiment.steps = steps;
        experiment.threads = 1; // two would spin where other programs want the processors
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        const auto last = run.steps.back().loss;
        QVERIFY2(last < 0.7F * run.steps.front().loss,
                 qPrintable(QString("%1 to %2").arg(run.steps.front().loss).arg(last)));
    }

    void aNumberOfStepsEndsTheRunWithATest()
    {
        auto experiment = tiny();
        experiment.steps = 21;
        const auto [run, outcome, failure] = train(experiment);
        QCOMPARE(outcome, RunOutcome::Finished);
        QCOMPARE(run.steps.size(), size_t(21));
        QCOMPARE(run.epochs.size(), size_t(2));
        QCOMPARE(run.epochs[1].steps, int64_t(2));
        QCOMPARE(run.plan.tests, int64_t(2));
    }

    void aTestBatchLargerThanTheTestTakesAllImages()
    {
        auto experiment = tiny();
        experiment.steps = 2;
        const auto smaller = train(experiment).run;
        experiment.testBatchSize = 1000;
        const auto [run, outcome, failure] = train(experiment);
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QCOMPARE(run.plan.testBatches, int64_t(1));
        QCOMPARE(run.epochs.back().testImages, run.plan.testImages);
        QCOMPARE(run.epochs.back().testCorrect, smaller.epochs.back().testCorrect);
    }

    void theSameSeedGivesTheSameLosses()
    {
        auto experiment = referenceExperiment("mnist-convnet");
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 600;
        experiment.testBatchSize = 100;
        experiment.steps = 12;
        const auto losses = [&] {
            std::vector<float> values;
            for (const auto& step : train(experiment).run.steps)
                values.push_back(step.loss);
            return values;
        };
        const auto first = losses();
        QCOMPARE(first.size(), size_t(12));
        QCOMPARE(losses(), first);
        experiment.profile = false; // recording changes nothing
        QCOMPARE(losses(), first);
        experiment.seed = 2;
        QVERIFY(losses() != first);
    }

    void stopsWithinAStep()
    {
        auto experiment = tiny();
        experiment.epochs = 100'000;
        RunFeed feed;
        TrainingControl control;
        DataSetCache dataSets;
        auto ended = std::async(std::launch::async,
                                [&] { return trainExperiment(experiment, dataSets, control, feed); });
        const auto stopInAnyCase = qScopeGuard([&] { control.requestStop(); });
        Run run;
        while (run.steps.size() < 10) {
            feed.drainInto(run);
            QThread::msleep(1);
        }
        const auto longest = std::ranges::max(run.steps, {}, &StepMetrics::durationNs).durationNs;
        const auto someStepsMs = 50 + 5 * (unsigned long)(longest / 1'000'000);
        control.setPaused(true);
        QThread::msleep(someStepsMs);
        feed.drainInto(run);
        const auto pausedAt = run.steps.size();
        QThread::msleep(someStepsMs);
        feed.drainInto(run);
        QCOMPARE(run.steps.size(), pausedAt);

        control.setPaused(false);
        while (run.steps.size() == pausedAt) {
            feed.drainInto(run);
            QThread::msleep(1);
        }
        control.requestStop();
        QCOMPARE(ended.get(), RunOutcome::Stopped);
        feed.drainInto(run);
        const auto unrecorded =
            std::ranges::count(run.steps, StepPhase::WithoutRecorder, &StepMetrics::phase);
        QCOMPARE(run.totals.steps, int64_t(run.steps.size()) - unrecorded);
    }

    void theProfileFollowsItsSchedule()
    {
        auto experiment = tiny();
        experiment.steps = 12;
        experiment.profileWait = 2;
        experiment.profileWarmup = 3;
        experiment.profileActive = 4;
        const auto run = train(experiment).run;
        QCOMPARE(run.trace.steps.size(), size_t(4));
        QCOMPARE(run.trace.steps.front().number, int64_t(5));
        QCOMPARE(run.steps[5].phase, StepPhase::Active);
        QCOMPARE(run.steps[9].phase, StepPhase::Off);
        QCOMPARE(run.totals.steps, int64_t(12));
        bool optimizer = false;
        for (const auto& row : run.totals.rows)
            optimizer |= run.trace.names[row.name] == "Optimizer.step#SGD" && row.pass == Pass::Optimizer;
        QVERIFY(optimizer);
    }

    void theFormOfPyTorchHasTheCallsOfPythonsOptimizer()
    {
        auto experiment = referenceExperiment("mnist-convnet");
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 600;
        experiment.testBatchSize = 100;
        experiment.batchSize = 16;
        experiment.steps = 4;
        experiment.profileWait = 2;
        experiment.profileWarmup = 0;
        experiment.profileActive = 1;
        const auto fused = train(experiment).run;
        experiment.optimizerForm = "pytorch";
        const auto byOperators = train(experiment).run;

        const auto calls = [](const Run& run, Pass pass) {
            std::map<std::string, int64_t> counts;
            for (size_t event = 0; event < run.trace.size(); ++event) {
                if (run.trace.pass[event] == pass)
                    ++counts[run.trace.names[run.trace.name[event]]];
            }
            return counts;
        };
        using Counts = std::map<std::string, int64_t>;
        QCOMPARE(calls(fused, Pass::Optimizer), (Counts{{"Optimizer.step#Adadelta", 1}}));
        auto counted = calls(byOperators, Pass::Optimizer);
        // What torch.optim.Adadelta of PyTorch 1.13 calls for eight parameters, as Python's profiler counts
        // it.
        const Counts expected{{"Optimizer.step#Adadelta", 1},
                              {"Optimizer.zero_grad#Adadelta", 1},
                              {"aten::add", 16},
                              {"aten::add_", 8},
                              {"aten::addcmul_", 16},
                              {"aten::mul_", 24},
                              {"aten::sqrt_", 16},
                              {"aten::div_", 8}};
        for (const auto& [name, count] : expected)
            QVERIFY2(counted[name] == count,
                     qPrintable(QString("%1: %2").arg(QString::fromStdString(name)).arg(counted[name])));
        if (!zeroGradRemovesGradients) {
            QCOMPARE(counted["aten::zero_"], 8);
            for (const char* name : {"aten::to", "aten::_to_copy", "aten::empty_strided", "aten::copy_"})
                QCOMPARE(counted[name], 32);
            // On the gradients that were set to zero.
            QCOMPARE(calls(byOperators, Pass::Backward)["aten::add_"], 8);
        }

        QCOMPARE(byOperators.steps.size(), fused.steps.size());
        for (size_t step = 0; step < fused.steps.size(); ++step)
            QVERIFY(std::abs(byOperators.steps[step].loss - fused.steps[step].loss) <
                    1e-4F * std::abs(fused.steps[step].loss));
    }

    void theReferenceLoopIsTimedBetweenTheSteps()
    {
        const auto run = train(longEnough()).run;
        const auto* loops = scalarSeries(run.scalars, referenceTag);
        QVERIFY(loops);
        QCOMPARE(loops->points.front().step, int64_t(0));
        QVERIFY(loops->points.size() > 1 && loops->points.size() <= run.steps.size());
        for (size_t i = 1; i < loops->points.size(); ++i) {
            const auto& point = loops->points[i];
            const auto& before = run.steps[size_t(point.step - 1)];
            QVERIFY(point.value > 0.0);
            QVERIFY(point.timeNs >= before.startNs + before.durationNs);
            QVERIFY(point.timeNs <= run.steps[size_t(point.step)].startNs);
        }
    }

    void countsTheOperationsOfAStep()
    {
        auto experiment = referenceExperiment("mnist-convnet");
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 600;
        experiment.testBatchSize = 100;
        experiment.optimizer = "sgd";
        experiment.momentum = 0;
        experiment.batchSize = 64;
        experiment.steps = 2;
        experiment.profile = true;
        experiment.profileWait = 1;
        experiment.profileWarmup = 0;
        experiment.profileActive = 1;
        const auto trained = train(experiment);
        const auto statistics = operatorStatistics(trained.run.trace, OperatorGrouping::ByOperator);
        QVERIFY(statistics.hasFlops);

        // By hand: two for each product. Backward counts each layer twice, but the first has no gradient of
        // its input.
        const int64_t conv1 = 2LL * 64 * 32 * 26 * 26 * 9;
        const int64_t conv2 = 2LL * 64 * 64 * 24 * 24 * 32 * 9;
        const int64_t fc1 = 2LL * 64 * 9216 * 128;
        const int64_t fc2 = 2LL * 64 * 128 * 10;
        const int64_t layers = conv1 * 2 + (conv2 + fc1 + fc2) * 3;
        // Dropout's and the loss's scalings, and sums of gradients, come on top: well below one per mille of
        // it.
        QVERIFY2(statistics.flops >= layers && statistics.flops < layers + layers / 1000,
                 qPrintable(QString("%1, of the layers %2").arg(statistics.flops).arg(layers)));

        int64_t backward = 0;
        for (const auto& row : statistics.rows) {
            if (trained.run.trace.names[row.name] == "aten::convolution_backward")
                backward += row.flops;
        }
        QCOMPARE(backward, conv1 + 2 * conv2);
        QVERIFY(statistics.hasMemory);

        const auto costs = test::graphCosts(*trained.run.graph, trained.run.trace);
        QCOMPARE(costs.steps, int64_t(1));
        int layersWithWeights = 0;
        for (size_t node = 0; node < costs.nodes.size(); ++node) {
            if (trained.run.graph->nodes[node].parameterCount == 0)
                continue;
            ++layersWithWeights;
            QVERIFY(costs.nodes[node].forwardNs > 0);
            QVERIFY(costs.nodes[node].backwardNs > 0);
        }
        QCOMPARE(layersWithWeights, 4);
    }

    void tellsWhatTheRecorderCosts()
    {
        const auto experiment = longEnough();
        const auto run = train(experiment).run;
        QCOMPARE(run.steps.size(), size_t(360));
        QCOMPARE(countOf(run, StepPhase::WithRecorder), 80);
        QCOMPARE(countOf(run, StepPhase::WithoutRecorder), 80);
        QCOMPARE(run.steps[19].phase, StepPhase::Active);
        QCOMPARE(run.steps[20].phase, StepPhase::WithRecorder);
        QCOMPARE(run.steps[30].phase, StepPhase::WithoutRecorder);
        QCOMPARE(run.steps[180].phase, StepPhase::Off);
        QVERIFY(recorderCost(run));
        QCOMPARE(recorderCost(run)->pairs, 8);

        // The profile is that of the schedule, and totals are of every step with the recorder, and of no
        // other.
        QCOMPARE(run.trace.steps.size(), size_t(10));
        QCOMPARE(run.trace.steps.back().number, 19);
        QCOMPARE(run.trace.steps.back().endEvent, run.trace.size());
        QCOMPARE(run.totals.steps, 280);
        int optimizers = 0;
        for (const auto& row : run.totals.rows) {
            if (run.trace.names[row.name] != "Optimizer.step#SGD")
                continue;
            ++optimizers;
            QCOMPARE(row.calls, 280);
        }
        QCOMPARE(optimizers, 1);
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text.starts_with(
                "Steps 21 to 180 are trained alternately with and without the operator recorder");
        }));
    }

    void theTrialOfTheRecorderChangesNoLoss()
    {
        auto experiment = longEnough();
        const auto losses = [&] {
            std::vector<float> values;
            for (const auto& step : train(experiment).run.steps)
                values.push_back(step.loss);
            return values;
        };
        const auto tried = losses();
        experiment.profile = false;
        QCOMPARE(losses(), tried);
    }

    void aShortRunOrOneThatIsProfiledToItsEndHasNoTrial()
    {
        auto experiment = longEnough();
        experiment.steps = 339;
        auto run = train(experiment).run;
        QCOMPARE(countOf(run, StepPhase::WithRecorder), 0);
        QCOMPARE(run.totals.steps, 339);
        QVERIFY(!recorderCost(run));
        experiment = longEnough();
        experiment.profileRepeat = 0;
        run = train(experiment).run;
        QCOMPARE(countOf(run, StepPhase::WithoutRecorder), 0);
        QVERIFY(!recorderCost(run));
        experiment.profileRepeat = 1;
        experiment.profile = false;
        run = train(experiment).run;
        QCOMPARE(countOf(run, StepPhase::Off), 360);
    }

    void withoutProfilerThereIsNoTrace()
    {
        auto experiment = tiny();
        experiment.steps = 3;
        experiment.profile = false;
        const auto run = train(experiment).run;
        QVERIFY(run.trace.empty());
        QVERIFY(run.totals.rows.empty());
        QVERIFY(run.graph);
    }

    void failuresAreOneSentence_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("batch") << QByteArray("batch_size") << QByteArray("601")
                               << "has only 600 training samples";
        QTest::newRow("device") << QByteArray("device") << QByteArray("cuda:7") << "cuda:7 is not available";
    }
    void failuresAreOneSentence()
    {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, value);
        QFETCH(QString, sentence);
        auto experiment = tiny();
        setField(experiment, *findExperimentField(field.toStdString()), value.toStdString());
        const auto result = train(experiment);
        QCOMPARE(result.outcome, RunOutcome::Failed);
        QVERIFY2(result.failure.contains(sentence), qPrintable(result.failure));
        QVERIFY(!result.failure.contains('\n'));
    }

    void missingDataIsOneSentence()
    {
        auto experiment = tiny();
        experiment.dataset = "mnist";
        experiment.dataDirectory = "/nonexistent";
        const auto result = train(experiment);
        QCOMPARE(result.outcome, RunOutcome::Failed);
        QVERIFY2(result.failure.contains("/nonexistent"), qPrintable(result.failure));
    }

    void outOfMemoryIsOneSentence()
    {
        if (test::hasSanitizedMemory)
            QSKIP("The sanitizers need the address space that this test takes away");
        rlimit before{};
        getrlimit(RLIMIT_AS, &before);
        rlimit limited = before;
        limited.rlim_cur = rlim_t(5) << 30;
        setrlimit(RLIMIT_AS, &limited);
        auto experiment = tiny();
        experiment.width = 40'000; // its second layer has 6.4 GB
        const auto result = train(experiment);
        setrlimit(RLIMIT_AS, &before);
        QCOMPARE(result.outcome, RunOutcome::Failed);
        QVERIFY2(result.failure.contains("ran out of memory"), qPrintable(result.failure));
        QVERIFY2(result.failure.contains("GiB"), qPrintable(result.failure));
        QVERIFY(!result.failure.contains('\n'));
    }

    void aNetworkOfLayersTrainsOnColorImages()
    {
        const TemporaryFolder folder;
        writeCifar(folder.path(), "cifar-10", 0);
        const auto [run, outcome, failure] =
            train(layersOn("cifar-10", folder.path(), "conv 4 3, relu, avgpool, flatten, linear 10"));
        QVERIFY2(outcome == RunOutcome::Finished, qPrintable(failure));
        QCOMPARE(run.plan.trainImages, 100);
        QCOMPARE(run.plan.testImages, 20);
        QCOMPARE(run.plan.parameters, 4 * 3 * 9 + 4 + 4 * 10 + 10);
        QCOMPARE(run.steps.size(), size_t(10));
        QVERIFY(std::isfinite(run.epochs.front().testLoss));
    }

    void aHundredClassesNeedAsManyValues()
    {
        const TemporaryFolder folder;
        writeCifar(folder.path(), "cifar-100", 1);
        auto experiment = layersOn("cifar-100", folder.path(), "avgpool 8, flatten, linear 100");
        QCOMPARE(train(experiment).outcome, RunOutcome::Finished);
        experiment.layers = "avgpool 8, flatten, linear 10";
        const auto failure = train(experiment).failure;
        QVERIFY2(failure.contains("100"), qPrintable(failure));
    }

    void aNetworkForOtherImagesIsRefusedBeforeTheyAreRead()
    {
        auto experiment = referenceExperiment("mnist-convnet");
        experiment.dataset = "cifar-10";
        experiment.dataDirectory = "/nonexistent";
        QCOMPARE(train(experiment).failure,
                 QString::fromUtf8("The images of cifar-10 have the shape 3 × 32 × 32, but the network "
                                   "mnist-convnet expects 1 × 28 × 28 (channels × rows × columns)."));
    }

    void learnsRealDigits()
    {
        const auto* kind = &dataSetWithFiles("mnist");
        if (findDataSet(*kind).empty())
            kind = &dataSetWithFiles("fashion-mnist");
        if (findDataSet(*kind).empty())
            QSKIP("Neither MNIST nor Fashion-MNIST is on this machine: stepscope data fetch mnist");
        auto experiment = referenceExperiment("mnist-convnet-2017");
        experiment.dataset = std::string(kind->name);
        experiment.optimizer = "adadelta";
        experiment.learningRate = 1.0;
        experiment.steps = 300;
        const auto [run, outcome, failure] = train(experiment);
        QCOMPARE(outcome, RunOutcome::Finished);
        QVERIFY(meanLoss(run.steps, 0, 5) > 2.0); // ten classes by chance: ln 10 = 2.3
        const double reached = meanLoss(run.steps, 280, 20);
        QVERIFY2(reached < (experiment.dataset == "mnist" ? 0.7 : 1.0), qPrintable(QString::number(reached)));
    }
};

QTEST_GUILESS_MAIN(TestTrainer)
#include "test_trainer.moc"
