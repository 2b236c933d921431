#pragma once

#include <QObject>

#include <functional>

namespace stepscope::ui {

class RunController;

/// The one rule for work of LibTorch that the user has not requested, such as previews of the graph and of a
/// step's memory: it waits while a training, an A/B test, a sweep, a recorded program or an operator measured
/// alone runs. These would be slowed down, and LibTorch's settings and random numbers are those of the whole
/// process.
class EngineUse final : public QObject
{
    Q_OBJECT

public:
    /// `isBusy`: whether any of these runs, apart from the controller's training.
    EngineUse(RunController* controller, std::function<bool()> isBusy, QObject* parent = nullptr);

    /// Whether such work may begin now; false without an engine.
    bool isFree() const;
    /// Something has started or ended.
    void update() { Q_EMIT changed(); }

Q_SIGNALS:
    /// isFree() may have changed.
    void changed();

private:
    RunController* m_controller;
    std::function<bool()> m_isBusy;
};

} // namespace stepscope::ui
