#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/weights/checkpoint.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestCheckpoint : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    SafetensorsReader written(const std::map<std::string, std::string>& metadata) const
    {
        const auto path = m_folder.path() / "a.checkpoint.safetensors";
        writeSafetensors(path, {}, metadata);
        return SafetensorsReader(path);
    }

private Q_SLOTS:
    void theFilesLieBesideTheRun()
    {
        QCOMPARE(weightsFileOf("runs/a.b.stepscope").string(), std::string("runs/a.b.safetensors"));
        QCOMPARE(checkpointFileOf("runs/a.b.stepscope").string(),
                 std::string("runs/a.b.checkpoint.safetensors"));
    }

    void factsAreReadAsWritten()
    {
        CheckpointFacts facts{.experiment = referenceExperiment("resnet18"),
                              .position = {.step = 1234,
                                           .epoch = 3,
                                           .batch = 17,
                                           .isTested = true,
                                           .trainedNs = 5'000'000'000,
                                           .trainNs = 7,
                                           .trainImages = 8,
                                           .trainCorrect = 9,
                                           .lossSum = 0.1 + 0.2,
                                           .lossScale = {.factor = 0.5, .finiteSteps = 1999}}};
        facts.experiment.seed = 77;
        const auto read = checkpointFacts(written(checkpointMetadata(facts)));
        QVERIFY(read.experiment == facts.experiment);
        QVERIFY(read.position == facts.position);
    }

    void aCheckpointWithoutAScaleOfTheLossBeginsAnew()
    {
        auto metadata = checkpointMetadata({.experiment = {}, .position = {.lossScale = {.factor = 2.0}}});
        std::string& position = metadata["stepscope.position"];
        QCOMPARE(checkpointFacts(written(metadata)).position.lossScale.factor, 2.0);
        const auto name = position.find("loss_scale");
        QVERIFY(name != std::string::npos);
        position[name] = 'L'; // another name
        QVERIFY(checkpointFacts(written(metadata)).position.lossScale == LossScale());
    }

    void otherFilesAreRefused()
    {
        const auto path = (m_folder.path() / "a.checkpoint.safetensors").string();
        const auto sentence = path + " is not a checkpoint of a Stepscope training.";
        QCOMPARE(failureOf([&] { checkpointFacts(written({{"format", "pt"}})); }), sentence);
        auto metadata = checkpointMetadata({});
        for (const char* position :
             {"", "[]", "{}", R"({"step":-1})",
              R"({"step":1,"epoch":0,"batch":0,"is_tested":false,"trained_ns":0,"epoch_train_ns":0,)"
              R"("epoch_images":0,"epoch_correct":0,"epoch_loss_sum":0})",
              R"({"step":1,"epoch":1,"batch":2,"is_tested":false,"trained_ns":0,"epoch_train_ns":0,)"
              R"("epoch_images":0,"epoch_correct":0,"epoch_loss_sum":0})"}) {
            metadata["stepscope.position"] = position;
            QCOMPARE(failureOf([&] { checkpointFacts(written(metadata)); }), sentence);
        }
    }

    void theSettingsThatDecideTheLossesStay()
    {
        const CheckpointFacts facts{.experiment = referenceExperiment("mlp"), .position = {}};
        Experiment longer = facts.experiment;
        longer.epochs += 5;
        longer.steps = 1000;
        longer.profile = false;
        longer.threads = 2;
        longer.pinnedMemory = true;
        longer.asyncCopies = true;
        longer.interOpThreads = 4;
        checkResumable(facts, longer);

        Experiment larger = facts.experiment;
        larger.batchSize = 128;
        QCOMPARE(failureOf([&] { checkResumable(facts, larger); }),
                 std::string("--batch-size must stay 64 when a training is resumed. Use --weights instead of "
                             "--resume to start a new run from its weights."));
    }

    /// An older version stored the path as it was given.
    void aPathMayHaveBecomeAbsolute()
    {
        Experiment before = referenceExperiment("mlp");
        before.initialWeights = "net.safetensors";
        const CheckpointFacts facts{.experiment = before, .position = {}};
        Experiment now = withAbsolutePaths(before);
        QVERIFY(now != before);
        checkResumable(facts, now);
        now.initialWeights = "/other.safetensors";
        QVERIFY(failureOf([&] { checkResumable(facts, now); }).starts_with("--weights must stay "));
    }
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "test_checkpoint.moc"
