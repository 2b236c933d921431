#pragma once

#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <QObject>
#include <QString>

#include <optional>

class QMenu;

namespace stepscope::ui {

/// What the user has selected in a trace. Empty members mean any. Views show the parts that they can show.
struct TraceFocus
{
    std::optional<EventId> event; ///< one event of Run::trace
    QString operatorName;         ///< as in Trace::names: "aten::addmm"
    QString layer;                ///< the layer's name in the graph and in its events: "conv1"

    bool operator==(const TraceFocus&) const = default;
};

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

Q_SIGNALS:
    void focusChanged();
    void stepsChanged();
    /// The view of this name is to show the selection: "timeline".
    void viewWanted(const QString& name);

private:
    TraceFocus m_focus;
    StepRange m_steps;
};

/// Adds "Show in", a menu of the views that show what is selected, except the view of that name.
void addShowInMenu(QMenu* menu, TraceSelection* selection, const QString& view);

} // namespace stepscope::ui
