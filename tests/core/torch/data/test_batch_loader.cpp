#include "core/torch/shared/torch_headers.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/torch/data/batch_loader.h"
#include "core/torch/data/tensor_data_set.h"
#include "tests/core/data/own/image_writer.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Usual memory in place of page-locked memory, which needs a GPU. Remembers its tensors.
class PinnedMemory
{
public:
    MakeTensor maker()
    {
        return [this](torch::IntArrayRef shape, torch::ScalarType type) {
            m_all.push_back(torch::empty(shape, type));
            return m_all.back();
        };
    }

    bool contains(const torch::Tensor& tensor) const
    {
        return std::ranges::any_of(m_all, [&](const auto& each) { return each.is_same(tensor); });
    }
    bool isEmpty() const { return m_all.empty(); }

private:
    std::vector<torch::Tensor> m_all;
};

/// Whether copies in this thread are asynchronous: the argument non_blocking of those that LibTorch reports.
class CopyLog
{
public:
    CopyLog()
        : m_callback(at::addThreadLocalCallback(
              at::RecordFunctionCallback([](const at::RecordFunction& function)
                                             -> std::unique_ptr<at::ObserverContext> {
                  constexpr size_t nonBlocking = 5;
                  if (std::string_view(function.name()) == "aten::_to_copy")
                      copies().push_back(function.inputs()[nonBlocking].toBool());
                  return nullptr;
              }).needsInputs(true)))
    {
        copies().clear();
    }
    ~CopyLog() { at::removeCallback(m_callback); }
    CopyLog(const CopyLog&) = delete;
    CopyLog& operator=(const CopyLog&) = delete;

    static std::vector<bool>& copies()
    {
        static std::vector<bool> all;
        return all;
    }

private:
    at::CallbackHandle m_callback;
};

} // namespace

class TestBatchLoader : public QObject
{
    Q_OBJECT

    static Experiment with(int64_t workers, const char* augmentation = "")
    {
        Experiment experiment;
        experiment.loaderWorkers = workers;
        experiment.augmentation = augmentation;
        return experiment;
    }

    static Experiment pinned(int64_t workers, const char* augmentation = "")
    {
        Experiment experiment = with(workers, augmentation);
        experiment.device = "cuda:0";
        experiment.copyBatches = true;
        experiment.pinnedMemory = true;
        return experiment;
    }

    /// 23 color images of random bytes, in batches of 4.
    static BatchSampler sampler()
    {
        torch::manual_seed(3);
        const auto bytes = torch::randint(0, 256, {23, 3, 6, 5}, torch::kUInt8);
        return {Samples(bytes, torch::randn({3, 256})), torch::arange(23, torch::kInt64), 4, 1};
    }

    /// The images and labels of two epochs.
    static std::vector<torch::Tensor> twoEpochs(const Experiment& experiment)
    {
        auto batches = sampler();
        BatchLoader loader(batches, experiment);
        std::vector<torch::Tensor> all;
        for (const int64_t epoch : {1, 2}) {
            for (int64_t i = 0; i < batches.batches(); ++i) {
                const auto batch = loader.batch(epoch, i);
                all.push_back(batch.inputs);
                all.push_back(batch.targets);
            }
            batches.shuffle();
        }
        return all;
    }

    static bool areEqual(const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b)
    {
        return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return torch::equal(x, y); });
    }

    static int64_t threadsOfThisProcess()
    {
        int64_t count = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
            ++count;
        return count;
    }

    /// 24 images in files of two classes, 20 of which are for training.
    static Experiment ofFiles(const TemporaryFolder& folder, int64_t workers)
    {
        for (const char* name : {"a", "b"}) {
            for (int i = 0; i < 12; ++i)
                writePng(folder.path() / name / (std::to_string(10 + i) + ".png"), 4, 4, PNG_COLOR_TYPE_RGB,
                         filled(16, std::string(3, char(i))));
        }
        Experiment experiment = with(workers);
        experiment.dataset = "image-folder";
        experiment.dataDirectory = folder.path().string();
        experiment.decodeImages = true;
        return experiment;
    }

    /// Takes an epoch's batches, and then what the workers did until all of its images were prepared.
    static std::vector<LoaderWork> workOfAnEpoch(BatchLoader& loader, const BatchSampler& batches,
                                                 int64_t& preparedNs)
    {
        for (int64_t i = 0; i < batches.batches(); ++i)
            loader.batch(1, i);
        preparedNs = loader.takeTimes().preparedNs;
        std::vector<LoaderWork> all(size_t(loader.workers()));
        const auto isComplete = [&] {
            auto taken = loader.takeWork();
            int64_t ns = 0;
            for (size_t i = 0; i < all.size(); ++i) {
                all[i].threadId = taken[i].threadId;
                all[i].ranges.insert(all[i].ranges.end(), taken[i].ranges.begin(), taken[i].ranges.end());
                ns += partsNs(all[i]);
            }
            return ns == preparedNs;
        };
        [[maybe_unused]] const bool isThere = QTest::qWaitFor(isComplete); // a worker may be late to report
        return all;
    }

    /// Of the images that a worker prepared.
    static int64_t partsNs(const LoaderWork& work)
    {
        int64_t ns = 0;
        for (const LoaderRange& range : work.ranges)
            ns += range.isPart && range.task != LoaderTask::Wait ? range.endNs - range.startNs : 0;
        return ns;
    }

    /// What is wrong with the order of a worker's ranges; empty if nothing is.
    static QString disorderOf(const std::vector<LoaderRange>& ranges)
    {
        const LoaderRange* batch = nullptr;
        const LoaderRange* before = nullptr;
        for (const LoaderRange& range : ranges) {
            if (range.endNs < range.startNs || (before && range.startNs < before->startNs))
                return "a range is not in the order of time";
            if (range.isPart && (!batch || batch->batch != range.batch || range.startNs < batch->startNs ||
                                 range.endNs > batch->endNs))
                return "a part is outside of its batch";
            if (!range.isPart && batch && range.startNs < batch->endNs)
                return "a range overlaps the batch before it";
            batch = range.task == LoaderTask::Batch ? &range : batch;
            before = &range;
        }
        return {};
    }

    static std::set<LoaderTask> tasksOf(const std::vector<LoaderWork>& all)
    {
        std::set<LoaderTask> tasks;
        for (const LoaderWork& work : all) {
            for (const LoaderRange& range : work.ranges)
                tasks.insert(range.task);
        }
        return tasks;
    }

    /// Processor time of a loader worker, in ns.
    static int64_t workedNs(const std::string& worker = "loader 1")
    {
        for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
            std::string name;
            std::getline(std::ifstream(task.path() / "comm"), name);
            int64_t ns = -1;
            if (name == worker && std::ifstream(task.path() / "schedstat") >> ns)
                return ns;
        }
        return -1;
    }

private Q_SLOTS:
    void workersPrepareTheSameBatches_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("prefetch");
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("two") << 2 << 2;
        QTest::newRow("more than batches") << 9 << 3;
    }
    void workersPrepareTheSameBatches()
    {
        QFETCH(const int, workers);
        QFETCH(const int, prefetch);
        auto experiment = with(workers);
        experiment.prefetch = prefetch;
        QVERIFY(areEqual(twoEpochs(with(0)), twoEpochs(experiment)));
        experiment.augmentation = "crop 2, flip";
        QVERIFY(areEqual(twoEpochs(with(0, "crop 2, flip")), twoEpochs(experiment)));
    }

    void anAugmentedImageIsAShiftedOne()
    {
        const auto original = twoEpochs(with(0));
        const auto augmented = twoEpochs(with(0, "crop 2"));
        QVERIFY(torch::equal(original[1], augmented[1])); // labels
        const auto batches = sampler();
        const auto black = batches.samples().black();
        for (int64_t i = 0; i < 4; ++i) {
            const auto number = original[1][i].item<int64_t>();
            const auto draw = drawAugmentation(parseAugmentation("crop 2"), 1, 1, number);
            std::vector<float> expected(3 * 6 * 5);
            applyAugmentation(draw, {.channels = 3, .rows = 6, .columns = 5}, black.data(),
                              original[0][i].contiguous().data_ptr<float>(), expected.data());
            QVERIFY(torch::equal(torch::tensor(expected).view({3, 6, 5}), augmented[0][i]));
        }
    }

    void epochsAreAugmentedDifferently()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(2, "crop 2, flip"));
        const auto first = loader.batch(1, 0);
        const auto second = loader.batch(2, 0); // in the same order
        QVERIFY(torch::equal(first.targets, second.targets));
        QVERIFY(!torch::equal(first.inputs, second.inputs));
        QVERIFY(torch::equal(first.inputs, loader.batch(1, 0).inputs)); // taken again
    }

    void floatsHaveBlackAsZero()
    {
        const BatchSampler batches{torch::ones({8, 1, 4, 4}), torch::zeros({8}, torch::kInt64), 8, 1};
        BatchLoader loader(batches, with(0, "crop 1"));
        const auto images = loader.batch(1, 0).inputs;
        QVERIFY(images.eq(0).logical_or(images.eq(1)).all().item<bool>());
        QVERIFY(images.eq(0).any().item<bool>());
    }

    void pausedWorkersPause()
    {
        const auto pixels = torch::rand({400, 3, 128, 128});
        const BatchSampler batches{pixels, torch::zeros({400}, torch::kInt64), 4, 1};
        auto experiment = with(1, "flip");
        experiment.prefetch = 64;
        BatchLoader loader(batches, experiment);
        loader.setRecorded(true);
        loader.batch(1, 0);
        loader.setPaused(true);
        const auto isIdle = [] {
            const auto before = workedNs();
            QTest::qWait(100);
            return before >= 0 && workedNs() == before;
        };
        QTRY_VERIFY(isIdle());
        const auto paused = workedNs();
        constexpr int pauseMs = 1500;
        QTest::qWait(pauseMs);
        loader.setPaused(false);
        for (int64_t i = 1; i <= 40; ++i)
            loader.batch(1, i);
        QVERIFY2(workedNs() - paused > 1'000'000, "all batches were prepared during the pause");
        const auto preparedNs = loader.takeTimes().preparedNs;
        QVERIFY2(preparedNs < int64_t(pauseMs) * 1'000'000, qPrintable(QString::number(preparedNs)));
        std::vector<LoaderRange> ranges;
        const auto isThePause = [](const LoaderRange& range) {
            return range.task == LoaderTask::Wait &&
                   range.endNs - range.startNs >= int64_t(pauseMs) * 1'000'000;
        };
        const auto isPauseThere = [&] {
            const auto taken = loader.takeWork().front().ranges;
            ranges.insert(ranges.end(), taken.begin(), taken.end());
            return std::ranges::any_of(ranges, isThePause);
        };
        QTRY_VERIFY(isPauseThere());
        QCOMPARE(disorderOf(ranges), QString());
    }

    void workersMayEndWhilePaused()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(2));
        loader.batch(1, 0);
        loader.setPaused(true);
    }

    void tooMuchMemoryInAdvanceIsRefused()
    {
        // One image that is repeated: 100,000 of 3 x 2000 x 2000 are 4.8 TB.
        const auto pixels = torch::zeros({1, 3, 2000, 2000}).expand({100'000, -1, -1, -1});
        const BatchSampler batches{pixels, torch::zeros({100'000}, torch::kInt64), 2000, 1};
        auto experiment = with(200);
        experiment.prefetch = 64;
        experiment.batchSize = 2000;
        QCOMPARE(failureOf([&] { BatchLoader loader(batches, experiment); }),
                 std::string(
                     "The batches that 200 loader workers prepare in advance need 4.37 TiB, more than half "
                     "of the memory: use fewer --loader-workers, a smaller --prefetch or a smaller batch "
                     "size."));
    }

    void unusedWorkersEnd()
    {
        const auto before = threadsOfThisProcess();
        {
            auto batches = sampler();
            BatchLoader loader(batches, with(5));
            QCOMPARE(threadsOfThisProcess(), before + 5);
            loader.batch(1, 0); // others are prepared, and never taken
        }
        QCOMPARE(threadsOfThisProcess(), before);
    }

    void batchesToCopyAreInPinnedMemory_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<QString>("augmentation");
        QTest::newRow("selected in each step") << 0 << "";
        QTest::newRow("augmented in each step") << 0 << "crop 2, flip";
        QTest::newRow("prepared by workers") << 2 << "flip";
    }
    void batchesToCopyAreInPinnedMemory()
    {
        QFETCH(const int, workers);
        QFETCH(const QString, augmentation);
        const std::string changes = augmentation.toStdString();
        auto batches = sampler();
        BatchLoader usual(batches, with(workers, changes.c_str()));
        PinnedMemory memory;
        BatchLoader loader(batches, pinned(workers, changes.c_str()), memory.maker());
        for (int64_t i = 0; i < batches.batches(); ++i) {
            const Batch batch = loader.batch(1, i);
            const Batch expected = usual.batch(1, i);
            QVERIFY(torch::equal(batch.inputs, expected.inputs));
            QVERIFY(torch::equal(batch.targets, expected.targets));
            QVERIFY(memory.contains(batch.inputs));
            QVERIFY(memory.contains(batch.targets));
        }
    }

    void otherBatchesAreNotPinned()
    {
        auto batches = sampler();
        PinnedMemory memory;
        auto onTheCpu = pinned(1);
        onTheCpu.device = "cpu";
        auto unasked = pinned(1);
        unasked.pinnedMemory = false;
        for (const Experiment& experiment : {onTheCpu, unasked, with(0)}) {
            BatchLoader loader(batches, experiment, memory.maker());
            loader.batch(1, 0);
        }
        QVERIFY(memory.isEmpty());
    }

    void whyMemoryCannotBePinnedIsSaid_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("no worker") << 0;
        QTest::newRow("two workers") << 2;
    }
    void whyMemoryCannotBePinnedIsSaid()
    {
        QFETCH(const int, workers);
        auto batches = sampler();
        const auto refuse = [](torch::IntArrayRef, torch::ScalarType) -> torch::Tensor {
            throw Error("There is no more page-locked memory.");
        };
        BatchLoader loader(batches, pinned(workers), refuse);
        QCOMPARE(failureOf([&] { loader.batch(1, 0); }), std::string("There is no more page-locked memory."));
    }

    /// To a device that every machine has, and whose tensors have no values.
    void copiesWaitUnlessTheyAreAsynchronous()
    {
        const Batch batch{torch::rand({4, 3}), torch::zeros({4}, torch::kInt64)};
        auto experiment = pinned(0);
        for (const bool isAsync : {false, true}) {
            experiment.asyncCopies = isAsync;
            const CopyLog log;
            const Batch copied = copiedTo(torch::kMeta, batch, experiment);
            QVERIFY(copied.inputs.is_meta() && copied.targets.is_meta());
            QVERIFY(copied.inputs.sizes() == batch.inputs.sizes());
            QVERIFY(CopyLog::copies() == std::vector<bool>({isAsync, isAsync}));
        }
    }

    /// Otherwise half of the time would be lost: there is only one batch.
    void workersShareTheImagesOfABatch()
    {
        const auto pixels = torch::rand({64, 3, 160, 160});
        const BatchSampler batches{pixels, torch::zeros({64}, torch::kInt64), 64, 1};
        const auto experiment = with(2, "flip");
        const auto haveBothWorked = [&] {
            BatchLoader loader(batches, experiment);
            QTest::qWait(20); // until both wait for work
            loader.batch(1, 0);
            return workedNs("loader 1") > 1'000'000 && workedNs("loader 2") > 1'000'000;
        };
        bool hasShared = false; // a busy machine may leave one of them waiting
        for (int attempt = 0; attempt < 20 && !hasShared; ++attempt)
            hasShared = haveBothWorked();
        QVERIFY(hasShared);
    }

    void timesAreThoseOfTheBatchesTaken()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(2));
        for (int64_t i = 0; i < 3; ++i)
            loader.batch(1, i);
        const auto times = loader.takeTimes();
        QCOMPARE(times.batches, 3);
        QVERIFY(times.preparedNs > 0);
        QVERIFY(times.waitedNs > 0);
        QCOMPARE(loader.takeTimes().batches, 0);
    }

    void whatWorkersDoIsRecorded()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(2, "flip"));
        loader.setRecorded(true);
        int64_t preparedNs = 0;
        const auto all = workOfAnEpoch(loader, batches, preparedNs);
        QCOMPARE(all.size(), size_t(2));
        QVERIFY(all[0].threadId != all[1].threadId);
        QCOMPARE(partsNs(all[0]) + partsNs(all[1]), preparedNs);
        std::set<int64_t> prepared;
        for (const LoaderWork& work : all) {
            QCOMPARE(disorderOf(work.ranges), QString());
            for (const LoaderRange& range : work.ranges) {
                if (range.task == LoaderTask::Batch)
                    prepared.insert(range.batch);
            }
        }
        QCOMPARE(prepared, std::set<int64_t>({0, 1, 2, 3, 4, 5}));
        const auto tasks = tasksOf(all);
        QVERIFY(tasks.contains(LoaderTask::Collect));
        QVERIFY(tasks.contains(LoaderTask::Augment));
        QVERIFY(!tasks.contains(LoaderTask::Decode));
    }

    void imagesOfFilesAreDecoded()
    {
        const TemporaryFolder folder;
        const Experiment experiment = ofFiles(folder, 1);
        const auto data = loadTensorDataSet(experiment, torch::kCPU);
        const BatchSampler batches{data.trainSamples, data.trainTargets, 4, 1};
        BatchLoader loader(batches, experiment);
        loader.setRecorded(true);
        int64_t preparedNs = 0;
        const auto tasks = tasksOf(workOfAnEpoch(loader, batches, preparedNs));
        QVERIFY(tasks.contains(LoaderTask::Decode));
        QVERIFY(!tasks.contains(LoaderTask::Collect));
        QVERIFY(!tasks.contains(LoaderTask::Augment));
    }

    void nothingIsRecordedUnasked()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(2, "flip"));
        loader.setRecorded(true);
        loader.setRecorded(false);
        for (int64_t i = 0; i < batches.batches(); ++i)
            loader.batch(1, i);
        QTest::qWait(20); // until the workers have reported
        for (const LoaderWork& work : loader.takeWork())
            QVERIFY(work.ranges.empty());
        BatchLoader withoutWorkers(batches, with(0, "flip"));
        withoutWorkers.setRecorded(true);
        withoutWorkers.batch(1, 0);
        QVERIFY(withoutWorkers.takeWork().empty());
    }

    /// A worker may have waited for minutes.
    void aWaitBeginsWithTheRecording()
    {
        auto batches = sampler();
        BatchLoader loader(batches, with(1));
        QTRY_VERIFY(workedNs() >= 0); // it is there
        QTest::qWait(50);             // until it waits
        const int64_t fromNs = monotonicNs();
        loader.setRecorded(true);
        loader.batch(1, 0);
        std::vector<LoaderRange> ranges;
        const auto isRecorded = [&] {
            if (ranges.empty())
                ranges = loader.takeWork().front().ranges;
            return !ranges.empty();
        };
        QTRY_VERIFY(isRecorded());
        QCOMPARE(ranges.front().task, LoaderTask::Wait);
        QVERIFY(ranges.front().startNs >= fromNs);
    }

    void aFileThatIsGoneFailsAtItsBatch_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("no worker") << 0;
        QTest::newRow("two workers") << 2;
    }
    void aFileThatIsGoneFailsAtItsBatch()
    {
        QFETCH(const int, workers);
        const TemporaryFolder folder;
        const Experiment experiment = ofFiles(folder, workers);
        const auto data = loadTensorDataSet(experiment, torch::kCPU);
        const BatchSampler batches{data.trainSamples, data.trainTargets, 2, 1};
        // Of the files to train on, those of the fourth batch: the first is named.
        std::filesystem::path gone;
        for (const int64_t i : {1, 0}) {
            const auto number = batches.numbers(3)[i].item<int64_t>();
            const auto inClass = number % 10 < 5 ? number % 10 : number % 10 + 1; // every sixth is for tests
            gone = folder.path() / (number < 10 ? "a" : "b") / (std::to_string(10 + inClass) + ".png");
            QVERIFY(std::filesystem::remove(gone));
        }
        BatchLoader loader(batches, experiment);
        for (int64_t i = 0; i < 3; ++i)
            QCOMPARE(loader.batch(1, i).inputs.size(0), 2);
        try {
            loader.batch(1, 3);
            QFAIL("The file is gone.");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(QString::fromStdString(gone.string())), error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestBatchLoader)
#include "test_batch_loader.moc"
