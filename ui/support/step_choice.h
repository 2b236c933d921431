#pragma once

#include <QObject>
#include <QString>

class QMenu;

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Which events of the run on the screen are its steps: those that an imported trace marks or that were
/// detected in it, or the events with a name that the user has selected. Shared by all views, like
/// TraceSelection.
class StepChoice final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// `pickedName`: the name of the events that are its steps; empty: the user has selected none.
    /// `canReadAgain`: the trace can be read again, which another choice needs.
    void setRun(const Run* run, const QString& pickedName, bool canReadAgain);
    /// Only events of imported traces with times can be selected.
    bool isPossible() const { return m_run; }
    const QString& pickedName() const { return m_pickedName; }

    /// Adds the entries to the context menu of an event with this name; empty: the event cannot be a step.
    void fillMenu(QMenu* menu, const QString& name);
    /// "Use the trace's own steps".
    QString undoText() const;

Q_SIGNALS:
    /// The trace must be read again with the events of this name as its steps; empty: with its own.
    void wanted(const QString& name);

private:
    const Run* m_run = nullptr; ///< null: no name can be selected
    QString m_pickedName;
    bool m_wereDetected = false; ///< whether the default steps were detected
};

} // namespace stepscope::ui
