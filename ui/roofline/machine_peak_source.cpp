#include "ui/roofline/machine_peak_source.h"

#include "ui/support/background_job.h"

namespace stepscope::ui {

MachinePeakSource::MachinePeakSource(QObject* parent)
    : QObject(parent)
    , m_job(new BackgroundJob(this))
{
}

MachinePeakSource::~MachinePeakSource()
{
    delete m_job; // its work is not to report to what is half gone
}

bool MachinePeakSource::isBusy() const
{
    return m_job->isRunning();
}

void MachinePeakSource::request(int threads, Effort effort)
{
    if (m_peak.threads != threads)
        m_peak = {};
    m_failure.clear();
    m_job->start(
        [this, threads, effort](std::stop_token stop) -> std::function<void()> {
            const auto peak = effort == Effort::Kept
                                  ? keptMachinePeak(threads).value_or(MachinePeak{.threads = threads})
                                  : machinePeak(threads, effort == Effort::MeasureAnew, std::move(stop));
            return [this, peak] {
                m_peak = peak;
                Q_EMIT changed();
            };
        },
        [this](const QString& sentence, const QString&) {
            m_failure = sentence;
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

} // namespace stepscope::ui
