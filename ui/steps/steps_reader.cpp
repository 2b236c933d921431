#include "ui/steps/steps_reader.h"

#include "ui/support/background_job.h"

#include <functional>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

StepsReader::StepsReader(QObject* parent)
    : QObject(parent)
    , m_reading(std::make_unique<ReadingJob>())
{
}

StepsReader::~StepsReader() = default;

/// A growing run is never distributed: those are imported as a whole.
void StepsReader::setRun(const Run* run)
{
    m_reading = std::make_unique<ReadingJob>(); // the destructor waits: the job reads the run
    m_run = run;
    const bool isWhole = m_run && m_run->isOver();
    m_ranks = isWhole ? ranksOf(m_run->trace) : std::vector<int64_t>();
    m_rankTraces = m_ranks.empty() ? std::vector<Trace>() : rankTraces(m_run->trace);
    setRank(0);
}

void StepsReader::setRank(size_t rank)
{
    m_rank = rank;
    m_series = {};
    m_isRead = false;
}

void StepsReader::update()
{
    if (!m_run || isReading())
        return;
    if (isLong())
        readInBackground();
    else
        updateNow();
}

void StepsReader::updateNow()
{
    m_reading->cancel();
    if (m_rankTraces.empty())
        m_series.update(*m_run);
    else
        m_series.update(trace());
    m_isRead = m_run->isOver();
    split();
}

/// A canceled job continues for a while, but nobody waits for it.
bool StepsReader::isReading() const
{
    return !m_isRead && m_reading->isRunning();
}

bool StepsReader::isLong() const
{
    constexpr size_t fewEvents = 100'000; // takes some milliseconds
    return !m_isRead && m_run->isOver() && m_rankTraces.empty() && m_run->trace.size() > fewEvents;
}

void StepsReader::readInBackground()
{
    split(); // what is already known
    m_reading->start([this, run = m_run](std::stop_token) {
        auto series = std::make_shared<StepSeries>();
        series->update(*run);
        return [this, series] {
            m_series = std::move(*series);
            m_isRead = true;
            split();
            Q_EMIT read();
        };
    });
}

void StepsReader::split()
{
    m_series.setSplit(m_series.hasDevice() ? m_chosenSplit.value_or(StepSplit::Device) : StepSplit::Passes);
}

const Trace& StepsReader::trace() const
{
    return m_rankTraces.empty() ? m_run->trace : m_rankTraces[m_rank];
}

RanksFigures StepsReader::figuresOfRanks(const StepRange& steps) const
{
    return ranksFigures(m_ranks, m_rankTraces, steps);
}

} // namespace stepscope::ui
