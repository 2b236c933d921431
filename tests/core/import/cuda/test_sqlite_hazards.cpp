#include "core/import/stored_import.h"
#include "profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <fstream>
#include <iterator>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

/// Damaged and hostile SQLite files: each is read as far as possible, or refused with a sentence.
class TestSqliteHazards : public QObject
{
    Q_OBJECT

private:
    using Writer = void (*)(const std::filesystem::path&);
    static constexpr Writer writers[] = {writeNewNsight, writeOldNsight, writeNvprof};

    std::filesystem::path path() const { return m_folder.path() / "trace.sqlite"; }

    std::string refusal(const std::filesystem::path& path)
    {
        try {
            importFile(path);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    /// Reads or refuses the file; what is read is valid. Returns whether it was read.
    bool survives(const std::string& content)
    {
        const auto damaged = m_folder.write("damaged.sqlite", content);
        try {
            checkSound(importFile(damaged).run.trace);
            return true;
        } catch (const Error& error) {
            if (std::string_view(error.what()).empty())
                QTest::qFail("an error without words", __FILE__, __LINE__);
            return false;
        }
    }

    ImportedRun importChanged(const std::string& sql)
    {
        writeNewNsight(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write).execute(sql);
        return importFile(path());
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void filesThatAreCutAreReadOrRefused()
    {
        for (const Writer write : writers) {
            write(path());
            const std::string whole = contentOf(path());
            int read = 0;
            for (int cut = 0; cut < 200; ++cut)
                read += survives(whole.substr(0, whole.size() * size_t(cut) / 200));
            QVERIFY(survives(whole));
            qInfo("%d of 200 were read", read);
        }
    }

    void filesWithFlippedBytesAreReadOrRefused()
    {
        std::mt19937 random(7);
        for (const Writer write : writers) {
            write(path());
            const std::string whole = contentOf(path());
            for (int i = 0; i < 100 && !QTest::currentTestFailed(); ++i) {
                std::string changed = whole;
                for (unsigned flips = 1 + random() % 12; flips > 0; --flips)
                    changed[random() % changed.size()] ^= char(1 << random() % 8);
                survives(changed);
            }
        }
    }

    void aDamagedTableIsReadAsFarAsItGoes()
    {
        writeNewNsight(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute(
                fmt::format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                            "INSERT INTO OSRT_API SELECT 1000000 + i, 1000001 + i, 0, {}, 9, 0 FROM n",
                            globalTid));
        std::string content = contentOf(path());
        const size_t whole = content.size();
        content.resize(whole - whole / 4); // of the last table's pages
        const auto cut = m_folder.write("cut.sqlite", content);
        const auto imported = importFile(cut);
        checkSound(imported.run.trace);
        QCOMPARE(imported.log.damages().size(), size_t(1));
        const std::string& sentence = imported.log.damages().front();
        QVERIFY2(sentence.starts_with("The table OSRT_API is damaged: "), sentence.c_str());
        QVERIFY(imported.run.trace.size() > 1000);
    }

    void valuesOfTheWrongTypeAreCounted()
    {
        const auto imported = importChanged(
            "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 'soon' WHERE correlationId = 2;"
            "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridX = 'many', demangledName = X'00FF' WHERE "
            "correlationId = 5;"
            "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET deviceId = 'first' WHERE correlationId = 1;"
            "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET bytes = 'all', copyKind = 99 WHERE correlationId = 3;"
            "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = start - 5 WHERE correlationId = 6;"
            "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = 9223372036854775807 WHERE correlationId = 16;"
            "UPDATE CUPTI_ACTIVITY_KIND_MEMSET SET start = start + 0.5 WHERE correlationId = 4");
        checkSound(imported.run.trace);
        QCOMPARE(imported.log.counted(ImportIssue::EventsWithoutTime), 1);
        QCOMPARE(imported.log.counted(ImportIssue::UnreadableEvents), 1);
        QCOMPARE(imported.log.counted(ImportIssue::NegativeDurations), 1);
        QCOMPARE(imported.log.counted(ImportIssue::EventsFarAway), 1);
        QCOMPARE(imported.run.trace.size(), 23U);
    }

    void valuesThatAreNotThereAreNotInvented()
    {
        const auto imported =
            importChanged("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN streamId;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN gridX;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN demangledName;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMCPY DROP COLUMN bytes;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME DROP COLUMN correlationId");
        const Trace& trace = imported.run.trace;
        checkSound(trace);
        const std::string text = printed(trace);
        QVERIFY2(text.find("gpu1/0 kernel Other gemm 150-350\n") != std::string::npos, text.c_str());
        for (const TraceDeviceWork& work : trace.deviceWork) {
            QVERIFY(work.launcher == noEvent);
            QVERIFY(trace.kind[work.event] != EventKind::MemoryCopy || work.bytes == -1);
            QVERIFY(work.occupancy < 0);
        }
        QCOMPARE(imported.log.counted(ImportIssue::WorkWithoutLaunch), 10);
    }

    void viewsAndVirtualTablesAreNotAsked()
    {
        const auto imported = importChanged(
            "DROP TABLE StringIds; DROP TABLE CUPTI_ACTIVITY_KIND_MEMSET; DROP TABLE OSRT_API;"
            "CREATE VIEW StringIds AS SELECT * FROM CUPTI_ACTIVITY_KIND_MEMSET;"
            "CREATE VIEW CUPTI_ACTIVITY_KIND_MEMSET AS SELECT * FROM StringIds;"
            "CREATE VIEW OSRT_API AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
            "SELECT i AS start, i AS end FROM n");
        checkSound(imported.run.trace);
        QVERIFY(imported.log.damages().empty());
        QCOMPARE(imported.run.trace.size(), 24U);
    }

    void generatedColumnsAreNotAsked()
    {
        const auto imported = importChanged(
            "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMSET DROP COLUMN bytes;"
            "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMSET ADD COLUMN bytes AS (length(zeroblob(1 << 30)))");
        for (const TraceDeviceWork& work : imported.run.trace.deviceWork)
            QVERIFY(imported.run.trace.kind[work.event] != EventKind::MemorySet || work.bytes == -1);
    }

    void namesWithBackslashesAndControlCharactersStayNames()
    {
        const auto imported =
            importChanged("UPDATE StringIds SET value = 'C:\\new\\\"quoted\"' || char(7) WHERE id = 1");
        const std::string text = printed(imported.run.trace);
        QVERIFY2(text.find("kernel Forward C:\\new\\\"quoted\"  150-350") != std::string::npos, text.c_str());
        QCOMPARE(imported.log.counted(ImportIssue::ControlCharacters), 1);
    }

    void otherDatabasesAreRefused()
    {
        {
            ProfilerFile file(path());
            file.execute("CREATE TABLE people (name TEXT)");
        }
        QCOMPARE(refusal(path()), fmt::format("Cannot import {}: it is an SQLite file without the tables of "
                                              "Nsight Systems or nvprof.",
                                              path().string()));
        const auto packed = [&] {
            writeNvprof(path());
            return m_folder.writeGzip("trace.sqlite.gz", contentOf(path()));
        }();
        QVERIFY(refusal(packed).find("decompress it first") != std::string::npos);
        QVERIFY(!refusal(m_folder.write("empty.sqlite", "")).empty());
    }

    void aRunFileIsNoTraceOfOthers()
    {
        writeNewNsight(path());
        const auto stored = writeImportedRun(storedRun(importFile(path())), m_folder.path() / "library");
        QVERIFY(importFormatOf(stored) == nullptr);
        QVERIFY(importFormatOf(path()) != nullptr);
        const StoredRun read = readRunFile(stored);
        QCOMPARE(printed(read.run.trace), printed(importFile(path()).run.trace));
    }

    void anEmptyExportIsRefused()
    {
        {
            ProfilerFile file(path());
            file.execute("CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER)");
        }
        QCOMPARE(refusal(path()), path().string() + " has no events, so there is nothing to show.");
    }
};

QTEST_GUILESS_MAIN(TestSqliteHazards)
#include "test_sqlite_hazards.moc"
