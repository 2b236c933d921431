#pragma once

#include <QObject>
#include <QString>

class QMenu;

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Which events of the run on the screen are its steps: those that an imported trace marks or that were
/// detected in it, or the events of a name that the user has picked. All views share it, as TraceSelection.
class StepChoice final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// `pickedName`: of the events that are its steps; empty: the user has picked none. `canReadAgain`: the
    /// trace can be read anew, as it must be for another choice.
    void setRun(const Run* run, const QString& pickedName, bool canReadAgain);
    /// Only events of imported traces with times can be picked.
    bool isPossible() const { return m_run; }
    const QString& pickedName() const { return m_pickedName; }

    /// Adds the entries to a menu that is opened on events of this name; empty: on none that can be steps.
    void fillMenu(QMenu* menu, const QString& name);
    /// "Use the trace's own steps".
    QString undoText() const;

Q_SIGNALS:
    /// The trace is to be read again with the events of this name as its steps; empty: with its own.
    void wanted(const QString& name);

private:
    const Run* m_run = nullptr; ///< null: no name can be picked
    QString m_pickedName;
    bool m_wereDetected = false; ///< the steps without a choice
};

} // namespace stepscope::ui
