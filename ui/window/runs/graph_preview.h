#pragma once

#include "core/experiment/experiment.h"

#include <QObject>

#include <optional>
#include <string>

class QTimer;

namespace stepscope::ui {

class EngineUse;
class ExperimentPanel;
class GraphView;
class RunController;

/// Shows the graph of the experiment's network before it is trained, and when it differs from that of the
/// run.
class GraphPreview : public QObject
{
    Q_OBJECT

public:
    GraphPreview(RunController* controller, ExperimentPanel* panel, EngineUse* use, GraphView* view,
                 QObject* parent);

private:
    void update();
    void request();

    RunController* m_controller;
    ExperimentPanel* m_panel;
    EngineUse* m_use;
    GraphView* m_view;
    QTimer* m_delay;                   ///< until the user stops typing
    std::optional<Experiment> m_shown; ///< none: the run's own network
    std::string m_shownModel;          ///< the stamp of its model's file
    std::string m_runModel;            ///< that of the run's model, when it was started or opened
};

} // namespace stepscope::ui
