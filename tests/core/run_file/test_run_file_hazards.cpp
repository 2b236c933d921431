#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/import/import.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_library.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

/// Run files of killed programs, on read-only media, and from attackers.
class TestRunFileHazards : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path path(const char* name = "run.stepscope") const { return m_folder->path() / name; }

    static QString sentenceOf(const std::function<void()>& work)
    {
        try {
            work();
        } catch (const Error& error) {
            return QString::fromStdString(error.what());
        }
        return {};
    }

    std::filesystem::path finishedFile(const char* name = "run.stepscope") const
    {
        RunFileWriter writer(path(name), {});
        auto update = sampleUpdate(0, 10);
        update.outcome = RunOutcome::Finished;
        writer.write(update);
        writer.close();
        return path(name);
    }

    /// What a killed program leaves: a file and its journal.
    std::filesystem::path killedFile(const char* name = "killed.stepscope") const
    {
        RunFileWriter writer(path("living.stepscope"), {});
        writer.write(sampleUpdate(0, 10));
        for (const char* suffix : {"", "-wal"})
            std::filesystem::copy_file(path("living.stepscope").string() + suffix,
                                       path(name).string() + suffix);
        return path(name);
    }

    static int64_t idInHeader(const std::filesystem::path& file)
    {
        const auto content = readFile(file);
        int64_t id = 0;
        for (size_t i = 68; i < 72 && i < content.size(); ++i)
            id = id << 8 | static_cast<unsigned char>(content[i]);
        return id;
    }

    std::unique_ptr<TemporaryFolder> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void aFileIsARunFileAsSoonAsItIsThere()
    {
        RunFileWriter writer(path(), {});
        QCOMPARE(idInHeader(path()), runFileApplicationId);
        QVERIFY(importFormatOf(path()) == nullptr);
        QVERIFY(sentenceOf([&] { importFile(path()); }).contains("needs no import"));
        const auto noRun = m_folder->path() / "noise.stepscope";
        writeFileAtomically(noRun, "noise");
        QVERIFY(sentenceOf([&] { importFile(noRun); }).contains("cannot be opened as a run"));
        QCOMPARE(readRunFile(path()).problems.size(), size_t(0));
        writer.write(sampleUpdate(0, 10));
        QCOMPARE(readRunFile(path()).run.steps.size(), size_t(10));
    }

    void aLongNameThatIsThereTwiceIsShortened()
    {
        {
            RunFileWriter writer(path(), {});
            writer.write(sampleUpdate(0, 10));
            writer.close();
        }
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute("UPDATE trace_names SET text = printf('%.*c', 1000000, 'n')");
        const auto problems = readRunFile(path()).problems;
        QVERIFY(!problems.empty());
        QVERIFY(problems.front().size() < 500);
        QVERIFY(problems.front().find("nnn... occurs twice") != std::string::npos);
    }

    void aRunThatIsKilledAtAnyEarlyMomentIsARun()
    {
        std::mt19937 random(5);
        int there = 0;
        for (int round = 0; round < 30; ++round) {
            const auto folder = m_folder->path() / std::to_string(round);
            const auto file = folder / "run"; // without the suffix by which a run file is known as well
            const pid_t child = fork();
            if (child == 0) {
                try {
                    RunFileWriter writer(file, {});
                    for (int64_t first = 0;; first += 5)
                        writer.write(sampleUpdate(first, 5));
                } catch (...) {
                }
                _exit(1);
            }
            // On a busy machine, it takes longer until the file exists.
            const useconds_t longest = there > 0 ? 20'000 : 20'000 << std::min(round, 8);
            usleep(std::uniform_int_distribution<useconds_t>(0, longest)(random));
            kill(child, SIGKILL);
            int status = 0;
            waitpid(child, &status, 0);
            QVERIFY(WIFSIGNALED(status));
            if (!std::filesystem::exists(file))
                continue;
            ++there;
            QCOMPARE(idInHeader(file), runFileApplicationId);
            QVERIFY(importFormatOf(file) == nullptr);
            const auto stored = readRunFile(file);
            QCOMPARE(stored.run.outcome, RunOutcome::Crashed);
            QCOMPARE(RunLibrary(folder).list().size(), size_t(0)); // nothing half written is listed
        }
        QVERIFY(there > 0);
    }

    void anIdThatIsOnlyInTheJournalIsFound()
    {
        // As programs wrote before, whose journal came first.
        SqliteDatabase old(path("old"), SqliteDatabase::Access::Create);
        old.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; BEGIN");
        createRunFileTables(old);
        setMeta(old, "experiment", "{}");
        old.execute("COMMIT");
        QVERIFY(idInHeader(path("old")) != runFileApplicationId);
        QVERIFY(isRunFile(path("old")));
        QVERIFY(importFormatOf(path("old")) == nullptr);

        std::filesystem::copy_file(path("old"), path("copied.stepscope"));
        const auto sentence = sentenceOf([&] { readRunFile(path("copied.stepscope")); });
        QVERIFY2(sentence.contains("it is empty without its journal copied.stepscope-wal"),
                 qPrintable(sentence));
    }

    void aCopyWithoutItsJournalSaysSo()
    {
        const auto file = killedFile();
        QCOMPARE(readRunFile(file).run.steps.size(), size_t(10));
        std::filesystem::remove(file.string() + "-wal");
        const auto stored = readRunFile(file);
        QCOMPARE(stored.problems.size(), size_t(1));
        QVERIFY2(QString::fromStdString(stored.problems.front())
                     .contains("killed.stepscope-wal is not next to it"),
                 stored.problems.front().c_str());
    }

    /// As if its process was killed immediately after the file was created.
    void aNewFileNeedsNoJournalYet()
    {
        const auto file = killedFile();
        SqliteDatabase(file, SqliteDatabase::Access::Write)
            .execute("UPDATE meta SET value = 1 WHERE key = 'is_new'");
        QVERIFY(!std::filesystem::exists(file.string() + "-wal"));
        const auto stored = readRunFile(file);
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
    }

    void aLabelOnAKilledRunLosesNothing()
    {
        // The last process that closes a file removes its journal, which must not look like a loss.
        const pid_t child = fork();
        if (child == 0) {
            RunFileWriter writer(path(), {});
            writer.write(sampleUpdate(0, 10));
            _exit(0);
        }
        waitpid(child, nullptr, 0);
        QVERIFY(std::filesystem::exists(path("run.stepscope-wal")));
        writeRunLabel(path(), {.name = "kept", .tags = {}, .note = {}, .color = {}});
        const auto stored = readRunFile(path());
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        QCOMPARE(stored.run.steps.size(), size_t(10));
        QCOMPARE(stored.label.name, std::string("kept"));
    }

    void aJournalOfAnEarlierFileIsNotTakenForThisOnes()
    {
        killedFile();
        std::filesystem::remove(path("killed.stepscope"));
        {
            RunFileWriter writer(path("killed.stepscope"), {});
            writer.write(sampleUpdate(0, 2));
            writer.close();
        }
        const auto stored = readRunFile(path("killed.stepscope"));
        QVERIFY(stored.problems.empty());
        QCOMPARE(stored.run.steps.size(), size_t(2));
    }

    void runsOnAMediumThatCannotBeWrittenToAreRead()
    {
        finishedFile();
        killedFile();
        std::filesystem::copy_file(path("killed.stepscope"), path("bare.stepscope"));
        std::filesystem::remove(path("living.stepscope-wal"));
        std::filesystem::remove(path("living.stepscope"));
        std::filesystem::permissions(m_folder->path(), std::filesystem::perms(0555));
        const bool isRoot = geteuid() == 0;
        if (isRoot) // who may write everywhere
            QCOMPARE(seteuid(65534), 0);
        size_t finished = 0;
        size_t killed = 0;
        size_t bare = 0;
        size_t listed = 0;
        const auto sentence = sentenceOf([&] {
            finished = readRunFile(path()).run.steps.size();
            killed = readRunFile(path("killed.stepscope")).run.steps.size();
            bare = readRunFile(path("bare.stepscope")).problems.size();
            listed = RunLibrary(m_folder->path()).list().size();
        });
        if (isRoot)
            QCOMPARE(seteuid(0), 0);
        std::filesystem::permissions(m_folder->path(), std::filesystem::perms(0755));
        QVERIFY2(sentence.isEmpty(), qPrintable(sentence));
        QCOMPARE(finished, size_t(10));
        QCOMPARE(killed, size_t(10));
        QCOMPARE(bare, size_t(1)); // that its journal is missing
        QCOMPARE(listed, size_t(3));
    }

    void whatCouldMakeSqliteComputeIsRefused_data()
    {
        QTest::addColumn<QString>("sql");
        const char* endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ";
        for (const char* table : {"meta", "step_blocks", "log"})
            QTest::newRow(table) << QString("ALTER TABLE %1 RENAME TO trace_names2; DROP TABLE trace_names2;"
                                            "CREATE VIEW %1 AS %2 i AS key, i AS value, i AS step FROM n")
                                        .arg(table, endless);
        QTest::newRow("trigger") << "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM log; END";
        QTest::newRow("generated column") << "ALTER TABLE log ADD COLUMN more AS (hex(zeroblob(1000000)))";
        QTest::newRow("named column, generated") << "ALTER TABLE log ADD COLUMN tag TEXT AS (hex(text))";
        QTest::newRow("default") << "ALTER TABLE log ADD COLUMN tag TEXT DEFAULT 'x'";
        QTest::newRow("expression index") << "CREATE INDEX i ON log (length(text))";
        QTest::newRow("index") << "CREATE INDEX i ON log (level)";
        QTest::newRow("virtual table") << "CREATE VIRTUAL TABLE v USING fts5(x)";
        QTest::newRow("another table") << "CREATE TABLE notes (text TEXT)";
        QTest::newRow("a known name in capitals")
            << "DROP TABLE log; CREATE TABLE LOG (id INTEGER CHECK (id > 0))";
    }

    void whatCouldMakeSqliteComputeIsRefused()
    {
        QFETCH(QString, sql);
        const auto file = finishedFile();
        SqliteDatabase(file, SqliteDatabase::Access::Write).execute(sql.toStdString());
        for (const auto& open : std::vector<std::function<void()>>{
                 [&] { readRunFile(file); }, [&] { readRunSummary(file); }, [&] { writeRunLabel(file, {}); },
                 [&] { copyRunFile(file, path("copy")); }, [&] { readRunFileSince(file, {}); }}) {
            const auto sentence = sentenceOf(open);
            QVERIFY2(sentence.contains("which no run file has") ||
                         sentence.contains("is not defined as in run files"),
                     qPrintable(sentence));
        }
        const auto entries = RunLibrary(m_folder->path()).list();
        QCOMPARE(entries.size(), size_t(1));
        QVERIFY(!entries.front().problem.empty());
    }

    void aTableOfAnotherDefinitionIsCalledThat()
    {
        const auto file = finishedFile();
        SqliteDatabase(file, SqliteDatabase::Access::Write)
            .execute("DROP TABLE log; CREATE TABLE log (id INTEGER CHECK (id > 0))");
        const auto sentence = sentenceOf([&] { readRunFile(file); });
        QVERIFY2(sentence.contains("its table log is not defined as in run files"), qPrintable(sentence));
    }

    void aHugeValueIsNotRead()
    {
        const auto file = finishedFile();
        SqliteDatabase(file, SqliteDatabase::Access::Write)
            .execute("UPDATE meta SET value = zeroblob(150000000) WHERE key = 'summary'");
        const auto sentence = sentenceOf([&] { readRunSummary(file); });
        QVERIFY2(sentence.contains("it has a value of more than 128 MiB"), qPrintable(sentence));
        const auto entries = RunLibrary(m_folder->path()).list();
        QCOMPARE(entries.size(), size_t(1));
        QVERIFY(QString::fromStdString(entries.front().problem).contains("more than 128 MiB"));
    }

    void statementsDoNoMoreWorkThanAFileExplains()
    {
        SqliteDatabase database(finishedFile(), SqliteDatabase::Access::Read);
        const auto sentence = sentenceOf([&] {
            database.integer("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                             "SELECT count(*) FROM n");
        });
        QVERIFY2(sentence.contains("more work than a file of this size should need"), qPrintable(sentence));
        int64_t rows = 0;
        const auto rowByRow = sentenceOf([&] {
            auto endless = database.prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                                            "SELECT i FROM n");
            while (endless.step())
                ++rows;
        });
        QVERIFY2(rowByRow.contains("more work than a file of this size should need"), qPrintable(rowByRow));
        QVERIFY(rows > 1000);
        QCOMPARE(database.integer("SELECT sum(count) FROM step_blocks"), int64_t(10)); // others still work
    }

    void aRunFileMayHaveTheLongestName()
    {
        std::string longest(255, 'a'); // without room for "-wal"
        longest.replace(245, std::string::npos, ".stepscope");
        std::filesystem::rename(finishedFile(), path(longest.c_str()));
        QCOMPARE(readRunFile(path(longest.c_str())).run.steps.size(), size_t(10));
    }

    void whatIsNoRegularFileNeitherBlocksNorSpoilsALibrary()
    {
        finishedFile("sound.stepscope");
        QCOMPARE(mkfifo(path("fifo.stepscope").c_str(), 0600), 0);
        std::filesystem::create_directory(path("folder.stepscope"));
        std::filesystem::create_symlink("nowhere", path("dangling.stepscope"));
        std::filesystem::create_symlink("/dev/zero", path("device.stepscope"));
        std::filesystem::create_symlink("loop.stepscope", path("loop.stepscope"));
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        path("socket.stepscope").string().copy(address.sun_path, sizeof address.sun_path - 1);
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QCOMPARE(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        finishedFile("journal.stepscope");
        QCOMPARE(mkfifo(path("journal.stepscope-wal").c_str(), 0600), 0);

        const auto entries = RunLibrary(m_folder->path()).list();
        ::close(socket);
        QCOMPARE(entries.size(), size_t(8));
        size_t sound = 0;
        for (const auto& entry : entries) {
            const auto name = entry.path.filename().string();
            sound += entry.problem.empty();
            QVERIFY2(entry.problem.empty() == (name == "sound.stepscope"), name.c_str());
            QVERIFY2(entry.problem.empty() || entry.problem.find(name) != std::string::npos,
                     entry.problem.c_str());
            if (name != "sound.stepscope") {
                QVERIFY(sentenceOf([&] { readRunFile(entry.path); }).contains("cannot be opened as a run"));
                QVERIFY(!sentenceOf([&] { writeRunLabel(entry.path, {}); }).isEmpty());
            }
        }
        QCOMPARE(sound, size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestRunFileHazards)
#include "test_run_file_hazards.moc"
