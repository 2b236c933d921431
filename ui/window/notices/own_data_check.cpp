#include "ui/window/notices/own_data_check.h"

#include "core/data/chosen/chosen_data_set.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"

namespace stepscope::ui {

OwnDataCheck::OwnDataCheck(QObject* parent)
    : QObject(parent)
    , m_job(new BackgroundJob(this))
{
}

bool OwnDataCheck::isRunning() const
{
    return m_job->isRunning();
}

void OwnDataCheck::check(const Experiment& experiment, bool again)
{
    const QString folder = toQString(experiment.dataDirectory);
    const QString wanted = QString("%1\n%2\n%3\n%4\n%5")
                               .arg(toQString(experiment.dataset), folder, toQString(experiment.labelColumn))
                               .arg(experiment.imageSize)
                               .arg(experiment.sequenceLength);
    if (wanted == m_checked && !again)
        return;
    m_checked = wanted;
    m_problem = tr("The data set in %1 is being read.").arg(folder);
    m_job->start(
        [this, experiment](std::stop_token stop) -> std::function<void()> {
            describeDataSet(experiment,
                            {.progress = {}, .isStopped = [stop] { return stop.stop_requested(); }});
            return [this] { setProblem({}); };
        },
        [this](const QString& sentence, const QString&) { setProblem(sentence); });
}

void OwnDataCheck::setProblem(const QString& problem)
{
    m_problem = problem;
    Q_EMIT changed();
}

} // namespace stepscope::ui
