#pragma once

#include <QObject>

class QWidget;

namespace stepscope::ui {

class AbTesting;
class OperatorMeasuring;
class ProgramRecording;
class RunController;
class RunReports;
class Session;
class SweepSession;

/// Ends everything before the window closes: what is running is stopped, and files that are being written are
/// completed.
class Shutdown final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Session* session;
        RunController* controller;
        SweepSession* sweep;
        ProgramRecording* recording;
        AbTesting* abTest;
        OperatorMeasuring* operators;
        RunReports* reports;
    };

    Shutdown(const Parts& parts, QWidget* window);

    /// The window may close at once.
    bool isReady() const;
    /// Asks whether to stop what is running; if so, ready() follows. A second request stops a recorded
    /// program more forcefully.
    void request();
    /// The same without asking.
    void requestUnasked();
    /// Something has ended.
    void goOn();

Q_SIGNALS:
    void ready();

private:
    bool isBusy() const;
    bool stopTrainingToClose();

    Parts m_parts;
    QWidget* m_window;
    enum class State { No, WhenEnded, Now } m_state = State::No;
};

} // namespace stepscope::ui
