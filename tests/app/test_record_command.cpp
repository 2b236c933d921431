#include "core/record/recorder_messages.h"
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

/// What `stepscope record` tells its user, in the terminal or in a file.
class TestRecordCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    ProgramResult record(const QStringList& options, const QStringList& command) const
    {
        return runProgram(QStringList{"record", "--library", m_folder.filePath("library")} + options +
                              QStringList{"--"} + command,
                          m_folder.path());
    }
    std::vector<RecorderMessage> messagesIn(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? recorderMessages(file.readAll().toStdString())
                                              : std::vector<RecorderMessage>();
    }

private Q_SLOTS:
    void messagesArePrinted()
    {
        const auto result = record({}, {"true"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.startsWith("stepscope: The program did not load PyTorch"),
                 qPrintable(result.errors));
    }

    void aFileGetsTheMessagesInstead()
    {
        const auto result = record({"--messages-to", "messages"}, {"sh", "-c", "echo own >&2; exit 3"});
        QCOMPARE(result.exitCode, 3);
        QCOMPARE(result.errors, QString("own\n"));
        const auto messages = messagesIn("messages");
        QCOMPARE(messages.size(), 1u);
        QCOMPARE(messages.front().kind, RecorderMessage::Kind::NoRun);
        QVERIFY(messages.front().text.starts_with("The program ended with exit code 3."));
    }

    void aFailureIsAlsoPrinted()
    {
        const auto result = record({"--messages-to", "failure"}, {"./no-such-program"});
        QVERIFY(result.exitCode != 0);
        const auto messages = messagesIn("failure");
        QCOMPARE(messages.size(), 1u);
        QCOMPARE(messages.front().kind, RecorderMessage::Kind::Failure);
        QCOMPARE(result.errors, "stepscope: " + QString::fromStdString(messages.front().text) + "\n");
    }

    void aFileThatCannotBeCreatedIsAnError()
    {
        const auto result = record({"--messages-to", "none/messages"}, {"touch", "started"});
        QVERIFY(result.exitCode != 0);
        QVERIFY2(result.errors.contains("none/messages"), qPrintable(result.errors));
        QVERIFY(!QFile::exists(m_folder.filePath("started")));
    }

    void messagesArePrintedOnceTheFileCannotBeWritten()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("gone"));
        const auto result = record({"--messages-to", "gone/messages"}, {"rm", "-r", "gone"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains("gone"), qPrintable(result.errors));
        QVERIFY2(result.errors.contains("stepscope: The program did not load PyTorch"),
                 qPrintable(result.errors));
    }
};

QTEST_GUILESS_MAIN(TestRecordCommand)
#include "test_record_command.moc"
