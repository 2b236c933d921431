#include "core/base/files/temporary_folder.h"
#include "core/base/processes/child_process.h"
#include "core/base/processes/program_search.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <fmt/format.h>

#include <fstream>

using namespace stepscope;
using stepscope::test::failureOf;

namespace fs = std::filesystem;

namespace {

void writeProgram(const fs::path& file, const std::string& says)
{
    std::ofstream(file) << "#!/bin/sh\necho " << says << "\n";
    fs::permissions(file, fs::perms::owner_all);
}

} // namespace

class TestProgramSearch : public QObject
{
    Q_OBJECT

    QByteArray m_path;
    fs::path m_before;
    std::unique_ptr<TemporaryFolder> m_folder;

private Q_SLOTS:
    /// The current folder, and "below" in it, have a program with the same name as one in the folder "good".
    void init()
    {
        m_path = qgetenv("PATH");
        m_before = fs::current_path();
        m_folder = std::make_unique<TemporaryFolder>();
        fs::create_directory(m_folder->path() / "below");
        fs::create_directory(m_folder->path() / "good");
        writeProgram(m_folder->path() / "stepscope-tool", "forged");
        writeProgram(m_folder->path() / "below/stepscope-tool", "forged");
        writeProgram(m_folder->path() / "good/stepscope-tool", "good");
        fs::current_path(m_folder->path());
    }

    void cleanup()
    {
        fs::current_path(m_before);
        qputenv("PATH", m_path);
        m_folder.reset();
    }

    void theCurrentFolderIsNotSearched_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("empty first") << QByteArray(":") << QByteArray("");
        QTest::newRow("empty last") << QByteArray("") << QByteArray(":");
        QTest::newRow("empty between") << QByteArray("/none::") << QByteArray("");
        QTest::newRow("dot") << QByteArray(".:") << QByteArray("");
        QTest::newRow("relative") << QByteArray("below:") << QByteArray("");
        QTest::newRow("upwards") << QByteArray("./below/../below:") << QByteArray("");
    }

    void theCurrentFolderIsNotSearched()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const auto good = (m_folder->path() / "good").string();
        qputenv("PATH", before + QByteArray::fromStdString(good) + after);
        QCOMPARE(findProgram("stepscope-tool"), fs::path(good) / "stepscope-tool");
        QCOMPARE(runProcess({"stepscope-tool"}).output, "good\n");
        qputenv("PATH", before + "/none" + after);
        QVERIFY(findProgram("stepscope-tool").empty());
        QCOMPARE(failureOf([] { runProcess({"stepscope-tool"}); }),
                 "The program stepscope-tool was not found.");
    }

    void programsThatAreStartedDoNotSearchItEither()
    {
        qputenv("PATH", ":.:/usr/bin:below:/bin:");
        keepAbsoluteSearchPath();
        QCOMPARE(runProcess({"sh", "-c", "echo $PATH; stepscope-tool || echo none"}).output,
                 "/usr/bin:/bin\nnone\n");
    }

    void withoutPathTheUsualFoldersAreSearched()
    {
        qunsetenv("PATH");
        keepAbsoluteSearchPath();
        QVERIFY(!qEnvironmentVariableIsSet("PATH"));
        QCOMPARE(absoluteSearchPath(), "/bin:/usr/bin");
        QVERIFY(!findProgram("sh").empty());
    }

    void whatCannotBeRunIsPassedOver()
    {
        const auto folder = m_folder->path();
        fs::create_directories(folder / "first/stepscope-tool"); // a folder of that name
        fs::create_directory(folder / "second");
        std::ofstream(folder / "second/stepscope-tool") << "no program"; // not executable
        qputenv("PATH",
                QByteArray::fromStdString(fmt::format("{0}/first:{0}/second:{0}/good", folder.string())));
        QCOMPARE(findProgram("stepscope-tool"), folder / "good/stepscope-tool");
    }

    void aPathIsTakenAsItIs()
    {
        QCOMPARE(findProgram("/some/where"), fs::path("/some/where"));
        QCOMPARE(findProgram("./stepscope-tool"), fs::path("./stepscope-tool"));
    }

    void aProgramRunsInTheFolderThatIsGiven()
    {
        QCOMPARE(runProcess({"pwd"}, {.folder = m_folder->path() / "below"}).output,
                 (fs::canonical(m_folder->path()) / "below").string() + "\n");
    }
};

QTEST_GUILESS_MAIN(TestProgramSearch)
#include "test_program_search.moc"
