#include "ui/advice/advice_reader.h"

#include "ui/support/background_job.h"

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr qint64 leastRestMs = 3000; ///< so that readers of the findings are not disturbed
constexpr qint64 emptyRestMs = 250;  ///< while there are no findings yet
/// Of the time that the last result took, so that a long recording does not keep the window busy.
constexpr qint64 restFactor = 100;
/// Takes about ten milliseconds.
constexpr uint32_t eventsAtOnce = 200'000;

} // namespace

AdviceReader::AdviceReader(std::function<Environment()> environment, QObject* parent)
    : QObject(parent)
    , m_environment(std::move(environment))
    , m_reading(std::make_unique<ReadingJob>())
{
    m_nextRead.setSingleShot(true);
    connect(&m_nextRead, &QTimer::timeout, this, &AdviceReader::read);
}

AdviceReader::~AdviceReader() = default;

void AdviceReader::setRun(const Run* run, const StepRange& steps)
{
    m_reading = std::make_unique<ReadingJob>(); // the destructor waits
    m_run = run;
    m_result = {};
    m_hasResult = false;
    setSteps(steps);
}

void AdviceReader::setSteps(const StepRange& steps)
{
    m_reading->cancel();
    m_steps = steps;
    m_builder = AdviceBuilder(steps);
    m_seen = {};
    m_isStale = true;
    m_restMs = leastRestMs;
    m_sinceRead.invalidate();
    m_nextRead.stop();
}

AdviceReader::Seen AdviceReader::seenNow() const
{
    return {m_run->trace.size(), m_run->steps.size(), m_run->samples.size(), int(m_run->outcome)};
}

bool AdviceReader::isUpToDate() const
{
    return !m_run || (m_hasResult && !m_isStale && seenNow() == m_seen && !m_reading->isRunning());
}

void AdviceReader::update()
{
    if (m_run && (m_isStale || seenNow() != m_seen))
        read();
}

void AdviceReader::refresh()
{
    if (!m_run || m_nextRead.isActive() || seenNow() == m_seen)
        return;
    const qint64 elapsed = m_sinceRead.isValid() ? m_sinceRead.elapsed() : m_restMs;
    const bool isOver = int(m_run->outcome) != m_seen.outcome; // do not wait for its last figures
    m_nextRead.start(isOver || elapsed >= m_restMs ? 0 : int(m_restMs - elapsed));
}

void AdviceReader::read()
{
    if (!m_run)
        return;
    m_seen = seenNow();
    m_sinceRead.start();
    isReadAside() ? readAside() : readHere();
}

void AdviceReader::readHere()
{
    if (!m_builder.update(*m_run, eventsAtOnce))
        return m_nextRead.start(0);
    QElapsedTimer clock;
    clock.start();
    AdviceResult result = resultOf(*m_run, m_steps, m_builder, m_environment());
    m_restMs = std::max(result.findings.empty() ? emptyRestMs : leastRestMs, restFactor * clock.elapsed());
    take(std::move(result));
}

/// Long, finished recordings are read by a worker thread.
bool AdviceReader::isReadAside() const
{
    return m_run->isOver() && m_run->trace.size() > eventsAtOnce;
}

void AdviceReader::readAside()
{
    m_isStale = false;
    m_reading->start([this, run = m_run, steps = m_steps,
                      environment = m_environment()](std::stop_token stop) -> std::function<void()> {
        AdviceBuilder builder(steps);
        while (!stop.stop_requested() && !builder.update(*run, eventsAtOnce)) {
        }
        if (stop.stop_requested())
            return {};
        auto result = std::make_shared<AdviceResult>(resultOf(*run, steps, builder, environment));
        return [this, result] { take(std::move(*result)); };
    });
}

void AdviceReader::catchUp()
{
    if (isUpToDate())
        return;
    m_reading->cancel();
    m_nextRead.stop();
    m_seen = seenNow();
    m_builder.update(*m_run);
    take(resultOf(*m_run, m_steps, m_builder, m_environment()));
}

AdviceResult AdviceReader::resultOf(const Run& run, const StepRange& steps, const AdviceBuilder& builder,
                                    const Environment& environment)
{
    AdviceResult result{.steps = steps, .figures = builder.figures(run), .findings = {}};
    result.findings = advise(run, environment, result.figures);
    return result;
}

void AdviceReader::take(AdviceResult result)
{
    m_isStale = false;
    m_result = std::move(result);
    m_hasResult = true;
    Q_EMIT changed();
}

} // namespace stepscope::ui
