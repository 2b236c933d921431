#include "cifar_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/cifar.h"
#include "idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestCifar : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    const CifarRow m_tiny{.labels = 1, .shape = {.channels = 3, .rows = 1, .columns = 2}};

    std::filesystem::path file(const std::string& content) const
    {
        return writeFile(m_folder.path() / "file", content);
    }

    LabeledImages read(const std::string& content, const CifarRow& row) const
    {
        LabeledImages images;
        readCifar(file(content), row, images);
        return images;
    }

    /// The problem with a file of this content, as a message gives it after the name.
    std::string failure(const std::string& content) const
    {
        const auto path = file(content);
        const auto text = failureOf([&] { read(content, m_tiny); });
        const auto name = path.string() + " ";
        const auto found = text.find(name);
        return found == std::string::npos ? text : text.substr(found + name.size());
    }

private Q_SLOTS:
    void rowsAreALabelAndAnImage()
    {
        const auto images = read("\5abcdef\1ABCDEF", m_tiny);
        QCOMPARE(images.count, 2);
        QCOMPARE(images.labels, (std::vector<int32_t>{5, 1}));
        QCOMPARE(std::string(images.pixels.begin(), images.pixels.end()), std::string("abcdefABCDEF"));
    }

    void ofTwoLabelsTheSecondIsTheClass()
    {
        const auto images = read(cifarRows("\7\11", 1), {.labels = 2, .shape = {3, 32, 32}});
        QCOMPARE(images.labels, (std::vector<int32_t>{7, 9}));
        QCOMPARE(images.pixels.size(), size_t(2) * 3072);
        QCOMPARE(images.pixels[3072 + 1024], uint8_t(101)); // the second image's second channel
    }

    void filesAreAppended()
    {
        LabeledImages images;
        readCifar(file("\5abcdef"), m_tiny, images);
        readCifar(file("\1ABCDEF"), m_tiny, images);
        QCOMPARE(images.count, 2);
        QCOMPARE(images.labels, (std::vector<int32_t>{5, 1}));
    }

    void gzippedFilesDoAsWell()
    {
        QCOMPARE(read(gzipped("\5abcdef"), m_tiny).labels, std::vector<int32_t>{5});
    }

    void rowsAreCounted()
    {
        QCOMPARE(countCifarImages(file("\5abcdef\1ABCDEF"), m_tiny), 2);
        QCOMPARE(countCifarImages(file(gzipped("\5abcdef")), m_tiny), 1);
    }

    void aFileOfAnotherSizeIsRefused()
    {
        QCOMPARE(failure(""), "is empty.");
        QCOMPARE(failure("\5abcde"), "is cut short, or of another format: row 0 has 6 of 7 bytes.");
        QCOMPARE(failure("\5abcdef\1"), "is cut short, or of another format: row 1 has 1 of 7 bytes.");
        QVERIFY(failureOf([&] { countCifarImages(file("\5abc"), m_tiny); }).find("is cut short") !=
                std::string::npos);
    }

    void aGzippedFileThatIsCutShortIsRefused()
    {
        const auto whole = gzipped("\5abcdef\1ABCDEF");
        const auto text = failureOf([&] { read(whole.substr(0, whole.size() - 6), m_tiny); });
        QVERIFY2(text.find("cut short") != std::string::npos, text.c_str());
    }

    void aMissingFileIsNamed()
    {
        LabeledImages images;
        QCOMPARE(failureOf([&] { readCifar("/none/train.bin", m_tiny, images); }),
                 "Cannot read /none/train.bin: No such file or directory.");
    }

    void anEndlessFileIsRefused()
    {
        const CifarRow large{.labels = 1, .shape = {.channels = 3, .rows = 4096, .columns = 4096}};
        const auto path = file("");
        std::filesystem::resize_file(path, uintmax_t(23) * uintmax_t(large.bytes())); // a sparse one
        QCOMPARE(failureOf([&] { countCifarImages(path, large); }),
                 "The CIFAR file " + path.string() + " has more than the 1.00 GiB that are allowed.");
    }
};

QTEST_GUILESS_MAIN(TestCifar)
#include "test_cifar.moc"
