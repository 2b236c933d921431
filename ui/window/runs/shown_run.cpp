#include "ui/window/runs/shown_run.h"

#include "core/trace/steps/rank_figures.h"
#include "ui/support/step_choice.h"
#include "ui/support/trace_selection.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/views/view_registry.h"

#include <utility>

namespace stepscope::ui {

ShownRun::ShownRun(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

void ShownRun::open(const std::filesystem::path& path, std::shared_ptr<StoredRun> stored,
                    const RunOpening& opening, const std::filesystem::path& source)
{
    m_opening = opening;
    m_parts.controller->open(path, std::move(stored), source);
}

RunOpening ShownRun::show()
{
    m_parts.views->createMissing();
    RunOpening opening = std::exchange(m_opening, {});
    if (!opening.isAgain)
        m_parts.notices->remove("run");
    const TraceFocus focus = opening.isAgain ? m_parts.selection->focus() : TraceFocus();
    const bool hasSameSteps = opening.isAgain && opening.stepOn == m_parts.steps->pickedName();
    const StepRange steps = hasSameSteps ? m_parts.selection->steps() : StepRange();
    m_parts.selection->clear();
    m_parts.steps->setRun(m_parts.controller->run(), opening.stepOn, canReadAgain());
    showSteps();
    m_parts.views->showRun(opening.isAgain);
    m_parts.listed->markShown();
    m_parts.selection->setSteps(steps);
    m_parts.selection->setFocus(focus);
    return opening;
}

/// A run file of several ranks has each rank's steps among its events, which another choice does not change.
bool ShownRun::canReadAgain() const
{
    const Run* run = m_parts.controller->run();
    return run && (m_parts.controller->runPath().empty() || ranksOf(run->trace).empty());
}

void ShownRun::showSteps()
{
    const QString name = QStringLiteral("steps");
    StepChoice* steps = m_parts.steps;
    if (steps->pickedName().isEmpty())
        return m_parts.notices->remove(name);
    const auto undo = [steps] { Q_EMIT steps->wanted({}); };
    m_parts.notices->show(name,
                          {.kind = Notice::Kind::Info,
                           .text = tr("The steps are made from the events “%1”.").arg(steps->pickedName()),
                           .detail = {},
                           .buttons = {{steps->undoText(), undo, false}}});
}

} // namespace stepscope::ui
