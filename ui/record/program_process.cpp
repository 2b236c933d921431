#include "ui/record/program_process.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/run_file/run_library.h"
#include "ui/support/qt_text.h"

#include <QDir>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace stepscope::ui {

namespace {

constexpr auto runsName = "runs";
constexpr auto messagesName = "messages";
constexpr int mostLines = 100'000; ///< of a program's output that are passed on
constexpr int lastLines = 30;
constexpr qsizetype longestLine = 4'000;

/// Kills the process group except the recorder, which leads it.
void killOthersOf(pid_t group)
{
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const auto process = pid_t(name.toInt(&isNumber));
        if (isNumber && process != group && ::getpgid(process) == group)
            ::kill(process, SIGKILL);
    }
}

/// What the recorder has written into one of its files; empty before it has created the file.
std::string writtenIn(const std::filesystem::path& file)
{
    constexpr uintmax_t mostBytes = 10'000'000;
    try {
        return readFile(file, mostBytes);
    } catch (const Error&) {
        return {};
    }
}

} // namespace

ProgramProcess::ProgramProcess(QObject* parent)
    : QObject(parent)
{
    // A separate group receives the signals that a terminal would send.
    m_process.setChildProcessModifier([] {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    });
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::finished, this, &ProgramProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end({.sentence = tr("The program cannot be started: %1").arg(m_process.errorString())});
    });
    constexpr int intervalMs = 100; // a program may write often
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        takeOutput(false);
        lookForRuns();
        lookForMessages();
    });
}

ProgramProcess::~ProgramProcess()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    constexpr int patienceMs = 5'000;
    for (m_stops = 0; isRunning() && m_stops < 3;) {
        stop();
        m_process.waitForFinished(patienceMs);
    }
}

void ProgramProcess::start(const ProgramCommand& command)
{
    m_command = command;
    m_decoder.resetState();
    m_text.clear();
    m_problem.clear();
    m_noRun.clear();
    m_last.clear();
    m_lines = m_stops = 0;
    m_runs = 0;
    m_messages = 0;
    try {
        m_files.emplace();
        auto environment = command.environment();
        if (!environment.contains("PYTHONUNBUFFERED")) // otherwise its output arrives at its end
            environment.insert("PYTHONUNBUFFERED", "1");
        m_process.setProcessEnvironment(environment);
        m_process.setWorkingDirectory(command.existingFolder());
        QStringList arguments = command.recordArguments();
        const QStringList own{"--library",     toQString(defaultLibraryFolder()),
                              "--runs-to",     toQString(m_files->path() / runsName),
                              "--messages-to", toQString(m_files->path() / messagesName)};
        for (qsizetype i = 0; i < own.size(); ++i)
            arguments.insert(1 + i, own[i]);
        m_process.start(toQString(programPath()), arguments);
        m_timer.start();
    } catch (const Error& error) {
        end({.sentence = toQString(error.what())});
    }
}

void ProgramProcess::stop()
{
    const auto group = pid_t(m_process.processId());
    if (group <= 0)
        return;
    if (m_stops == 0)
        ::kill(-group, SIGINT); // the recorder leaves it to the program
    else if (m_stops == 1)
        ::kill(group, SIGTERM); // the recorder passes it on
    else
        killOthersOf(group);
    ++m_stops;
}

void ProgramProcess::takeOutput(bool isOver)
{
    QByteArray piece = m_process.readAllStandardOutput();
    constexpr qsizetype mostBytes = 1 << 20;
    if (m_lines >= mostLines && piece.size() > mostBytes)
        piece = piece.right(mostBytes); // only its last lines matter
    m_text += m_decoder.decode(piece);
    m_text.replace("\r\n", "\n");
    QStringList lines = m_text.split('\n');
    m_text = isOver ? QString() : lines.takeLast();
    if (m_text.size() > longestLine) // a progress bar is one very long line
        m_text = m_text.mid(m_text.lastIndexOf('\r') + 1).right(longestLine);
    for (QString& line : lines)
        line = line.mid(line.lastIndexOf('\r') + 1).left(longestLine);
    lines.removeAll(QString());
    if (lines.isEmpty())
        return;
    keepLast(lines);
    if (m_lines >= mostLines)
        return;
    lines = lines.mid(0, mostLines - m_lines);
    m_lines += int(lines.size());
    if (m_lines >= mostLines)
        lines += tr("Further output is not shown.");
    Q_EMIT wrote(lines);
}

void ProgramProcess::keepLast(const QStringList& lines)
{
    m_last += lines;
    m_last = m_last.mid(std::max<qsizetype>(m_last.size() - lastLines, 0));
}

void ProgramProcess::lookForRuns()
{
    if (!m_files)
        return;
    const auto runs = toQString(writtenIn(m_files->path() / runsName)).split('\n', Qt::SkipEmptyParts);
    for (; m_runs < runs.size(); ++m_runs)
        Q_EMIT runFound(runs[m_runs].toStdString());
}

void ProgramProcess::lookForMessages()
{
    using Kind = RecorderMessage::Kind;
    if (!m_files)
        return;
    const auto messages = recorderMessages(writtenIn(m_files->path() / messagesName));
    for (; m_messages < messages.size(); ++m_messages) {
        const RecorderMessage& message = messages[m_messages];
        const QString text = toQString(message.text);
        if (message.kind == Kind::NoRun)
            m_noRun = text;
        else if (message.kind != Kind::Recorded && m_problem.isEmpty())
            m_problem = text;
        if (message.kind == Kind::Failure)
            continue; // the recorder's output has it
        keepLast({text});
        Q_EMIT messageReceived(message);
    }
}

ProgramResult ProgramProcess::resultOf(int exitCode, QProcess::ExitStatus status) const
{
    ProgramResult result{.sentence = m_problem, .detail = m_last.join('\n'), .isStopped = m_stops > 0};
    if (result.isStopped || !result.sentence.isEmpty())
        return result;
    if (!m_noRun.isEmpty())
        result.sentence = m_noRun;
    else if (status == QProcess::CrashExit)
        result.sentence = tr("%1 was ended by signal %2.").arg(m_command.name()).arg(exitCode);
    else if (exitCode != 0)
        result.sentence = tr("%1 ended with exit code %2.").arg(m_command.name()).arg(exitCode);
    return result;
}

void ProgramProcess::finish(int exitCode, QProcess::ExitStatus status)
{
    takeOutput(true);
    lookForRuns();
    lookForMessages();
    end(resultOf(exitCode, status));
}

/// Uses a separate turn of the event loop: if nothing could be started, start() has not returned yet.
void ProgramProcess::end(const ProgramResult& result)
{
    m_timer.stop();
    m_files.reset();
    QMetaObject::invokeMethod(
        this, [this, result] { Q_EMIT ended(result); }, Qt::QueuedConnection);
}

} // namespace stepscope::ui
