#include "core/advise/setting_changes.h"
#include "core/experiment/experiment_fields.h"

#include "advised_run.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Finding worthALook(FindingId id, const std::string& operatorName = {})
{
    Finding finding;
    finding.id = id;
    finding.verdict = FindingVerdict::LookHere;
    finding.operatorName = operatorName;
    return finding;
}

QStringList changesOf(const std::vector<Finding>& findings, const Run& run, int processors = 4)
{
    QStringList changes;
    for (const auto& change : settingChanges(findings, run, processors))
        changes += QString::fromStdString(change.key + "=" + change.value);
    return changes;
}

} // namespace

class TestSettingChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFindingNamesItsSettings()
    {
        Run run = soundRun();
        run.plan.threads = 4;
        run.plan.trainImages = 200; // 256 images do not fit
        QCOMPARE(changesOf({worthALook(FindingId::Threads)}, run),
                 QStringList({"threads=2", "threads=1", "batch_size=128"}));
        QCOMPARE(changesOf({worthALook(FindingId::CostliestOperators, "aten::mkldnn_convolution")}, run),
                 QStringList({"channels_last=true", "precision=bfloat16"}));
        QCOMPARE(changesOf({worthALook(FindingId::CostliestOperators, "aten::addmm")}, run),
                 QStringList({"precision=bfloat16"}));
    }

    void aStepThatWaitsForItsDataTriesLoaderWorkers()
    {
        Run run = soundRun();
        QCOMPARE(changesOf({worthALook(FindingId::DataLoading)}, run, 2),
                 QStringList({"loader.workers=1", "loader.workers=2"}));
        run.experiment.loaderWorkers = 1;
        QCOMPARE(changesOf({worthALook(FindingId::DataLoading)}, run, 4),
                 QStringList({"loader.workers=2", "loader.workers=4"}));
    }

    void whatATextIgnoresIsNotTried()
    {
        Run run = soundRun();
        run.experiment = referenceExperiment("char-lstm");
        QCOMPARE(changesOf({worthALook(FindingId::DataLoading)}, run, 4), QStringList());
        QVERIFY(std::ranges::none_of(allSettingChanges({}, run, 4), [](const SettingChange& change) {
            return change.key == "channels_last";
        }));
    }

    void batchesStayOnTheDeviceOnAGpuOnly()
    {
        Run run = soundRun();
        run.experiment.copyBatches = true;
        QVERIFY(changesOf({worthALook(FindingId::CopyTime)}, run).isEmpty());
        run.experiment.device = "cuda:0";
        QVERIFY(changesOf({worthALook(FindingId::CopyTime)}, run).contains("copy_batches=false"));
    }

    void rowsOfATableHaveNoOrderOfChannels()
    {
        Run run = soundRun();
        const auto triesIt = [&run] {
            return std::ranges::any_of(allSettingChanges({}, run, 4), [](const SettingChange& change) {
                return change.key == "channels_last";
            });
        };
        QVERIFY(triesIt());
        run.experiment.dataset = "csv";
        run.experiment.dataDirectory = "a.csv";
        run.experiment.network = "mlp";
        QVERIFY(!triesIt());
    }

    void onlyConvolutionsDependOnTheOrderOfChannels()
    {
        Run run = soundRun();
        const auto triesIt = [&run](const char* op) {
            NetworkGraph graph;
            graph.nodes.push_back({.op = op});
            run.graph = std::make_shared<const NetworkGraph>(std::move(graph));
            return std::ranges::any_of(allSettingChanges({}, run, 4), [](const SettingChange& change) {
                return change.key == "channels_last";
            });
        };
        QVERIFY(triesIt("aten::conv2d"));
        QVERIFY(!triesIt("aten::linear"));
    }

    void aGpuHasSettingsOfItsOwn()
    {
        Run run = soundRun();
        run.experiment.device = "cuda:0";
        QCOMPARE(changesOf({worthALook(FindingId::TensorCores)}, run),
                 QStringList({"precision=bfloat16", "tf32=all", "channels_last=true"}));
        const auto changes = allSettingChanges({}, run, 1);
        QVERIFY(std::ranges::any_of(
            changes, [](const SettingChange& change) { return change.key == "cudnn_benchmark"; }));
    }

    void copiesToAGpuAreAvoidedOrMadeFaster()
    {
        Run run = soundRun();
        run.experiment.device = "cuda:0";
        QCOMPARE(changesOf({worthALook(FindingId::CopyTime)}, run), QStringList()); // none are of batches
        run.experiment.copyBatches = true;
        QCOMPARE(changesOf({worthALook(FindingId::CopyTime)}, run),
                 QStringList({"copy_batches=false", "pinned_memory=true"}));
        run.experiment.pinnedMemory = true;
        QCOMPARE(changesOf({worthALook(FindingId::CopyThroughput)}, run), QStringList({"async_copies=true"}));
    }

    void eachChangeIsTriedOnce()
    {
        Run run = soundRun();
        run.experiment.optimizerForm = "pytorch";
        QCOMPARE(
            changesOf({worthALook(FindingId::SmallOperators), worthALook(FindingId::BetweenOperators)}, run),
            QStringList({"optimizer.form=fused", "execution=torchscript", "threads=1", "batch_size=128",
                         "batch_size=256"}));
    }

    void whatIsUsuallyWorthATryComesLast()
    {
        Run run = soundRun();
        run.experiment.batchSize = 1;
        run.plan.threads = 1;      // no need to try one thread
        run.plan.trainImages = 50; // 64 images do not fit
        QStringList changes;
        for (const auto& change : allSettingChanges({}, run, 4)) {
            changes += QString::fromStdString(change.key + "=" + change.value);
            QVERIFY(!change.finding);
        }
        QCOMPARE(changes,
                 QStringList({"precision=bfloat16", "channels_last=true", "batch_size=4", "batch_size=16"}));
        const std::vector<Finding> findings = {worthALook(FindingId::CostliestOperators, "aten::addmm")};
        const auto both = allSettingChanges(findings, run, 1);
        QCOMPARE(both.size(), size_t(4)); // the precision once
        QVERIFY(both[0].finding == FindingId::CostliestOperators);
    }

    /// They change what is trained; users who need the run's batch size see what helps with it.
    void largerBatchesAreTriedLast()
    {
        Run run = soundRun();
        run.plan.threads = 2;
        const std::vector<Finding> findings = {worthALook(FindingId::SmallOperators)};
        const auto changes = allSettingChanges(findings, run, 2);
        const auto isOfBatches = [](const SettingChange& change) { return change.key == "batch_size"; };
        const auto first = std::ranges::find_if(changes, isOfBatches);
        QVERIFY(first != changes.end() && first->finding == FindingId::SmallOperators);
        QVERIFY(std::ranges::all_of(first, changes.end(), isOfBatches));
        const auto isUsual = [](const SettingChange& change) { return !change.finding; };
        QVERIFY(std::ranges::any_of(changes.begin(), first, isUsual));
    }

    void goodFindingsNameNone()
    {
        Finding finding = worthALook(FindingId::Threads);
        finding.verdict = FindingVerdict::Good;
        QVERIFY(changesOf({finding}, soundRun()).isEmpty());
    }

    void otherProgramsCannotBeChanged()
    {
        Run run = soundRun();
        run.kind = RunKind::Program;
        QVERIFY(changesOf({worthALook(FindingId::Threads)}, run).isEmpty());
        run = soundRun();
        run.experiment = unknownExperiment();
        QVERIFY(changesOf({worthALook(FindingId::Threads)}, run).isEmpty());
    }

    void changesHaveTheFieldsLabel()
    {
        QCOMPARE(changeText({.key = "batch_size", .value = "128"}), "Batch size 128");
        QCOMPARE(changeText({.key = "channels_last", .value = "true"}), "Channels last on");
        QCOMPARE(withChange({}, {.key = "batch_size", .value = "128"}).batchSize, int64_t(128));
    }
};

QTEST_GUILESS_MAIN(TestSettingChanges)
#include "test_setting_changes.moc"
