#pragma once

#include <QObject>

#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

namespace stepscope::ui {

/// Runs one piece of work at a time, on a thread of its own. Work that is started while other work is running
/// waits for it; the older result is then stale and dropped, like that of canceled work.
class BackgroundJob : public QObject
{
    Q_OBJECT

public:
    /// Runs on the job's thread and returns a function that uses the result on the thread of the job's owner.
    using Work = std::function<std::function<void()>(std::stop_token)>;
    /// Called with the sentence and the detail of the Error that the work threw.
    using Failed = std::function<void(const QString& sentence, const QString& detail)>;

    enum class Priority {
        AsWindow,
        /// The window's thread runs first where there are more threads than processors. Threads that the work
        /// starts inherit it.
        BelowWindow
    };

    explicit BackgroundJob(QObject* parent = nullptr, Priority priority = Priority::AsWindow);
    /// Asks the work to stop and waits for it.
    ~BackgroundJob() override;

    void start(Work work, Failed failed = {});
    /// Asks the work to stop; its result or failure is not reported.
    void cancel();
    bool isRunning() const { return m_thread.joinable(); }
    /// Whether there will be a result or a failure. Canceled work may still be running, but has none.
    bool isAwaited() const { return m_next || (isRunning() && m_runningNumber == m_number); }

private:
    struct Task
    {
        Work work;
        Failed failed;
    };

    void launch(Task task);
    Q_INVOKABLE void finish();

    const Priority m_priority;
    int m_number = 0; ///< of the newest task: other results are stale
    int m_runningNumber = 0;
    std::optional<Task> m_next;
    std::function<void()> m_result; ///< used only by the thread while it runs
    std::jthread m_thread;
};

/// A job that reads runs, or lays out a picture, for a view. It yields to the window; trainings and
/// measurements do not.
class ReadingJob : public BackgroundJob
{
    Q_OBJECT

public:
    explicit ReadingJob(QObject* parent = nullptr)
        : BackgroundJob(parent, Priority::BelowWindow)
    {
    }
};

} // namespace stepscope::ui
