#include "core/run/training_session.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace stepscope {

TrainingSession::TrainingSession(Experiment experiment, std::function<std::shared_ptr<Engine>()> engine)
    : m_experiment(std::move(experiment))
    , m_engine(std::move(engine))
    , m_thread([this] { train(); })
{
}

TrainingSession::~TrainingSession()
{
    m_control.requestStop();
    join();
}

void TrainingSession::join()
{
    if (m_thread.joinable())
        m_thread.join();
}

void TrainingSession::train()
{
    m_feed.started();
    try {
        const auto outcome = m_engine()->train(m_experiment, m_control, m_feed);
        m_feed.ended(outcome);
    } catch (const Error& error) {
        m_feed.logged(LogLevel::Error, error.what());
        m_feed.ended(RunOutcome::Failed, error.what(), error.detail());
    } catch (const std::bad_alloc&) {
        const std::string sentence = "The training ran out of memory; choose a smaller batch size or network.";
        m_feed.logged(LogLevel::Error, sentence);
        m_feed.ended(RunOutcome::Failed, sentence);
    } catch (const std::exception& error) {
        const auto sentence = fmt::format("The training failed: {}", error.what());
        m_feed.logged(LogLevel::Error, sentence);
        m_feed.ended(RunOutcome::Failed, sentence);
    }
}

} // namespace stepscope
