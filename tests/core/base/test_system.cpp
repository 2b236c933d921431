#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/base/files/subfolder.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/processes/process_usage.h"
#include "core/base/sha256.h"
#include "tests/support/environment_variable.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestSystem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sha256IsThatOfTheStandard()
    {
        QCOMPARE(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        QCOMPARE(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    void aFileNameHasOnlyPlainCharacters()
    {
        QCOMPARE(fileNamePart("cuda:0"), "cuda-0");
        QCOMPARE(fileNamePart("batch_size 16, a/b.c"), "batch-size-16--a-b.c");
        QCOMPARE(fileNamePart("resnet-50", 6), "resnet");
    }

    void aTemporaryFolderIsRemovedWithItsContent()
    {
        fs::path path;
        {
            const TemporaryFolder folder;
            path = folder.path();
            fs::create_directories(path / "deep/deeper");
            std::ofstream(path / "deep/deeper/file") << "x";
            QVERIFY(fs::exists(path / "deep/deeper/file"));
        }
        QVERIFY(!fs::exists(path));
    }

    /// As when a signal ends the program while a report is being written.
    void aTemporaryFolderIsRemovedWhileAnotherThreadWritesIntoIt()
    {
        const TemporaryFolder parent;
        for (int attempt = 0; attempt < 20; ++attempt) {
            std::optional<TemporaryFolder> folder(std::in_place, parent.path());
            const auto path = folder->path();
            std::atomic<int> written = 0;
            std::thread writer([&] {
                while (written < 100'000 && std::ofstream(path / std::to_string(written)).put('x'))
                    ++written;
            });
            while (written < 50)
                std::this_thread::yield();
            folder.reset();
            writer.join();
            QVERIFY(written < 100'000); // it was not waited for
            QVERIFY(fs::is_empty(parent.path()));
        }
    }

    void aNewFolderIsNamedByWhereItWillBe()
    {
        const TemporaryFolder parent;
        const auto target = parent.path() / "report";
        NewFolder folder(target);
        QVERIFY(folder.path() != target);
        const auto inside = (folder.path() / "a.csv").string();
        QCOMPARE(folder.named(inside + " or " + inside),
                 (target / "a.csv").string() + " or " + (target / "a.csv").string());
        QCOMPARE(failureOf([&] { folder.run([&] { throw Error("Cannot write " + inside + "."); }); }),
                 "Cannot write " + (target / "a.csv").string() + ".");
        folder.moveToPlace();
        QCOMPARE(folder.named("Cannot write report."), "Cannot write report.");
    }

    void foldersWithinAFolderAreNoLinks()
    {
        const TemporaryFolder parent;
        const auto folder = parent.path() / "tables";
        refuseLinkedFolder(folder);
        makeSubfolder(folder);
        makeSubfolder(folder);
        QVERIFY(fs::is_directory(folder));
        const auto link = parent.path() / "pictures";
        for (const auto& to : {folder, parent.path() / "nowhere"}) {
            fs::create_directory_symlink(to, link);
            QCOMPARE(failureOf([&] { makeSubfolder(link); }),
                     link.string() + " is a link to another folder; remove it, or name another folder.");
            QVERIFY(!failureOf([&] { refuseLinkedFolder(link); }).empty());
            fs::remove(link);
        }
        std::ofstream(parent.path() / "file") << "x";
        QVERIFY(failureOf([&] {
                    makeSubfolder(parent.path() / "file" / "below");
                }).find("cannot be created") != std::string::npos);
    }

    void temporaryFoldersOfKilledProcessesAreRemoved()
    {
        const TemporaryFolder parent;
        const EnvironmentVariable temporary("TMPDIR", QByteArray::fromStdString(parent.path().string()));
        const auto child = ::fork();
        if (child == 0) {
            const TemporaryFolder left;
            std::ofstream(left.path() / "content") << "x";
            ::raise(SIGKILL);
        }
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        std::vector<fs::path> left(fs::directory_iterator(parent.path()), {});
        QCOMPARE(left.size(), size_t(1));
        const TemporaryFolder alive;
        fs::create_directory(parent.path() / "kept");
        std::ofstream(parent.path() / "kept/file") << "x";
        const auto link = fs::path(left[0].string() + "-link");
        fs::create_directory_symlink("kept", link);
        fs::create_directory(parent.path() / "stepscope-of-another-kind");

        removeStaleTemporaryFolders(parent.path());
        QVERIFY(!fs::exists(left[0]));
        QVERIFY(fs::exists(alive.path()));
        QVERIFY(fs::exists(parent.path() / "kept/file"));
        QVERIFY(fs::is_symlink(link));
        QVERIFY(fs::exists(parent.path() / "stepscope-of-another-kind"));
    }

    void theProgramStandsBesideTheTests()
    {
        const auto program = programPath();
        QCOMPARE(program.filename(), fs::path("stepscope"));
        QVERIFY(fs::equivalent(program, STEPSCOPE_PROGRAM));
    }

    void theDataFolderFollowsTheXdgSpecification()
    {
        const EnvironmentVariable home("HOME", "/home/someone");
        const EnvironmentVariable data("XDG_DATA_HOME", "/data");
        QCOMPARE(dataFolder(), fs::path("/data/stepscope"));
        qputenv("XDG_DATA_HOME", "relative");
        QCOMPARE(dataFolder(), fs::path("/home/someone/.local/share/stepscope"));
        qunsetenv("XDG_DATA_HOME");
        QCOMPARE(dataFolder(), fs::path("/home/someone/.local/share/stepscope"));
    }

    void theLibraryFolderHoldsTheCore() { QVERIFY(fs::exists(libraryFolder() / "libstepscope-core.so")); }

    void aBusyProcessIsSeenAsBusy()
    {
        ProcessUsageMeter meter;
        const auto before = processUsage();
        const QByteArray memory(64 << 20, 'x'); // allocated by Qt, so the compiler cannot leave it out
        volatile double sum = 0;
        while (processUsage().cpuSeconds < before.cpuSeconds + 0.05)
            sum = sum + double(memory[4096]);
        const auto reading = meter.read();
        QVERIFY(reading.cpuPercent > 0);
        QVERIFY(reading.residentBytes > before.residentBytes + (32 << 20));
    }

    void theProcessesOfAnotherProcessAreCountedUntilItEnds()
    {
        QProcess shell; // idle itself, but with a busy child
        shell.start("sh", {"-c", "(ulimit -t 60; while :; do :; done) & echo $!; wait"});
        QVERIFY(shell.waitForReadyRead());
        const auto child = pid_t(shell.readLine().trimmed().toInt());
        QVERIFY(child > 0);
        const auto killChild = qScopeGuard([&] { ::kill(child, SIGKILL); });
        ProcessTreeMeter meter(pid_t(shell.processId()));
        std::optional<ProcessUsageMeter::Reading> reading;
        for (int i = 0; i < 50 && (!reading || reading->cpuPercent < 5.0); ++i) {
            QTest::qSleep(100);
            reading = meter.read();
            QVERIFY(reading);
        }
        QVERIFY(reading->cpuPercent >= 5.0);
        QVERIFY(reading->residentBytes > 0);
        shell.kill();
        QVERIFY(shell.waitForFinished());
        QVERIFY(!meter.read());
    }

    void anIdleProcessIsSeenAsIdle()
    {
        ProcessUsageMeter meter;
        QTest::qSleep(100);
        QVERIFY(meter.read().cpuPercent < 50);
    }
};

QTEST_GUILESS_MAIN(TestSystem)
#include "test_system.moc"
