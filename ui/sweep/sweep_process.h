#pragma once

#include "core/base/files/temporary_folder.h"
#include "core/sweep/sweep_event.h"

#include <QObject>
#include <QProcess>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A sweep that is planned or run by `stepscope sweep` in a process of its own, so that nothing of a training
/// stays in the window's memory, and a sweep that takes all of the machine's does not take the window along.
class SweepProcess final : public QObject
{
    Q_OBJECT

public:
    explicit SweepProcess(QObject* parent = nullptr);
    /// Stops what is running and waits for it.
    ~SweepProcess() override;

    /// Measures how long the points will take, and ends.
    void plan(const Sweep& sweep, const QString& folder);
    /// Runs all points that are not done. With one estimate a point nothing is measured before.
    void run(const Sweep& sweep, const QString& folder, const std::vector<PointEstimate>& estimates);

    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    bool isPlanning() const { return isRunning() && m_planning; }
    /// Whether the last one that was started only planned.
    bool wasPlanning() const { return m_planning; }
    bool isStopping() const { return isRunning() && m_stopping; }
    /// The sweep ends within a step; ended() comes then.
    void stop();

Q_SIGNALS:
    void started();
    void happened(const stepscope::SweepEvent& event);
    /// `problem` is the sentence with which the whole sweep failed; empty when it came to its end or was
    /// stopped, whatever became of the points.
    void ended(bool stopped, const QString& problem);

private:
    void start(const Sweep& sweep, const QString& folder, const std::vector<PointEstimate>& estimates);
    QString write(const QString& name, const std::string& text);
    void readEvents();
    void finish(int exitCode, QProcess::ExitStatus status);
    void fail(const QString& sentence);

    std::optional<TemporaryFolder> m_files; ///< what the process is told; made when first needed
    QProcess m_process;
    QByteArray m_errors;
    bool m_planning = false;
    bool m_stopping = false;
};

} // namespace stepscope::ui
