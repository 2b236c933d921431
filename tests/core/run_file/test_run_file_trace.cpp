#include "core/run_file/run_file_trace.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/trace_block.h"
#include "tests/core/run_file/sample_run_file.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// The trace in run files: devices, older versions, damage.
class TestRunFileTrace : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    std::filesystem::path finishedFile() const
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        writer.write(sampleUpdate(0, 10));
        writer.write(sampleUpdate(10, 10));
        writer.close();
        return path;
    }

    static Run expectedRun()
    {
        Run run;
        sampleUpdate(0, 10).applyTo(run);
        sampleUpdate(10, 10).applyTo(run);
        return run;
    }

    static void change(const std::filesystem::path& file, const std::string& sql)
    {
        SqliteDatabase(file, SqliteDatabase::Access::Write).execute(sql);
    }

    /// Replaces a column of block 1.
    static void writeColumn(const std::filesystem::path& file, const std::vector<PackedColumn>& columns,
                            const char* name)
    {
        SqliteDatabase database(file, SqliteDatabase::Access::Write);
        const auto column = std::ranges::find(columns, name, &PackedColumn::name);
        QVERIFY(column != columns.end());
        database.prepare("UPDATE trace_columns SET frame = ? WHERE block = 1 AND name = ?")
            .bindBlob(0, column->frame)
            .bind(1, column->name)
            .run();
    }

    static void verifyOnlyTheFirstBlockIsRead(const std::filesystem::path& file)
    {
        const auto stored = readRunFile(file);
        QCOMPARE(stored.problems.size(), size_t(1));
        QVERIFY2(stored.problems[0].find("the trace cannot be read") != std::string::npos,
                 stored.problems[0].c_str());
        QCOMPARE(stored.run.trace.size(), 10 * eventsOfChunk);
        QCOMPARE(stored.run.trace.deviceWork.size(), size_t(20));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void devicesTheirWorkAndCountersComeBack()
    {
        const auto expected = expectedRun().trace;
        const auto stored = readRunFile(finishedFile());
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        const auto& trace = stored.run.trace;
        QVERIFY(trace.threads == expected.threads);
        QCOMPARE(trace.threads[1].device, int16_t(1));
        QCOMPARE(trace.threads[1].process, int64_t(3));
        QVERIFY(trace.devices == expected.devices);
        QCOMPARE(trace.devices.front().processors, 132);
        QCOMPARE(trace.deviceWork.size(), size_t(40));
        QVERIFY(trace.deviceWork == expected.deviceWork);
        const auto last = trace.workOf(EventId(19 * eventsOfChunk + kernelOfChunk));
        QVERIFY(last);
        QCOMPARE(last->launcher, 19 * eventsOfChunk + 17);
        QCOMPARE(last->grid[2], 3U);
        QCOMPARE(last->block[1], 4U);
        QCOMPARE(trace.counters.size(), size_t(2));
        QVERIFY(trace.counters == expected.counters);
    }

    void whatIsReadSinceIsWhatCame()
    {
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter writer(path, {});
        Run run = readRunFile(path).run;
        for (const int64_t first : {0, 10}) {
            writer.write(sampleUpdate(first, 10));
            auto update = readRunFileSince(path, positionOf(run));
            QVERIFY(update);
            std::move(*update).applyTo(run);
        }
        QVERIFY(!readRunFileSince(path, positionOf(run)));
        const auto expected = expectedRun().trace;
        QVERIFY(run.trace.threads == expected.threads);
        QVERIFY(run.trace.devices == expected.devices);
        QVERIFY(run.trace.deviceWork == expected.deviceWork);
        QVERIFY(run.trace.counters == expected.counters);
    }

    void aFileOfTheSecondVersionOpensWithoutDevices()
    {
        const auto file = finishedFile();
        toVersion4(file);
        change(file, "DROP TABLE device_work_blocks; DROP TABLE trace_devices; DROP TABLE trace_counters;"
                     "ALTER TABLE trace_threads DROP COLUMN process;"
                     "ALTER TABLE trace_threads DROP COLUMN device; PRAGMA user_version = 2;"
                     "DELETE FROM trace_columns WHERE name LIKE 'work%'");
        const auto stored = readRunFile(file);
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        QCOMPARE(stored.run.trace.size(), 20 * eventsOfChunk);
        QCOMPARE(stored.run.trace.allocations.size(), size_t(60));
        QCOMPARE(stored.run.trace.threads[1].device, int16_t(-1));
        QVERIFY(stored.run.trace.deviceWork.empty() && stored.run.trace.devices.empty());
        QVERIFY(readRunFileSince(file, {}));
    }

    void aFileOfTheFirstVersionOpensWithoutAllocations()
    {
        const auto file = finishedFile();
        toVersion4(file);
        change(file, "DROP TABLE device_work_blocks; DROP TABLE trace_devices; DROP TABLE trace_counters;"
                     "ALTER TABLE trace_threads DROP COLUMN process;"
                     "ALTER TABLE trace_threads DROP COLUMN device;"
                     "DROP TABLE allocation_blocks; PRAGMA user_version = 1;"
                     "DELETE FROM trace_columns WHERE name LIKE 'allocation%' OR name LIKE 'work%'");
        const auto stored = readRunFile(file);
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        QCOMPARE(stored.run.trace.size(), 20 * eventsOfChunk);
        QVERIFY(stored.run.trace.allocations.empty());
    }

    void anAllocationThatPointsNowhereIsDamage()
    {
        const auto file = finishedFile();
        change(file, "UPDATE trace_columns SET frame = (SELECT frame FROM trace_columns "
                     "WHERE block = 1 AND name = 'allocation_address') "
                     "WHERE block = 1 AND name = 'allocation_bytes'"); // as long: it is read
        QVERIFY(readRunFile(file).problems.empty());
        change(file, "UPDATE allocation_blocks SET allocations = 31 WHERE block = 1");
        verifyOnlyTheFirstBlockIsRead(file);
    }

    void eventsOfAnUnknownKindAreDamage()
    {
        auto events = std::vector<TraceEvent>(10 * eventsOfChunk);
        events[7].kind = EventKind(uint8_t(EventKind::DeviceRange) + 1);
        const auto file = finishedFile();
        writeColumn(file, packEvents(events), "kind");
        verifyOnlyTheFirstBlockIsRead(file);
    }

    void workThatPointsNowhereIsDamage_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<TraceDeviceWork>("bad");
        const uint32_t kernel = kernelOfChunk;
        QTest::newRow("no such event")
            << "work_event" << TraceDeviceWork{.event = EventId(10 * eventsOfChunk)};
        QTest::newRow("not by rising event") << "work_event" << TraceDeviceWork{.event = EventId(3)};
        QTest::newRow("of an event on the host")
            << "work_event" << TraceDeviceWork{.event = EventId(kernel + 2)};
        QTest::newRow("launched by one behind it")
            << "work_launcher" << TraceDeviceWork{.launcher = EventId(9 * eventsOfChunk + kernel + 1)};
        QTest::newRow("no such direction")
            << "work_direction" << TraceDeviceWork{.direction = CopyDirection(9)};
        QTest::newRow("no number") << "work_occupancy" << TraceDeviceWork{.occupancy = std::nanf("")};
    }

    /// The damage is in the second one's entry, and only its column is damaged.
    void workThatPointsNowhereIsDamage()
    {
        QFETCH(const QString, column);
        QFETCH(const TraceDeviceWork, bad);
        const auto file = finishedFile();
        const auto trace = expectedRun().trace;
        std::vector<TraceDeviceWork> work(trace.deviceWork.begin() + 20, trace.deviceWork.end());
        for (auto& each : work) {
            each.event = EventId(each.event - 10 * eventsOfChunk);
            if (each.launcher != noEvent)
                each.launcher = EventId(each.launcher - 10 * eventsOfChunk);
        }
        const auto name = column.toStdString();
        writeColumn(file, packDeviceWork(work), name.c_str());
        QVERIFY(readRunFile(file).problems.empty());
        auto& last = work.back();
        last.event = name == "work_event" ? bad.event : last.event;
        last.launcher = bad.launcher;
        last.direction = bad.direction;
        last.occupancy = bad.occupancy;
        writeColumn(file, packDeviceWork(work), name.c_str());
        verifyOnlyTheFirstBlockIsRead(file);
    }

    void damageInDevicesAndCountersIsASentence_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("device") << "UPDATE trace_devices SET number = -2";
        QTest::newRow("counter's device") << "UPDATE trace_counters SET device = 99999 WHERE id = 1";
        QTest::newRow("counter's length") << "UPDATE trace_counters SET count = 3 WHERE id = 1";
        QTest::newRow("counter's times") << "UPDATE trace_counters SET times = figures WHERE id = 0";
        QTest::newRow("a counter is missing") << "DELETE FROM trace_counters WHERE id = 0";
    }

    void damageInDevicesAndCountersIsASentence()
    {
        QFETCH(const QString, sql);
        const auto file = finishedFile();
        change(file, sql.toStdString());
        const auto stored = readRunFile(file);
        QCOMPARE(stored.problems.size(), size_t(1));
        QVERIFY(stored.problems[0].find("the trace cannot be read") != std::string::npos);
        QCOMPARE(stored.run.trace.size(), 20 * eventsOfChunk);
        QVERIFY(stored.run.trace.counters.size() <= 2);
    }

    void aStreamOfNoDeviceIsDamage()
    {
        const auto file = finishedFile();
        change(file, "UPDATE trace_threads SET device = 40000 WHERE id = 1");
        QCOMPARE(readRunFile(file).problems.size(), size_t(2)); // the totals' names are not there either
    }
};

QTEST_GUILESS_MAIN(TestRunFileTrace)
#include "test_run_file_trace.moc"
