#include "ui/support/background_job.h"

#include "core/base/error.h"

#include <utility>

namespace stepscope::ui {

BackgroundJob::BackgroundJob(QObject* parent)
    : QObject(parent)
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
    m_thread = std::jthread([this, number = m_number, task = std::move(task)](std::stop_token stop) {
        std::function<void()> result;
        const auto fail = [&](const char* sentence, const std::string& detail) {
            if (task.failed)
                result = [failed = task.failed, sentence = QString::fromUtf8(sentence),
                          detail = QString::fromStdString(detail)] { failed(sentence, detail); };
        };
        try {
            result = task.work(std::move(stop));
        } catch (const Error& error) {
            fail(error.what(), error.detail());
        } catch (const std::exception& error) {
            fail(error.what(), {});
        }
        QMetaObject::invokeMethod(
            this, [this, number, result = std::move(result)] { finish(number, result); },
            Qt::QueuedConnection);
    });
}

void BackgroundJob::finish(int number, const std::function<void()>& result)
{
    m_thread.join();
    m_thread = {};
    if (m_next)
        launch(*std::exchange(m_next, {}));
    else if (number == m_number && result)
        result();
}

} // namespace stepscope::ui
