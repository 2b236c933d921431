#include "ui/support/trace_selection.h"

namespace stepscope::ui {

void TraceSelection::setFocus(const TraceFocus& focus)
{
    if (focus == m_focus)
        return;
    m_focus = focus;
    Q_EMIT focusChanged();
}

void TraceSelection::setSteps(const StepRange& steps)
{
    if (steps == m_steps)
        return;
    m_steps = steps;
    Q_EMIT stepsChanged();
}

void TraceSelection::clear()
{
    setFocus({});
    setSteps({});
}

} // namespace stepscope::ui
