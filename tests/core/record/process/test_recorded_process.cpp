#include "core/base/files/temporary_folder.h"
#include "core/base/processes/own_variables.h"
#include "core/base/processes/program_search.h"
#include "core/record/process/recorded_process.h"

#include <QtTest>

#include <fstream>
#include <sstream>

using namespace stepscope;

class TestRecordedProcess : public QObject
{
    Q_OBJECT

private:
    /// What a recorded program prints about its environment.
    static std::string printed(const std::string& script, const std::vector<std::string>& environment)
    {
        const TemporaryFolder folder;
        RecordedProcess process({"/bin/sh", "-c", script + " > printed"}, environment, folder.path());
        [&] { QTRY_VERIFY(process.hasEnded()); }();
        std::ifstream file(folder.path() / "printed");
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }

private Q_SLOTS:
    void theEnvironmentIsTheUsersWithWhatIsAdded()
    {
        qputenv("STEPSCOPE_TEST_USERS", "before");
        setOwnVariable("STEPSCOPE_TEST_USERS", "after");
        setOwnVariable("STEPSCOPE_TEST_OWN", "own");
        qputenv("STEPSCOPE_TEST_ADDED", "of the user");
        QCOMPARE(printed("echo $STEPSCOPE_TEST_USERS, ${STEPSCOPE_TEST_OWN-not set}, $STEPSCOPE_TEST_ADDED",
                         {"STEPSCOPE_TEST_ADDED=added"}),
                 "before, not set, added\n");
    }

    void foldersOfPathThatAreRelativeStayForTheProgram()
    {
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", "bin:" + before);
        keepAbsoluteSearchPath();
        QCOMPARE(qgetenv("PATH"), before);
        QCOMPARE(printed("echo \"$PATH\"", {}), ("bin:" + before + "\n").toStdString());
    }
};

QTEST_GUILESS_MAIN(TestRecordedProcess)
#include "test_recorded_process.moc"
