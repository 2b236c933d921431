#include "core/base/processes/own_variables.h"
#include "ui/record/program_command.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope::ui;

class TestProgramCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-program-command");
        QSettings().clear();
    }

    void argumentsAreSplitAsInATerminal()
    {
        const ProgramCommand command{.command = R"(/bin/sh -c "echo two words"  last)"};
        QCOMPARE(command.words(), (QStringList{"/bin/sh", "-c", "echo two words", "last"}));
        QCOMPARE(command.name(), QString("sh -c echo two words last"));
    }

    void aLongNameIsCut()
    {
        const ProgramCommand command{.command = "python3 train.py " + QString(100, 'x')};
        QCOMPARE(command.name().size(), 48);
        QVERIFY(command.name().startsWith("python3 train.py xx"));
    }

    void whatCannotBeStartedIsSaid_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("variables");
        QTest::addColumn<QString>("problem");
        QTest::newRow("nothing") << "  "
                                 << ""
                                 << ""
                                 << "Enter the command that starts the program.";
        QTest::newRow("no program") << "no-such-program x"
                                    << ""
                                    << ""
                                    << "The program no-such-program was not found.";
        QTest::newRow("no file") << "./none"
                                 << "/"
                                 << ""
                                 << "The program ./none was not found.";
        QTest::newRow("a folder") << "/usr"
                                  << ""
                                  << ""
                                  << "The program /usr was not found.";
        QTest::newRow("no folder") << "sh"
                                   << "/none"
                                   << ""
                                   << "There is no folder /none.";
        QTest::newRow("no variable") << "sh"
                                     << "/"
                                     << "A=1\nB\n"
                                     << "“B” is not a variable. Write each line as NAME=value.";
        QTest::newRow("fine") << "sh"
                              << "/"
                              << "A=1\n\nB="
                              << "";
        QTest::newRow("relative") << "bin/sh"
                                  << "/"
                                  << ""
                                  << "";
    }
    void whatCannotBeStartedIsSaid()
    {
        QFETCH(QString, command);
        QFETCH(QString, folder);
        QFETCH(QString, variables);
        const ProgramCommand entered{.command = command, .folder = folder, .variables = variables};
        QTEST(entered.problem(), "problem");
    }

    void aProgramIsNotLookedForInTheCurrentFolder()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy("/bin/true", folder.filePath("own-program")));
        QVERIFY(QFile::setPermissions(folder.filePath("own-program"), QFile::ReadOwner | QFile::ExeOwner));
        ProgramCommand command{.command = "own-program", .folder = folder.path(), .variables = "PATH=.:"};
        QCOMPARE(command.programPath(), QString());
        command.variables = "PATH=" + folder.path();
        QCOMPARE(command.programPath(), folder.filePath("own-program"));
    }

    void programsGetTheEnvironmentWithoutStepscopesOwnVariables()
    {
        qputenv("STEPSCOPE_TEST_USERS", "before");
        stepscope::setOwnVariable("STEPSCOPE_TEST_USERS", "after");
        stepscope::setOwnVariable("STEPSCOPE_TEST_OWN", "own");
        const auto environment = ProgramCommand{.command = "sh", .variables = "A=1"}.environment();
        QCOMPARE(environment.value("STEPSCOPE_TEST_USERS"), QString("before"));
        QVERIFY(!environment.contains("STEPSCOPE_TEST_OWN"));
        QCOMPARE(environment.value("A"), QString("1"));
    }

    void stepsAndEventsBecomeOptions()
    {
        ProgramCommand command{.command = "sh -c true"};
        QCOMPARE(command.recordArguments(),
                 (QStringList{"record", "--window", "10:50", "--", "sh", "-c", "true"}));
        command.stepOn = stepscope::StepSource::Backward;
        QCOMPARE(command.recordArguments().mid(0, 3), (QStringList{"record", "--step-on", "backward"}));
        command.stepOn = stepscope::StepSource::Marks;
        QVERIFY(!command.problem().isEmpty());
        command.range = "my step";
        QCOMPARE(command.problem(), QString());
        QCOMPARE(command.recordArguments().mid(0, 3), (QStringList{"record", "--step-on", "my step"}));
        command.pythonCalls = true;
        command.memory = true;
        command.windowsOnly = true;
        QCOMPARE(command.recordArguments().mid(5),
                 (QStringList{"--windows-only", "--python", "--memory", "--", "sh", "-c", "true"}));
    }

    void theLastCommandsAreRemembered()
    {
        for (int i = 0; i < 20; ++i)
            rememberCommand({.command = QString("program %1").arg(i), .folder = "/tmp", .eventsAfter = i});
        rememberCommand({.command = "program 15",
                         .folder = "/tmp",
                         .variables = "A=1",
                         .stepOn = stepscope::StepSource::Module,
                         .windowsOnly = true,
                         .pythonCalls = true,
                         .memory = true});
        const auto commands = rememberedCommands();
        QCOMPARE(commands.size(), 12);
        QCOMPARE(commands[0].command, QString("program 15"));
        QCOMPARE(commands[0].variables, QString("A=1"));
        QCOMPARE(commands[0].stepOn, stepscope::StepSource::Module);
        QVERIFY(commands[0].pythonCalls);
        QVERIFY(commands[0].memory);
        QVERIFY(!commands[1].pythonCalls);
        QVERIFY(!commands[1].memory);
        QVERIFY(commands[0].windowsOnly);
        QVERIFY(!commands[1].windowsOnly);
        QCOMPARE(commands[1].stepOn, stepscope::StepSource::Unknown);
        QCOMPARE(commands[1].command, QString("program 19"));
        QCOMPARE(commands[1].eventsAfter, 19);
        QCOMPARE(commands[5].command, QString("program 14")); // not twice
    }
};

QTEST_GUILESS_MAIN(TestProgramCommand)
#include "test_program_command.moc"
