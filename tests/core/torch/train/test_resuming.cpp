#include "core/torch/shared/torch_headers.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run/validation.h"
#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/train/trainer.h"
#include "core/torch/weights/named_tensors.h"
#include "core/weights/checkpoint.h"
#include "tests/support/environment_variable.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Passes on what is reported, and requests a stop once a step has been trained or a test has begun.
class StoppingFeed : public RunFeed
{
public:
    StoppingFeed(TrainingControl& control, int64_t stopAfter)
        : m_control(control)
        , m_stopAfter(stopAfter)
    {
    }

    void stepsDone(std::span<const StepMetrics> steps) override
    {
        RunFeed::stepsDone(steps);
        if (m_stopAfter > 0 && steps.back().step + 1 >= m_stopAfter)
            m_control.requestStop();
    }
    void stageChanged(RunStage stage) override
    {
        RunFeed::stageChanged(stage);
        if (m_stopAfter < 0 && stage == RunStage::Testing)
            m_control.requestStop();
    }

private:
    TrainingControl& m_control;
    int64_t m_stopAfter;
};

constexpr int64_t inTheTest = -1;

/// Three epochs of ten steps, with dropout and batches in random order.
Experiment dropping()
{
    auto experiment = referenceExperiment("layers");
    experiment.layers = "flatten, linear 16, relu, dropout 0.5, linear 10";
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 200;
    experiment.batchSize = 20;
    experiment.testBatchSize = 10;
    experiment.epochs = 3;
    experiment.threads = 1;
    experiment.profile = false;
    return experiment;
}

} // namespace

class TestResuming : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    EnvironmentVariable m_data{"XDG_DATA_HOME",
                               QByteArray::fromStdString((m_folder.path() / "data").string())};

    /// A trusted model whose output is multiplied by `factor`.
    std::filesystem::path savedModel(const std::string& name, int factor) const
    {
        torch::manual_seed(1);
        torch::jit::Module model("Net");
        model.register_parameter("weight", torch::randn({10, 784}).set_requires_grad(true), false);
        model.define("def forward(self, x):\n    return torch.linear(x.flatten(1), self.weight) * " +
                     std::to_string(factor) + "\n");
        auto file = m_folder.path() / name;
        model.save(file.string());
        trustModel(file);
        return file;
    }

    TrainingFiles files() const
    {
        return {.weights = m_folder.path() / "a.safetensors",
                .checkpoint = m_folder.path() / "a.checkpoint.safetensors",
                .resumed = {}};
    }
    TrainingFiles resumed() const { return {.resumed = files().checkpoint}; }

    static Run train(const Experiment& experiment, const TrainingFiles& files = {}, int64_t stopAfter = 0)
    {
        TrainingControl control;
        StoppingFeed feed(control, stopAfter);
        DataSetCache dataSets;
        Run run;
        run.outcome = trainExperiment(experiment, dataSets, control, feed, files);
        feed.drainInto(run);
        return run;
    }
    static std::vector<float> losses(const Run& run, size_t first = 0)
    {
        std::vector<float> values;
        for (size_t i = first; i < run.steps.size(); ++i)
            values.push_back(run.steps[i].loss);
        return values;
    }
    static std::vector<std::string> warnings(const Run& run)
    {
        std::vector<std::string> sentences;
        for (const LogEntry& entry : run.log) {
            if (entry.level != LogLevel::Info)
                sentences.push_back(entry.text);
        }
        return sentences;
    }

private Q_SLOTS:
    void aStoppedTrainingGoesOnWithTheSameLosses_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("form");
        QTest::addColumn<int>("stopAfter");
        for (const OptimizerKind& kind : optimizerKinds()) {
            const char* const optimizer = kind.name.data();
            for (const auto* form : {"fused", "pytorch"})
                QTest::addRow("%s, %s", optimizer, form) << optimizer << form << 13;
        }
        QTest::newRow("first step of an epoch") << "adam"
                                                << "fused" << 21;
        QTest::newRow("last step of an epoch") << "adam"
                                               << "fused" << 20;
        QTest::newRow("in a test") << "adam"
                                   << "fused" << int(inTheTest);
    }
    void aStoppedTrainingGoesOnWithTheSameLosses()
    {
        QFETCH(const QString, optimizer);
        QFETCH(const QString, form);
        QFETCH(const int, stopAfter);
        auto experiment = dropping();
        setOptimizerDefaults(experiment, optimizer.toStdString());
        experiment.optimizerForm = form.toStdString();
        experiment.momentum = 0.9;
        experiment.learningRate /= 10;
        experiment.schedule = "cosine";
        const Run whole = train(experiment);
        QCOMPARE(whole.steps.size(), size_t(30));

        const Run first = train(experiment, files(), stopAfter);
        QVERIFY(first.outcome == RunOutcome::Stopped);
        const size_t trained = stopAfter == inTheTest ? 10 : size_t(stopAfter);
        QCOMPARE(first.steps.size(), trained);
        torch::rand({3}); // other random numbers in between
        const Run second = train(experiment, resumed());
        QVERIFY(second.outcome == RunOutcome::Finished);
        QCOMPARE(second.steps.front().step, int64_t(trained));
        QCOMPARE(losses(second), losses(whole, trained));
        QCOMPARE(second.epochs.back().testLoss, whole.epochs.back().testLoss);

        // The figures of the epoch in which it was stopped are those of the whole epoch.
        const auto& epoch = second.epochs.front();
        const auto& same = whole.epochs[size_t(epoch.epoch) - 1];
        QCOMPARE(epoch.epoch, stopAfter == inTheTest ? 1 : stopAfter == 21 ? 3 : 2);
        QCOMPARE(epoch.steps, same.steps);
        QCOMPARE(epoch.lastStep, same.lastStep);
        QCOMPARE(epoch.trainImages, same.trainImages);
        QCOMPARE(epoch.trainCorrect, same.trainCorrect);
        QCOMPARE(epoch.trainLoss, same.trainLoss);
        QCOMPARE(epoch.learningRate, same.learningRate);
    }

    void aResumedTrainingValidatesOnTheSameSamples()
    {
        auto experiment = dropping();
        experiment.validationShare = 0.3;
        experiment.batchSize = 14; // ten steps of an epoch, of 140 samples
        Run whole = train(experiment);
        whole.experiment = experiment;
        QCOMPARE(whole.steps.size(), size_t(30));
        for (const int64_t stopAfter : {int64_t(13), inTheTest}) {
            const Run first = train(experiment, files(), stopAfter);
            QVERIFY(first.outcome == RunOutcome::Stopped);
            Run second = train(experiment, resumed());
            second.experiment = experiment;
            QCOMPARE(losses(second), losses(whole, first.steps.size()));
            for (const EpochMetrics& epoch : second.epochs) {
                const auto validation = validationAfter(second, epoch.lastStep);
                QVERIFY(validation.has_value());
                QCOMPARE(validation->loss, validationAfter(whole, epoch.lastStep)->loss);
                QCOMPARE(validation->accuracy, validationAfter(whole, epoch.lastStep)->accuracy);
            }
            const size_t epochs = stopAfter == inTheTest ? 3 : 2;
            QCOMPARE(scalarSeries(second.scalars, validationLossTag)->points.size(), epochs);
        }
        experiment.validationShare = 0.2;
        QCOMPARE(failureOf([&] { train(experiment, resumed()); }),
                 std::string("--validation-share must stay 0.3 when a training is resumed. Use --weights "
                             "instead of --resume to start a new run from its weights."));
    }

    /// Which has no accuracy, and no dropout.
    void aStoppedTrainingOnATextGoesOnWithTheSameLosses()
    {
        const auto file = m_folder.path() / "text.txt";
        std::ofstream text(file);
        for (int i = 0; i < 60; ++i)
            text << "the quick brown fox jumps over the lazy dog.\n";
        text.close();
        auto experiment = referenceExperiment("char-lstm");
        experiment.dataset = "text";
        experiment.dataDirectory = file.string();
        experiment.sequenceLength = 16;
        experiment.batchSize = 30;
        experiment.epochs = 2;
        experiment.threads = 1;
        experiment.profile = false;
        const Run whole = train(experiment);
        QVERIFY(whole.steps.size() > 7);
        train(experiment, files(), 7);
        const Run second = train(experiment, resumed());
        QVERIFY(second.outcome == RunOutcome::Finished);
        QCOMPARE(losses(second), losses(whole, 7));
        QCOMPARE(second.epochs.back().testLoss, whole.epochs.back().testLoss);
        QCOMPARE(second.epochs.back().trainCorrect, int64_t(StepMetrics::notCounted));
    }

    /// Gamma 0.5 after each epoch whose test loss is not lower, as the learning rate of 0 ensures.
    void aPlateauIsKeptInACheckpoint()
    {
        auto experiment = dropping();
        experiment.layers = "flatten, linear 10";
        experiment.schedule = "plateau";
        experiment.scheduleGamma = 0.5;
        experiment.learningRate = 1e-30;
        experiment.epochs = 4;
        const auto rates = [](const Run& run) {
            std::vector<double> values;
            for (const EpochMetrics& epoch : run.epochs)
                values.push_back(epoch.learningRate * 1e30);
            return values;
        };
        QCOMPARE(rates(train(experiment)), (std::vector<double>{1, 1, 0.5, 0.25}));
        train(experiment, files(), 25);
        QCOMPARE(rates(train(experiment, resumed())), (std::vector<double>{0.5, 0.25}));
    }

    void thePlanIsThatOfTheRest()
    {
        train(dropping(), files(), 13);
        const Run rest = train(dropping(), resumed());
        QCOMPARE(rest.plan.totalSteps, int64_t(17));
        QCOMPARE(rest.plan.epochs, int64_t(3));
        QCOMPARE(rest.plan.tests, int64_t(2));
        QCOMPARE(rest.epochs.size(), size_t(2));
    }

    void aResumedTrainingIsProfiledFromItsStart()
    {
        auto experiment = dropping();
        train(experiment, files(), 13);
        experiment.profile = true;
        experiment.profileWait = 1;
        experiment.profileWarmup = 1;
        experiment.profileActive = 3;
        const Run rest = train(experiment, resumed());
        QCOMPARE(rest.trace.steps.size(), size_t(3));
        QCOMPARE(rest.trace.steps.front().number, int64_t(15));
    }

    void aResumedTrainingThatIsTooShortForTheProfilerNamesItsSteps()
    {
        auto experiment = dropping();
        train(experiment, files(), 28);
        experiment.profile = true;
        experiment.profileWait = 1;
        experiment.profileWarmup = 1;
        QCOMPARE(warnings(train(experiment, resumed())),
                 std::vector<std::string>{
                     "The profiler's first active step would be step 30 (steps are counted from 0), but the "
                     "resumed training ends with step 29: operator figures cover all steps from step 28."});
    }

    void aCompleteTrainingReportsNothingElse()
    {
        auto experiment = dropping();
        experiment.epochs = 1;
        train(experiment, files());
        experiment.profile = true;
        experiment.steps = 4; // less than has been trained
        TrainingControl control;
        RunFeed feed;
        DataSetCache dataSets;
        QCOMPARE(failureOf([&] { trainExperiment(experiment, dataSets, control, feed, resumed()); }),
                 std::string("The training is already complete after 10 steps. To continue it, allow more "
                             "epochs, steps or seconds."));
        Run run;
        feed.drainInto(run);
        QCOMPARE(warnings(run), std::vector<std::string>());
        QCOMPARE(run.plan.totalSteps, int64_t(0)); // none below 0
    }

    /// All trainings keep it, so that this needs no GPU.
    void theLossScaleIsThatOfTheCheckpoint()
    {
        auto experiment = dropping();
        experiment.epochs = 1;
        train(experiment, files());
        auto content = readFile(files().checkpoint);
        const std::string usual = "65536.0";
        const auto at = content.find(usual, content.find("loss_scale"));
        QVERIFY(at != std::string::npos);
        content.replace(at, usual.size(), "32768.0");
        writeFileAtomically(files().checkpoint, content);
        experiment.epochs = 2;
        auto next = files();
        next.resumed = next.checkpoint;
        train(experiment, next);
        QCOMPARE(readCheckpointFacts(files().checkpoint).position.lossScale.factor, 32768.0);
    }

    void aCompleteTrainingIsContinuedForLonger()
    {
        auto experiment = dropping();
        experiment.schedule = "constant";
        const Run whole = train(experiment);
        experiment.epochs = 1;
        train(experiment, files());
        QCOMPARE(failureOf([&] { train(experiment, resumed()); }),
                 std::string("The training is already complete after 10 steps. To continue it, allow more "
                             "epochs, steps or seconds."));
        experiment.epochs = 3;
        QCOMPARE(losses(train(experiment, resumed())), losses(whole, 10));

        experiment.steps = 14; // ends within an epoch, which goes on
        train(experiment, files());
        experiment.steps = 0;
        const Run rest = train(experiment, resumed());
        QCOMPARE(losses(rest), losses(whole, 14));
        QCOMPARE(rest.epochs.front().trainLoss, whole.epochs[1].trainLoss);
    }

    void aResumedTrainingCanBeStoppedAndResumed()
    {
        const Run whole = train(dropping());
        train(dropping(), files(), 5);
        auto again = files();
        again.resumed = again.checkpoint;
        QCOMPARE(losses(train(dropping(), again, 17)).size(), size_t(12));
        QCOMPARE(losses(train(dropping(), resumed())), losses(whole, 17));
    }

    void augmentationIsResumed()
    {
        auto experiment = dropping();
        experiment.augmentation = "crop 3, flip";
        const Run whole = train(experiment);
        train(experiment, files(), 13);
        experiment.loaderWorkers = 2; // may change
        QCOMPARE(losses(train(experiment, resumed())), losses(whole, 13));
    }

    void batchNormalizationIsResumed()
    {
        auto experiment = dropping();
        experiment.network = "resnet18";
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 12;
        experiment.batchSize = 2;
        experiment.steps = 4;
        const Run whole = train(experiment);
        train(experiment, files(), 2);
        const Run rest = train(experiment, resumed());
        QCOMPARE(losses(rest), losses(whole, 2));
        QCOMPARE(rest.epochs.back().testLoss, whole.epochs.back().testLoss);
    }

    void weightsAreSavedAndStartAnotherTraining()
    {
        auto experiment = dropping();
        const Run before = train(experiment, files());
        SafetensorsReader file(files().weights);
        QCOMPARE(file.header().metadata.at("format"), std::string("pt"));
        QCOMPARE(file.header().tensors.size(), size_t(4));

        experiment.initialWeights = files().weights.string();
        experiment.epochs = 1;
        const Run after = train(experiment);
        // Dropout makes single losses differ; random weights begin at ln 10 = 2.3.
        QVERIFY2(after.epochs.front().trainLoss < before.epochs.front().trainLoss,
                 qPrintable(QString::number(after.epochs.front().trainLoss)));
        QVERIFY(warnings(after).empty());

        experiment.layers = "flatten, linear 16, relu, linear 12, relu, linear 10";
        const Run other = train(experiment);
        QCOMPARE(warnings(other).size(), size_t(1));
        QVERIFY2(warnings(other).front().starts_with("These weights stay random, because the file has none "
                                                     "with their name and shape: "),
                 warnings(other).front().c_str());
    }

    void wrongFilesAreNamed()
    {
        auto experiment = dropping();
        experiment.initialWeights = "/nonexistent.safetensors";
        QCOMPARE(
            failureOf([&] { train(experiment); }),
            std::string("/nonexistent.safetensors cannot be read as tensors: No such file or directory."));
        train(dropping(), files());
        QCOMPARE(failureOf([&] { train(dropping(), {.resumed = files().weights}); }),
                 files().weights.string() + " is not a checkpoint of a Stepscope training.");
        train(dropping(), files(), 5);
        auto larger = dropping();
        larger.syntheticImages = 400;
        QVERIFY(failureOf([&] { train(larger, resumed()); }).starts_with("--synthetic-images must stay"));
    }

    void aModelStaysTheSame()
    {
        auto experiment = dropping();
        experiment.network = torchScriptName;
        experiment.model = savedModel("a.pt", 1);
        train(experiment, files(), 5);

        experiment.model = m_folder.path() / "copy.pt";
        std::filesystem::copy_file(m_folder.path() / "a.pt", experiment.model);
        QCOMPARE(train(experiment, resumed()).steps.size(), size_t(25));

        experiment.model = savedModel("b.pt", 2);
        QCOMPARE(failureOf([&] { train(experiment, resumed()); }),
                 experiment.model + " is not the model that was trained: its content differs, and a "
                                    "resumed training keeps its network.");
    }

    void aModelIsFoundFromAnotherFolder()
    {
        auto experiment = dropping();
        experiment.network = torchScriptName;
        savedModel("relative.pt", 1);
        experiment.model = "relative.pt";
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(m_folder.path());
        train(experiment, files(), 5);
        std::filesystem::current_path(before);
        const auto stored = readCheckpointFacts(files().checkpoint).experiment;
        QCOMPARE(train(stored, resumed()).steps.size(), size_t(25));
    }

    void aModelThatReturnsItsLossIsResumed_data()
    {
        QTest::addColumn<QByteArray>("returned");
        QTest::newRow("with values of classes") << QByteArray("loss, output");
        QTest::newRow("without") << QByteArray("loss");
    }
    void aModelThatReturnsItsLossIsResumed()
    {
        QFETCH(const QByteArray, returned);
        torch::manual_seed(1);
        torch::jit::Module model("Net");
        model.register_parameter("weight", torch::randn({10, 784}).set_requires_grad(true), false);
        model.define("def forward(self, x, target):\n"
                     "    output = torch.linear(x.flatten(1), self.weight)\n"
                     "    loss = torch.cross_entropy_loss(output, target)\n"
                     "    return " +
                     returned.toStdString() + "\n");
        auto experiment = dropping();
        experiment.network = torchScriptName;
        experiment.loss = modelLossName;
        experiment.model = m_folder.path() / "loss.pt";
        model.save(experiment.model);
        trustModel(experiment.model);
        const Run whole = train(experiment);
        train(experiment, files(), 5);
        const Run rest = train(experiment, resumed());
        QCOMPARE(rest.steps.size(), whole.steps.size() - 5);
        for (size_t i = 0; i < rest.steps.size(); ++i) { // the interpreter may optimize other calls
            const float expected = whole.steps[i + 5].loss;
            QVERIFY(std::abs(rest.steps[i].loss - expected) <= 1e-3F * (1 + expected));
        }
        QCOMPARE(rest.epochs.front().trainCorrect, whole.epochs.front().trainCorrect);
        QCOMPARE(rest.epochs.front().testCorrect, whole.epochs.front().testCorrect);
        QCOMPARE(std::isnan(rest.epochs.back().testAccuracy()), returned == "loss");
    }

    void aTrainingGoesOnWithoutSaving()
    {
        const auto folder = m_folder.path() / "missing";
        const Run run = train(dropping(), {.weights = folder / "a.safetensors",
                                           .checkpoint = folder / "a.checkpoint.safetensors"});
        QVERIFY(run.outcome == RunOutcome::Finished);
        QCOMPARE(run.steps.size(), size_t(30));
        QCOMPARE(warnings(run).size(), size_t(1));
        QVERIFY2(warnings(run).front().starts_with("The weights are not saved. "),
                 warnings(run).front().c_str());
    }
};

QTEST_APPLESS_MAIN(TestResuming)
#include "test_resuming.moc"
