#include "core/run_file/summary_cache.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_library.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestSummaryCache : public QObject
{
    Q_OBJECT

private:
    fs::path library() const { return m_folder->path() / "library"; }
    fs::path runPath(int number) const
    {
        return library() / ("run-" + std::to_string(number) + ".stepscope");
    }

    /// Enough runs for a cache, which were last changed long ago.
    void makeLibrary() const
    {
        {
            RunFileWriter writer(runPath(0), {});
            auto update = sampleUpdate(0, 10);
            update.outcome = RunOutcome::Finished;
            writer.write(update);
            writer.close();
        }
        for (int number = 1; number < 120; ++number)
            fs::copy_file(runPath(0), runPath(number));
        QTest::qWait(2100); // until a change would show in the time of a file
    }

    std::optional<fs::path> cacheFile() const
    {
        const auto caches = m_folder->path() / "cache/stepscope/libraries";
        if (!fs::exists(caches) || fs::is_empty(caches))
            return std::nullopt;
        return fs::directory_iterator(caches)->path();
    }

    /// Another content of the same length, with the times of the file as they were.
    static void damage(const fs::path& file)
    {
        const auto written = fs::last_write_time(file);
        auto content = readFile(file);
        std::ranges::fill(content, 'x');
        const int number = ::open(file.c_str(), O_WRONLY);
        QCOMPARE(::write(number, content.data(), content.size()), ssize_t(content.size()));
        ::close(number);
        fs::last_write_time(file, written);
    }

    size_t problems() const
    {
        const auto entries = RunLibrary(library()).list();
        return size_t(
            std::ranges::count_if(entries, [](const auto& entry) { return !entry.problem.empty(); }));
    }

    std::unique_ptr<TemporaryFolder> m_folder;

private Q_SLOTS:
    void aFileIsSettledOnceAChangeWouldShowInItsTimes_data()
    {
        QTest::addColumn<qint64>("contentNs");
        QTest::addColumn<qint64>("statusNs");
        QTest::addColumn<qint64>("journalNs");
        QTest::addColumn<qint64>("settledNs"); // the first time at which it is
        constexpr qint64 second = 1'000'000'000;
        constexpr qint64 fine = 100 * second + 123'456'789;
        QTest::newRow("fine times") << fine << fine << qint64(0) << fine + 50'000'001;
        QTest::newRow("whole seconds") << 100 * second << 100 * second << qint64(0) << 102 * second + 1;
        QTest::newRow("a content's time that was set")
            << 50 * second << fine << qint64(0) << fine + 50'000'001;
        QTest::newRow("a journal") << fine << fine << fine + second << fine + second + 50'000'001;
    }
    void aFileIsSettledOnceAChangeWouldShowInItsTimes()
    {
        QFETCH(qint64, contentNs);
        QFETCH(qint64, statusNs);
        QFETCH(qint64, journalNs);
        QFETCH(qint64, settledNs);
        const FileStamp stamp{.contentNs = contentNs, .statusNs = statusNs, .journalNs = journalNs};
        QVERIFY(isSettled(stamp, settledNs));
        QVERIFY(!isSettled(stamp, settledNs - 1));
    }

    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        setenv("XDG_CACHE_HOME", (m_folder->path() / "cache").c_str(), 1);
    }

    void whatWasReadIsReadNoMore()
    {
        makeLibrary();
        const auto first = RunLibrary(library()).list();
        QVERIFY(cacheFile());
        const auto cache = readSummaryCache(library());
        QCOMPARE(cache.size(), size_t(120));

        // Another program lists the same, including what only the cache contains, which shows that it was
        // read.
        auto changed = cache;
        changed.at("run-7.stepscope").summary.steps = 4711;
        writeSummaryCache(library(), changed);
        const auto second = RunLibrary(library()).list();
        QCOMPARE(second.size(), first.size());
        for (size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(second[i].path, first[i].path);
            QCOMPARE(second[i].summary.steps, first[i].path == runPath(7) ? 4711 : first[i].summary.steps);
            QCOMPARE(toJson(second[i].summary.label), toJson(first[i].summary.label));
            QCOMPARE(second[i].summary.network, first[i].summary.network);
        }
    }

    void allOfASummaryIsKept()
    {
        fs::create_directories(library());
        RunSummary summary{.kind = RunKind::Program,
                           .outcome = RunOutcome::Failed,
                           .failure = std::string("a zero \0, a line\nand an \xff", 25),
                           .dataset = "mnist",
                           .network = "",
                           .device = "cuda:0",
                           .batchSize = 64,
                           .steps = 1'000'000'000'000,
                           .totalSteps = -1,
                           .epochs = 3,
                           .testLoss = 0.1,
                           .validationAccuracy = 0.2,
                           .validationLoss = 0.3,
                           .imagesPerSecond = 1e-300,
                           .startUnixMs = 1,
                           .endUnixMs = 2,
                           .label = {.name = "a", .tags = {"b"}, .note = "c", .color = "#123456"},
                           .settings = std::string("{\n \0}", 5)};
        writeSummaryCache(library(), {{"a.stepscope", {{.inode = 1}, summary}}, {"b.stepscope", {}}});
        const auto cache = readSummaryCache(library());
        QCOMPARE(cache.size(), size_t(2));
        const auto& read = cache.at("a.stepscope").summary;
        QCOMPARE(read.failure, summary.failure);
        QVERIFY(std::isnan(read.testAccuracy)); // not known
        QCOMPARE(read.testLoss, 0.1);
        QCOMPARE(read.validationAccuracy, 0.2);
        QCOMPARE(read.validationLoss, 0.3);
        QCOMPARE(read.imagesPerSecond, 1e-300);
        QVERIFY(read.label == summary.label);
        QVERIFY(read.settings == summary.settings);
        auto sameText = summary;
        sameText.failure.clear();
        auto readText = read;
        readText.failure.clear();
        QCOMPARE(toJson(readText), toJson(sameText));
    }

    void aFileThatHasChangedIsReadAgain()
    {
        makeLibrary();
        RunLibrary(library()).list();
        writeRunLabel(runPath(3), {.name = "renamed", .tags = {}, .note = {}, .color = {}});
        damage(runPath(4)); // with the size and the time of before
        fs::remove(runPath(5));
        fs::rename(runPath(6), runPath(5)); // another file of that name
        const auto entries = RunLibrary(library()).list();
        QCOMPARE(entries.size(), size_t(119));
        const auto entryOf = [&](int number) {
            return *std::ranges::find(entries, runPath(number), &LibraryEntry::path);
        };
        QCOMPARE(entryOf(3).summary.label.name, std::string("renamed"));
        QVERIFY(!entryOf(4).problem.empty());
        QVERIFY(entryOf(5).problem.empty());
    }

    void aRunThatGoesOnIsNeverTakenFromIt()
    {
        makeLibrary();
        RunFileWriter writer(runPath(500), {});
        auto update = sampleUpdate(0, 10);
        update.outcome = RunOutcome::Running;
        writer.write(update);
        RunLibrary(library()).list();
        QVERIFY(cacheFile());
        QVERIFY(!readSummaryCache(library()).contains("run-500.stepscope"));
        writer.write(sampleUpdate(10, 10));
        const auto entries = RunLibrary(library()).list();
        QCOMPARE(std::ranges::find(entries, runPath(500), &LibraryEntry::path)->summary.steps, int64_t(20));
    }

    void aFileThatWasChangedAMomentAgoIsNotKept()
    {
        makeLibrary();
        writeRunLabel(runPath(3), {.name = "fresh", .tags = {}, .note = {}, .color = {}});
        // On a busy machine, listing the runs can take longer than this time.
        std::filesystem::last_write_time(runPath(3), std::filesystem::file_time_type::clock::now() +
                                                         std::chrono::minutes(1));
        RunLibrary(library()).list();
        QVERIFY(!readSummaryCache(library()).contains("run-3.stepscope"));
    }

    void aDamagedCacheIsMadeAgain()
    {
        makeLibrary();
        RunLibrary(library()).list();
        const auto file = *cacheFile();
        const auto whole = readFile(file);
        for (size_t size = 0; size < whole.size(); size += whole.size() / 50) {
            writeFileAtomically(file, whole.substr(0, size));
            QVERIFY(readSummaryCache(library()).empty());
        }
        for (size_t at = 0; at < whole.size(); at += whole.size() / 50) {
            auto flipped = whole;
            flipped[at] ^= 4;
            writeFileAtomically(file, flipped);
            QVERIFY(readSummaryCache(library()).empty());
        }
        QCOMPARE(problems(), size_t(0));
        QCOMPARE(readSummaryCache(library()).size(), size_t(120));
    }

    void aCacheThatCannotBeWrittenIsNoFailure()
    {
        makeLibrary();
        writeFileAtomically(m_folder->path() / "cache", "a file where a folder should be");
        QCOMPARE(RunLibrary(library()).list().size(), size_t(120));
        QVERIFY(readSummaryCache(library()).empty());
    }

    void cachesOfFoldersThatAreGoneAreRemoved()
    {
        makeLibrary();
        RunLibrary(library()).list();
        const auto before = *cacheFile();
        fs::rename(library(), m_folder->path() / "elsewhere");
        RunLibrary(m_folder->path() / "elsewhere").list();
        QVERIFY(!fs::exists(before));
        QVERIFY(cacheFile());
    }
};

QTEST_GUILESS_MAIN(TestSummaryCache)
#include "test_summary_cache.moc"
