#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>

class QWidget;

namespace stepscope::ui {

class OperatorBenchDialog;
class RunController;

/// Measures operators alone in the dialog of this window, which keeps its settings and results until the
/// window is closed.
class OperatorMeasuring final : public QObject
{
    Q_OBJECT

public:
    /// The engine is the controller's. `whyNot`: why nothing can be measured now; empty if it can.
    OperatorMeasuring(RunController* controller, std::function<QString()> whyNot, QWidget* window);
    /// Stops the measurement and waits for it.
    ~OperatorMeasuring() override;

    /// Opens the dialog with this call, or with that of the last time if it is empty.
    void ask(const QString& call = {});
    bool isRunning() const;
    /// Closes the dialog, which stops the measurement; ended() follows if there was one.
    void stop();
    /// Something has changed that `whyNot` depends on.
    void update();

Q_SIGNALS:
    void started();
    void ended();

private:
    RunController* m_controller;
    std::function<QString()> m_whyNot;
    QWidget* m_window;
    QPointer<OperatorBenchDialog> m_dialog; ///< created when first needed; a child of the window
};

} // namespace stepscope::ui
