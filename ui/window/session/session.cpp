#include "ui/window/session/session.h"

#include "core/base/error.h"
#include "core/run/imported_experiment.h"
#include "core/weights/checkpoint.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/session/ab_testing.h"
#include "ui/window/session/operator_measuring.h"
#include "ui/window/session/program_recording.h"
#include "ui/window/session/sweep_session.h"

#include <filesystem>
#include <system_error>

namespace stepscope::ui {

Session::Session(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

bool Session::isSweeping() const
{
    return m_parts.sweep->isRunning();
}

bool Session::isRecording() const
{
    return m_parts.recording->isRunning();
}

bool Session::isMeasuring() const
{
    return m_parts.abTest->isRunning();
}

bool Session::isMeasuringOperator() const
{
    return m_parts.operators->isRunning();
}

bool Session::isRunning() const
{
    return m_parts.controller->isTraining() || isSweeping() || isRecording() || isMeasuring() ||
           isMeasuringOperator();
}

QString Session::whyNotTrain() const
{
    if (const QString busy = whyNotRecord(); !busy.isEmpty())
        return busy;
    if (m_parts.controller->engineState() == RunController::EngineState::Failed)
        return m_parts.notices->text("engine");
    if (const QString problem = m_parts.panel->problem(); !problem.isEmpty())
        return problem;
    return whyNoData();
}

/// What is missing: the data set, or the user's model.
QString Session::whyNoData() const
{
    const QString missing = m_parts.dataSet->missingText();
    return missing.isEmpty() ? m_parts.notices->text("model") : missing;
}

/// The form may be incomplete: a sweep replaces some of its fields.
QString Session::whyNotSweep() const
{
    if (m_parts.controller->isTraining())
        return tr("A network is being trained.");
    if (isRecording())
        return tr("A program is being recorded.");
    if (isMeasuring())
        return tr("An A/B test is running.");
    if (isMeasuringOperator())
        return tr("An operator is being measured.");
    if (m_parts.controller->engineState() == RunController::EngineState::Failed)
        return m_parts.notices->text("engine");
    return whyNoData();
}

QString Session::whyNotRecord() const
{
    return m_parts.controller->isTraining() ? tr("A network is being trained.")
           : isSweeping()                   ? tr("A sweep is running.")
           : isRecording()                  ? tr("A program is being recorded.")
           : isMeasuring()                  ? tr("An A/B test is running.")
           : isMeasuringOperator()          ? tr("An operator is being measured.")
                                            : QString();
}

QString Session::whyNotMeasure() const
{
    if (const QString busy = whyNotRecord(); !busy.isEmpty())
        return busy;
    if (m_parts.controller->engineState() == RunController::EngineState::Failed)
        return m_parts.notices->text("engine");
    return {};
}

QString Session::whyNotResume() const
{
    if (const QString busy = whyNotMeasure(); !busy.isEmpty())
        return busy;
    const Run* run = m_parts.controller->run();
    std::error_code unknown;
    if (!run || run->kind != RunKind::Training || isImported(*run) || !run->isOver() ||
        !std::filesystem::exists(checkpointFileOf(m_parts.controller->runPath()), unknown))
        return tr("There is no checkpoint of the run on the screen.");
    return {};
}

bool Session::canPause() const
{
    return m_parts.controller->isTraining() && !m_parts.controller->isStopping();
}

bool Session::canStop() const
{
    return canPause() || isRecording() || isMeasuring() || m_parts.sweep->canStop();
}

void Session::train()
{
    if (whyNotTrain().isEmpty())
        m_parts.controller->start(m_parts.panel->experiment());
}

void Session::resume()
{
    if (!whyNotResume().isEmpty())
        return;
    const auto checkpoint = checkpointFileOf(m_parts.controller->runPath());
    forgetFailure(m_parts.window);
    try {
        Experiment experiment = readCheckpointFacts(checkpoint).experiment;
        if (m_parts.controller->run()->outcome == RunOutcome::Finished) {
            if (!dialogs().confirm(m_parts.window, {.title = tr("Resume training"),
                                                    .text = tr("This training is complete. Continue it for "
                                                               "the same length again?"),
                                                    .accept = tr("Continue"),
                                                    .reject = tr("Cancel")}))
                return;
            experiment.epochs *= 2;
            experiment.steps *= 2;
            experiment.seconds *= 2;
        }
        m_parts.controller->start(experiment, checkpoint);
    } catch (const Error& error) {
        dialogs().showFailure(m_parts.window, toQString(error.what()), toQString(error.detail()));
    }
}

void Session::togglePause()
{
    m_parts.controller->setPaused(!m_parts.controller->isPaused());
}

void Session::stop()
{
    if (isRecording())
        m_parts.recording->stop();
    else if (isMeasuring())
        m_parts.abTest->stop();
    else if (isSweeping())
        m_parts.sweep->stop();
    else
        m_parts.controller->stop();
}

} // namespace stepscope::ui
