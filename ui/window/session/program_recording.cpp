#include "ui/window/session/program_recording.h"

#include "core/base/error.h"
#include "core/record/step_request.h"
#include "ui/record/program_dialog.h"
#include "ui/record/program_process.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_controller.h"

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int stepsToRecord = 50;
const QString noticeName = QStringLiteral("program");

} // namespace

ProgramRecording::ProgramRecording(RunController* controller, NoticeArea* notices, QWidget* window)
    : QObject(window)
    , m_controller(controller)
    , m_notices(notices)
    , m_window(window)
{
}

bool ProgramRecording::isRunning() const
{
    return m_program && m_program->isRunning();
}

void ProgramRecording::createProcess()
{
    m_program = new ProgramProcess(this);
    connect(m_program, &ProgramProcess::runFound, this, &ProgramRecording::showRunning);
    connect(m_program, &ProgramProcess::ended, this, &ProgramRecording::showEnded);
    connect(m_program, &ProgramProcess::wrote, this, &ProgramRecording::logOutput);
    connect(m_program, &ProgramProcess::messageReceived, this, &ProgramRecording::logMessage);
}

void ProgramRecording::logOutput(const QStringList& lines)
{
    for (const QString& line : lines)
        Q_EMIT logged(LogLevel::Info, line);
}

void ProgramRecording::logMessage(const RecorderMessage& message)
{
    const bool isGood = message.kind == RecorderMessage::Kind::Recorded;
    Q_EMIT logged(isGood ? LogLevel::Info : LogLevel::Warning, toQString(message.text));
}

void ProgramRecording::ask()
{
    ProgramDialog dialog(m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const ProgramCommand command = dialog.command();
    rememberCommand(command);
    if (!m_program)
        createProcess();
    m_notices->remove("run");
    m_notices->show(noticeName,
                    {.kind = Notice::Kind::Info,
                     .text = tr("%1 is running. Its run appears after the first step.").arg(command.name()),
                     .detail = {},
                     .buttons = {{tr("Stop"), [this] { stop(); }, false}},
                     .closable = false,
                     .progress = 2.0});
    m_isShown = false;
    m_program->start(command);
    Q_EMIT started();
}

void ProgramRecording::showRunning(const std::filesystem::path& path)
{
    if (!m_program->isStopping())
        m_notices->update(noticeName, tr("%1 is being recorded.").arg(m_program->command().name()), 2.0);
    if (!std::exchange(m_isShown, true))
        Q_EMIT runFound(path);
}

void ProgramRecording::showEnded(const ProgramResult& result)
{
    m_notices->remove(noticeName);
    if (!result.sentence.isEmpty())
        m_notices->show(noticeName,
                        {.kind = Notice::Kind::Error, .text = result.sentence, .detail = result.detail});
    Q_EMIT ended();
}

void ProgramRecording::stop()
{
    if (!isRunning())
        return;
    m_program->stop();
    const QString name = m_program->command().name();
    const QString said[] = {tr("%1 was interrupted. Stop again to ask it to end."),
                            tr("%1 was asked to end. Stop again to kill it."), tr("%1 is being killed.")};
    m_notices->update(noticeName, said[std::min(m_program->stops(), 3) - 1].arg(name), 2.0);
}

bool ProgramRecording::stopToClose()
{
    const Confirmation question{tr("A program is being recorded"),
                                tr("Stop %1 and close? Everything recorded so far is kept in the library.")
                                    .arg(m_program->command().name()),
                                tr("Stop and close"), tr("Keep recording")};
    if (!dialogs().confirm(m_window, question))
        return false;
    stop();
    return true;
}

void ProgramRecording::recordSteps()
{
    try {
        requestSteps(m_controller->runPath(), stepsToRecord);
        showStatusMessage(m_window,
                          tr("The events of the next %n step(s) will be kept.", nullptr, stepsToRecord));
    } catch (const Error& error) {
        m_notices->show("openRun", {.kind = Notice::Kind::Error,
                                    .text = toQString(error.what()),
                                    .detail = toQString(error.detail())});
    }
}

} // namespace stepscope::ui
