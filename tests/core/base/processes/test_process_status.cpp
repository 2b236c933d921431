#include "core/base/processes/process_status.h"

#include <QTest>

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stepscope;

class TestProcessStatus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofThisProcess()
    {
        const auto status = processStatus(::getpid());
        QVERIFY(status);
        QCOMPARE(status->parent, int64_t(::getppid()));
        QVERIFY(status->startTicks > 0);
    }

    void ofAProcessThatIsGoneThereIsNone() { QVERIFY(!processStatus(1 << 30)); }

    /// Its file may be opened before and read after that.
    void aProcessMayEndMeanwhile()
    {
        std::atomic<pid_t> child{0};
        std::atomic<bool> isOver{false};
        std::thread parent([&] {
            for (int i = 0; i < 2000; ++i) {
                const pid_t started = ::fork();
                if (started == 0)
                    ::_exit(0);
                child = started;
                ::waitpid(started, nullptr, 0);
            }
            isOver = true;
        });
        int64_t looks = 0;
        try {
            for (; !isOver; ++looks)
                (void)processStatus(child);
        } catch (...) {
            looks = -1;
        }
        parent.join();
        QVERIFY(looks > 0);
    }
};

QTEST_APPLESS_MAIN(TestProcessStatus)
#include "test_process_status.moc"
