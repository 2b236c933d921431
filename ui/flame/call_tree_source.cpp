#include "ui/flame/call_tree_source.h"

#include "core/run/run.h"
#include "ui/support/background_job.h"
#include "ui/support/trace_selection.h"

#include <utility>

namespace stepscope::ui {

namespace {

constexpr int followMs = 500;
/// Takes about five milliseconds.
constexpr uint32_t eventsPerPiece = 100'000;

} // namespace

CallTreeSource::CallTreeSource(TraceSelection* selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_tree(std::make_shared<const CallTree>())
    , m_job(std::make_unique<ReadingJob>())
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &CallTreeSource::update);
    if (m_selection)
        connect(m_selection, &TraceSelection::stepsChanged, this, &CallTreeSource::startAnew);
}

CallTreeSource::~CallTreeSource() = default;

void CallTreeSource::setRun(const Run* run)
{
    m_run = run;
    m_tree = std::make_shared<const CallTree>();
    ++m_generation;
    startAnew();
    Q_EMIT changed();
}

void CallTreeSource::setRunAgain(const Run* run)
{
    m_run = run;
    startAnew();
}

void CallTreeSource::setWanted(bool wanted)
{
    m_isWanted = wanted;
    if (wanted)
        refresh();
}

void CallTreeSource::refresh()
{
    if (m_run && m_isWanted && !m_next.isActive() && !m_job->isRunning() && seenNow() != m_seen)
        m_next.start(m_isReady && !m_run->isOver() ? followMs : 0);
}

bool CallTreeSource::isFirstUnderWay() const
{
    return m_run && m_isWanted && !m_isReady && !m_run->trace.empty();
}

CallTreeSource::Seen CallTreeSource::seenNow() const
{
    return {m_run->trace.size(), m_run->trace.steps.size(), m_run->isOver()};
}

void CallTreeSource::startAnew()
{
    // Waits for the current job: it reads the builder and the run, which may be deleted.
    m_job = std::make_unique<ReadingJob>();
    m_next.stop();
    m_builder = std::make_shared<CallTreeBuilder>(selectedSteps(m_selection));
    m_seen = {};
    m_isReady = false;
    refresh();
}

void CallTreeSource::update()
{
    if (!m_run || !m_isWanted || m_job->isRunning())
        return;
    if (m_run->isOver())
        takeInAll();
    else
        takeInSome();
}

void CallTreeSource::takeInAll()
{
    m_seen = seenNow();
    m_job->start([this, builder = m_builder, trace = &m_run->trace](std::stop_token stop) {
        while (!stop.stop_requested() && !builder->update(*trace, eventsPerPiece)) {
        }
        auto tree = std::make_shared<const CallTree>(builder->takeTree());
        *builder = CallTreeBuilder(); // drops what it kept of each event
        return [this, tree] { take(tree); };
    });
}

/// The trace grows on this thread, so no other thread may read it.
void CallTreeSource::takeInSome()
{
    const Seen seen = seenNow();
    if (!m_builder->update(m_run->trace, eventsPerPiece)) {
        m_next.start(0);
        return;
    }
    m_seen = seen;
    m_job->start([this, builder = m_builder](std::stop_token) {
        auto tree = std::make_shared<const CallTree>(builder->tree());
        return [this, tree] { take(tree); };
    });
}

void CallTreeSource::take(std::shared_ptr<const CallTree> tree)
{
    if (!std::exchange(m_isReady, true))
        ++m_generation;
    m_tree = std::move(tree);
    Q_EMIT changed();
    refresh();
}

} // namespace stepscope::ui
