#pragma once

#include "core/record/recorder_messages.h"
#include "core/run/run.h"

#include <QObject>
#include <QStringList>

#include <filesystem>

class QWidget;

namespace stepscope::ui {

class NoticeArea;
class ProgramProcess;
class RunController;
struct ProgramResult;

/// The program that this window records: asks for it, starts and stops it, and shows its state in a notice.
class ProgramRecording final : public QObject
{
    Q_OBJECT

public:
    ProgramRecording(RunController* controller, NoticeArea* notices, QWidget* window);

    /// Asks which program, and starts it.
    void ask();
    bool isRunning() const;
    /// The first call interrupts the program, the second asks it to end, the third kills it.
    void stop();
    /// Asks first; false if the recording goes on.
    bool stopToClose();
    /// Records some steps of the run on the screen, which another process may be recording.
    void recordSteps();

Q_SIGNALS:
    void started();
    void ended();
    /// The run to show. If there are several, such as the ranks of a distributed training, it is the first;
    /// the others are in the library.
    void runFound(const std::filesystem::path& path);
    void logged(stepscope::LogLevel level, const QString& text);

private:
    void createProcess();
    void showRunning(const std::filesystem::path& path);
    void showEnded(const ProgramResult& result);
    void logOutput(const QStringList& lines);
    void logMessage(const RecorderMessage& message);

    RunController* m_controller;
    NoticeArea* m_notices;
    QWidget* m_window;
    ProgramProcess* m_program = nullptr; ///< created when first needed
    bool m_isShown = false;              ///< one of its runs
};

} // namespace stepscope::ui
