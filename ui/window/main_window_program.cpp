// Recording programs: starts and stops one, and asks about its events.

#include "core/base/error.h"
#include "core/record/step_request.h"
#include "ui/record/program_dialog.h"
#include "ui/record/program_process.h"
#include "ui/support/dialogs.h"
#include "ui/support/status_message.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/window_actions.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int stepsToRecord = 50;
const QString noticeName = QStringLiteral("program");

} // namespace

void MainWindow::connectProgram()
{
    connect(m_actions->recordProgram, &QAction::triggered, this, &MainWindow::askForProgram);
    connect(m_actions->recordSteps, &QAction::triggered, this, &MainWindow::recordSteps);
}

bool MainWindow::isRecording() const
{
    return m_program && m_program->isRunning();
}

void MainWindow::askForProgram()
{
    ProgramDialog dialog(this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const ProgramCommand command = dialog.command();
    rememberCommand(command);
    if (!m_program) {
        m_program = new ProgramProcess(this);
        connect(m_program, &ProgramProcess::runFound, this, &MainWindow::showRecording);
        connect(m_program, &ProgramProcess::ended, this, &MainWindow::showRecorded);
        connect(m_program, &ProgramProcess::wrote, this, [this](const QStringList& lines) {
            for (const QString& line : lines) {
                const bool isOwn = line.startsWith("stepscope: ") && !line.startsWith("stepscope: Recorded ");
                log(isOwn ? LogLevel::Warning : LogLevel::Info, line);
            }
        });
    }
    m_notices->remove("run");
    m_notices->show(noticeName,
                    {.kind = Notice::Kind::Info,
                     .text = tr("%1 is running. Its run appears after the first step.").arg(command.name()),
                     .detail = {},
                     .buttons = {{tr("Stop"), [this] { stopProgram(); }, false}},
                     .closable = false,
                     .progress = 2.0});
    m_isRecordingShown = false;
    m_program->start(command);
    updateTrainable();
}

/// If there are several runs, such as the ranks of a distributed training, shows the first; the others are in
/// the library.
void MainWindow::showRecording(const std::filesystem::path& path)
{
    if (!m_program->isStopping())
        m_notices->update(noticeName, tr("%1 is being recorded.").arg(m_program->command().name()), 2.0);
    if (!std::exchange(m_isRecordingShown, true))
        openRun(path);
}

void MainWindow::showRecorded(const ProgramResult& result)
{
    m_notices->remove(noticeName);
    if (!result.sentence.isEmpty())
        m_notices->show(noticeName,
                        {.kind = Notice::Kind::Error, .text = result.sentence, .detail = result.detail});
    updateTrainable();
    goOnClosing();
}

void MainWindow::stopProgram()
{
    if (!isRecording())
        return;
    m_program->stop();
    const QString name = m_program->command().name();
    const QString said[] = {tr("%1 was interrupted. Stop again to ask it to end."),
                            tr("%1 was asked to end. Stop again to kill it."), tr("%1 is being killed.")};
    m_notices->update(noticeName, said[std::min(m_program->stops(), 3) - 1].arg(name), 2.0);
}

bool MainWindow::stopProgramToClose()
{
    const Confirmation question{tr("A program is being recorded"),
                                tr("Stop %1 and close? Everything recorded so far is kept in the library.")
                                    .arg(m_program->command().name()),
                                tr("Stop and close"), tr("Keep recording")};
    if (!dialogs().confirm(this, question))
        return false;
    stopProgram();
    return true;
}

void MainWindow::updateRecording()
{
    const Run* run = m_controller->run();
    m_actions->recordSteps->setVisible(run && run->kind == RunKind::Program && !run->isOver());
    const QString why = m_controller->isTraining() ? tr("A training is running.")
                        : isSweeping()             ? tr("A sweep is running.")
                        : isRecording()            ? tr("A program is being recorded.")
                                                   : QString();
    m_actions->recordProgram->setEnabled(why.isEmpty());
    m_actions->recordProgram->setToolTip(why.isEmpty() ? m_actions->recordProgram->statusTip() : why);
}

void MainWindow::recordSteps()
{
    try {
        requestSteps(m_controller->runPath(), stepsToRecord);
        showStatusMessage(this, tr("The events of the next %1 steps will be kept.").arg(stepsToRecord));
    } catch (const Error& error) {
        m_notices->show("openRun", {.kind = Notice::Kind::Error,
                                    .text = QString::fromUtf8(error.what()),
                                    .detail = QString::fromStdString(error.detail())});
    }
}

} // namespace stepscope::ui
