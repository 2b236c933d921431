#include "core/torch/shared/torch_headers.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/reading.h"
#include "core/torch/data/tensor_data_set.h"
#include "tests/core/data/own/image_writer.h"
#include "tests/core/data/own/npy_file.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// Data of the user's own as tensors.
class TestTensorDataSet : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    /// Two classes; red differs from image to image, green is always the same.
    void writeImages(int count) const
    {
        for (const int label : {0, 1}) {
            for (int i = 0; i < count; ++i) {
                const std::string color{char(20 * i + 100 * label), '\x30', char(200 - i)};
                writePng(m_folder->path() / std::to_string(label) / (std::to_string(10 + i) + ".png"), 4, 5,
                         PNG_COLOR_TYPE_RGB, filled(20, color));
            }
        }
    }

    Experiment own() const { return {.dataset = "image-folder", .dataDirectory = m_folder->path().string()}; }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void trainingImagesAreNormalizedForEachChannel()
    {
        writeImages(6);
        const auto data = loadTensorDataSet(own(), torch::kCPU);
        const auto images = data.trainSamples.range(0, data.trainSamples.count());
        QCOMPARE(images.sizes().vec(), (std::vector<int64_t>{10, 3, 4, 5}));
        QCOMPARE(data.testSamples.count(), 2);
        QVERIFY(torch::equal(data.testTargets, torch::tensor({0, 1}, torch::kInt64)));
        for (const int64_t channel : {0, 1, 2}) {
            const auto pixels = images.select(1, channel);
            QVERIFY(std::abs(pixels.mean().item<double>()) < 1e-5);
            const double deviation = pixels.std(false).item<double>();
            QVERIFY(std::abs(deviation - (channel == 1 ? 0.0 : 1.0)) < 1e-4); // green is uniform
        }
    }

    void numbersAreNormalizedForEachChannel()
    {
        std::vector<float> values;
        std::string labels;
        for (int image = 0; image < 12; ++image) {
            for (int i = 0; i < 6; ++i)
                values.push_back(1000.0F + float(10 * image + i));
            values.insert(values.end(), 6, 7.0F); // the second channel is uniform
            labels += char(image % 2);
        }
        writeFileAtomically(
            m_folder->path() / "x_train.npy",
            npyFile("'<f4'", "(12, 2, 2, 3)",
                    {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}));
        writeFileAtomically(m_folder->path() / "y_train.npy", npyFile("'|u1'", "(12,)", labels));
        const auto data =
            loadTensorDataSet({.dataset = "npz", .dataDirectory = m_folder->path().string()}, torch::kCPU);
        QCOMPARE(data.testSamples.count(), 2);
        const auto images = data.trainSamples.range(0, data.trainSamples.count());
        QCOMPARE(images.sizes().vec(), (std::vector<int64_t>{10, 2, 2, 3}));
        const auto first = images.select(1, 0);
        QVERIFY(std::abs(first.mean().item<double>()) < 1e-5);
        QVERIFY(std::abs(first.std(false).item<double>() - 1.0) < 1e-4);
        QVERIFY(images.select(1, 1).abs().max().item<double>() < 1e-5);
        QVERIFY(data.testSamples.range(0, 2).select(1, 0).min().item<double>() > 1.0); // images 10 and 11
    }

    void syntheticImagesAreOfTheWantedShapeAndClasses()
    {
        const auto data = loadTensorDataSet({.dataset = "synthetic",
                                             .syntheticImages = 600,
                                             .syntheticShape = "2x6x3",
                                             .syntheticClasses = 3},
                                            torch::kCPU);
        const auto images = data.trainSamples.range(0, data.trainSamples.count());
        QCOMPARE(images.sizes().vec(), (std::vector<int64_t>{600, 2, 6, 3}));
        QCOMPARE(data.testSamples.shape(), (std::vector<int64_t>{100, 2, 6, 3}));
        QCOMPARE(data.trainTargets.min().item<int64_t>(), 0);
        QCOMPARE(data.trainTargets.max().item<int64_t>(), 2);
        const auto patternOf = [&](int64_t label) { // the noise of some 200 images is almost averaged out
            return images.index_select(0, data.trainTargets.eq(label).nonzero().flatten()).mean(0);
        };
        for (const int64_t label : {0, 1, 2}) {
            const auto block = patternOf(label).select(0, 0).narrow(0, 0, 4);
            QVERIFY((block - block.mean()).abs().max().item<double>() < 0.4);
        }
        QVERIFY((patternOf(0) - patternOf(1)).abs().max().item<double>() > 0.3);
    }

    /// Figures of earlier runs with this data set stay reproducible.
    void theStandardSyntheticImagesAreAsEver()
    {
        const auto data = loadTensorDataSet({.dataset = "synthetic", .syntheticImages = 1200}, torch::kCPU);
        auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t(20));
        const auto patterns =
            torch::randn({10, 1, 7, 7}, generator).repeat_interleave(4, 2).repeat_interleave(4, 3);
        generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t(21));
        const auto labels = torch::randint(0, 10, {1200}, generator, torch::kInt64);
        const auto images =
            torch::randn({1200, 1, 28, 28}, generator).mul_(0.8) + patterns.index_select(0, labels);
        QVERIFY(torch::equal(data.trainTargets, labels));
        QVERIFY(torch::equal(data.trainSamples.range(0, 1200), images));
    }

    void theCacheReadsFilesThatHaveChanged()
    {
        writeImages(6);
        DataSetCache cache;
        QStringList log;
        const LoadControl control{
            .log = [&](const std::string& text) { log += QString::fromStdString(text); }, .isStopped = {}};
        const auto first = cache.get(own(), torch::kCPU, control);
        QCOMPARE(cache.get(own(), torch::kCPU, control), first);
        QCOMPARE(log.size(), 1);
        QVERIFY2(log[0].startsWith(QString::fromUtf8(
                     "Read 10 training and 2 test images in 2 classes, of 3 × 4 × 5, from ")),
                 qPrintable(log[0]));
        writeImages(12);
        QCOMPARE(cache.get(own(), torch::kCPU, control)->trainSamples.count(), 20);
    }

    void imagesThatStayInTheirFilesAreTheSame()
    {
        writeImages(6);
        auto inFiles = own();
        inFiles.decodeImages = true;
        QStringList log;
        const auto kept = loadTensorDataSet(own(), torch::kCPU);
        const auto read = loadTensorDataSet(
            inFiles, torch::kCPU,
            {.log = [&](const std::string& text) { log += QString::fromStdString(text); }, .isStopped = {}});
        QCOMPARE(read.trainSamples.shape(), kept.trainSamples.shape());
        QVERIFY(torch::equal(read.trainTargets, kept.trainTargets));
        QVERIFY(torch::equal(read.testTargets, kept.testTargets));
        QVERIFY(torch::equal(read.testSamples.range(0, 2), kept.testSamples.range(0, 2)));
        const auto numbers = torch::tensor({9, 0, 3}, torch::kInt64);
        QVERIFY(torch::equal(read.trainSamples.select(numbers), kept.trainSamples.select(numbers)));
        QVERIFY2(log.join('\n').startsWith("10 training and 2 test images are decoded in each step, from "),
                 qPrintable(log.join('\n')));
    }

    void aStoppedReadingSaysSo()
    {
        std::string row(size_t(3000) * 3000, '\x40'); // a stop is noticed before it is decoded
        for (const char* name : {"a", "b"}) {
            for (int i = 0; i < 6; ++i)
                writePng(m_folder->path() / name / (std::to_string(i) + ".png"), 3000, 3000,
                         PNG_COLOR_TYPE_GRAY, row);
        }
        auto experiment = own();
        experiment.imageSize = 8;
        QVERIFY_EXCEPTION_THROWN(
            loadTensorDataSet(experiment, torch::kCPU, {.log = {}, .isStopped = [] { return true; }}),
            ReadingStopped);
    }
};

QTEST_GUILESS_MAIN(TestTensorDataSet)
#include "test_tensor_data_set.moc"
