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
        QCOMPARE(files.train.labels[4], uint8_t(9));
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
};

QTEST_GUILESS_MAIN(TestDataSets)
#include "test_data_sets.moc"
