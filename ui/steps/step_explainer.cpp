#include "ui/steps/step_explainer.h"

#include "core/run/run.h"
#include "core/trace/steps/step_self_times.h"
#include "ui/steps/step_difference_text.h"
#include "ui/steps/step_series.h"
#include "ui/support/background_job.h"

#include <QStringList>

#include <functional>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

StepExplainer::StepExplainer(QObject* parent)
    : QObject(parent)
    , m_reading(std::make_unique<ReadingJob>())
{
}

StepExplainer::~StepExplainer() = default;

StepExplanation StepExplainer::explain(const Run& run, const Trace& trace, const StepSeries& series,
                                       int64_t step)
{
    const StepSelfTimes unknown;
    auto difference = stepDifference(series.splits(), trace, m_selfTimes ? *m_selfTimes : unknown, step);
    if (difference) {
        if (run.isOver() && !m_selfTimes && !m_reading->isRunning())
            readSelfTimes(trace);
        QStringList sentences{stepDifferenceText(*difference, trace, series.split()),
                              otherProgramsText(*difference, run), openDifferenceText(run)};
        sentences.removeAll(QString());
        return {.text = sentences.join(' '), .difference = std::move(difference)};
    }
    const bool isUnrecorded = series.all() && series.splitsIn({step, step}).empty();
    return {.text = isUnrecorded ? unrecordedStepText(run, step, series.wallNsOf(step)) : QString(),
            .difference = {}};
}

void StepExplainer::forget()
{
    m_reading = std::make_unique<ReadingJob>(); // the destructor waits: the job reads the trace
    m_selfTimes.reset();
}

void StepExplainer::readSelfTimes(const Trace& trace)
{
    m_reading->start([this, &trace](std::stop_token) {
        auto times = std::make_shared<const StepSelfTimes>(stepSelfTimes(trace));
        return [this, times] {
            m_selfTimes = times;
            Q_EMIT operatorsRead();
        };
    });
}

} // namespace stepscope::ui
