#include "core/data/kinds/data_set_kinds.h"
#include "core/language/translation.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const DataSetKind& kindOf(std::string_view name)
{
    return *findDataSetKind(name);
}

int64_t imagesIn(std::span<const DataSetFile> files, const DataSetKind& kind)
{
    int64_t labelBytes = 1;
    switch (kind.format) {
    case DataFormat::Idx:
    case DataFormat::TransposedIdx:
        return files[1].bytes - 8; // after a magic number and their number, a byte for each
    case DataFormat::Cifar100:
        labelBytes = 2;
        [[fallthrough]];
    case DataFormat::Cifar10: {
        int64_t bytes = 0;
        for (const auto& file : files)
            bytes += file.bytes;
        return bytes % (labelBytes + kind.shape.pixels()) == 0 ? bytes / (labelBytes + kind.shape.pixels())
                                                               : -1;
    }
    case DataFormat::Generated:
    case DataFormat::ImageFolder:
    case DataFormat::Arrays:
    case DataFormat::Text:
    case DataFormat::Table:
        break;
    }
    return 0;
}

bool isSum(std::string_view text)
{
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

class TestDataSetKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void imagesAreCountedByTheSizesOfThePublishedFiles()
    {
        const auto countsOf = [](std::string_view name) {
            const auto counts = publishedCounts(*findDataSetKind(name));
            return counts ? std::pair(counts->train, counts->test) : std::pair(int64_t(-1), int64_t(-1));
        };
        using Counts = std::pair<int64_t, int64_t>;
        for (const char* name : {"mnist", "fashion-mnist", "kmnist"})
            QVERIFY2(countsOf(name) == Counts(60'000, 10'000), name);
        QVERIFY(countsOf("emnist-balanced") == Counts(112'800, 18'800));
        QVERIFY(countsOf("emnist-digits") == Counts(240'000, 40'000));
        for (const char* name : {"cifar-10", "cifar-100"})
            QVERIFY2(countsOf(name) == Counts(50'000, 10'000), name);
        for (const char* name : {"synthetic", "tiny-shakespeare", "image-folder", "npz", "csv", "text"})
            QVERIFY2(countsOf(name) == Counts(-1, -1), name);
    }

    void eachDescriptionIsComplete()
    {
        for (const DataSetKind& kind : dataSetKinds()) {
            const std::set<std::string_view> names(kind.classNames.begin(), kind.classNames.end());
            QCOMPARE(int64_t(names.size()), kind.classes());
            if (kind.isOwn()) { // has what the user's files have
                QVERIFY(!kind.hasFiles() && kind.classNames.empty() && kind.shape == ImageShape());
                QVERIFY(!fixedDescription(kind.name));
                continue;
            }
            const auto description = fixedDescription(kind.name);
            QCOMPARE(description->name, std::string(kind.name));
            QCOMPARE(description->shape, kind.shape);
            QCOMPARE(description->classes(), kind.classes());
            QVERIFY(kind.classes() > 1);
            QCOMPARE(description->isText, kind.isText());
            QCOMPARE(kind.shape.pixels() > 0, !kind.isText());
            if (!kind.hasFiles())
                continue;
            const DataSetHome& home = kind.home;
            QVERIFY(!home.mirrors.empty() || !home.plainMirrors.empty() || home.archive);
            if (kind.isText())
                continue;
            QCOMPARE(int64_t(kind.mean.size()), kind.shape.channels);
            QCOMPARE(int64_t(kind.standardDeviation.size()), kind.shape.channels);
            for (size_t i = 0; i < kind.mean.size(); ++i)
                QVERIFY(kind.mean[i] > 0 && kind.mean[i] < 1 && kind.standardDeviation[i] > 0);
            QVERIFY(!kind.trainFiles().empty() && !kind.testFiles().empty());
        }
    }

    /// No file is fetched without a checksum.
    void eachFetchedFileHasAChecksum()
    {
        for (const DataSetKind& kind : dataSetKinds()) {
            const DataSetHome& home = kind.home;
            for (const auto& file : kind.files) {
                if (!file.sha256.empty()) {
                    QVERIFY(isSum(file.sha256));
                } else if (!file.gzipSha256.empty()) {
                    QVERIFY(isSum(file.gzipSha256));
                    QVERIFY(home.systemPackage.empty() && home.npmPackage.empty() && !home.archive);
                } else {
                    QVERIFY(home.archive && home.systemPackage.empty() && home.npmPackage.empty() &&
                            home.mirrors.empty());
                }
            }
            if (home.archive)
                QVERIFY(isSum(home.archive->sha256));
        }
    }

    void theFilesHaveTheSizeOfTheImages_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<qint64>("train");
        QTest::addColumn<qint64>("test");
        const auto row = [](const char* name, qint64 train, qint64 test) {
            QTest::newRow(name) << QByteArray(name) << train << test;
        };
        row("mnist", 60'000, 10'000);
        row("fashion-mnist", 60'000, 10'000);
        row("kmnist", 60'000, 10'000);
        row("emnist-balanced", 112'800, 18'800);
        row("emnist-digits", 240'000, 40'000);
        row("cifar-10", 50'000, 10'000);
        row("cifar-100", 50'000, 10'000);
    }
    void theFilesHaveTheSizeOfTheImages()
    {
        QFETCH(QByteArray, name);
        QFETCH(qint64, train);
        QFETCH(qint64, test);
        const DataSetKind& kind = kindOf(name.toStdString());
        QCOMPARE(imagesIn(kind.trainFiles(), kind), train);
        QCOMPARE(imagesIn(kind.testFiles(), kind), test);
        if (kind.format == DataFormat::Idx || kind.format == DataFormat::TransposedIdx) {
            QCOMPARE(kind.trainFiles()[0].bytes, 16 + train * kind.shape.pixels());
            QCOMPARE(kind.testFiles()[0].bytes, 16 + test * kind.shape.pixels());
        }
    }

    void classesAreThoseThatArePublished()
    {
        QCOMPARE(kindOf("emnist-balanced").classes(), 47);
        QCOMPARE(kindOf("emnist-balanced").classNames[36], std::string_view("a"));
        QCOMPARE(kindOf("cifar-10").classNames[9], std::string_view("truck"));
        QCOMPARE(kindOf("cifar-100").classes(), 100);
        QVERIFY(std::ranges::is_sorted(kindOf("cifar-100").classNames));
        QCOMPARE(kindOf("tiny-shakespeare").classes(), 65);
        QVERIFY(std::ranges::is_sorted(kindOf("tiny-shakespeare").classNames));
    }

    void anUnknownDataSetNamesTheKnownOnes()
    {
        const std::string known = "mnist, fashion-mnist, kmnist, emnist-balanced, emnist-digits, cifar-10, "
                                  "cifar-100, tiny-shakespeare";
        for (const auto* name : {"imagenet", "synthetic", "image-folder", "text", "csv"})
            QCOMPARE(failureOf([&] { dataSetWithFiles(name); }),
                     "There is no data set \"" + std::string(name) + "\"; known are " + known + ".");
    }

    void labelsAreTitlesOfThoseWithFiles()
    {
        QCOMPARE(dataSetLabel("fashion-mnist"), std::string("Fashion-MNIST"));
        QCOMPARE(dataSetLabel("image-folder"), std::string("Image folder"));
        QCOMPARE(dataSetLabel("synthetic"), std::string("synthetic"));
        QCOMPARE(dataSetLabel("someone's"), std::string("someone's"));
    }
};

QTEST_GUILESS_MAIN(TestDataSetKinds)
#include "test_data_set_kinds.moc"
