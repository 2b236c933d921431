#pragma once

#include "core/experiment/experiment.h"
#include "core/training/memory_prediction.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QTimer;

namespace stepscope::ui {

class EngineUse;
class ExperimentPanel;
class RunController;

/// Shows in the experiment panel how much memory a step will need, and how large a batch may be. Small
/// networks are measured whenever the experiment changes, large ones when the user asks for it.
class MemoryPreview : public QObject
{
    Q_OBJECT

public:
    MemoryPreview(RunController* controller, ExperimentPanel* panel, EngineUse* use, QObject* parent);

private:
    void update();
    bool isPossible() const;
    bool isMeasurable() const;
    void request();
    void finish(std::shared_ptr<const MemoryPrediction> prediction, const QString& problem);
    void show();

    RunController* m_controller;
    ExperimentPanel* m_panel;
    EngineUse* m_use;
    QTimer* m_delay;                                      ///< until the user stops typing
    std::optional<Experiment> m_measured;                 ///< that of the prediction, or of the request
    std::shared_ptr<const MemoryPrediction> m_prediction; ///< null: there is none
    QString m_problem;                                    ///< why the last request failed
    bool m_isRequested = false;                           ///< and not answered
};

} // namespace stepscope::ui
