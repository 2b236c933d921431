#include "ui/record/program_process.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestProgramProcess : public QObject
{
    Q_OBJECT

    QTemporaryDir m_library;
    QStringList m_lines;
    std::vector<RecorderMessage> m_messages;
    std::optional<ProgramResult> m_result;

    static ProgramCommand shell(const QString& script)
    {
        return {.command = QString("/bin/sh -c \"%1\"").arg(script), .folder = "/"};
    }
    std::unique_ptr<ProgramProcess> started(const ProgramCommand& command)
    {
        m_lines.clear();
        m_messages.clear();
        m_result.reset();
        auto process = std::make_unique<ProgramProcess>();
        connect(process.get(), &ProgramProcess::wrote, this,
                [this](const QStringList& lines) { m_lines += lines; });
        connect(process.get(), &ProgramProcess::messageReceived, this,
                [this](const RecorderMessage& message) { m_messages.push_back(message); });
        connect(process.get(), &ProgramProcess::ended, this,
                [this](const ProgramResult& result) { m_result = result; });
        process->start(command);
        return process;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("STEPSCOPE_LIBRARY", m_library.path().toUtf8()); }

    void whatItWritesIsPassedOn()
    {
        auto command = shell("pwd; echo $OWN; echo wrong >&2");
        command.folder = "/usr";
        command.variables = "OWN=a b=c";
        const auto process = started(command);
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY(m_lines.contains("/usr"));
        QVERIFY(m_lines.contains("a b=c"));
        QVERIFY(m_lines.contains("wrong"));
        QVERIFY2(m_result->sentence.startsWith("The program did not load PyTorch"),
                 qPrintable(m_result->sentence));
        QVERIFY(!process->isRunning());
    }

    /// Such as tqdm's.
    void ofAProgressBarTheLastStateIsPassedOn()
    {
        const auto process = started(shell("printf '10%%\\r20%%\\r30%%\\nend\\n'"));
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QCOMPARE(m_lines.mid(0, 2), (QStringList{"30%", "end"}));
    }

    void anErrorIsSaid()
    {
        const auto process = started(shell("echo reason; exit 3"));
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY2(m_result->sentence.startsWith("The program ended with exit code 3."),
                 qPrintable(m_result->sentence));
        QVERIFY(m_result->detail.contains("reason"));
        QVERIFY(!m_result->isStopped);
    }

    /// The recorder's messages are distinguished from the program's output.
    void outputLikeAMessageIsOutput()
    {
        const auto process = started(shell("echo 'stepscope: The disk is full.'"));
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QCOMPARE(m_lines, QStringList("stepscope: The disk is full."));
        QCOMPARE(m_messages.size(), 1u);
        QCOMPARE(m_messages.front().kind, RecorderMessage::Kind::NoRun);
        QCOMPARE(m_result->sentence.toStdString(), m_messages.front().text);
        QVERIFY(m_result->detail.contains(m_result->sentence));
    }

    void stopInterruptsAsATerminalDoes()
    {
        const auto process =
            started(shell("trap 'echo interrupted; exit 0' INT; echo ready; while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(m_lines.contains("ready"), 20'000);
        process->stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY(m_lines.contains("interrupted"));
        QVERIFY(m_result->isStopped);
        QCOMPARE(m_result->sentence, QString());
    }

    void whatIgnoresThatIsEnded()
    {
        const auto process =
            started(shell("trap '' INT; trap '' TERM; echo ready; while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(m_lines.contains("ready"), 20'000);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(process->isRunning());
            process->stop();
            QTest::qWait(300);
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY(m_result->isStopped);
    }

    /// A program that saves its work when it is asked to end must not be disturbed.
    void theSecondStopAsksOnce()
    {
        const auto process = started(shell("trap '' INT; trap 'echo asked' TERM; echo ready; "
                                           "while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(m_lines.contains("ready"), 20'000);
        process->stop();
        process->stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_lines.contains("asked"), 20'000);
        QTest::qWait(500);
        QCOMPARE(m_lines.count("asked"), 1);
        process->stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
    }

    /// The recorder ends by itself and cleans up.
    void theThirdStopLeavesTheRecorderToFinish()
    {
        const auto process = started(shell("trap '' INT TERM; echo ready; while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(m_lines.contains("ready"), 20'000);
        for (int i = 0; i < 3; ++i)
            process->stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY2(m_result->detail.contains("The program was ended by signal 9"),
                 qPrintable(m_result->detail));
    }

    void aCharacterMayComeInTwoPieces()
    {
        const auto process = started(shell("printf '\\303'; sleep 0.5; printf '\\244\\n'"));
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY2(m_lines.contains(QString::fromUtf8("ä")), qPrintable(m_lines.join('|')));
    }

    void aProgramThatIsNotThereIsAnError()
    {
        const auto process = started({.command = "no-such-program", .folder = "/"});
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY2(m_result->sentence.contains("no-such-program"), qPrintable(m_result->sentence));
    }

    void aFolderThatIsNotThereIsAnError()
    {
        const auto process = started({.command = "/bin/true", .folder = "/none"});
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 20'000);
        QVERIFY(!m_result->sentence.isEmpty());
    }

    void muchOutputIsCutOff()
    {
        const auto process = started(shell("seq 300000"));
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), 60'000);
        QVERIFY(m_lines.size() <= 100'002);
        QVERIFY(m_lines.last().startsWith("Further output is not shown."));
        QVERIFY(m_result->detail.contains("300000"));
    }
};

QTEST_GUILESS_MAIN(TestProgramProcess)
#include "test_program_process.moc"
