#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/image_folder.h"
#include "image_writer.h"
#include "tests/core/data/idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <filesystem>
#include <set>
#include <sys/stat.h>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace fs = std::filesystem;

class TestImageFolder : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    fs::path root() const { return m_folder->path(); }

    /// Gray images of 4 × 4 whose brightness is `first`, `first` + 1 …
    void writeGray(const std::string& folder, int count, int first) const
    {
        for (int i = 0; i < count; ++i)
            writePng(root() / folder / ("image" + std::to_string(10 + i) + ".png"), 4, 4, PNG_COLOR_TYPE_GRAY,
                     filled(16, std::string(1, char(first + i))));
    }

    DataSetImages read(int64_t size = 0) const
    {
        const auto folder = listImageFolder(root());
        return readImageFolder(folder, describeImageFolder(folder, {.size = size}));
    }

    std::string listFailure() const
    {
        return failureOf([&] { listImageFolder(root()); });
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void classesAreTheFoldersInSortedOrder()
    {
        writeGray("zebra", 6, 0);
        writeGray("Ant", 6, 50);
        writeGray("cat", 6, 100);
        const auto described = describeImageFolder(listImageFolder(root()));
        QCOMPARE(described.description.classNames, (std::vector<std::string>{"Ant", "cat", "zebra"}));
        QCOMPARE(described.description.shape, (ImageShape{.channels = 1, .rows = 4, .columns = 4}));
        QCOMPARE(described.description.counts->train, 15);
        QCOMPARE(described.description.counts->test, 3);
    }

    void everySixthImageOfAClassIsKeptForTests()
    {
        writeGray("a", 13, 0);
        writeGray("b", 5, 100); // too few for one
        const auto images = read();
        QCOMPARE(images.train.count, 16);
        QCOMPARE(images.test.count, 2);
        QCOMPARE(images.test.labels, (std::vector<int32_t>{0, 0}));
        QCOMPARE(int(images.test.pixels[0]), 5);
        QCOMPARE(int(images.test.pixels[16]), 11);
        QCOMPARE(images.train.labels.back(), 1);
        QCOMPARE(int(images.train.pixels.back()), 104);
        const auto described = describeImageFolder(listImageFolder(root()));
        QCOMPARE(described.note, root().string() +
                                     " has no folders train and test: every sixth image of each "
                                     "class is used for tests.");
    }

    void foldersTrainAndTestAreUsed_data()
    {
        QTest::addColumn<QByteArray>("tests");
        QTest::newRow("test") << QByteArray("test");
        QTest::newRow("val") << QByteArray("val");
    }
    void foldersTrainAndTestAreUsed()
    {
        QFETCH(QByteArray, tests);
        writeGray("train/a", 8, 0);
        writeGray("train/b", 8, 50);
        writeGray(tests.toStdString() + "/b", 2, 200);
        const auto images = read();
        QCOMPARE(images.train.count, 16);
        QCOMPARE(images.test.count, 2);
        QCOMPARE(images.test.labels, (std::vector<int32_t>{1, 1}));
        QCOMPARE(int(images.test.pixels[0]), 200);
        const auto described = describeImageFolder(listImageFolder(root()));
        QCOMPARE(described.note, "Tests use the images of " + (root() / tests.toStdString()).string() + ".");
    }

    void aClassMayBeCalledTrain()
    {
        writeGray("plane", 6, 0);
        writeGray("train", 6, 0);
        QCOMPARE(listImageFolder(root()).classNames, (std::vector<std::string>{"plane", "train"}));
    }

    void oneImageWithColorsMakesThreeChannels()
    {
        writeGray("a", 6, 7);
        writeGray("b", 6, 9);
        QCOMPARE(read().train.shape.channels, 1);
        writePng(root() / "b" / "z.png", 4, 4, PNG_COLOR_TYPE_RGB, filled(16, "\x0a\x14\x1e"));
        const auto images = read();
        QCOMPARE(images.train.shape.channels, 3);
        QCOMPARE(int(images.train.pixels[0]), 7);
        const auto* const last = images.train.pixels.data() + images.train.pixels.size() - 48;
        QCOMPARE(int(last[0]), 10);
        QCOMPARE(int(last[16]), 20);
        QCOMPARE(int(last[32]), 30);
    }

    void otherSizesAreScaledToTheFirst()
    {
        writePng(root() / "a" / "1.png", 2, 3, PNG_COLOR_TYPE_GRAY, filled(6, "\x10"));
        writeGray("b", 6, 100);
        writeJpeg(root() / "b" / "large.JPG", 40, 60, 1, filled(2400, "\x40"));
        const auto described = describeImageFolder(listImageFolder(root()));
        QCOMPARE(described.description.shape, (ImageShape{.channels = 1, .rows = 2, .columns = 3}));
        QVERIFY(
            QString::fromStdString(described.note)
                .endsWith(QString::fromUtf8("7 images are scaled to 2 × 3 pixels, the size of the first.")));
        const auto images = read();
        QCOMPARE(images.train.pixels.size(), size_t(7 * 6));
        QCOMPARE(int(images.train.pixels[6]), 100);
        QCOMPARE(int(images.train.pixels.back()), 64);
    }

    void aSizeCanBeChosen()
    {
        writeGray("a", 6, 1);
        writeGray("b", 6, 2);
        const auto images = read(7);
        QCOMPARE(images.train.shape, (ImageShape{.channels = 1, .rows = 7, .columns = 7}));
        QCOMPARE(images.train.pixels.size(), size_t(10 * 49));
        QCOMPARE(int(images.test.pixels.back()), 7);
    }

    void hiddenFilesAreLeftOut()
    {
        writeGray("a", 6, 1);
        writeGray("b", 6, 2);
        fs::create_directories(root() / ".cache");
        writeFile(root() / ".notes", "text");
        writeFile(root() / "a" / ".DS_Store", "text");
        writeFile(root() / "a" / "Thumbs.db", "text");
        QCOMPARE(read().train.count, 10);
    }

    void theStampChangesWithTheFiles()
    {
        writeGray("a", 6, 1);
        writeGray("b", 6, 2);
        const auto before = listImageFolder(root()).stamp;
        QCOMPARE(listImageFolder(root()).stamp, before);
        writeGray("b", 7, 2);
        QVERIFY(listImageFolder(root()).stamp != before);
    }

    void aFolderThatIsMissingIsNamed()
    {
        QCOMPARE(failureOf([&] { listImageFolder(root() / "none"); }),
                 "The data folder " + (root() / "none").string() + " does not exist.");
        const auto file = writeFile(root() / "file", "");
        QCOMPARE(failureOf([&] { listImageFolder(file); }),
                 "The data folder " + file.string() + " is not a folder.");
    }

    void aFolderWithoutClassesIsRefused()
    {
        QCOMPARE(listFailure(),
                 root().string() + " has no folders: it must have one for each class, with its images.");
        writeGray("one", 6, 0);
        QCOMPARE(listFailure(), root().string() + " has only one class, one: at least two are needed.");
    }

    void anEmptyClassIsNamed()
    {
        writeGray("a", 6, 0);
        fs::create_directories(root() / "empty");
        QCOMPARE(listFailure(), "The class empty has no images: " + (root() / "empty").string() +
                                    " has no .png and no .jpg file.");
    }

    void anythingThatBelongsToNoClassIsNamed()
    {
        writeGray("a", 6, 0);
        writeGray("b", 6, 0);
        const auto beside = writeFile(root() / "photo.png", "");
        QCOMPARE(listFailure(), beside.string() + " is next to the class folders and belongs to no class.");
        fs::remove(beside);
        fs::create_symlink("gone", beside);
        QCOMPARE(listFailure(), beside.string() + " is a link to gone, which does not exist.");
        fs::remove(beside);
        const auto image = root() / "b" / "photo.png";
        fs::create_symlink("gone.png", image);
        QCOMPARE(listFailure(), image.string() + " is a link to gone.png, which does not exist.");
        fs::remove(image);
        QCOMPARE(::mkfifo(image.c_str(), 0600), 0);
        QCOMPARE(listFailure(), image.string() + " is among the images of a class, but is not a file.");
        fs::remove(image);
        const auto inside = writeFile(root() / "b" / "notes.txt", "");
        QCOMPARE(listFailure(),
                 inside.string() + " is among the images of a class, but is neither a .png nor a .jpg file.");
        fs::remove(inside);
        fs::create_directories(root() / "b" / "more");
        QCOMPARE(listFailure(), (root() / "b" / "more").string() +
                                    " is inside the folder of a class, which may contain only images.");
    }

    void aTrainFolderNeedsTests()
    {
        writeGray("train/a", 6, 0);
        writeGray("train/b", 6, 0);
        QCOMPARE(listFailure(),
                 root().string() + " has a folder train, but neither test nor val for the tests.");
        writeGray("test/c", 1, 0);
        QCOMPARE(listFailure(), "The class c has test images, in " + (root() / "test").string() +
                                    ", but no training images.");
    }

    void tooFewImagesForTestsAreRefused()
    {
        writeGray("a", 5, 0);
        writeGray("b", 5, 0);
        QCOMPARE(listFailure(), root().string() + " has too few images: every sixth of a class is kept for "
                                                  "tests, and no class has six.");
    }

    void anImageThatCannotBeReadIsNamed()
    {
        writeGray("a", 6, 0);
        writeGray("b", 6, 0);
        const auto text = writeFile(root() / "b" / "image12.png", "This is text.");
        const auto folder = listImageFolder(root());
        QCOMPARE(failureOf([&] { describeImageFolder(folder); }),
                 "Cannot read the image " + text.string() + ": it is neither a PNG nor a JPEG image.");
        const auto huge = writeFile(text, pngThatClaims(50'000, 50'000));
        QCOMPARE(failureOf([&] { describeImageFolder(folder); }),
                 "Cannot read the image " + huge.string() +
                     ": it declares 50000 × 50000 pixels, more than the limit of 16,384 per side or "
                     "100,000,000 in total.");
    }

    /// Its header is complete, so only decoding shows the damage. The first of several damaged files is
    /// named.
    void anImageThatIsCutShortIsNamed()
    {
        writeGray("a", 12, 0);
        writeGray("b", 12, 0);
        for (const auto* name : {"image13.png", "image18.png"})
            fs::resize_file(root() / "b" / name, fs::file_size(root() / "b" / name) - 20);
        const auto folder = listImageFolder(root());
        const auto described = describeImageFolder(folder);
        for (int i = 0; i < 20; ++i)
            QCOMPARE(failureOf([&] { readImageFolder(folder, described); }),
                     "Cannot read the image " + (root() / "b" / "image13.png").string() +
                         ": its PNG data is cut short or damaged.");
    }

    void moreThanTheMemoryIsRefused()
    {
        // Of a size that exceeds the memory of any machine.
        auto failure = failureOf([] {
            checkMemory("/data", int64_t(1) << 40, {.channels = 3, .rows = 4096, .columns = 4096},
                        translatable("use fewer"));
        });
        QVERIFY2(failure.starts_with("The images of /data need "), failure.c_str());
        QVERIFY2(failure.ends_with(" half of this machine's, are allowed: use fewer."), failure.c_str());
    }

    void aReadingCanBeStopped()
    {
        writeGray("a", 6, 0);
        writeGray("b", 6, 0);
        std::atomic<int> read = 0;
        QVERIFY_EXCEPTION_THROWN(forEachInParallel(1'000'000, 4,
                                                   {.progress = {}, .isStopped = [] { return true; }},
                                                   [&](int64_t) {
                                                       ++read;
                                                       QTest::qSleep(1);
                                                   }),
                                 ReadingStopped);
        QVERIFY(read < 1'000'000);
    }

    void progressIsReported()
    {
        std::set<int64_t> reported;
        forEachInParallel(40, 2,
                          {.progress =
                               [&](int64_t done, int64_t total) {
                                   QCOMPARE(total, 40);
                                   reported.insert(done);
                               },
                           .isStopped = {}},
                          [](int64_t) { QTest::qSleep(20); });
        QVERIFY(reported.size() > 1);
        QVERIFY(*reported.rbegin() <= 40);
    }
};

QTEST_GUILESS_MAIN(TestImageFolder)
#include "test_image_folder.moc"
