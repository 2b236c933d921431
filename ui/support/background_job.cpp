#include "ui/support/background_job.h"

#include "core/base/error.h"
#include "ui/support/qt_text.h"

#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <utility>

namespace stepscope::ui {

/// Lowers the priority of the calling thread. It cannot be raised again without rights.
static void yieldToWindow()
{
    constexpr int more = 5; // of niceness: a third of the window's share of a processor
    const auto thread = id_t(gettid());
    setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + more);
}

BackgroundJob::BackgroundJob(QObject* parent, Priority priority)
    : QObject(parent)
    , m_priority(priority)
{
}

BackgroundJob::~BackgroundJob()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
}

void BackgroundJob::start(Work work, Failed failed)
{
    ++m_number;
    Task task{std::move(work), std::move(failed)};
    if (isRunning()) {
        m_thread.request_stop();
        m_next = std::move(task);
    } else {
        launch(std::move(task));
    }
}

void BackgroundJob::cancel()
{
    ++m_number;
    m_next.reset();
    m_thread.request_stop();
}

void BackgroundJob::launch(Task task)
{
    m_runningNumber = m_number;
    m_thread = std::jthread([this, task = std::move(task)](std::stop_token stop) {
        const auto fail = [&](const char* sentence, const std::string& detail) {
            if (task.failed)
                m_result = [failed = task.failed, sentence = toQString(sentence),
                            detail = toQString(detail)] { failed(sentence, detail); };
        };
        if (m_priority == Priority::BelowWindow)
            yieldToWindow();
        try {
            m_result = task.work(std::move(stop));
        } catch (const Error& error) {
            fail(error.what(), error.detail());
        } catch (const std::exception& error) {
            fail(error.what(), {});
        }
        QMetaObject::invokeMethod(this, "finish", Qt::QueuedConnection);
    });
}

void BackgroundJob::finish()
{
    m_thread.join(); // makes the thread's writes visible from here on
    m_thread = {};
    const auto result = std::exchange(m_result, {});
    if (m_next)
        launch(*std::exchange(m_next, {}));
    else if (m_runningNumber == m_number && result)
        result();
}

} // namespace stepscope::ui
