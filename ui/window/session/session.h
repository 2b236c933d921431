#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace stepscope::ui {

class AbTesting;
class DataSetNotice;
class ExperimentPanel;
class NoticeArea;
class OperatorMeasuring;
class ProgramRecording;
class RunController;
class SweepSession;

/// Decides which of a training, a sweep, an A/B test, a recorded program and an operator measured alone may
/// start now, since only one at a time uses the machine, and says why not. Starts, pauses and stops
/// trainings, and stops a recorded program or a sweep.
class Session final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        SweepSession* sweep;
        ProgramRecording* recording;
        AbTesting* abTest;
        OperatorMeasuring* operators;
        ExperimentPanel* panel;
        DataSetNotice* dataSet;
        NoticeArea* notices;
        QWidget* window; ///< for questions
    };

    Session(const Parts& parts, QObject* parent);

    /// Empty if it can be started, otherwise the sentence that says why not.
    QString whyNotTrain() const;
    QString whyNotSweep() const; ///< while no sweep is running
    QString whyNotRecord() const;
    QString whyNotMeasure() const;
    QString whyNotResume() const; ///< the run on the screen
    bool isSweeping() const;
    bool isRecording() const;
    bool isMeasuring() const;
    bool isMeasuringOperator() const;
    bool isRunning() const;
    bool canPause() const;
    bool canStop() const; ///< the training, the sweep, the A/B test, or the recorded program

    /// Trains the experiment in the form, if that is possible.
    void train();
    /// Resumes the training on the screen. A complete one is trained for the same length again, if the user
    /// agrees.
    void resume();
    void togglePause();
    void stop();

private:
    QString whyNoData() const;
    Parts m_parts;
};

} // namespace stepscope::ui
