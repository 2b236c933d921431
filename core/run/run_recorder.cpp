#include "core/run/run_recorder.h"

#include <chrono>

namespace stepscope {

constexpr auto interval = std::chrono::seconds(1);

RunRecorder::RunRecorder(const std::filesystem::path& path, const Experiment& experiment,
                         std::function<std::string()> environment)
    : m_file(path, experiment)
    , m_environment(std::move(environment))
    , m_thread([this] { writeUntilFinished(); })
{
}

RunRecorder::~RunRecorder()
{
    finish();
}

std::string RunRecorder::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_finishing = true;
    }
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
    return m_problem;
}

void RunRecorder::writeUntilFinished()
{
    bool finishing = false;
    while (!finishing) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, interval, [this] { return m_finishing; });
            finishing = m_finishing;
        }
        writeWaiting();
    }
    m_file.close();
}

void RunRecorder::writeWaiting()
{
    try {
        if (m_environment) {
            m_file.setEnvironment(m_environment());
            m_environment = {};
        }
        // Without news, too: the file tells that its writer lives.
        if (auto update = m_feed.take(); update || m_unwritten.empty())
            m_unwritten.push_back(update ? std::move(*update) : RunUpdate());
        while (!m_unwritten.empty()) {
            m_file.write(m_unwritten.front());
            m_unwritten.erase(m_unwritten.begin());
        }
        m_problem.clear();
    } catch (const std::exception& error) {
        m_problem = error.what();
    }
}

} // namespace stepscope
