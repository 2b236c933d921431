#include "core/run_file/run_feed.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

/// By how much the machine's clock was set.
static time_t clockJumpSeconds = 0;

/// Replaces the C library's function in the whole program.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    const auto result = int(::syscall(SYS_clock_gettime, clock, time));
    if (clock == CLOCK_REALTIME)
        time->tv_sec += clockJumpSeconds;
    return result;
}

using namespace stepscope;

namespace {

constexpr int64_t minuteMs = 60'000;
constexpr int64_t dayMs = 24 * 60 * minuteMs;

} // namespace

class TestRunClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { clockJumpSeconds = 0; }

    void theClockOfThisProgramCanBeSet()
    {
        const auto before = unixMsNow();
        clockJumpSeconds = dayMs / 1000;
        QVERIFY(unixMsNow() - before >= dayMs);
    }

    void aRunLastsAsLongAsItDoesThoughTheClockIsSet_data()
    {
        QTest::addColumn<qint64>("jumpMs");
        QTest::newRow("a day on") << qint64(dayMs);
        QTest::newRow("a day back") << qint64(-dayMs);
    }

    void aRunLastsAsLongAsItDoesThoughTheClockIsSet()
    {
        QFETCH(qint64, jumpMs);
        RunFeed feed;
        Run run;
        feed.started();
        clockJumpSeconds = jumpMs / 1000;
        feed.ended(RunOutcome::Finished);
        feed.drainInto(run);
        QVERIFY(run.endUnixMs >= run.startUnixMs);
        QVERIFY(run.endUnixMs - run.startUnixMs < minuteMs);
    }

    void soDoesOneThatIsStillRunningOrHasCrashed()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("run.stepscope").toStdString();
        RunFileWriter writer(path, {});
        RunFeed feed;
        feed.started();
        clockJumpSeconds = dayMs / 1000;
        writer.write(*feed.take());
        const auto summary = readRunSummary(path);
        QCOMPARE(summary.outcome, RunOutcome::Running);
        QVERIFY(summary.endUnixMs >= summary.startUnixMs);
        QVERIFY(summary.endUnixMs - summary.startUnixMs < minuteMs);
    }
};

QTEST_GUILESS_MAIN(TestRunClock)
#include "test_run_clock.moc"
