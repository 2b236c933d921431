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

/// Updates the opened run while another process writes its run file, or the log that it was imported from,
/// until it is over.
class RunFollower : public QObject
{
    Q_OBJECT

public:
    explicit RunFollower(RunController* controller, QObject* parent = nullptr);

Q_SIGNALS:
    /// The followed run is over.
    void over();
    /// The run is no longer followed; the sentence says why.
    void failed(const QString& sentence, const QString& detail);

private:
    void update();
    void look();

    RunController* m_controller;
    std::shared_ptr<TensorBoardFollower> m_log; ///< of an imported run; used only by the worker
    QTimer* m_timer;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
