#include "core/base/files/temporary_folder.h"
#include "core/data/idx.h"
#include "idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <sys/resource.h>

using namespace stepscope;
using namespace stepscope::test;

class TestIdx : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    std::filesystem::path file(const std::string& content) const
    {
        return writeFile(m_folder.path() / "file", content);
    }

    /// The problem with a file of this content, as a message gives it after the name.
    std::string failure(const std::string& content, bool images = true) const
    {
        const auto path = file(content);
        auto text = failureOf([&] {
            if (images)
                readIdxImages(path);
            else
                readIdxLabels(path);
        });
        const auto name = path.string() + " ";
        const auto found = text.find(name);
        return found == std::string::npos ? text : text.substr(found + name.size());
    }

private Q_SLOTS:
    void imagesAreReadPixelByPixel()
    {
        const auto images = readIdxImages(file(idxImages(3, 2, 4)));
        QCOMPARE(images.count, 3);
        QCOMPARE(images.rows, 2);
        QCOMPARE(images.columns, 4);
        QCOMPARE(images.pixels.size(), 24U);
        for (size_t i = 0; i < images.pixels.size(); ++i)
            QCOMPARE(images.pixels[i], uint8_t(i));
    }

    void imagesAreCountedByTheHeaderAlone()
    {
        const auto content = idxImages(3, 2, 4);
        QCOMPARE(countIdxImages(file(content)), 3);
        QCOMPARE(countIdxImages(file(content.substr(0, 16))), 3);
        QVERIFY(failureOf([&] { countIdxImages(file(content.substr(0, 15))); }).find("is cut short") !=
                std::string::npos);
    }

    void labelsAreRead()
    {
        const std::vector<uint8_t> expected{7, 0, 9};
        QCOMPARE(readIdxLabels(file(idxLabels(std::string("\7\0\11", 3)))), expected);
    }

    void gzippedFilesAreReadAlike()
    {
        const auto plain = readIdxImages(file(idxImages(100, 28, 28)));
        const auto zipped = readIdxImages(file(gzipped(idxImages(100, 28, 28))));
        QCOMPARE(zipped.count, 100);
        QCOMPARE(zipped.pixels, plain.pixels);
        QCOMPARE(readIdxLabels(file(gzipped(idxLabels("abc")))).size(), 3U);
    }

    void aFileLargerThanOnePieceIsReadWhole()
    {
        const auto images = readIdxImages(file(idxImages(700, 120, 120)));
        QCOMPARE(images.pixels.size(), size_t(700 * 120 * 120));
        QCOMPARE(images.pixels.back(), uint8_t(700 * 120 * 120 - 1));
    }

    void aFileCutShortAnywhereIsRefused()
    {
        const auto whole = idxImages(3, 2, 4);
        QCOMPARE(failure(""), "is empty.");
        QCOMPARE(failure(whole.substr(0, 3)), "is cut short: its header has 3 of 16 bytes.");
        QCOMPARE(failure(whole.substr(0, 15)), "is cut short: its header has 15 of 16 bytes.");
        QCOMPARE(failure(whole.substr(0, 16)),
                 "is cut short: 0 bytes follow the header, but 24 are expected.");
        QCOMPARE(failure(whole.substr(0, 39)),
                 "is cut short: 23 bytes follow the header, but 24 are expected.");
        for (size_t length = 0; length < whole.size(); ++length)
            QVERIFY(failure(whole.substr(0, length)) != "it did not fail");
    }

    void aGzippedFileCutShortAnywhereIsRefused()
    {
        const auto whole = gzipped(idxImages(3, 20, 40));
        for (size_t length = 0; length < whole.size(); ++length)
            QVERIFY2(failure(whole.substr(0, length)) != "it did not fail", std::to_string(length).c_str());
        const auto path = m_folder.path() / "file";
        file(whole.substr(0, whole.size() / 2));
        QCOMPARE(failureOf([&] { readIdxImages(path); }),
                 "Cannot read " + path.string() + ": its gzip data is cut short.");
    }

    void aGzippedFileWithAChangedByteIsRefused()
    {
        auto changed = gzipped(idxImages(3, 20, 40));
        changed[changed.size() - 6] ^= 1; // in the checksum
        QVERIFY(failure(changed).ends_with("its gzip data is damaged."));
    }

    void anotherKindOfFileIsRefused()
    {
        QCOMPARE(failure(idxLabels("abcdefghijklmnop")),
                 "starts with 0x00000801, but images start with 0x00000803.");
        QCOMPARE(failure(idxImages(1, 2, 2), false),
                 "starts with 0x00000803, but labels start with 0x00000801.");
        QCOMPARE(failure("<html>Not Found</html>"),
                 "starts with 0x3c68746d, but images start with 0x00000803.");
    }

    void aFileLongerThanItsHeaderPromisesIsRefused()
    {
        QCOMPARE(failure(idxImages(3, 2, 4) + "x"), "is longer than the 24 bytes that its header declares.");
        QCOMPARE(failure(idxHeader({0x801, 2}) + "abc", false),
                 "is longer than the 2 bytes that its header declares.");
    }

    void aFileWithoutEntriesIsRefused()
    {
        QCOMPARE(failure(idxImages(0, 28, 28)), "has no images.");
        QCOMPARE(failure(idxLabels(""), false), "has no labels.");
        QCOMPARE(failure(idxHeader({0x803, 5, 0, 28})), "has images of 0×28 pixels.");
    }

    void absurdSizesAreRefused()
    {
        constexpr uint32_t most = 0xffffffff;
        QCOMPARE(failure(idxHeader({0x803, most, most, most})),
                 "declares 4,294,967,295 images of 4294967295×4294967295 pixels, more than the limit of 1.00 "
                 "GiB.");
        QCOMPARE(failure(idxHeader({0x801, most}), false),
                 "declares 4,294,967,295 labels, more than the limit of 1,073,741,824.");
    }

    void aHeaderThatLiesCostsNoMemory()
    {
        rusage before{};
        getrusage(RUSAGE_SELF, &before);
        QCOMPARE(failure(idxHeader({0x803, 1'000'000, 32, 32}) + "few"),
                 "is cut short: 3 bytes follow the header, but 1,024,000,000 are expected.");
        rusage after{};
        getrusage(RUSAGE_SELF, &after);
        constexpr long kibibytes = 64 * 1024;
        QVERIFY(after.ru_maxrss - before.ru_maxrss < kibibytes);
    }

    void aGzipBombIsRefusedAtItsPromisedSize()
    {
        const auto bomb = gzipped(idxImages(1, 28, 28) + std::string(20'000'000, '\0'));
        QCOMPARE(failure(bomb), "is longer than the 784 bytes that its header declares.");
    }

    void aMissingFileIsNamed()
    {
        QCOMPARE(failureOf([] { readIdxImages("/none/images"); }),
                 "Cannot read /none/images: No such file or directory.");
        QCOMPARE(failureOf([&] { readIdxLabels(m_folder.path()); }),
                 "Cannot read " + m_folder.path().string() + ": it is a folder.");
    }
};

QTEST_GUILESS_MAIN(TestIdx)
#include "test_idx.moc"
