#include "ui/support/trace_selection.h"

#include <QCoreApplication>
#include <QMenu>

#include <utility>

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

void addShowInMenu(QMenu* menu, TraceSelection* selection, const QString& view)
{
    const std::pair<QString, QString> views[] = {{"operators", ShowInWords::tr("Operators")},
                                                 {"timeline", ShowInWords::tr("Timeline")},
                                                 {"flame", ShowInWords::tr("Flame")},
                                                 {"calls", ShowInWords::tr("Calls")},
                                                 {"graph", ShowInWords::tr("Graph")}};
    QMenu* showIn = menu->addMenu(ShowInWords::tr("Show in"));
    showIn->setEnabled(!(selection->focus() == TraceFocus()));
    for (const auto& [name, title] : views) {
        if (name != view)
            showIn->addAction(title, selection,
                              [selection, name = name] { Q_EMIT selection->viewWanted(name); });
    }
}

} // namespace stepscope::ui
