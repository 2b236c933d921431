#pragma once

#include "core/trace/step_range.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace stepscope::ui {

/// What the user has picked in a trace. Empty members mean: whichever. Views show what they can of it.
struct TraceFocus
{
    std::optional<uint32_t> event; ///< index of one event in Run::trace
    QString operatorName;          ///< as in Trace::names: "aten::addmm"
    QString layer;                 ///< the layer's name in the graph and in its events: "conv1"

    bool operator==(const TraceFocus&) const = default;
};

using stepscope::StepRange;

/// The one selection that all views of a run share: picked in one, shown by the others. Setting what is set
/// already says nothing, so that views may answer a signal by setting the same again.
class TraceSelection final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    const TraceFocus& focus() const { return m_focus; }
    void setFocus(const TraceFocus& focus);
    /// The steps that every figure speaks of; the default is all.
    const StepRange& steps() const { return m_steps; }
    void setSteps(const StepRange& steps);
    /// Of another run: nothing is picked, all steps count.
    void clear();

Q_SIGNALS:
    void focusChanged();
    void stepsChanged();

private:
    TraceFocus m_focus;
    StepRange m_steps;
};

} // namespace stepscope::ui
