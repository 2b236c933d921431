#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>

using namespace stepscope;
using stepscope::test::failureOf;

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

/// Lets no file of this process grow beyond a size, as on a disk that is full.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

} // namespace

class TestAtomicFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    fs::path m_folder;

private Q_SLOTS:
    void init()
    {
        m_folder = fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction();
        fs::create_directory(m_folder);
    }

    void aFileIsWrittenAndNothingElse()
    {
        writeFileAtomically(m_folder / "metrics.csv", "step,loss\n");
        QCOMPARE(readFile(m_folder / "metrics.csv"), "step,loss\n");
        QCOMPARE(namesIn(m_folder), Names{"metrics.csv"});
    }

    void anEmptyFileIsAFile()
    {
        writeFileAtomically(m_folder / "empty", "");
        QCOMPARE(readFile(m_folder / "empty"), "");
    }

    void aFileIsReplacedAndKeepsItsPermissions()
    {
        const auto path = m_folder / "report.json";
        writeFileAtomically(path, "a long first content");
        ::chmod(path.c_str(), 0640);
        writeFileAtomically(path, "short");
        QCOMPARE(readFile(path), "short");
        QCOMPARE(uint32_t(fs::status(path).permissions()), 0640U);
    }

    void aPlantedLinkIsReplacedAndNotFollowed_data()
    {
        QTest::addColumn<bool>("isThere");
        QTest::newRow("to a file") << true;
        QTest::newRow("to nothing") << false;
    }

    void aPlantedLinkIsReplacedAndNotFollowed()
    {
        QFETCH(bool, isThere);
        m_folder /= isThere ? "there" : "not";
        fs::create_directories(m_folder / "elsewhere");
        const auto victim = m_folder / "elsewhere/victim";
        if (isThere)
            writeFileAtomically(victim, "old");
        fs::create_symlink(victim, m_folder / "metrics.csv");
        fs::create_symlink(victim, m_folder / "curves.png");
        writeFileAtomically(m_folder / "metrics.csv", "new");
        writeFileAtomically(m_folder / "curves.png",
                            [](const fs::path& temporary) { std::ofstream(temporary) << "picture"; });
        QCOMPARE(readFile(m_folder / "metrics.csv"), "new");
        QCOMPARE(readFile(m_folder / "curves.png"), "picture");
        QVERIFY(!fs::is_symlink(m_folder / "metrics.csv") && !fs::is_symlink(m_folder / "curves.png"));
        QCOMPARE(fs::exists(victim), isThere);
        QVERIFY(!isThere || readFile(victim) == "old");
    }

    void aLinkThatTheUserNamesLeadsToItsFile()
    {
        fs::create_directory(m_folder / "elsewhere");
        writeFileAtomically(m_folder / "elsewhere/target", "old");
        fs::create_symlink("elsewhere/target", m_folder / "link");
        writeFileAtomically(linkTarget(m_folder / "link"), "new");
        QVERIFY(fs::is_symlink(m_folder / "link"));
        QCOMPARE(readFile(m_folder / "elsewhere/target"), "new");
        QCOMPARE(linkTarget(m_folder / "none"), m_folder / "none");
    }

    void whetherAFolderCanBeWrittenIsFoundOutWithoutAName()
    {
        const std::set<std::string> names{"probe", ".probe", ".stepscope-probe"};
        writeFileAtomically(m_folder / "victim", "kept");
        for (const auto& name : names)
            fs::create_symlink("victim", m_folder / name);
        const auto before = namesIn(m_folder);
        checkFolderWritable(m_folder);
        QCOMPARE(namesIn(m_folder), before);
        QCOMPARE(readFile(m_folder / "victim"), "kept");
        QCOMPARE(failureOf([] { checkFolderWritable("/proc/self"); }),
                 "The folder /proc/self cannot be written to.");
        QCOMPARE(failureOf([&] { checkFolderWritable(m_folder / "victim"); }),
                 "The folder " + (m_folder / "victim").string() + " cannot be written to.");
    }

    void aFileIsTriedBeforeItIsWritten()
    {
        const auto before = namesIn(m_folder);
        checkFileWritable({});
        checkFileWritable(m_folder / "new.json");
        QCOMPARE(namesIn(m_folder), before);
        writeFileAtomically(m_folder / "old.json", "kept");
        checkFileWritable(m_folder / "old.json");
        QCOMPARE(readFile(m_folder / "old.json"), "kept");
        const auto missing = m_folder / "missing" / "a.json";
        QCOMPARE(failureOf([&] { checkFileWritable(missing); }),
                 failureOf([&] { writeFileAtomically(missing, "a"); }));
        QCOMPARE(failureOf([&] { checkFileWritable(m_folder); }),
                 failureOf([&] { writeFileAtomically(m_folder, "a"); }));
    }

    /// The name of the next temporary file can be guessed from the last one's.
    void noLinkWithTheNameOfATemporaryFileIsFollowed()
    {
        writeFileAtomically(m_folder / "victim", "kept");
        std::string last;
        writeFileAtomically(m_folder / "out.txt", [&](const fs::path& temporary) {
            last = temporary.filename().string();
            std::ofstream(temporary) << "first";
        });
        const std::string stem = last.substr(0, last.rfind('-') + 1);
        const int number = std::stoi(last.substr(stem.size()));
        for (int next = 1; next <= 20; ++next)
            fs::create_symlink("victim", m_folder / (stem + std::to_string(number + next) + ".txt"));
        writeFileAtomically(m_folder / "out.txt",
                            [](const fs::path& temporary) { std::ofstream(temporary) << "second"; });
        QCOMPARE(readFile(m_folder / "out.txt"), "second");
        QCOMPARE(readFile(m_folder / "victim"), "kept");
    }

    void aFileHasNoNameBeforeItIsWhole()
    {
        const std::string large(100'000, 'x');
        const auto child = ::fork();
        if (child == 0) { // is killed when it goes beyond the limit
            std::signal(SIGXFSZ, SIG_DFL);
            const rlimit limit{10'000, 10'000};
            setrlimit(RLIMIT_FSIZE, &limit);
            writeFileAtomically(m_folder / "trace.json", large);
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(namesIn(m_folder), Names{});
    }

    void whatAKilledProcessHasLeftIsRemovedByTheNext()
    {
        const auto child = ::fork();
        if (child == 0) {
            writeFileAtomically(m_folder / "curves.png", [](const fs::path&) { ::raise(SIGKILL); });
            ::_exit(0);
        }
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QCOMPARE(namesIn(m_folder).size(), size_t(1));
        const auto left = namesIn(m_folder).front();
        writeFileAtomically(m_folder / "victim", "kept");
        fs::create_symlink("victim", m_folder / (left + ".link"));
        writeFileAtomically(m_folder / "curves.png", [&](const fs::path& temporary) {
            std::ofstream(temporary) << "picture";
            // The files of running processes are left alone, including this one's.
            QVERIFY(fs::exists(temporary));
            QVERIFY(!fs::exists(m_folder / left));
        });
        QCOMPARE(namesIn(m_folder), (Names{left + ".link", "curves.png", "victim"}));
    }

    void aWriterGetsANameWithTheSameExtensionInTheSameFolder()
    {
        fs::path given;
        writeFileAtomically(m_folder / "curves.png", [&](const fs::path& temporary) {
            given = temporary;
            std::ofstream(temporary) << "picture";
            QVERIFY(!fs::exists(m_folder / "curves.png"));
        });
        QCOMPARE(given.extension(), fs::path(".png"));
        QCOMPARE(given.parent_path(), m_folder);
        QCOMPARE(readFile(m_folder / "curves.png"), "picture");
        QCOMPARE(namesIn(m_folder), Names{"curves.png"});
    }

    void aWriterThatThrowsLeavesTheOldFile()
    {
        writeFileAtomically(m_folder / "graph.svg", "old");
        const auto failure = failureOf([&] {
            writeFileAtomically(m_folder / "graph.svg", [](const fs::path& temporary) {
                std::ofstream(temporary) << "half";
                throw Error("The picture cannot be drawn.");
            });
        });
        QCOMPARE(failure, "The picture cannot be drawn.");
        QCOMPARE(readFile(m_folder / "graph.svg"), "old");
        QCOMPARE(namesIn(m_folder), Names{"graph.svg"});
    }

    void aFullDiskLeavesTheOldFile()
    {
        writeFileAtomically(m_folder / "trace.json", "old");
        const std::string large(100'000, 'x');
        std::string failure;
        {
            const FileSizeLimit limit(10'000);
            failure = failureOf([&] { writeFileAtomically(m_folder / "trace.json", large); });
        }
        QCOMPARE(failure, "Cannot write " + (m_folder / "trace.json").string() + ": File too large.");
        QCOMPARE(readFile(m_folder / "trace.json"), "old");
        QCOMPARE(namesIn(m_folder), Names{"trace.json"});
    }

    void aPlaceThatCannotBeWrittenIsNamedWithTheReason()
    {
        const auto failureAt = [](const fs::path& path) {
            return failureOf([&] { writeFileAtomically(path, "x"); });
        };
        const auto folder = m_folder.string();
        QCOMPARE(failureAt(m_folder / "none/file"),
                 "Cannot write " + folder + "/none/file: the folder " + folder + "/none does not exist.");
        writeFileAtomically(m_folder / "file", "kept");
        QCOMPARE(failureAt(m_folder / "file/below"),
                 "Cannot write " + folder + "/file/below: Not a directory.");
        QCOMPARE(failureAt(m_folder), "Cannot write " + folder + ": a folder with this name already exists.");
        QCOMPARE(failureAt("/dev/full"), "Cannot write /dev/full: it is not a regular file.");
        QVERIFY(failureAt("/proc/stepscope").starts_with("Cannot write /proc/stepscope: "));
        QCOMPARE(namesIn(m_folder), Names{"file"});
    }

    void readingNamesWhatIsWrong()
    {
        const auto failureAt = [](const fs::path& path, uintmax_t limit) {
            return failureOf([&] { readFile(path, limit); });
        };
        const auto folder = m_folder.string();
        QCOMPARE(failureAt(m_folder / "none", 9),
                 "Cannot read " + folder + "/none: No such file or directory.");
        QCOMPARE(failureAt(m_folder, 9), "Cannot read " + folder + ": it is a folder.");
        writeFileAtomically(m_folder / "ten", "0123456789");
        QCOMPARE(readFile(m_folder / "ten", 10), "0123456789");
        QCOMPARE(failureAt(m_folder / "ten", 9),
                 "Cannot read " + folder + "/ten: it is larger than 9 bytes.");
    }

    void aFileThatStatesNoSizeIsReadWhole() { QVERIFY(readFile("/proc/self/status").size() > 100); }

    void aLargeFileIsReadWhole()
    {
        std::string large(3'000'000, '\0');
        for (size_t i = 0; i < large.size(); ++i)
            large[i] = char(i * 7919 >> 3);
        writeFileAtomically(m_folder / "large", large);
        QVERIFY(readFile(m_folder / "large") == large);
    }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "test_atomic_file.moc"
