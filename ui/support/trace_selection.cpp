#include "ui/support/trace_selection.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/event_layers.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QMenu>

namespace stepscope::ui {

namespace {

struct ShowInWords
{
    Q_DECLARE_TR_FUNCTIONS(ShowIn)
};

} // namespace

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

TraceFocus focusOfEvent(const Trace& trace, EventId event)
{
    TraceFocus focus;
    focus.event = event;
    const EventId call =
        isOnDevice(trace.kind[event]) ? launchingOperator(trace, trace.workOf(event)) : event;
    if (call == noEvent)
        return focus;
    focus.layer = toQString(layerOfEvent(trace, call));
    if (trace.kind[call] == EventKind::Operator)
        focus.operatorName = toQString(trace.names[trace.name[call]]);
    return focus;
}

StepRange selectedSteps(const TraceSelection* selection)
{
    return selection ? selection->steps() : StepRange();
}

QList<ShowInView> showInViews()
{
    return {{"operators", ShowInWords::tr("Operators"), Qt::ALT | Qt::Key_O},
            {"timeline", ShowInWords::tr("Timeline"), Qt::ALT | Qt::Key_T},
            {"flame", ShowInWords::tr("Flame"), Qt::ALT | Qt::Key_L},
            {"call-graph", ShowInWords::tr("Calls"), Qt::ALT | Qt::Key_C},
            {"graph", ShowInWords::tr("Graph"), Qt::ALT | Qt::Key_G},
            {"memory", ShowInWords::tr("Memory"), Qt::ALT | Qt::Key_M}};
}

void addShowInActions(QMenu* menu, TraceSelection* selection, const TraceFocus& what, const QString& view)
{
    for (const ShowInView& each : showInViews()) {
        if (each.name == view || selection->emptyViews().contains(each.name))
            continue;
        QAction* action = menu->addAction(each.title, selection, [selection, what, name = each.name] {
            selection->setFocus(what);
            Q_EMIT selection->viewWanted(name);
        });
        action->setShortcut(each.key);
        action->setShortcutContext(Qt::WidgetShortcut); // only shown: the window has the action
    }
}

void addShowInMenu(QMenu* menu, TraceSelection* selection, const TraceFocus& what, const QString& view)
{
    QMenu* showIn = menu->addMenu(ShowInWords::tr("Show in"));
    showIn->setEnabled(what.hasPlace());
    addShowInActions(showIn, selection, what, view);
}

} // namespace stepscope::ui
