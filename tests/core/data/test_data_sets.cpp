#include "cifar_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "idx_file.h"
#include "tests/support/environment_variable.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestDataSets : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_temporary;
    fs::path m_folder;
    const DataSetKind& m_mnist = dataSetWithFiles("mnist");

    void write(size_t index, const std::string& content) const
    {
        writeFile(m_folder / m_mnist.files[index].name, content);
    }

    std::string failure() const
    {
        return failureOf([&] { readDataSet(m_mnist, m_folder); });
    }

private Q_SLOTS:
    void init()
    {
        m_temporary = std::make_unique<TemporaryFolder>();
        m_folder = m_temporary->path();
        write(0, idxImages(5, 4, 4));
        write(1, idxLabels(std::string("\0\1\2\3\11", 5)));
        write(2, idxImages(2, 4, 4));
        write(3, idxLabels("\1\2"));
    }

    void aDataSetIsReadFromAFolder()
    {
        QCOMPARE(findDataSet(m_mnist, m_folder), m_folder);
        const auto files = readDataSet(m_mnist, m_folder);
        QCOMPARE(files.train.count, 5);
        QVERIFY((files.train.shape == ImageShape{.channels = 1, .rows = 4, .columns = 4}));
        QCOMPARE(files.train.labels.size(), 5U);
        QCOMPARE(files.train.labels[4], 9);
        QCOMPARE(files.test.count, 2);
        QCOMPARE(files.test.labels.size(), 2U);
    }

    void itsImagesAreCounted()
    {
        QCOMPARE(countImages(m_mnist, m_folder).train, 5);
        QCOMPARE(countImages(m_mnist, m_folder).test, 2);
        QCOMPARE(failureOf([&] { countImages(m_mnist, "/none/here"); }),
                 "The data folder /none/here does not exist.");
    }

    void gzippedFilesDoAsWell()
    {
        fs::remove(m_folder / "train-images-idx3-ubyte");
        writeFile(m_folder / "train-images-idx3-ubyte.gz", gzipped(idxImages(5, 4, 4)));
        QCOMPARE(readDataSet(m_mnist, m_folder).train.count, 5);
    }

    void aMissingFileIsNamed()
    {
        fs::remove(m_folder / "t10k-labels-idx1-ubyte");
        QVERIFY(findDataSet(m_mnist, m_folder).empty());
        QCOMPARE(failure(), "The data folder " + m_folder.string() +
                                " has no t10k-labels-idx1-ubyte (plain or .gz), which MNIST needs.");
    }

    void aMissingFolderIsNamed()
    {
        QCOMPARE(failureOf([&] { readDataSet(m_mnist, "/none/here"); }),
                 "The data folder /none/here does not exist.");
    }

    void aDataSetThatIsNowhereSaysHowToFetchIt()
    {
        const EnvironmentVariable data("XDG_DATA_HOME", QByteArray::fromStdString(m_folder.string()));
        const auto text = failureOf([&] { readDataSet(m_mnist); });
        const auto folder = dataSetFolder(m_mnist);
        QVERIFY(text.find("\"stepscope data fetch mnist\"") != std::string::npos);
        QCOMPARE(folder, m_folder / "stepscope/datasets/mnist");
    }

    void labelsAndImagesMustBeAsMany()
    {
        write(1, idxLabels("\1\2"));
        QCOMPARE(failure(), (m_folder / "train-labels-idx1-ubyte").string() +
                                " has 2 labels, but train-images-idx3-ubyte has 5 images.");
    }

    void aLabelThatIsNoClassIsRefused()
    {
        write(3, idxLabels("\1\12"));
        QCOMPARE(failure(), (m_folder / "t10k-labels-idx1-ubyte").string() +
                                " is damaged: label 1 is 10, but 0 to 9 are allowed.");
    }

    void testImagesMustBeOfTheSameSize()
    {
        write(2, idxImages(2, 3, 4));
        QCOMPARE(failure(), (m_folder / "t10k-images-idx3-ubyte").string() +
                                " has images of 3×4 pixels, but train-images-idx3-ubyte of 4×4.");
    }

    void imagesThatAreStoredByColumnAreTurned()
    {
        const DataSetKind& emnist = dataSetWithFiles("emnist-balanced");
        for (size_t i = 0; i < 4; ++i)
            writeFile(m_folder / emnist.files[i].name,
                      i % 2 == 0 ? idxImages(2, 2, 3) : idxLabels(std::string("\0\56", 2)));
        const auto images = readDataSet(emnist, m_folder).train;
        QVERIFY((images.shape == ImageShape{.channels = 1, .rows = 3, .columns = 2}));
        QCOMPARE(images.pixels, (std::vector<uint8_t>{0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}));
        QCOMPARE(images.labels, (std::vector<int32_t>{0, 46}));
    }

    void filesOfRowsAreReadOneAfterTheOther()
    {
        const DataSetKind& cifar = dataSetWithFiles("cifar-10");
        for (size_t i = 0; i < cifar.files.size(); ++i)
            writeFile(m_folder / cifar.files[i].name, cifarRows(std::string(2, char(i))));
        const auto images = readDataSet(cifar, m_folder);
        QCOMPARE(images.train.labels, (std::vector<int32_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
        QCOMPARE(images.test.labels, (std::vector<int32_t>{5, 5}));
        QVERIFY(images.train.shape == cifar.shape);
        QCOMPARE(int64_t(images.train.pixels.size()), 10 * cifar.shape.pixels());
        QCOMPARE(countImages(cifar, m_folder).train, 10);
        QCOMPARE(countImages(cifar, m_folder).test, 2);
    }

    void rowsWithTwoLabelsHaveTheSecond()
    {
        const DataSetKind& cifar = dataSetWithFiles("cifar-100");
        writeFile(m_folder / "train.bin", cifarRows("\1\143", 1));
        writeFile(m_folder / "test.bin", cifarRows("\5", 1));
        QCOMPARE(readDataSet(cifar, m_folder).train.labels, (std::vector<int32_t>{1, 99}));
        QCOMPARE(countImages(cifar, m_folder).train, 2);
    }

    void badFilesOfRowsAreOneSentence_data()
    {
        QTest::addColumn<QByteArray>("train");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& train, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(train) << QString(sentence);
        };
        row("label", cifarRows("\1\144", 1), "%1 is damaged: label 1 is 100, but 0 to 99 are allowed.");
        row("size", cifarRows("\1", 1) + "x",
            "The CIFAR file %1 is cut short, or of another format: row 1 has 1 of 3,074 bytes.");
        row("other format", cifarRows("\1\2"),
            "The CIFAR file %1 is cut short, or of another format: row 1 has 3,072 of 3,074 bytes.");
        row("empty", "", "The CIFAR file %1 is empty.");
    }
    void badFilesOfRowsAreOneSentence()
    {
        QFETCH(QByteArray, train);
        QFETCH(QString, sentence);
        const auto path = writeFile(m_folder / "train.bin", train.toStdString());
        writeFile(m_folder / "test.bin", cifarRows("\5", 1));
        const auto text = failureOf([&] { readDataSet(dataSetWithFiles("cifar-100"), m_folder); });
        QCOMPARE(QString::fromStdString(text), sentence.arg(QString::fromStdString(path.string())));
    }

    void aMissingFileOfRowsIsNamed()
    {
        writeFile(m_folder / "train.bin", cifarRows("\1", 1));
        QCOMPARE(failureOf([&] { readDataSet(dataSetWithFiles("cifar-100"), m_folder); }),
                 "The data folder " + m_folder.string() +
                     " has no test.bin (plain or .gz), which CIFAR-100 needs.");
    }
};

QTEST_GUILESS_MAIN(TestDataSets)
#include "test_data_sets.moc"
