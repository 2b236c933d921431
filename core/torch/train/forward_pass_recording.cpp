#include "core/torch/train/forward_pass_recording.h"

#include "core/base/clock.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/torch/model/network.h"
#include "core/torch/record/operator_recorder.h"
#include "core/torch/shared/devices.h"
#include "core/torch/shared/torch_errors.h"
#include "core/torch/train/compute_settings.h"

namespace stepscope {

static RunPlan planOf(const Experiment& experiment, const Network& network, int threads)
{
    RunPlan plan{.epochs = 1, .stepsPerEpoch = 1, .totalSteps = 1, .trainImages = 1};
    plan.parameters = parameterCount(network);
    plan.threads = threads;
    for (const auto& device : listDevices()) {
        if (device.id == experiment.device)
            plan.deviceName = device.name;
    }
    return plan;
}

static void recordPass(const Experiment& experiment, RunSink& sink)
{
    const auto device = findDevice(experiment.device);
    useInterOpThreads(experiment);
    const int threads = useThreads(experiment);
    torch::manual_seed(uint64_t(experiment.seed));
    const LibrarySettings libraries(experiment);
    const auto network = makeNetwork(experiment);
    network->to(device);
    setLayout(*network, experiment);
    network->train();
    const auto zeros = zeroInputs(experiment, 1);
    const auto random = zeros.is_floating_point() ? torch::randn_like(zeros) : zeros;
    const Batch batch{inLayout(random.to(device), experiment), zeroTargets(experiment, 1).to(device)};
    sink.planned(planOf(experiment, *network, threads));

    OperatorRecorder recorder(experiment.profileShapes);
    const auto beginNs = monotonicNs();
    sink.trainingBegan(beginNs);
    sink.stageChanged(RunStage::Training);
    recorder.beginStep(0, StepPhase::Active);
    recorder.setPass(Pass::Forward);
    const auto result = resultOf(*network, batch, experiment);
    if (!device.is_cpu()) {
        const at::DisableRecordFunctionGuard noRecording;
        (result.output.defined() ? result.output : result.loss).detach().cpu(); // waits for the device
    }
    auto chunk = recorder.endStep();
    const StepMetrics step{
        .durationNs = monotonicNs() - beginNs, .images = 1, .epoch = 1, .phase = StepPhase::Active};
    sink.traceRecorded(std::move(*chunk));
    TraceChunk strings;
    auto totals = recorder.totals(strings);
    sink.traceRecorded(std::move(strings));
    sink.totalsCounted(std::move(totals));
    sink.stepsDone({&step, 1});
}

void recordForwardPass(const Experiment& experiment, RunSink& sink)
{
    try {
        validate(experiment);
        checkDataSet(experiment);
        recordPass(experiment, sink);
    } catch (const std::exception& exception) {
        // Translators: the {action} of an error
        throw torchError(exception, translated("The forward pass"));
    }
}

} // namespace stepscope
