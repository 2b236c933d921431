#include "core/base/error.h"
#include "ui/support/background_job.h"

#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>

using namespace stepscope;
using namespace stepscope::ui;

class TestBackgroundJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void worksElsewhereAndHandsTheResultBackHere()
    {
        BackgroundJob job;
        std::thread::id worker;
        std::thread::id receiver;
        int result = 0;
        job.start([&](std::stop_token) -> std::function<void()> {
            worker = std::this_thread::get_id();
            return [&] {
                receiver = std::this_thread::get_id();
                result = 42;
            };
        });
        QTRY_COMPARE(result, 42);
        QVERIFY(worker != receiver);
        QCOMPARE(receiver, std::this_thread::get_id());
        QVERIFY(!job.isRunning());
    }

    void aNewerTaskMakesTheOlderOneStale()
    {
        BackgroundJob job;
        QStringList results;
        std::atomic<bool> firstStopped = false;
        job.start([&](std::stop_token stop) -> std::function<void()> {
            while (!stop.stop_requested())
                std::this_thread::yield();
            firstStopped = true;
            return [&] { results += "first"; };
        });
        job.start([&](std::stop_token) -> std::function<void()> { return [&] { results += "second"; }; });
        job.start([&](std::stop_token) -> std::function<void()> { return [&] { results += "third"; }; });
        QTRY_COMPARE(results, QStringList{"third"});
        QVERIFY(firstStopped);
    }

    void failuresArriveWithSentenceAndDetail()
    {
        BackgroundJob job;
        QString told;
        job.start([](std::stop_token) -> std::function<void()> { throw Error("It failed.", "because"); },
                  [&](const QString& sentence, const QString& detail) { told = sentence + " " + detail; });
        QTRY_COMPARE(told, "It failed. because");
    }

    void aCanceledTaskIsNotHeardOf()
    {
        BackgroundJob job;
        bool heard = false;
        job.start(
            [&](std::stop_token stop) -> std::function<void()> {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                throw Error("Canceled.");
            },
            [&](const QString&, const QString&) { heard = true; });
        QVERIFY(job.isAwaited());
        job.cancel();
        QVERIFY(job.isRunning() && !job.isAwaited());
        QTRY_VERIFY(!job.isRunning());
        QVERIFY(!heard);
    }

    void onlyReadingYieldsToTheWindow()
    {
        const auto niceness = [] { return getpriority(PRIO_PROCESS, id_t(gettid())); };
        const int mostNiceness = 19;
        int ofJob = -1;
        int ofReading = -1;
        BackgroundJob job;
        job.start(
            [&](std::stop_token) -> std::function<void()> { return [&, is = niceness()] { ofJob = is; }; });
        ReadingJob reading;
        reading.start([&](std::stop_token) -> std::function<void()> {
            return [&, is = niceness()] { ofReading = is; };
        });
        QTRY_VERIFY(!job.isRunning() && !reading.isRunning());
        QCOMPARE(ofJob, niceness());
        QCOMPARE(ofReading, std::min(niceness() + 5, mostNiceness));
    }

    void goingAwayStopsTheWork()
    {
        std::atomic<bool> stopped = false;
        {
            BackgroundJob job;
            job.start([&](std::stop_token stop) -> std::function<void()> {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                stopped = true;
                return {};
            });
        }
        QVERIFY(stopped);
    }
};

QTEST_GUILESS_MAIN(TestBackgroundJob)
#include "test_background_job.moc"
