#pragma once

#include "core/base/files/temporary_folder.h"
#include "core/sweep/sweep_event.h"

#include <QObject>
#include <QProcess>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A sweep that is planned or run by `stepscope sweep` in a separate process, so that a training leaves
/// nothing in the window's memory, and a sweep that uses up the machine's memory does not crash the window.
class SweepProcess final : public QObject
{
    Q_OBJECT

public:
    explicit SweepProcess(QObject* parent = nullptr);
    /// Stops the process and waits for it.
    ~SweepProcess() override;

    /// Measures how long the points will take, and then ends.
    void plan(const Sweep& sweep, const QString& folder);
    /// Runs all unfinished points. With one estimate per point, nothing is measured first.
    void run(const Sweep& sweep, const QString& folder, const std::vector<PointEstimate>& estimates);

    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    bool isPlanning() const { return isRunning() && m_planning; }
    /// Whether the last process only planned.
    bool wasPlanning() const { return m_planning; }
    bool isStopping() const { return isRunning() && m_stopping; }
    /// The sweep ends within a step, and then emits ended().
    void stop();

Q_SIGNALS:
    void started();
    void happened(const stepscope::SweepEvent& event);
    /// `problem` is the sentence with which the whole sweep failed. It is empty if the sweep was completed or
    /// stopped, even if points failed.
    void ended(bool stopped, const QString& problem);

private:
    void start(const Sweep& sweep, const QString& folder, const std::vector<PointEstimate>& estimates);
    QString write(const QString& name, const std::string& text);
    void readEvents();
    void finish(int exitCode, QProcess::ExitStatus status);
    void fail(const QString& sentence);

    std::optional<TemporaryFolder> m_files; ///< input of the process; created when first needed
    QProcess m_process;
    QByteArray m_errors;
    bool m_planning = false;
    bool m_stopping = false;
};

} // namespace stepscope::ui
