#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include <optional>

class QMenu;

namespace stepscope::ui {

/// What the user has selected in a trace. Empty members mean any. Views show the parts that they can show.
struct TraceFocus
{
    std::optional<EventId> event;      ///< one event of Run::trace
    QString operatorName;              ///< as in Trace::names: "aten::addmm"
    QString layer;                     ///< the layer's name in the graph and in its events: "conv1"
    std::optional<TimeInterval> range; ///< a time range, selected in the timeline

    /// Whether other views can show it.
    bool hasPlace() const { return event || !operatorName.isEmpty() || !layer.isEmpty(); }
    bool operator==(const TraceFocus&) const = default;
};

/// The event with its operator and its layer; of work on a device, those that launched it.
TraceFocus focusOfEvent(const Trace& trace, EventId event);

using stepscope::StepRange;

/// The selection that all views of a run share: what is selected in one is shown by the others. Setting an
/// equal value emits no signal, so that views may answer a signal by setting the same value.
class TraceSelection final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    const TraceFocus& focus() const { return m_focus; }
    void setFocus(const TraceFocus& focus);
    /// The steps that every figure covers; by default all.
    const StepRange& steps() const { return m_steps; }
    void setSteps(const StepRange& steps);
    /// For another run: clears the selection and covers all steps.
    void clear();
    /// Views that have nothing to show of the run.
    const QSet<QString>& emptyViews() const { return m_emptyViews; }
    void setEmptyViews(const QSet<QString>& names) { m_emptyViews = names; }

Q_SIGNALS:
    void focusChanged();
    void stepsChanged();
    /// The view of this name is to show the selection: "timeline".
    void viewWanted(const QString& name);

private:
    TraceFocus m_focus;
    StepRange m_steps;
    QSet<QString> m_emptyViews;
};

/// The steps that the figures of a view with this selection cover: all without one.
StepRange selectedSteps(const TraceSelection* selection);

/// A view that can show what is selected in another one.
struct ShowInView
{
    QString name;
    QString title;
    QKeySequence key; ///< of the window's action that shows the selection there
};
QList<ShowInView> showInViews();

/// Adds an action for each other view, except those without content, that selects `what` and shows it there.
void addShowInActions(QMenu* menu, TraceSelection* selection, const TraceFocus& what, const QString& view);

/// Adds "Show in", a menu that selects `what` and shows it in another view than the one of that name. Views
/// without content are left out; it is disabled if `what` is empty.
void addShowInMenu(QMenu* menu, TraceSelection* selection, const TraceFocus& what, const QString& view);

} // namespace stepscope::ui
