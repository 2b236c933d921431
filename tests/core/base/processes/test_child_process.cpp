#include "core/base/processes/child_process.h"
#include "tests/support/std_string.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <thread>
#include <vector>

using namespace stepscope;
using namespace std::chrono_literals;

namespace {

ProcessResult shell(const std::string& script, std::string_view input = {},
                    std::chrono::milliseconds timeLimit = 1min, std::stop_token stop = {})
{
    return runProcess({"sh", "-c", script},
                      {.input = input, .timeLimit = timeLimit, .stop = std::move(stop)});
}

bool hasNoChildren()
{
    return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

/// As in Linux before 5.9; for the calling thread and what it starts. Whether that could be done.
bool forbidCloseRange()
{
    std::array<sock_filter, 4> filter = {{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{.len = filter.size(), .filter = filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Whether the process whose number is in the file has ended, or ends soon.
bool isGone(const std::string& numberFile)
{
    pid_t number = 0;
    std::ifstream(numberFile) >> number;
    return number > 0 && QTest::qWaitFor([&] {
               std::string state = "Z";
               std::ifstream status("/proc/" + std::to_string(number) + "/stat");
               std::string word;
               status >> word >> word >> state;
               return state == "Z";
           });
}

} // namespace

class TestChildProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QVERIFY(hasNoChildren()); }

    void outputAndErrorOutputAreKeptApart()
    {
        const auto result = shell("echo out; echo err >&2");
        QCOMPARE(result.output, "out\n");
        QCOMPARE(result.errorOutput, "err\n");
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.timedOut && !result.canceled);
    }

    void aFailureHasItsSentence()
    {
        QCOMPARE(failureText(shell("echo 'a note' >&2; echo 'stepscope: The disk is full.' >&2; exit 1")),
                 "The disk is full.");
        QCOMPARE(failureText(shell("exit 3")), "The process failed with exit code 3.");
        // What it wrote before is not the reason.
        QVERIFY(failureText(shell("echo 'stepscope: a note' >&2; kill -9 $$")).find("signal 9") !=
                std::string::npos);
    }

    void theExitCodeIsTold()
    {
        QCOMPARE(shell("exit 3").exitCode, 3);
        QCOMPARE(shell("kill -TERM $$").exitCode, 128 + SIGTERM);
    }

    void argumentsAreNotReadByAShell()
    {
        QCOMPARE(runProcess({"printf", "%s|%s", "$HOME; ls", "a b"}).output, "$HOME; ls|a b");
    }

    void inputLargerThanAPipeComesBack()
    {
        std::string input(2'000'000, 'x');
        for (size_t i = 0; i < input.size(); i += 101)
            input[i] = '\n';
        QVERIFY(runProcess({"cat"}, {.input = input}).output == input);
    }

    void withoutInputThereIsAnEnd() { QCOMPARE(runProcess({"cat"}).output, ""); }

    void aProgramThatDoesNotReadItsInputDoesNoHarm()
    {
        const std::string input(2'000'000, 'x');
        QCOMPARE(shell("exec <&-; exit 5", input).exitCode, 5);
    }

    void aProgramThatTakesTooLongIsKilledWithAllItStarted()
    {
        QTemporaryDir folder;
        const auto number = folder.filePath("number").toStdString();
        const auto result = shell("echo begun; sleep 1000 & echo $! > " + number + "; wait", {}, 300ms);
        QVERIFY(result.timedOut);
        QVERIFY(!result.canceled);
        QCOMPARE(result.exitCode, 128 + SIGKILL);
        QCOMPARE(result.output, "begun\n");
        QVERIFY(isGone(number));
    }

    void aProgramThatClosedItsOutputIsStillTimed()
    {
        QVERIFY(shell("exec >&- 2>&-; sleep 1000", {}, 200ms).timedOut);
    }

    void aProgramThatWritesWithoutEndIsStillTimed()
    {
        const auto result = runProcess({"yes"}, {.timeLimit = 300ms, .outputLimitBytes = size_t(100) << 30});
        QVERIFY(result.timedOut);
        QVERIFY(!result.wroteTooMuch);
        QVERIFY(result.output.starts_with("y\ny\n"));
    }

    void aProgramThatWritesTooMuchIsKilled_data()
    {
        QTest::addColumn<std::string>("script");
        QTest::newRow("stdout") << std::string("yes");
        QTest::newRow("stderr") << std::string("yes >&2");
        QTest::newRow("both") << std::string("yes >&2 & yes");
    }

    void aProgramThatWritesTooMuchIsKilled()
    {
        QFETCH(std::string, script);
        constexpr size_t limit = 300'000;
        const auto result = runProcess({"sh", "-c", script}, {.timeLimit = 1h, .outputLimitBytes = limit});
        QVERIFY(result.wroteTooMuch);
        QVERIFY(!result.timedOut);
        QCOMPARE(result.exitCode, 128 + SIGKILL);
        QCOMPARE(result.output.size() + result.errorOutput.size(), limit + 1);
    }

    void whatItLeavesWritingIsNotReadForEver()
    {
        const auto result = shell("yes & echo $! >&2", {}, 1h);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(::kill(std::stoi(result.errorOutput), SIGKILL), 0);
    }

    void theCallerHearsThatItStillRuns()
    {
        std::vector<int64_t> heard;
        runProcess({"sleep", "600"}, {.timeLimit = 2500ms, .waiting = [&](std::chrono::milliseconds elapsed) {
                                          heard.push_back(elapsed.count());
                                      }});
        QVERIFY(!heard.empty());
        QVERIFY(heard.front() >= 1000);
    }

    void aStopKillsTheProgram()
    {
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        const auto result = shell("sleep 1000", {}, 1h, stop.get_token());
        QVERIFY(result.canceled);
        QVERIFY(!result.timedOut);
        QCOMPARE(result.exitCode, 128 + SIGKILL);
    }

    void aStopThatCameBeforeTheStartCounts()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(shell("sleep 1000", {}, 1h, stop.get_token()).canceled);
    }

    void whatTheProgramLeavesRunningIsNotWaitedFor()
    {
        const auto result = shell("sleep 1000 & echo $!", {}, 1h);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(::kill(std::stoi(result.output), SIGKILL), 0);
    }

    void aMissingProgramIsNamed()
    {
        try {
            runProcess({"stepscope-no-such-program"});
            QFAIL("it was found");
        } catch (const ProgramNotFound& error) {
            QCOMPARE(error.what(), "The program stepscope-no-such-program was not found.");
        }
    }

    void aProgramThatCannotBeRunIsNamedWithTheReason()
    {
        try {
            runProcess({"/etc/passwd"});
            QFAIL("it was run");
        } catch (const Error& error) {
            QCOMPARE(error.what(), "The program /etc/passwd cannot be started: Permission denied.");
        }
    }

    void noOtherOpenFileIsPassedOn()
    {
        const int left = ::open("/dev/null", O_RDONLY); // not close-on-exec
        const auto result = shell("ls /proc/$$/fd");
        ::close(left);
        QCOMPARE(result.output, "0\n1\n2\n");
    }

    void noneIsPassedOnWithoutCloseRangeEither()
    {
        std::vector<int> left;
        for (int i = 0; i < 200; ++i) // more than fit into one reading of the list
            left.push_back(::open("/dev/null", O_RDONLY));
        bool isForbidden = false;
        std::string output;
        std::thread([&] {
            isForbidden = forbidCloseRange();
            output = shell("ls /proc/$$/fd").output;
        }).join();
        for (const int file : left)
            ::close(file);
        if (!isForbidden)
            QSKIP("this machine allows no filter of system calls");
        QCOMPARE(output, "0\n1\n2\n");
    }
};

QTEST_GUILESS_MAIN(TestChildProcess)
#include "test_child_process.moc"
