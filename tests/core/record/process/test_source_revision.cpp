#include "core/record/process/source_revision.h"

#include "core/base/processes/child_process.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <optional>

namespace stepscope {

class TestSourceRevision : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Neither the user's Git settings nor a repository around the temporary folder may affect the test.
        for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"})
            qunsetenv(name);
        qputenv("GIT_CONFIG_GLOBAL", "/dev/null");
        qputenv("GIT_CONFIG_SYSTEM", "/dev/null");
        qputenv("GIT_CEILING_DIRECTORIES", QDir::tempPath().toUtf8());
        try {
            runProcess({"git", "--version"});
        } catch (const ProgramNotFound&) {
            QSKIP("Git is not installed");
        }
    }

    void init() { m_folder.emplace(); }

    void aFolderOutsideOfARepositoryHasNone() { QCOMPARE(sourceRevision(path()), std::string()); }

    void aFolderThatIsGoneHasNone() { QCOMPARE(sourceRevision(path() / "gone"), std::string()); }

    void aRepositoryWithoutCommitsHasNone()
    {
        git({"init", "-q"});
        QCOMPARE(sourceRevision(path()), std::string());
    }

    void changesAreTold()
    {
        git({"init", "-q"});
        std::ofstream(path() / "train.py") << "print(1)\n";
        git({"add", "train.py"});
        git({"-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first"});
        const auto clean = sourceRevision(path());
        QVERIFY2(clean.starts_with("Git commit ") && clean.ends_with(", without uncommitted changes."),
                 clean.c_str());
        std::ofstream(path() / "notes.txt") << "not known to Git";
        QCOMPARE(sourceRevision(path()), clean);
        std::ofstream(path() / "train.py") << "print(2)\n";
        const auto changed = sourceRevision(path());
        QVERIFY2(changed.ends_with(", with uncommitted changes."), changed.c_str());
        QCOMPARE(changed.substr(0, changed.find(',')), clean.substr(0, clean.find(',')));
    }

private:
    std::filesystem::path path() const { return m_folder->path().toStdString(); }

    void git(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "git");
        QCOMPARE(runProcess(arguments, {.folder = path()}).exitCode, 0);
    }

    std::optional<QTemporaryDir> m_folder;
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestSourceRevision)
#include "test_source_revision.moc"
