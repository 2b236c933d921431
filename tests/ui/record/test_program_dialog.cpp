#include "ui/record/program_dialog.h"
#include "ui/support/dialogs.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope::ui;

class TestProgramDialog : public QObject
{
    Q_OBJECT

    /// A program that is called like Python and prints this.
    static void writePython(const QString& path, const QByteArray& printed)
    {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("#!/bin/sh\necho '" + printed + "'\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    static QString found(const ProgramDialog& dialog)
    {
        return dialog.findChild<QLabel*>("pythonFound")->text();
    }
    static void enter(const ProgramDialog& dialog, const QString& command)
    {
        dialog.findChild<QComboBox*>("command")->setEditText(command);
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-program-dialog");
        QSettings().clear();
    }

    void sayWhatIsMissing()
    {
        const ProgramDialog dialog;
        auto* record = dialog.findChild<QPushButton*>("record");
        QVERIFY(!record->isEnabled());
        enter(dialog, "no-such-program");
        QTRY_COMPARE(found(dialog), QString("The program no-such-program was not found."));
        QVERIFY(!record->isEnabled());
        enter(dialog, "/bin/true");
        QVERIFY(record->isEnabled());
        QTRY_COMPARE(found(dialog), QString());
    }

    void sayWhichPythonItIs()
    {
        const QTemporaryDir folder;
        const ProgramDialog dialog;
        writePython(folder.filePath("python3"), "3.99.1 2.9.0");
        enter(dialog, folder.filePath("python3") + " train.py");
        QTRY_COMPARE(found(dialog), folder.filePath("python3") + " is Python 3.99.1 with PyTorch 2.9.0.");
        writePython(folder.filePath("python4"), "4.0.0 none");
        enter(dialog, folder.filePath("python4") + " train.py");
        QTRY_COMPARE(found(dialog),
                     folder.filePath("python4") +
                         " is Python 4.0.0 without PyTorch. Programs that it runs cannot be recorded.");
        writePython(folder.filePath("python5"), "hello");
        enter(dialog, folder.filePath("python5"));
        QTRY_VERIFY(found(dialog).contains("does not run Python"));
    }

    /// Nothing of the program runs before it is recorded.
    void neitherScriptsNorFilesOfTheFolderRun()
    {
        const QTemporaryDir folder;
        writePython(folder.filePath("python_train.sh"), "x' > '" + folder.filePath("ran").toUtf8());
        QFile module(folder.filePath("importlib.py"));
        QVERIFY(module.open(QFile::WriteOnly));
        module.write("open('ran', 'w')\n");
        module.close();
        ProgramDialog dialog;
        dialog.findChild<QLineEdit*>("folder")->setText(folder.path());
        enter(dialog, "./python_train.sh");
        QTest::qWait(600);
        QCOMPARE(found(dialog), QString());
        if (QFile::exists("/usr/bin/python3")) {
            enter(dialog, "/usr/bin/python3 train.py");
            QTRY_VERIFY_WITH_TIMEOUT(found(dialog).startsWith("/usr/bin/python3 is Python "), 20'000);
        }
        QVERIFY(!QFile::exists(folder.filePath("ran")));
    }

    void aScriptRunsInItsFolder()
    {
        dialogs().openFile = [](QWidget*, const QString&, const QString&, const QString&) {
            return QString("/tmp/my train.py");
        };
        ProgramDialog dialog;
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().startsWith("Script"))
                button->click();
        }
        QCOMPARE(dialog.command().command, QString("python3 \"my train.py\""));
        QCOMPARE(dialog.command().folder, QString("/tmp"));
    }

    void aRememberedCommandFillsTheForm()
    {
        rememberCommand({.command = "/bin/true a", .folder = "/usr", .variables = "A=1", .eventsOfSteps = 7});
        rememberCommand({.command = "/bin/true b",
                         .folder = "/",
                         .stepOn = stepscope::StepSource::Marks,
                         .range = "my step",
                         .windowsOnly = true,
                         .pythonCalls = true,
                         .memory = true});
        ProgramDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.command().command, QString("/bin/true b"));
        QCOMPARE(dialog.command().range, QString("my step"));
        QVERIFY(dialog.command().pythonCalls);
        QVERIFY(dialog.command().memory);
        QVERIFY(dialog.command().windowsOnly);
        QVERIFY(dialog.findChild<QLineEdit*>("range")->isVisible());
        auto* commands = dialog.findChild<QComboBox*>("command");
        commands->setCurrentIndex(1);
        Q_EMIT commands->activated(1);
        QCOMPARE(dialog.command().command, QString("/bin/true a"));
        QCOMPARE(dialog.command().folder, QString("/usr"));
        QCOMPARE(dialog.command().variables, QString("A=1"));
        QCOMPARE(dialog.command().eventsOfSteps, 7);
        QVERIFY(!dialog.findChild<QLineEdit*>("range")->isVisible());
    }

    void fitsASmallScreen()
    {
        ProgramDialog dialog;
        QVERIFY(dialog.minimumSizeHint().width() <= 1024);
        QVERIFY(dialog.sizeHint().height() <= 600);
    }
};

QTEST_MAIN(TestProgramDialog)
#include "test_program_dialog.moc"
