#pragma once

#include <QObject>
#include <QString>

namespace stepscope::ui {

class DataSetNotice;
class ExperimentPanel;
class NoticeArea;
class ProgramRecording;
class RunController;
class SweepSession;

/// What uses the machine: a training, a sweep or a recorded program, one at a time. Starts and stops them,
/// and says why something cannot be started.
class Session final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        SweepSession* sweep;
        ProgramRecording* recording;
        ExperimentPanel* panel;
        DataSetNotice* dataSet;
        NoticeArea* notices;
    };

    Session(const Parts& parts, QObject* parent);

    /// Empty if it can be started, otherwise the sentence that says why not.
    QString whyNotTrain() const;
    QString whyNotSweep() const; ///< while no sweep is running
    QString whyNotRecord() const;
    bool isSweeping() const;
    bool isRecording() const;
    bool isRunning() const;
    bool canPause() const;
    bool canStop() const; ///< the training, or the recorded program

    /// Trains the experiment of the form, if that is possible.
    void train();
    void togglePause();
    void stop();

private:
    Parts m_parts;
};

} // namespace stepscope::ui
