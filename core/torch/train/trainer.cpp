#include "core/torch/train/trainer.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/comparison/recorder_trial.h"
#include "core/comparison/reference_loop.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/run/progress.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "core/torch/data/batch_loader.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/data/validation_split.h"
#include "core/torch/model/traced_network.h"
#include "core/torch/record/graph_capture.h"
#include "core/torch/record/recorder.h"
#include "core/torch/shared/devices.h"
#include "core/torch/shared/thread_pins.h"
#include "core/torch/shared/torch_errors.h"
#include "core/torch/train/checkpoints.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/train/evaluation.h"
#include "core/torch/train/gradient_scaler.h"
#include "core/torch/train/gradients.h"
#include "core/torch/train/optimizers.h"
#include "core/torch/train/step_results.h"
#include "core/torch/train/task_loss.h"
#include "core/torch/train/training_texts.h"
#include "core/torch/weights/named_tensors.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

/// What the trainer does, for error messages.
struct Action
{
    enum class Kind { Preparing, Training, Testing };

    Kind kind = Kind::Preparing;
    int64_t number = 0; ///< of the step or the epoch
};

/// "Training step 12".
std::string actionText(const Action& action)
{
    const auto number = std::to_string(action.number);
    switch (action.kind) {
    case Action::Kind::Training:
        // Translators: the {action} of an error
        return translated("Training step {number}", {{"number", number}});
    case Action::Kind::Testing:
        // Translators: the {action} of an error
        return translated("Testing after epoch {number}", {{"number", number}});
    case Action::Kind::Preparing:
        break;
    }
    // Translators: the {action} of an error
    return translated("Preparing the training");
}

class Trainer
{
public:
    Trainer(const Experiment& experiment, DataSetCache& dataSets, TrainingControl& control, RunSink& sink,
            const TrainingFiles& files)
        : m_experiment(experiment)
        , m_control(control)
        , m_sink(sink)
        , m_device(findDevice(experiment.device))
        , m_threads(prepareThreads())
        , m_libraries(experiment)
        , m_data(dataSets.get(experiment, m_device, loadControl()))
        , m_task(taskOf(experiment))
        , m_results(sink, m_device, m_task)
        , m_saver(files, sink)
        , m_maySeeLogits(usesField(experiment, "loss") && experiment.loss == "nll")
    {
        checkBatchSize(experiment, m_data->trainSamples.count());
        torch::manual_seed(uint64_t(experiment.seed));
        m_network = makeNetwork(experiment);
        if (usesField(experiment, "model"))
            m_modelSum = modelSum(experiment.model);
        if (files.resumed.empty())
            useInitialWeights();
        m_network->to(m_device);
        setLayout(*m_network, experiment);
        m_executed = executed(m_network, experiment);
        m_executed->train();
        m_parameters = m_network->parameters();
        m_optimizer = makeOptimizer(experiment, m_parameters);
        m_scaler.emplace(experiment, m_parameters);
        m_optimizerStepName = optimizerStepName(experiment);
        m_optimizerZeroName = optimizerZeroName(experiment);
        const ValidationSplit split = splitSamples(experiment, m_data->trainSamples.count());
        m_sampler.emplace(m_data->trainSamples, m_data->trainTargets, experiment.batchSize,
                          uint64_t(experiment.seed), split.train);
        if (split.validation.defined())
            setAside(split.validation);
        m_loader.emplace(*m_sampler, experiment);
        if (!files.resumed.empty())
            resume(files.resumed);
        makePlan();
        if (m_step > 0) // only a test may be left of the epoch
            m_optimizer->setLearningRate(scheduledLearningRate(experiment, schedulePosition(m_step - 1)));
    }

    RunOutcome run();
    const Action& action() const { return m_action; }

private:
    /// Returns the number of threads of an operator.
    int prepareThreads();
    LoadControl loadControl()
    {
        return {.log = [this](std::string text) { m_sink.logged(LogLevel::Info, std::move(text)); },
                .isStopped = [this] { return m_control.stopRequested(); }};
    }
    /// Evaluates the training samples with these numbers after each epoch.
    void setAside(const torch::Tensor& numbers);
    void useInitialWeights();
    void resume(const std::filesystem::path& checkpoint);
    void makePlan();
    /// Sets the number of steps and the figures derived from it.
    void planSteps(int64_t steps);
    void planForSeconds();
    /// Number of steps that fit into the experiment's seconds, estimated from the steps so far.
    int64_t stepsInTime() const;
    bool isEnough() const;
    void beginNextEpoch();
    bool trainEpoch();
    /// Before the first step.
    void begin();
    TrainingState state() { return {*m_network, *m_optimizer, *m_sampler, m_device}; }
    TrainingPosition position() const;
    void save(bool isEnd);
    StepPhase nextPhase();
    void planTrial();
    void prepareRecorder(StepPhase next);
    void measureSpeed(StepPhase next);
    SchedulePosition schedulePosition(int64_t step) const;
    void trainStep();
    void updateWeights();
    void zeroGradients();
    NetworkResult forward(const Batch& batch);
    /// The losses' gradients of all parts of the batch. Returns all outputs, and the mean loss.
    NetworkResult forwardAndBackward(const Batch& batch);
    NetworkResult accumulate(const Batch& batch);
    void warnOfLogits(const torch::Tensor& output);
    void warnOfDivergence();
    void logLoaderTimes();
    void logSkippedSteps();
    /// False if it was stopped. Without samples to validate on, there is no validation.
    bool test(EpochMetrics& metrics, std::optional<Evaluation>& validation);
    void report(const EpochMetrics& metrics, const std::optional<Evaluation>& validation);
    void handOverProfile(bool last);
    bool mayGoOn();
    void waitWhilePaused();
    void setPass(Pass pass)
    {
        if (m_recorder)
            m_recorder->setPass(pass);
    }

    const Experiment& m_experiment;
    TrainingControl& m_control;
    RunSink& m_sink;
    torch::Device m_device;
    int m_threads;
    LibrarySettings m_libraries;
    std::shared_ptr<const TensorDataSet> m_data;
    Task m_task;
    StepResults m_results;
    TrainingSaver m_saver;
    std::string m_modelSum; ///< of its TorchScript model, if it has one
    std::shared_ptr<Network> m_network;
    std::shared_ptr<Network> m_executed; ///< runs the passes of m_network; may be the same
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimizer> m_optimizer;
    std::string m_optimizerStepName;
    std::string m_optimizerZeroName;
    std::optional<GradientScaler> m_scaler;
    std::optional<BatchSampler> m_sampler;
    torch::Tensor m_validationNumbers; ///< of training samples, on their device; undefined: none
    torch::Tensor m_validationTargets; ///< on the training device
    std::optional<BatchLoader> m_loader;
    std::optional<ThreadPins> m_pins;
    std::unique_ptr<Recorder> m_recorder;
    std::optional<RecorderTrial> m_trial; ///< set when the profiler's schedule is over
    RunPlan m_plan;
    int64_t m_firstStep = 0;  ///< of this training: not 0 if it is resumed
    int64_t m_firstEpoch = 1; ///< likewise
    int64_t m_totalSteps = 0; ///< as planned, counted from 0
    int64_t m_step = 0;
    int64_t m_epoch = 1;     ///< where the training is
    int64_t m_batch = 0;     ///< batches trained in this epoch
    bool m_isTested = false; ///< after the last of these batches
    Plateau m_plateau;       ///< of the schedule
    bool m_hasGraph = false;
    bool m_hasDiverged = false; ///< and was warned of
    bool m_maySeeLogits;        ///< a model should give log probabilities, and was not found to differ
    int64_t m_beginNs = 0;      ///< of the first step; 0 before it
    int64_t m_trainedNs = 0;    ///< time in steps, without tests and pauses
    ReferenceSchedule m_reference;
    int64_t m_plannedNs = 0;      ///< m_trainedNs when the steps were last planned
    int64_t m_loaderLoggedNs = 0; ///< m_trainedNs when the loader's times were last logged
    int64_t m_handedOverNs = 0;
    Action m_action;
};

int64_t ceiling(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

int Trainer::prepareThreads()
{
    if (const auto kept = useInterOpThreads(m_experiment))
        m_sink.logged(LogLevel::Info, interOpThreadsText(*kept));
    return useThreads(m_experiment);
}

void Trainer::planSteps(int64_t steps)
{
    m_totalSteps = steps;
    m_plan.totalSteps = steps - m_firstStep;
    m_plan.epochs = ceiling(steps, m_plan.stepsPerEpoch);
    m_plan.tests = m_plan.epochs - (m_firstEpoch - 1);
}

int64_t Trainer::stepsInTime() const
{
    return int64_t(double(m_step) * m_experiment.seconds * 1e9 / double(std::max<int64_t>(m_trainedNs, 1)));
}

/// Updates the number of steps that fit into the seconds from time to time.
void Trainer::planForSeconds()
{
    constexpr int64_t everyNs = 500'000'000;
    if (m_experiment.seconds <= 0 || m_trainedNs - m_plannedNs < everyNs)
        return;
    m_plannedNs = m_trainedNs;
    const auto most = m_experiment.steps > 0 ? m_experiment.steps : std::numeric_limits<int64_t>::max();
    planSteps(std::clamp(stepsInTime(), m_step + 1, std::max(most, m_step + 1)));
    m_sink.planned(m_plan);
}

bool Trainer::isEnough() const
{
    if (m_experiment.seconds <= 0)
        return m_step >= m_totalSteps;
    return double(m_trainedNs) >= 1e9 * m_experiment.seconds ||
           (m_experiment.steps > 0 && m_step >= m_experiment.steps);
}

void Trainer::setAside(const torch::Tensor& numbers)
{
    m_validationNumbers = numbers.to(m_data->trainSamples.device());
    m_validationTargets = m_data->trainTargets.index_select(0, m_validationNumbers).to(m_device);
}

void Trainer::useInitialWeights()
{
    if (m_experiment.initialWeights.empty())
        return;
    SafetensorsReader file(m_experiment.initialWeights);
    const FoundWeights found = loadWeights(file, *m_network);
    m_sink.logged(LogLevel::Info, loadedWeightsText(found.loaded, m_experiment.initialWeights));
    if (!found.leftOut.empty())
        m_sink.logged(LogLevel::Warning, randomWeightsText(found.leftOut));
}

void Trainer::resume(const std::filesystem::path& checkpoint)
{
    const TrainingPosition position = loadCheckpoint(checkpoint, m_experiment, state());
    const bool isEpochOver = position.isTested && position.batch >= m_sampler->batches();
    if (position.batch > m_sampler->batches())
        throw Error(translated("{file} does not fit the data set: it was saved by a training run with more "
                               "steps per epoch; use the same data set and batch size.",
                               {{"file", checkpoint.string()}}));
    m_firstStep = m_step = position.step;
    m_firstEpoch = m_epoch = position.epoch + (isEpochOver ? 1 : 0);
    m_batch = isEpochOver ? 0 : position.batch;
    m_isTested = position.isTested;
    m_plateau = position.plateau;
    m_scaler->setScale(position.lossScale);
    m_trainedNs = m_plannedNs = m_loaderLoggedNs = position.trainedNs;
    if (isEpochOver)
        m_sampler->shuffle();
    else
        m_results.goOn(position);
    m_sink.logged(LogLevel::Info,
                  translated("The training is resumed from step {step} (epoch {epoch}).",
                             {{"step", formatCount(m_step)}, {"epoch", formatCount(m_epoch)}}));
}

TrainingPosition Trainer::position() const
{
    return {.step = m_step,
            .epoch = m_epoch,
            .batch = m_batch,
            .isTested = m_isTested,
            .trainedNs = m_trainedNs,
            .trainNs = m_results.epochTrainNs(),
            .trainImages = m_results.epochImages(),
            .trainCorrect = m_results.epochCorrect(),
            .lossSum = m_results.epochLossSum(),
            .plateau = m_plateau,
            .lossScale = m_scaler->scale()};
}

void Trainer::save(bool isEnd)
{
    m_saver.save(
        {.experiment = withAbsolutePaths(m_experiment), .position = position(), .modelSum = m_modelSum},
        state(), isEnd);
}

void Trainer::makePlan()
{
    m_plan.stepsPerEpoch = m_sampler->batches();
    planSteps(m_experiment.steps > 0 ? m_experiment.steps : m_experiment.epochs * m_plan.stepsPerEpoch);
    m_plan.trainImages = m_sampler->count();
    m_plan.testImages = m_data->testSamples.count();
    m_plan.validationImages = m_validationNumbers.defined() ? m_validationNumbers.size(0) : 0;
    m_plan.testBatches = ceiling(m_plan.testImages, m_experiment.testBatchSize) +
                         ceiling(m_plan.validationImages, m_experiment.testBatchSize);
    m_plan.parameters = parameterCount(*m_network);
    m_plan.threads = m_threads;
    for (const auto& device : listDevices()) {
        if (device.id == m_experiment.device)
            m_plan.deviceName = device.name;
    }
}

bool Trainer::mayGoOn()
{
    if (m_control.paused()) {
        prepareRecorder(StepPhase::Off);
        m_results.flush();
        waitWhilePaused();
        m_results.resume();
    }
    return !m_control.stopRequested();
}

/// Meanwhile another training may run in this process and change what LibTorch has once per process.
void Trainer::waitWhilePaused()
{
    const RandomState random(m_device);
    m_loader->setPaused(true);
    m_control.waitWhilePaused();
    m_loader->setPaused(false);
    random.restore();
    m_libraries.apply();
    useThreads(m_experiment);
}

RunOutcome Trainer::run()
{
    if (isEnough() && (m_isTested || m_totalSteps < m_step))
        throw Error(translatedPlural("The training is already complete after {count} step. To continue it, "
                                     "allow more epochs, steps or seconds.",
                                     "The training is already complete after {count} steps. To continue it, "
                                     "allow more epochs, steps or seconds.",
                                     m_step, {{"count", formatCount(m_step)}}));
    if (m_experiment.pinThreads && usesField(m_experiment, "pin_threads"))
        m_pins.emplace(m_threads); // the loader's workers have been started, and are not pinned
    m_sink.planned(m_plan);
    m_sink.logged(LogLevel::Info, trainingText(m_experiment, m_plan));
    if (m_validationNumbers.defined())
        m_sink.logged(LogLevel::Info, validationPlanText(m_experiment, m_plan));
    if (m_experiment.profile) {
        m_recorder = makeRecorder(m_experiment, m_device, [this](std::string text) {
            m_sink.logged(LogLevel::Warning, std::move(text));
        });
        if (auto warning = lateProfilerText(m_experiment, m_plan, m_firstStep))
            m_sink.logged(LogLevel::Warning, std::move(*warning));
    }

    bool isFinished = true;
    for (;;) {
        isFinished = trainEpoch();
        const bool isEnd = !isFinished || isEnough();
        save(isEnd);
        if (isEnd)
            break;
        beginNextEpoch();
    }
    m_sink.stageChanged(RunStage::Finishing);
    m_results.flush();
    prepareRecorder(StepPhase::Off);
    handOverProfile(true);
    logSkippedSteps();
    return isFinished ? RunOutcome::Finished : RunOutcome::Stopped;
}

void Trainer::beginNextEpoch()
{
    ++m_epoch;
    m_batch = 0;
    m_isTested = false;
    m_sampler->shuffle();
    m_results.beginEpoch();
}

bool Trainer::trainEpoch()
{
    m_sink.stageChanged(RunStage::Training);
    m_results.resume();
    while (m_batch < m_plan.stepsPerEpoch && !isEnough()) {
        if (!mayGoOn())
            return false;
        trainStep();
        planForSeconds();
    }
    if (m_experiment.seconds > 0 && isEnough() && m_totalSteps != m_step) {
        planSteps(m_step);
        m_sink.planned(m_plan);
    }
    m_results.flush();
    warnOfDivergence();           // on a GPU, the last losses have been read only now
    m_loader->setRecorded(false); // the workers' wait for the next epoch is of no interest
    prepareRecorder(StepPhase::Off);
    handOverProfile(true);
    logLoaderTimes();

    EpochMetrics metrics;
    metrics.epoch = int32_t(m_epoch);
    metrics.steps = m_batch;
    metrics.lastStep = m_step - 1;
    metrics.learningRate = m_optimizer->learningRate();
    metrics.trainNs = m_results.epochTrainNs();
    metrics.trainImages = m_results.epochImages();
    metrics.trainCorrect = m_results.epochCorrect();
    metrics.trainLoss = m_results.epochLossSum() / double(metrics.trainImages);
    begin(); // all steps may have been trained before
    std::optional<Evaluation> validation;
    if (!test(metrics, validation))
        return false;
    m_isTested = true;
    addTestLoss(m_plateau, m_experiment, validation ? validation->loss : metrics.testLoss);
    metrics.endNs = monotonicNs() - m_beginNs;
    report(metrics, validation);
    return true;
}

void Trainer::report(const EpochMetrics& metrics, const std::optional<Evaluation>& validation)
{
    const auto log = [&](const std::string& result) {
        m_sink.logged(LogLevel::Info,
                      translated("Epoch {number}: {result}",
                                 {{"number", epochNumberText(m_epoch, m_plan.epochs, m_experiment)},
                                  {"result", result}}));
    };
    if (validation) {
        const ValidationResult result{.loss = validation->loss,
                                      .accuracy =
                                          StepMetrics::shareOf(validation->correct, validation->samples)};
        m_sink.scalarsLogged(validationScalars(result, metrics.lastStep, metrics.endNs));
        log(validationText(result));
    }
    m_sink.epochDone(metrics); // sinks already have the validation of this epoch
    log(testLine(metrics));
}

/// What the epoch's steps waited for.
void Trainer::logLoaderTimes()
{
    const LoaderTimes times = m_loader->takeTimes();
    if (times.batches == 0)
        return;
    const auto stepsNs = m_trainedNs - std::exchange(m_loaderLoggedNs, m_trainedNs);
    m_sink.logged(LogLevel::Info, loaderTimesText(times, m_loader->workers(), stepsNs));
}

void Trainer::logSkippedSteps()
{
    const int64_t steps = m_step - m_firstStep;
    if (!m_scaler->isOn() || steps == 0)
        return;
    const int64_t skipped = m_scaler->skippedSteps();
    m_sink.logged(skipped == steps ? LogLevel::Warning : LogLevel::Info,
                  skippedStepsText(skipped, steps, m_scaler->scale().factor));
}

NetworkResult Trainer::forward(const Batch& batch)
{
    if (m_hasGraph)
        return resultOf(*m_executed, batch, m_experiment);
    m_hasGraph = true; // a further part of the first batch has the same
    GraphCapture capture(*m_network, m_experiment, batch.inputs);
    auto result = resultOf(*m_network, batch, m_experiment);
    m_sink.graphCaptured(capture.finish(result));
    return result;
}

NetworkResult Trainer::forwardAndBackward(const Batch& batch)
{
    if (m_experiment.accumulation > 1)
        return accumulate(batch);
    setPass(Pass::Forward);
    auto result = forward(batch);
    setPass(Pass::Loss);
    result.loss = lossOf(m_task, result, batch);
    const auto scaled = m_scaler->scaled(result.loss);
    setPass(Pass::Backward);
    scaled.backward();
    return result;
}

/// Each part counts by its share of the batch, so that the gradients are those of the whole batch.
NetworkResult Trainer::accumulate(const Batch& batch)
{
    torch::Tensor sum;
    PartOutputs outputs;
    for (const Batch& part : partsOf(batch, m_experiment.accumulation)) {
        setPass(Pass::Forward);
        const auto result = forward(part);
        setPass(Pass::Loss);
        const double share = double(part.targets.size(0)) / double(batch.targets.size(0));
        const auto loss = lossOf(m_task, result, part) * share;
        const auto scaled = m_scaler->scaled(loss);
        setPass(Pass::Backward);
        scaled.backward();
        setPass(Pass::Loss);
        sum = sum.defined() ? sum + loss.detach() : loss.detach();
        outputs.add(result);
    }
    return {.output = outputs.joined(), .loss = sum};
}

/// A separate call in the profile only if it calls operators, as in PyTorch.
void Trainer::zeroGradients()
{
    if (!updatesByOperators(m_experiment)) {
        m_optimizer->zeroGradients();
        return;
    }
    setPass(Pass::Optimizer);
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before(m_optimizerZeroName.c_str());
    m_optimizer->zeroGradients();
}

void Trainer::planTrial()
{
    auto steps = m_totalSteps;
    if (m_experiment.seconds > 0) {
        const auto most = m_experiment.steps > 0 ? m_experiment.steps : std::numeric_limits<int64_t>::max();
        steps = std::min(stepsInTime(), most);
    }
    m_trial = planRecorderTrial(m_step, steps);
    if (m_trial->pairs > 0)
        m_sink.logged(LogLevel::Info, recorderTrialText(m_step + 1, m_step + m_trial->steps()));
}

StepPhase Trainer::nextPhase()
{
    const auto phase = m_recorder ? stepPhase(m_experiment, m_step - m_firstStep) : StepPhase::Off;
    if (!m_recorder || phase != StepPhase::Off)
        return phase;
    if (!m_trial)
        planTrial();
    return m_trial->phaseOf(m_step);
}

/// The time that the recorder takes here is between the steps and belongs to none of them.
void Trainer::prepareRecorder(StepPhase next)
{
    if (!m_recorder)
        return;
    const bool takesTime = m_recorder->mustPrepare(next);
    if (takesTime)
        m_results.flush();
    if (auto chunk = m_recorder->prepare(next))
        m_sink.traceRecorded(std::move(*chunk));
    if (takesTime)
        m_results.resume();
}

void Trainer::measureSpeed(StepPhase next)
{
    const int64_t ns = m_beginNs == 0 ? 0 : monotonicNs() - m_beginNs;
    if (!m_reference.isDue(ns, next == StepPhase::Active))
        return;
    const double loopNs = double(runReferenceLoop());
    m_sink.scalarsLogged({{std::string(referenceTag), {{.step = m_step, .timeNs = ns, .value = loopNs}}}});
}

/// With a time limit, the end is estimated at each step from the share of the time that has passed, so that a
/// schedule over the whole training proceeds with it.
SchedulePosition Trainer::schedulePosition(int64_t step) const
{
    SchedulePosition position{.step = step,
                              .stepsPerEpoch = m_plan.stepsPerEpoch,
                              .totalSteps = m_totalSteps,
                              .plateau = m_plateau};
    if (m_experiment.seconds <= 0 || m_step == 0 || m_trainedNs == 0)
        return position;
    const int64_t steps = stepsInTime();
    position.totalSteps =
        std::max(m_experiment.steps > 0 ? std::min(steps, m_experiment.steps) : steps, m_step);
    return position;
}

void Trainer::begin()
{
    if (m_beginNs != 0)
        return;
    m_beginNs = monotonicNs();
    m_sink.trainingBegan(m_beginNs);
}

void Trainer::trainStep()
{
    m_action = {Action::Kind::Training, m_step};
    m_optimizer->setLearningRate(scheduledLearningRate(m_experiment, schedulePosition(m_step)));
    const auto phase = nextPhase();
    const bool isRecorded = m_recorder && phase != StepPhase::WithoutRecorder;
    if (m_recorder)
        m_recorder->setOn(isRecorded);
    // If durations are distributed among steps, they must not be mixed between a block, its first step, and
    // the next.
    const bool atBoundary = m_trial && m_trial->isBoundary(m_step);
    if (atBoundary)
        m_results.flush();
    prepareRecorder(phase);
    measureSpeed(phase);
    begin();
    const auto beginNs = m_step == m_firstStep ? m_beginNs : monotonicNs();
    if (isRecorded)
        m_recorder->beginStep(m_step, phase);
    m_loader->setRecorded(isRecorded && hasEvents(phase));

    setPass(Pass::Data);
    auto batch = m_loader->batch(m_epoch, m_batch);
    if (batch.inputs.device() != m_device) {
        setPass(Pass::Copy);
        batch = copiedTo(m_device, batch, m_experiment);
    }
    batch.inputs = inLayout(batch.inputs, m_experiment);
    zeroGradients();
    const auto [output, loss] = forwardAndBackward(batch);
    setPass(Pass::Optimizer);
    if (m_scaler->unscale())
        updateWeights();
    setPass(Pass::Other);

    StepMetrics step;
    step.step = m_step;
    step.startNs = beginNs - m_beginNs;
    step.epoch = int32_t(m_epoch);
    step.images = int32_t(batch.targets.size(0));
    step.phase = phase;
    if (isRecorded) {
        m_recorder->addLoaderWork(m_loader->takeWork());
        if (auto chunk = m_recorder->endStep())
            m_sink.traceRecorded(std::move(*chunk));
        handOverProfile(false);
    }
    m_results.add(step, beginNs, loss, output, batch.targets);
    if (atBoundary)
        m_results.flush();
    m_trainedNs += monotonicNs() - beginNs;
    warnOfLogits(output);
    warnOfDivergence();
    ++m_step;
    ++m_batch;
    m_isTested = false;
}

void Trainer::updateWeights()
{
    adjustGradients(m_parameters, m_experiment);
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before(m_optimizerStepName.c_str());
    m_optimizer->step();
}

/// Once, of a model whose values are not what the loss needs. The time belongs to no step.
void Trainer::warnOfLogits(const torch::Tensor& output)
{
    if (!m_maySeeLogits)
        return;
    bool areLogits = m_results.hasNegativeLoss();
    if (m_step == m_firstStep) {
        m_results.flush();
        areLogits = !areLogProbabilities(output);
        m_results.resume();
    }
    if (!areLogits)
        return;
    m_maySeeLogits = false;
    m_sink.logged(LogLevel::Warning, logitsText(m_experiment));
}

/// Once, of a loss that is not a finite number. The time belongs to no step.
void Trainer::warnOfDivergence()
{
    const auto step = m_results.firstStepWithoutLoss();
    if (m_hasDiverged || !step)
        return;
    m_hasDiverged = true;
    m_sink.logged(LogLevel::Warning, divergedText(*step));
}

bool Trainer::test(EpochMetrics& metrics, std::optional<Evaluation>& validation)
{
    m_action = {Action::Kind::Testing, metrics.epoch};
    m_sink.stageChanged(RunStage::Testing);
    int64_t workedNs = 0;
    auto resumedNs = monotonicNs();
    int64_t batchesBefore = 0;
    const auto proceed = [&](int64_t batches) {
        workedNs += monotonicNs() - resumedNs;
        m_sink.testProgressed(batchesBefore + batches, workedNs);
        const bool goesOn = mayGoOn();
        resumedNs = monotonicNs(); // a pause does not count
        return goesOn;
    };
    if (m_validationNumbers.defined()) {
        validation = evaluate(*m_executed, m_data->trainSamples, m_validationTargets, m_experiment, proceed,
                              m_validationNumbers);
        if (!validation)
            return false;
        batchesBefore = ceiling(validation->samples, m_experiment.testBatchSize);
    }
    const auto result =
        evaluate(*m_executed, m_data->testSamples, m_data->testTargets, m_experiment, proceed);
    if (!result)
        return false;
    metrics.testNs = workedNs + monotonicNs() - resumedNs;
    metrics.testImages = result->samples;
    metrics.testCorrect = result->correct;
    metrics.testLoss = result->loss;
    return true;
}

/// Reports the running totals a few times per second.
void Trainer::handOverProfile(bool last)
{
    if (!m_recorder)
        return;
    constexpr int64_t everyNs = 250'000'000;
    const auto nowNs = monotonicNs();
    if (!last && nowNs - m_handedOverNs < everyNs)
        return;
    m_handedOverNs = nowNs;
    TraceChunk strings;
    auto totals = m_recorder->totals(strings);
    m_sink.traceRecorded(std::move(strings));
    m_sink.totalsCounted(std::move(totals));
}

} // namespace

RunOutcome trainExperiment(const Experiment& experiment, DataSetCache& dataSets, TrainingControl& control,
                           RunSink& sink, const TrainingFiles& files)
{
    Action action;
    try {
        validate(experiment);
        sink.stageChanged(RunStage::Preparing);
        checkDataSet(experiment);
        Trainer trainer(experiment, dataSets, control, sink, files);
        try {
            return trainer.run();
        } catch (...) {
            action = trainer.action();
            throw;
        }
    } catch (const ReadingStopped&) {
        return RunOutcome::Stopped;
    } catch (const std::exception& exception) {
        throw torchError(exception, actionText(action));
    }
}

} // namespace stepscope
