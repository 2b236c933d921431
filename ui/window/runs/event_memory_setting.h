#pragma once

#include <QObject>

#include <cstdint>

class QWidget;

namespace stepscope::ui {

class RunController;

/// The user's limit of memory for the events of a run. A training keeps the limit that it started with.
class EventMemorySetting final : public QObject
{
    Q_OBJECT

public:
    EventMemorySetting(RunController* controller, QObject* parent);

    /// 0: automatic.
    int64_t bytes() const { return m_bytes; }
    /// The setting of an earlier session, which the command line may have overridden.
    void restore(int64_t bytes);
    /// Asks for the limit in a dialog.
    void ask(QWidget* window);
    /// Applies a limit that was set during the training.
    void applyAfterTraining();

Q_SIGNALS:
    void changed();
    /// The run on the screen was read with the previous limit.
    void applied();

private:
    void apply();

    RunController* m_controller;
    int64_t m_bytes = 0;
    bool m_isWaiting = false; ///< changed during a training
};

} // namespace stepscope::ui
