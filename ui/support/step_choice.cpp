#include "ui/support/step_choice.h"

#include "core/import/step_detection.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"
#include "core/trace/trace_sums.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QMenu>

namespace stepscope::ui {

void StepChoice::setRun(const Run* run, const QString& pickedName, bool canReadAgain)
{
    const bool hasEvents =
        run && isImported(*run) && !run->trace.empty() && traceContents(run->trace).hasTimes;
    m_run = hasEvents && canReadAgain ? run : nullptr;
    m_pickedName = m_run ? pickedName : QString();
    if (m_run && pickedName.isEmpty())
        m_wereDetected = !stepSourceOf(*m_run).empty();
}

QString StepChoice::undoText() const
{
    return m_wereDetected ? tr("Use the detected steps") : tr("Use the trace's own steps");
}

void StepChoice::fillMenu(QMenu* menu, const QString& name)
{
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    QAction* use = menu->addAction(tr("Use as steps"), this, [this, name] {
        Q_EMIT wanted(toQString(nameForSteps(m_run->trace, name.toStdString())));
    });
    use->setEnabled(m_run && !name.isEmpty() && name != m_pickedName);
    use->setToolTip(m_run ? tr("Each event of this name becomes a step; if they cover less than half of the "
                               "time, each starts one. The trace is read again.")
                          : tr("For imported traces only: a training run has its own steps."));
    QAction* undo = menu->addAction(undoText(), this, [this] { Q_EMIT wanted({}); });
    undo->setEnabled(m_run && !m_pickedName.isEmpty());
    undo->setToolTip(tr("Read the trace again, with the steps that it had before a name was selected."));
}

} // namespace stepscope::ui
