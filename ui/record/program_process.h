#pragma once

#include "core/base/files/temporary_folder.h"
#include "core/record/recorder_messages.h"
#include "ui/record/program_command.h"

#include <QObject>
#include <QProcess>
#include <QStringConverter>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <optional>

namespace stepscope::ui {

/// How a recorded program ended.
struct ProgramResult
{
    QString sentence; ///< empty: normal end without an error
    QString detail;   ///< its last output
    bool isStopped = false;
};

/// A program that `stepscope record` records in a separate process.
class ProgramProcess final : public QObject
{
    Q_OBJECT

public:
    explicit ProgramProcess(QObject* parent = nullptr);
    /// Stops the program and waits for it.
    ~ProgramProcess() override;

    void start(const ProgramCommand& command);
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    bool isStopping() const { return isRunning() && m_stops > 0; }
    const ProgramCommand& command() const { return m_command; }

    /// Interrupts the program as a terminal would. The second call asks it to end, the third kills it. The
    /// recorder is left to finish the run.
    void stop();
    /// Number of calls of stop().
    int stops() const { return m_stops; }

Q_SIGNALS:
    /// The program has written these lines.
    void wrote(const QStringList& lines);
    /// The recorder has sent a message.
    void messageReceived(const stepscope::RecorderMessage& message);
    /// A run has started.
    void runFound(const std::filesystem::path& path);
    void ended(const stepscope::ui::ProgramResult& result);

private:
    void takeOutput(bool isOver);
    void keepLast(const QStringList& lines);
    void lookForRuns();
    void lookForMessages();
    void finish(int exitCode, QProcess::ExitStatus status);
    ProgramResult resultOf(int exitCode, QProcess::ExitStatus status) const;
    void end(const ProgramResult& result);

    ProgramCommand m_command;
    std::optional<TemporaryFolder> m_files;
    QProcess m_process;
    QTimer m_timer;
    QStringDecoder m_decoder{QStringDecoder::Utf8}; ///< a piece may end within a character
    QString m_text;                                 ///< the incomplete last line
    QString m_problem;                              ///< the recorder's first message about a problem
    QString m_noRun;                                ///< the recorder's message that there is no run
    QStringList m_last;
    int m_lines = 0;
    qsizetype m_runs = 0;
    size_t m_messages = 0;
    int m_stops = 0;
};

} // namespace stepscope::ui
