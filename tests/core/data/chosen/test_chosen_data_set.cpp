#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/sweep/sweep.h"
#include "tests/core/data/own/image_writer.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace fs = std::filesystem;

class TestChosenDataSet : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    /// Two classes of six images, of 3 × 12 × 12.
    void writeImages(int count = 6) const
    {
        for (const auto* name : {"cat", "dog"}) {
            for (int i = 0; i < count; ++i)
                writePng(m_folder->path() / name / (std::to_string(10 + i) + ".png"), 12, 12,
                         PNG_COLOR_TYPE_RGB, filled(144, "abc"));
        }
    }

    Experiment own(const std::string& network) const
    {
        auto experiment = referenceExperiment(network);
        experiment.dataset = "image-folder";
        experiment.dataDirectory = m_folder->path().string();
        return experiment;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void fixedDataSetsAreDescribedByTheirTable()
    {
        const auto cifar = describeDataSet(Experiment{.dataset = "cifar-10"});
        QCOMPARE(cifar.name, std::string("cifar-10"));
        QCOMPARE(cifar.shape, (ImageShape{.channels = 3, .rows = 32, .columns = 32}));
        QCOMPARE(cifar.classNames[9], std::string("truck"));
        QVERIFY(!cifar.counts);
        QVERIFY(knownDataSet(Experiment{.dataset = "mnist"}));
        QVERIFY(!knownDataSet(Experiment{.dataset = ""})); // of an imported run
        QVERIFY(failureOf([] {
                    describeDataSet(Experiment{.dataset = "imagenet"});
                }).starts_with("There is no data set \"imagenet\"; known are "));
    }

    void generatedImagesAreCounted()
    {
        const Experiment experiment{.dataset = "synthetic", .syntheticImages = 600};
        QCOMPARE(describeDataSet(experiment).counts->test, 100);
        QCOMPARE(countSamples(experiment).train, 600);
    }

    void imagesAreExpectedBeforeTheyAreFetched()
    {
        QCOMPARE(expectedSamples(Experiment{.dataset = "synthetic", .syntheticImages = 600})->test, 100);
        QCOMPARE(expectedSamples(Experiment{.dataset = "kmnist"})->train, 60'000); // there or not
        const auto folder = m_folder->path().string();
        QVERIFY(!expectedSamples(Experiment{.dataset = "kmnist", .dataDirectory = folder})); // nothing in it
        QVERIFY(!expectedSamples(Experiment{.dataset = "imagenet"}));
    }

    void syntheticImagesHaveTheExperimentsShapeAndClasses()
    {
        const auto standard = describeDataSet(Experiment{.dataset = "synthetic"});
        QVERIFY(standard.shape == fixedDescription("synthetic")->shape);
        QVERIFY(standard.classNames == fixedDescription("synthetic")->classNames);
        const Experiment experiment{
            .dataset = "synthetic", .syntheticShape = "3x30x41", .syntheticClasses = 1000};
        const auto description = describeDataSet(experiment);
        QCOMPARE(description.shape, (ImageShape{.channels = 3, .rows = 30, .columns = 41}));
        QCOMPARE(description.classes(), 1000);
        QCOMPARE(description.classNames[999], std::string("999"));
        QCOMPARE(knownDataSet(experiment)->classes(), 1000);
        QVERIFY(dataSetStamp(experiment) != dataSetStamp(Experiment{.dataset = "synthetic"}));
        const auto cifar = describeDataSet({.dataset = "cifar-10", .syntheticShape = "3x30x41"});
        QCOMPARE(cifar.shape.rows, 32);
    }

    void networksThatDoNotFitSyntheticImagesAreRefused()
    {
        auto experiment = referenceExperiment("mnist-convnet");
        experiment.dataset = "synthetic";
        checkDataSet(experiment);
        experiment.syntheticShape = "3x224x224";
        const auto failure = "The images of synthetic have the shape 3 × 224 × 224, but the network "
                             "mnist-convnet expects 1 × 28 × 28 (channels × rows × columns)."s;
        QCOMPARE(failureOf([&] { validate(experiment); }), failure);
        QCOMPARE(failureOf([&] { checkDataSet(experiment); }), failure);
        experiment.network = "resnet18";
        checkDataSet(experiment);
    }

    void syntheticImagesThatNeedTooMuchMemoryAreRefused()
    {
        auto experiment = referenceExperiment("lenet5");
        experiment.dataset = "synthetic";
        experiment.syntheticShape = "1x2048x2048";
        experiment.syntheticImages = 1'000'000;
        validate(experiment); // which does not depend on the machine
        const auto sentence = failureOf([&] { checkDataSet(experiment); });
        // With many classes, most of it is their patterns; samples of one row are not images.
        QVERIFY2(sentence.starts_with(
                     "The samples of the synthetic data set and the patterns of its classes need ") &&
                     sentence.ends_with(", half of this machine's, are allowed: choose fewer samples, a "
                                        "smaller shape or fewer classes."),
                 sentence.c_str());
    }

    void ownDataIsDescribedByWhatIsInTheFolder()
    {
        writeImages();
        const auto experiment = own("lenet5");
        QVERIFY(!knownDataSet(experiment));
        const auto description = describeDataSet(experiment);
        QCOMPARE(description.name, std::string("image-folder"));
        QCOMPARE(description.shape, (ImageShape{.channels = 3, .rows = 12, .columns = 12}));
        QCOMPARE(description.classNames, (std::vector<std::string>{"cat", "dog"}));
        QCOMPARE(countSamples(experiment).train, 10);
        QCOMPARE(countSamples(experiment).test, 2);
        QCOMPARE(knownDataSet(experiment)->classes(), 2);
        auto scaled = experiment;
        scaled.imageSize = 20;
        QVERIFY(!knownDataSet(scaled));
        QCOMPARE(describeDataSet(scaled).shape.rows, 20);
    }

    void aTextIsDescribedByItsCharacters()
    {
        const auto file = m_folder->path() / "a.txt";
        const auto write = [&file](const std::string& text) { std::ofstream(file) << text; };
        Experiment experiment = referenceExperiment("char-gpt");
        experiment.dataset = "text";
        experiment.dataDirectory = file.string();
        experiment.sequenceLength = 4;
        write(std::string(40, 'a') + std::string(60, 'b'));
        const auto description = describeDataSet(experiment);
        QVERIFY(description.isText);
        QCOMPARE(description.classNames, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(countSamples(experiment).train, 22);
        QCOMPARE(countSamples(experiment).test, 2);
        const auto stamp = dataSetStamp(experiment);
        experiment.sequenceLength = 8;
        QVERIFY(!knownDataSet(experiment));
        QCOMPARE(countSamples(experiment).train, 11);
        QVERIFY(dataSetStamp(experiment) != stamp);
        write(std::string(150, 'a') + "bc");
        QCOMPARE(describeDataSet(experiment).classes(), 3);
        experiment.dataDirectory.clear();
        QCOMPARE(failureOf([&] { describeDataSet(experiment); }),
                 "The data set text is your own: specify its location as \"Data folder\" (--data)."s);
    }

    void anotherTextIsNotTheKnownOne()
    {
        std::ofstream(m_folder->path() / "input.txt") << std::string(900, 'a') + std::string(900, 'b');
        Experiment experiment = referenceExperiment("char-gpt");
        QCOMPARE(describeDataSet(experiment).classes(), 65); // without reading
        experiment.dataDirectory = m_folder->path().string();
        QCOMPARE(failureOf([&] { countSamples(experiment); }),
                 (m_folder->path() / "input.txt").string() +
                     " contains characters that differ from those of Tiny Shakespeare. To train on a text of "
                     "your own, use --dataset text.");
    }

    void newFilesAreNoticed()
    {
        writeImages();
        const auto experiment = own("lenet5");
        QCOMPARE(countSamples(experiment).train, 10);
        const auto stamp = dataSetStamp(experiment);
        QCOMPARE(dataSetStamp(experiment), stamp);
        writeImages(12);
        QCOMPARE(countSamples(experiment).train, 20);
        QVERIFY(dataSetStamp(experiment) != stamp);
        fs::remove_all(m_folder->path() / "cat");
        QVERIFY_EXCEPTION_THROWN(describeDataSet(experiment), Error);
        QVERIFY(!knownDataSet(experiment));
    }

    void aPlaceMustBeNamed()
    {
        for (const auto* name : {"image-folder", "npz"})
            QCOMPARE(failureOf([&] { describeDataSet(Experiment{.dataset = name}); }),
                     "The data set " + std::string(name) +
                         " is your own: specify its location as \"Data folder\" (--data).");
    }

    void aNetworkThatDoesNotFitIsRefused()
    {
        writeImages();
        validate(own("mnist-convnet")); // its data is not read
        checkDataSet(own("mlp"));
        QCOMPARE(failureOf([&] { checkDataSet(own("mnist-convnet")); }),
                 std::string("The images of image-folder have the shape 3 × 12 × 12, but the network "
                             "mnist-convnet expects 1 × 28 × 28 (channels × rows × columns)."));
        QCOMPARE(failureOf([&] { checkDataSet(own("resnet18")); }),
                 std::string("The images of image-folder have 12 × 12 pixels, but the network resnet18 needs "
                             "at least 16 × 16."));
        auto layers = own("layers");
        layers.layers = "conv 4 3, relu, flatten, linear 10";
        QVERIFY(failureOf([&] { checkDataSet(layers); }).find("2 classes") != std::string::npos);
        layers.layers = "conv 4 3, relu, flatten, linear 2";
        checkDataSet(layers);
    }

    void pointsOfASweepAreChecked()
    {
        writeImages();
        Sweep sweep;
        sweep.base = own("lenet5");
        sweep.axes = {{"network", {"lenet5", "resnet18"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(2)); // not known yet
        describeDataSet(sweep.base);
        QVERIFY(failureOf([&] { sweepPoints(sweep); }).find("at least 16 × 16") != std::string::npos);
    }

    void imagesAreRead()
    {
        writeImages();
        const auto own = readOwnImages(this->own("lenet5"));
        QCOMPARE(own.images.train.count, 10);
        QCOMPARE(own.images.test.labels, (std::vector<int32_t>{0, 1}));
        QVERIFY(!own.note.empty());
        QCOMPARE(int(own.images.train.pixels[0]), int('a'));
    }
};

QTEST_GUILESS_MAIN(TestChosenDataSet)
#include "test_chosen_data_set.moc"
