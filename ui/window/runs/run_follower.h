#pragma once

#include <QObject>

#include <memory>

class QTimer;

namespace stepscope {
class TensorBoardFollower;
}

namespace stepscope::ui {

class BackgroundJob;
class RunController;

/// Lets the opened run grow on the screen while another process writes it, until it is over: its run file, or
/// the log that it was imported from.
class RunFollower : public QObject
{
    Q_OBJECT

public:
    explicit RunFollower(RunController* controller, QObject* parent = nullptr);

Q_SIGNALS:
    /// The run that was followed is over.
    void over();
    /// The run is not followed any further: the sentence says why.
    void failed(const QString& sentence, const QString& detail);

private:
    void update();
    void look();

    RunController* m_controller;
    std::shared_ptr<TensorBoardFollower> m_log; ///< of an imported run; used by the worker alone
    QTimer* m_timer;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
