#include "ui/roofline/machine_peak_source.h"

#include "ui/support/background_job.h"

#include <utility>

namespace stepscope::ui {

MachinePeakSource::MachinePeakSource(QObject* parent)
    : QObject(parent)
    , m_job(new BackgroundJob(this))
{
}

MachinePeakSource::~MachinePeakSource()
{
    delete m_job; // it must not report to a partly destroyed object
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
    m_isPutOff = false;
    m_job->start(
        [this, threads, effort, usedShare = m_usedShare](std::stop_token stop) -> std::function<void()> {
            const auto peak = [&]() -> std::optional<MachinePeak> {
                if (effort == Effort::Kept)
                    return keptMachinePeak(threads);
                if (effort == Effort::MeasureAnew)
                    return machinePeak(threads, true, std::move(stop));
                return machinePeakWhenIdle(threads, effort == Effort::AgainWhenIdle, std::move(stop),
                                           usedShare);
            }();
            const bool isPutOff = !peak && effort == Effort::WhenIdle;
            return [this, threads, peak, isPutOff] {
                m_peak = peak.value_or(MachinePeak{.threads = threads});
                m_isPutOff = isPutOff;
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
