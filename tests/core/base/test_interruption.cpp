#include "core/base/files/atomic_file.h"
#include "core/base/files/subfolder.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/interruption.h"
#include "core/base/processes/running_process.h"
#include "tests/support/std_string.h"

#include <QProcess>
#include <QtTest>

#include <csignal>
#include <cstdio>
#include <fstream>

using namespace stepscope;

namespace fs = std::filesystem;

namespace {

void say(const std::string& text)
{
    std::puts(text.c_str());
    std::fflush(stdout);
}

/// Has a temporary folder, a child process and an unfinished file, and waits. The test checks what a signal
/// leaves of them.
void workUntilEnded(const fs::path& folder)
{
    const TemporaryFolder temporary;
    std::ofstream(temporary.path() / "content") << "x";
    const RunningProcess child({"sh", "-c", "echo $$ > " + (folder / "child").string() + "; sleep 600"}, {});
    writeFileAtomically(folder / "picture.png", [&](const fs::path&) {
        while (!fs::exists(folder / "child") || fs::file_size(folder / "child") == 0)
            sleepUnlessInterrupted(std::chrono::milliseconds(1));
        say(temporary.path().string());
        for (;;)
            std::this_thread::sleep_for(std::chrono::hours(1));
    });
}

void workUntilNoted(const fs::path& folder)
{
    const TemporaryFolder temporary;
    noteInterruptions();
    say(temporary.path().string());
    while (!interrupted())
        sleepUnlessInterrupted(std::chrono::milliseconds(10));
    say("noted");
    while (!fs::exists(folder / "finish"))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void workUntilHandled()
{
    std::atomic<bool> handled = false;
    handleInterruptions([&] { handled = true; });
    say("ready");
    while (!handled)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    endOnInterruptions();
    say("handled");
}

/// Creates folders in an unfinished one as fast as it can, until a signal ends the program.
void makeFolders(const fs::path& folder)
{
    const NewFolder unfinished(folder / "report");
    say("ready");
    for (int64_t number = 0;; ++number)
        makeSubfolder(unfinished.path() / std::to_string(number));
}

void removeFolders(const fs::path& folder)
{
    for (bool isFirst = true;; isFirst = false) {
        const TemporaryFolder temporary(folder);
        for (int number = 0; number < 100; ++number)
            std::ofstream(temporary.path() / std::to_string(number)) << "x";
        if (isFirst)
            say("ready");
    }
}

/// A file of more bytes than the limit: writing it fails, and the program goes on.
void writeTooMuch(const fs::path& folder)
{
    try {
        writeFileAtomically(folder / "large", std::string(100'000, 'x'));
    } catch (const Error& error) {
        say(error.what());
    }
}

int work(const std::string& what, const fs::path& folder)
{
    catchInterruptions();
    if (what == "ended")
        workUntilEnded(folder);
    else if (what == "noted")
        workUntilNoted(folder);
    else if (what == "making")
        makeFolders(folder);
    else if (what == "removing")
        removeFolders(folder);
    else if (what == "handled")
        workUntilHandled();
    else
        writeTooMuch(folder);
    return 0;
}

/// Another process that does work() for a test.
class Worker
{
public:
    Worker(const QString& what, const QString& folder, const QStringList& before = {})
    {
        const QStringList own{QCoreApplication::applicationFilePath(), "--work", what, folder};
        const QStringList command = before + own;
        m_process.start(command.first(), command.mid(1));
    }

    std::string nextLine()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(60'000)) {
        }
        return m_process.readLine().trimmed().toStdString();
    }
    void signal(int number) { ::kill(pid_t(m_process.processId()), number); }
    bool hasEnded() { return m_process.waitForFinished(0) || m_process.state() == QProcess::NotRunning; }
    int exitCode()
    {
        m_process.waitForFinished(60'000);
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    std::string errors() { return m_process.readAllStandardError().toStdString(); }

private:
    QProcess m_process;
};

constexpr auto sentence = "stepscope: Interrupted; unfinished files have been removed.\n";

} // namespace

class TestInterruption : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aSignalEndsTheProgramAndLeavesNothing_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

    void aSignalEndsTheProgramAndLeavesNothing()
    {
        QFETCH(int, signal);
        Worker worker("ended", m_folder->path());
        const fs::path temporary = worker.nextLine();
        QVERIFY(fs::exists(temporary / "content"));
        worker.signal(signal);
        QCOMPARE(worker.exitCode(), interruptedExitCode);
        QCOMPARE(worker.errors(), sentence);
        QVERIFY(!fs::exists(temporary));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"child"});
        pid_t child = 0;
        std::ifstream(m_folder->filePath("child").toStdString()) >> child;
        QVERIFY(child > 0);
        QTRY_VERIFY(::kill(child, 0) != 0);
    }

    void twoHangupsAreOneInterruption()
    {
        Worker worker("noted", m_folder->path());
        const fs::path temporary = worker.nextLine();
        worker.signal(SIGHUP);
        QCOMPARE(worker.nextLine(), "noted");
        worker.signal(SIGHUP);
        worker.signal(SIGHUP);
        std::ofstream(m_folder->filePath("finish").toStdString());
        QCOMPARE(worker.exitCode(), 0);
        QCOMPARE(worker.errors(), "");
        QVERIFY(!fs::exists(temporary));
    }

    void theSecondRequestEndsTheProgram()
    {
        Worker worker("noted", m_folder->path());
        const fs::path temporary = worker.nextLine();
        worker.signal(SIGINT);
        QCOMPARE(worker.nextLine(), "noted");
        worker.signal(SIGTERM);
        QCOMPARE(worker.exitCode(), interruptedExitCode);
        QCOMPARE(worker.errors(), "stepscope: Interrupted again: quitting immediately.\n");
        QVERIFY(!fs::exists(temporary));
    }

    void foldersThatAreBeingMadeAreNotLeft()
    {
        for (int i = 0; i < 20; ++i) {
            Worker worker("making", m_folder->path());
            QCOMPARE(worker.nextLine(), "ready");
            worker.signal(SIGINT);
            QCOMPARE(worker.exitCode(), interruptedExitCode);
            QCOMPARE(worker.errors(), sentence);
            QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                     QStringList());
        }
    }

    void aFolderThatIsBeingRemovedIsNotLeft()
    {
        for (int i = 0; i < 20; ++i) {
            Worker worker("removing", m_folder->path());
            QCOMPARE(worker.nextLine(), "ready");
            worker.signal(SIGINT);
            QCOMPARE(worker.exitCode(), interruptedExitCode);
            QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                     QStringList());
        }
    }

    void aKillEndsTheChild()
    {
        Worker worker("ended", m_folder->path(), {"sh", "-c", "exec \"$@\"", "sh"});
        worker.nextLine();
        pid_t child = 0;
        std::ifstream(m_folder->filePath("child").toStdString()) >> child;
        QVERIFY(child > 0 && ::kill(child, 0) == 0);
        worker.signal(SIGKILL);
        QCOMPARE(worker.exitCode(), -1);
        QTRY_VERIFY(::kill(child, 0) != 0);
    }

    void aHandlerIsCalledOnce()
    {
        Worker worker("handled", m_folder->path());
        QCOMPARE(worker.nextLine(), "ready");
        worker.signal(SIGTERM);
        QCOMPARE(worker.nextLine(), "handled");
        QCOMPARE(worker.exitCode(), 0);
    }

    void underNohupAClosedTerminalEndsNothing()
    {
        Worker worker("noted", m_folder->path(), {"sh", "-c", "trap '' HUP; exec \"$@\"", "sh"});
        worker.nextLine();
        worker.signal(SIGHUP);
        worker.signal(SIGINT);
        QCOMPARE(worker.nextLine(), "noted");
        worker.signal(SIGHUP);
        std::ofstream(m_folder->filePath("finish").toStdString());
        QCOMPARE(worker.exitCode(), 0);
    }

    void aLimitOnTheSizeOfFilesIsAnErrorOfTheWrite()
    {
        Worker worker("large", m_folder->path(), {"sh", "-c", "ulimit -f 10; exec \"$@\"", "sh"});
        const auto path = m_folder->filePath("large").toStdString();
        QCOMPARE(worker.nextLine(), "Cannot write " + path + ": File too large.");
        QCOMPARE(worker.exitCode(), 0);
        QVERIFY(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).isEmpty());
    }
};

int main(int argc, char** argv)
{
    constexpr int argumentsOfWorker = 4;
    if (argc == argumentsOfWorker && std::string(argv[1]) == "--work")
        return work(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    TestInterruption test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_interruption.moc"
