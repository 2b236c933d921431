#include "ui/window/runs/memory_preview.h"

#include "core/base/text/format.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/network_plan.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/qt_text.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/run_controller.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

/// The experiment without what the prediction does not depend on.
Experiment measuredPart(Experiment experiment)
{
    const Experiment defaults;
    experiment.batchSize = defaults.batchSize;
    experiment.testBatchSize = defaults.testBatchSize;
    experiment.epochs = defaults.epochs;
    experiment.steps = defaults.steps;
    experiment.seconds = defaults.seconds;
    experiment.learningRate = defaults.learningRate;
    experiment.seed = defaults.seed;
    experiment.validationShare = defaults.validationShare;
    experiment.initialWeights.clear();
    for (const ExperimentField& field : experimentFields()) {
        if (field.key.starts_with("profiler.") || field.key.starts_with("schedule."))
            std::visit([&](auto member) { experiment.*member = defaults.*member; }, field.member);
    }
    return experiment;
}

/// Whether the layers that the user has described are few and small. With up to hundreds of images, and the
/// weights, their gradients and the optimizer's state.
bool areSmall(const Experiment& experiment, const DataSetDescription& dataSet)
{
    constexpr int64_t mostParameters = 10'000'000;
    constexpr int64_t mostActivations = 500'000;
    try {
        const NetworkPlan plan = planNetwork(experiment.layers, dataSet.shape, dataSet.classes());
        return plan.parameters <= mostParameters && plan.activations <= mostActivations;
    } catch (const LayerTextError&) {
        return false;
    }
}

/// Whether measuring takes moments, and little memory.
bool isQuick(const Experiment& experiment)
{
    constexpr int64_t mostParts = 16; // of a batch, of at least two images each
    constexpr double mostWeights = 1e7;
    const NetworkKind* const kind = findNetworkKind(experiment.network);
    const auto dataSet = knownDataSet(experiment);
    if (!kind || !dataSet || kind->group == NetworkGroup::Published || kind->name == torchScriptName ||
        experiment.accumulation > mostParts)
        return false;
    if (usesField(experiment, "layers"))
        return areSmall(experiment, *dataSet);
    return !usesField(experiment, "width") || mlpWeights(experiment, *dataSet) <= mostWeights;
}

int64_t memoryOf(const std::vector<DeviceInfo>& devices, const std::string& id)
{
    const auto found = std::ranges::find(devices, id, &DeviceInfo::id);
    return found == devices.end() ? 0 : found->memoryBytes;
}

QString sizeText(int64_t bytes)
{
    return toQString(formatBytes(double(bytes)));
}

} // namespace

MemoryPreview::MemoryPreview(RunController* controller, ExperimentPanel* panel, EngineUse* use,
                             QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_panel(panel)
    , m_use(use)
    , m_delay(new QTimer(this))
{
    m_delay->setSingleShot(true);
    m_delay->setInterval(400);
    connect(m_delay, &QTimer::timeout, this, &MemoryPreview::request);
    connect(panel, &ExperimentPanel::changed, this, &MemoryPreview::update);
    connect(panel, &ExperimentPanel::memoryWanted, this, &MemoryPreview::request);
    connect(use, &EngineUse::changed, this, &MemoryPreview::update);
    connect(controller, &RunController::started, this, [this] {
        m_delay->stop();
        if (m_isRequested)
            m_measured.reset(); // the training stops it
        m_isRequested = false;
        show();
    });
    connect(
        controller, &RunController::memoryPredicted, this,
        [this](std::shared_ptr<const MemoryPrediction> prediction) { finish(std::move(prediction), {}); });
    connect(controller, &RunController::memoryFailed, this,
            [this](const QString& sentence) { finish(nullptr, sentence); });
    update();
}

void MemoryPreview::finish(std::shared_ptr<const MemoryPrediction> prediction, const QString& problem)
{
    if (!m_isRequested) // the experiment has changed since
        return;
    m_prediction = std::move(prediction);
    m_problem = problem;
    m_isRequested = false;
    show();
}

void MemoryPreview::update()
{
    if (m_controller->engineState() != RunController::EngineState::Ready)
        return;
    const Experiment& experiment = m_panel->experiment();
    if (m_measured && *m_measured == measuredPart(experiment)) {
        show();
        return;
    }
    m_measured.reset();
    m_prediction.reset();
    m_problem.clear();
    m_isRequested = false;
    show();
    if (isPossible() && isQuick(experiment))
        m_delay->start();
    else
        m_delay->stop();
}

/// Whether memory can be measured now.
bool MemoryPreview::isPossible() const
{
    return m_use->isFree() && isMeasurable();
}

/// Whether memory can be measured when nothing else runs.
bool MemoryPreview::isMeasurable() const
{
    return m_panel->problem().isEmpty() && knownDataSet(m_panel->experiment());
}

void MemoryPreview::request()
{
    const Experiment& experiment = m_panel->experiment();
    if (!isPossible())
        return;
    m_measured = measuredPart(experiment);
    m_prediction.reset();
    m_problem.clear();
    m_isRequested = true;
    show();
    m_controller->requestMemory(experiment);
}

void MemoryPreview::show()
{
    const Experiment& experiment = m_panel->experiment();
    if (!m_prediction) {
        MemoryNote note;
        // While something runs, its line stays, because the form should not move under the pointer.
        const bool hasOffer = !m_measured && isMeasurable() && !isQuick(experiment);
        note.isOffer = hasOffer && isPossible();
        if (hasOffer)
            note.text = tr("Predict the memory of a step");
        else if (m_isRequested)
            note.text = tr("Predicting the memory of a step…");
        else if (!m_problem.isEmpty())
            note.text = tr("The memory of a step cannot be predicted.");
        note.help = hasOffer && !note.isOffer
                        ? tr("It can be predicted when no training or measurement is running.")
                        : m_problem;
        m_panel->setMemoryNote(note);
        return;
    }
    const int64_t peak = m_prediction->peakAt(experiment.batchSize);
    const int64_t device = memoryOf(m_controller->devices(), experiment.device);
    const auto limit = int64_t(usableMemoryShare * double(device));
    MemoryNote note;
    note.text = tr("A step needs %1 of memory.").arg(sizeText(peak));
    note.help = tr("The memory of the tensors on the device: weights, gradients, the optimizer's state and "
                   "all values of a step, without batches that loader workers prepare in advance. It is "
                   "predicted from small batches. Tests are not included: their batches may need more.");
    if (device > 0) {
        const auto dataSet = knownDataSet(experiment);
        const int64_t samples = dataSet && dataSet->counts ? dataSet->counts->train : 0;
        const int64_t most = samples > 0
                                 ? std::max<int64_t>(1, samples - validationSamples(experiment, samples))
                                 : int64_t(findExperimentField("batch_size")->maximum);
        const int64_t largest = m_prediction->largestBatch(limit, most);
        note.isTooMuch = peak > limit;
        if (note.isTooMuch)
            note.text += " " + (largest > 0 ? tr("Largest batch that fits: %1.").arg(countText(largest))
                                            : tr("No batch fits."));
        const QString limitText = tr("%1 of the %2 of %3")
                                      .arg(toQString(formatShare(usableMemoryShare, 0)), sizeText(device),
                                           toQString(experiment.device));
        if (largest == most)
            note.help += " " + tr("All batch sizes fit in %1.").arg(limitText);
        else
            note.help += " " + tr("Largest batch that fits in %1: %2.").arg(limitText, countText(largest));
    }
    if (!m_prediction->isOfMoments())
        note.help +=
            " " +
            tr("It is an estimate, because steps with different batch sizes allocate in different ways.");
    m_panel->setMemoryNote(note);
}

} // namespace stepscope::ui
