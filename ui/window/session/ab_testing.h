#pragma once

#include "core/ab_test/ab_test.h"
#include "core/advise/setting_changes.h"
#include "core/run/run_sink.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

class QWidget;

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;
class RunController;

/// The A/B test of this window: asks for it, trains both experiments in turns in the background, and shows
/// progress and result in a notice.
class AbTesting final : public QObject
{
    Q_OBJECT

public:
    /// The engine is the controller's.
    AbTesting(RunController* controller, NoticeArea* notices, QWidget* window);
    ~AbTesting() override;

    /// Asks what is different in B, and starts the test.
    void ask(const Experiment& a, const QString& nameOfA);
    /// Measures what a finding suggests for the run on the screen, for at most findingTestSeconds.
    void measure(const SettingChange& change);
    bool isRunning() const;
    /// Ends it with what is known so far.
    void stop();
    /// Asks first; false if the test goes on.
    bool stopToClose();

Q_SIGNALS:
    void started();
    void ended();
    /// What measure() gave, as the end of a sentence.
    void measured(const stepscope::SettingChange& change, const QString& result);
    /// The user wants to use the settings of B.
    void experimentWanted(const stepscope::Experiment& experiment);
    void logged(stepscope::LogLevel level, const QString& text);

private:
    void start(const AbTest& test, std::function<void(const QString&)> report);
    void showProgress(double fraction, const QString& soFar);
    void showResult(const AbTest& test, const AbResult& result);
    void showFailure(const QString& sentence, const QString& detail);

    RunController* m_controller;
    NoticeArea* m_notices;
    QWidget* m_window;
    BackgroundJob* m_job;
    std::shared_ptr<std::atomic<bool>> m_stopping; ///< of the running test
    bool m_isRunning = false;
};

} // namespace stepscope::ui
