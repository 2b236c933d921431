#include "ui/window/runs/graph_preview.h"

#include "core/data/chosen/chosen_data_set.h"
#include "core/data/own/own_data_set.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/graph/graph_view.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/run_controller.h"

#include <QTimer>

namespace stepscope::ui {

namespace {

/// Of the file of its model, which may be written anew; empty if it has none.
std::string modelStamp(const Experiment& experiment)
{
    return usesField(experiment, "model") ? fileStamp(experiment.model) : std::string();
}

bool sameGraph(const Experiment& one, const Experiment& other)
{
    const Experiment a = withAbsolutePaths(one);
    const Experiment b = withAbsolutePaths(other);
    if (a.network != b.network || a.batchSize != b.batchSize || a.device != b.device ||
        a.sequenceLength != b.sequenceLength)
        return false;
    const NetworkKind* const network = findNetworkKind(a.network);
    const DataSetKind* const dataSet = findDataSetKind(a.dataset);
    const bool isSamePlace =
        a.dataDirectory == b.dataDirectory && a.imageSize == b.imageSize && a.labelColumn == b.labelColumn;
    const bool isSameShape = a.syntheticShape == b.syntheticShape && a.syntheticClasses == b.syntheticClasses;
    const bool isSameData = a.dataset == b.dataset && (!dataSet || !dataSet->isOwn() || isSamePlace) &&
                            (!dataSet || !dataSet->isGenerated() || isSameShape);
    const bool isSameSize =
        !usesField(a, "width") || (a.hiddenLayers == b.hiddenLayers && a.width == b.width);
    if (network && isAdaptable(*network))
        return isSameData && isSameSize && (!usesField(a, "layers") || a.layers == b.layers) &&
               (!usesField(a, "model") || (a.model == b.model && a.loss == b.loss));
    return isSameSize;
}

} // namespace

GraphPreview::GraphPreview(RunController* controller, ExperimentPanel* panel, EngineUse* use, GraphView* view,
                           QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_panel(panel)
    , m_use(use)
    , m_view(view)
    , m_delay(new QTimer(this))
{
    m_delay->setSingleShot(true);
    m_delay->setInterval(250);
    connect(m_delay, &QTimer::timeout, this, &GraphPreview::request);
    connect(panel, &ExperimentPanel::changed, this, &GraphPreview::update);
    connect(use, &EngineUse::changed, this, &GraphPreview::update);
    connect(controller, &RunController::started, this, [this] {
        m_delay->stop();
        m_shown.reset();
        m_runModel = modelStamp(m_controller->run()->experiment);
    });
    // An opened run stays on the screen, even without a graph, until the form is changed.
    connect(controller, &RunController::opened, this, [this] {
        m_delay->stop();
        m_shown = m_panel->experiment();
        m_shownModel = modelStamp(*m_shown);
        m_runModel = modelStamp(m_controller->run()->experiment);
    });
    connect(controller, &RunController::closed, this, [this] {
        m_shown.reset();
        update();
    });
    connect(controller, &RunController::previewReady, this,
            [this](std::shared_ptr<const NetworkGraph> graph) {
                if (!m_controller->isTraining())
                    m_view->showPreview(std::move(graph));
            });
    update(); // the engine may be loaded already
}

void GraphPreview::update()
{
    if (!m_use->isFree())
        return m_delay->stop();
    const Experiment& wanted = m_panel->experiment();
    if (m_shown && sameGraph(*m_shown, wanted) && m_shownModel == modelStamp(wanted))
        return;
    m_delay->start();
}

void GraphPreview::request()
{
    if (!m_use->isFree())
        return; // it is asked again when that changes
    const Experiment& wanted = m_panel->experiment();
    const Run* run = m_controller->run();
    const auto model = modelStamp(wanted);
    if (run && run->graph && sameGraph(run->experiment, wanted) && m_runModel == model) {
        if (m_shown)
            m_view->showRun(run);
        m_shown.reset();
        return;
    }
    if (!knownDataSet(wanted))
        return; // the user's own data has yet to be read
    if (usesField(wanted, "model") && !isKnownAsTrusted(wanted.model).value_or(false))
        return; // the notice of the model says when that changes
    m_shown = wanted;
    m_shownModel = model;
    m_controller->requestPreview(wanted);
}

} // namespace stepscope::ui
