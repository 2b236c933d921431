#include "core/record/program_run.h"

#include "core/base/clock.h"
#include "core/base/processes/process_identity.h"
#include "core/base/text/format.h"
#include "core/base/text/json_value.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/record/program_device.h"
#include "core/record/step_request.h"
#include "core/run_file/run_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

namespace stepscope {

using Json = nlohmann::json;
using Kind = ProgramMark::Kind;

namespace {

/// 81723 of "4711-81723-5000000.probe".
int64_t startTicksIn(const std::string& name)
{
    const size_t begin = name.find('-') + 1;
    int64_t ticks = -1;
    const auto parsed = std::from_chars(name.data() + begin, name.data() + name.size(), ticks);
    return begin > 0 && parsed.ec == std::errc() && *parsed.ptr == '-' ? ticks : -1;
}

/// Other marks count only if they are of the thread that makes steps.
bool isOfAnyThread(const ProgramMark& mark)
{
    return mark.kind == Kind::Value || mark.kind == Kind::Message || mark.kind == Kind::FlagsChanged ||
           mark.kind == Kind::GapStarted || mark.kind == Kind::GapEnded;
}

} // namespace

ProgramRun::ProgramRun(const std::filesystem::path& file, const RecordingPlan& plan)
    : m_plan(plan)
    , m_file(file)
    , m_startTicks(startTicksIn(file.filename().string()))
    , m_clock(m_file.clock(), measuredNsPerTick())
    , m_trace(m_file.process(), plan.stepRange)
    , m_finder(plan.stepOn)
    , m_devices(m_file.isPython() ? plan.deviceFolder : std::filesystem::path())
{
}

ProgramRun::~ProgramRun() = default;

std::string ProgramRun::refusal() const
{
    return m_file.state() == probe::State::Refused ? m_file.refusal() : std::string();
}

void ProgramRun::log(LogLevel level, std::string text)
{
    if (m_recorder)
        m_recorder->feed().logged(level, std::move(text));
}

void ProgramRun::update()
{
    takeRecords();
    passOnDevices();
}

void ProgramRun::takeRecords()
{
    while (m_trace.threads() < m_file.threads()) {
        m_trace.addThread(m_file.threadId(m_trace.threads()), m_clock, m_file.isPython());
        m_isDamaged.push_back(false);
    }
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        if (m_isDamaged[i])
            continue;
        m_words.clear();
        m_marks.clear();
        const bool isRead = m_file.take(i, m_words);
        const int64_t readNs = monotonicNs();
        m_isDamaged[i] = !isRead || !m_trace.thread(i).take(m_words, m_marks);
        if (m_isDamaged[i])
            log(LogLevel::Warning, translated("The recording of thread {thread} of process {process} is "
                                              "damaged from here on; the rest is left out.",
                                              {{"thread", std::to_string(m_file.threadId(i))},
                                               {"process", std::to_string(process())}}));
        const auto isOfStep = [](const ProgramMark& mark) {
            return !isOfAnyThread(mark) && mark.kind != Kind::DataStarted;
        };
        if (!m_mainThread && std::ranges::any_of(m_marks, isOfStep))
            m_mainThread = i;
        for (const auto& mark : m_marks) {
            if (mark.kind == Kind::GapStarted || mark.kind == Kind::GapEnded)
                takeGap(i, mark);
            else if (m_mainThread == i || isOfAnyThread(mark))
                takeMark(mark);
        }
        // Its ring is empty now, so nothing is left out any more. The thread only writes that with its next
        // event.
        m_gaps.ended(i, readNs);
    }
    takeRequest();
    askProbe();
    if (!m_startedNetwork)
        m_finder.waitedUntil(monotonicNs());
    takeSteps();
    passOnSteps();
    m_trace.forgetUntil(
        std::min(openSince().value_or(m_lastNs), m_startedNetwork ? m_startedNetwork->ns : m_lastNs));
}

/// Start of the first step that was not passed on and may not have ended.
std::optional<int64_t> ProgramRun::openSince() const
{
    for (const auto& found : m_found) {
        if (const auto* step = std::get_if<FoundStep>(&found))
            return step->startNs;
    }
    return m_finder.openSince();
}

/// Including those that were not passed on.
int64_t ProgramRun::foundSteps() const
{
    return m_steps + std::ranges::count_if(
                         m_found, [](const auto& found) { return std::holds_alternative<FoundStep>(found); });
}

/// Reads the request of another process, such as the window.
void ProgramRun::takeRequest()
{
    constexpr int64_t everyNs = 100'000'000;
    const int64_t now = monotonicNs();
    if (!m_recorder || now - m_requestNs < everyNs)
        return;
    m_requestNs = now;
    if (const auto steps = takeRequestedSteps(m_runFile)) {
        m_windowNs = now;
        m_windowSteps = *steps;
    }
}

/// Operators are needed before and while events are kept, and always if steps are derived from operators.
bool ProgramRun::wantsOperators() const
{
    if (!m_plan.windowsOnly || !m_file.isPython() || m_windowSteps > 0 || m_owedSteps > 0)
        return true;
    const auto phase = stepPhase(m_plan.schedule, foundSteps());
    return phase == StepPhase::Warmup || phase == StepPhase::Active;
}

/// In the steps whose events are kept and in a few before them, because starting the profiler takes time. The
/// first step, in which a program often compiles, tells nothing about the duration of the others.
bool ProgramRun::wantsDevices()
{
    constexpr int64_t startNs = 250'000'000;
    constexpr int64_t mostBefore = 16;
    int64_t stepsBefore = 1;
    if (m_devices.isOpen())
        stepsBefore = mostBefore; // to stop and start it again would take longer
    else if (m_shortestNs > 0)
        stepsBefore = std::clamp<int64_t>(1 + startNs / m_shortestNs, 1, mostBefore);
    bool areKept = m_windowSteps > 0 || m_owedSteps > 0;
    for (int64_t i = 0; i <= stepsBefore && !areKept; ++i)
        areKept = stepPhase(m_plan.schedule, foundSteps() + i) == StepPhase::Active;
    return m_devices.wantsProfiler(areKept, monotonicNs());
}

void ProgramRun::askProbe()
{
    uint32_t flags = wantsOperators() ? probe::initialFlags : 0;
    if (wantsDevices())
        flags |= probe::RecordDevices;
    if (flags != std::exchange(m_flags, flags))
        m_file.setFlags(flags);
}

void ProgramRun::takeGap(size_t thread, const ProgramMark& mark)
{
    if (mark.kind == Kind::GapEnded)
        return m_gaps.ended(thread, mark.ns);
    m_hasLostSteps = m_hasLostSteps || !m_file.isPython(); // there they are derived from operators
    m_gaps.started(thread, mark.ns);
}

/// A module's description and its mode follow after the start of its call.
void ProgramRun::startNetwork()
{
    if (!m_startedNetwork)
        return;
    if (m_trace.names().isNetwork(m_startedNetwork->id)) {
        m_calledNetworks.push_back(m_startedNetwork->id);
        m_finder.networkStarted(m_startedNetwork->ns, m_mode);
        if (m_mode == CallMode::Training)
            m_updatedNs.reset();
    }
    m_startedNetwork.reset();
}

void ProgramRun::updateStarted(int64_t ns)
{
    m_finder.updateStarted(ns);
    m_samples.updateStarted();
}

void ProgramRun::updateEnded(int64_t ns, uint64_t optimizer)
{
    m_updatedNs = ns;
    m_finder.updateEnded(ns, optimizer);
    m_samples.updateEnded(ns, optimizer);
}

void ProgramRun::takeMark(const ProgramMark& mark)
{
    m_lastNs = std::max(m_lastNs, mark.ns);
    if (!isOfAnyThread(mark))
        startNetwork();
    switch (mark.kind) {
    case Kind::DataStarted:
        m_finder.dataStarted(mark.ns);
        m_samples.dataStarted(mark.ns);
        break;
    case Kind::NetworkStarted:
        m_network = mark.id;
        m_networkNs = mark.ns;
        if (constexpr size_t most = 10'000; m_networks.size() < most)
            m_networks.insert(m_network);
        m_startedNetwork = mark;
        break;
    case Kind::NetworkEnded:
        if (std::erase(m_calledNetworks, mark.id) > 0)
            m_finder.networkEnded(mark.ns);
        break;
    case Kind::BackwardStarted:
        m_updatedNs.reset();
        m_finder.backwardStarted(mark.ns);
        m_samples.backwardStarted(mark.ns);
        break;
    case Kind::BackwardEnded:
        m_finder.backwardEnded(mark.ns);
        m_samples.backwardEnded();
        break;
    case Kind::UpdateStarted:
        updateStarted(mark.ns);
        break;
    case Kind::UpdateEnded:
        updateEnded(mark.ns, m_program.empty() ? mark.id : m_optimizerId);
        break;
    case Kind::MarkStarted:
        m_finder.markStarted(mark.ns);
        break;
    case Kind::StepMarked:
        m_finder.marked(mark.ns);
        break;
    case Kind::FlagsChanged:
        m_gaps.switched(mark.ns, bool(mark.id & probe::RecordOperators));
        break;
    case Kind::GapStarted:
    case Kind::GapEnded:
        break; // see takeGap()
    case Kind::Value:
        takeValue(mark);
        break;
    case Kind::Message:
        takeMessage(mark);
        break;
    }
    takeSteps();
}

void ProgramRun::takeValue(const ProgramMark& mark)
{
    constexpr double most = 1e15;
    switch (probe::ValueKind(mark.id)) {
    case probe::ValueKind::Loss:
        m_losses.take(mark.ns, mark.value, m_finder.isUpdating());
        break;
    case probe::ValueKind::LateLoss:
        m_losses.announce(mark.ns, m_finder.isUpdating());
        break;
    case probe::ValueKind::Samples:
        if (std::abs(mark.value) < most && m_trace.names().isNetwork(m_network))
            takeSamples(mark.ns, int64_t(mark.value));
        break;
    case probe::ValueKind::Evaluation:
        m_mode = mark.value == 0.0   ? CallMode::Training
                 : mark.value == 1.0 ? CallMode::Evaluation
                                     : CallMode::WithoutGradient;
        break;
    case probe::ValueKind::Optimizer:
        if (mark.value > 0.0 && mark.value < most)
            m_optimizerId = uint64_t(mark.value);
        break;
    }
}

/// Samples that are reported when no network is called are those of a replayed CUDA graph.
void ProgramRun::takeSamples(int64_t ns, int64_t samples)
{
    const bool isCalled = m_startedNetwork || !m_calledNetworks.empty();
    m_samples.called(ns, isCalled ? m_networkNs : ns, m_network, samples, m_mode);
}

void ProgramRun::takeMessage(const ProgramMark& mark)
{
    const Json message = Json::parse(mark.text, nullptr, false);
    if (!message.is_object())
        return;
    try {
        if (const auto layer = message.find("layer"); layer != message.end())
            takeLayer(*layer);
        if (const auto optimizer = message.find("optimizer"); optimizer != message.end()) {
            m_finder.optimizerMade(optimizer->value("id", uint64_t(0)));
            m_logged.takeOptimizer(*optimizer, mark.ns);
        }
        if (const auto program = message.find("program"); program != message.end()) {
            m_program = program->dump(-1, ' ', false, Json::error_handler_t::replace);
            m_rank = {.rank = integerOf(*program, "rank").value_or(-1),
                      .worldSize = integerOf(*program, "world_size").value_or(0),
                      .backend = program->value("backend", std::string())};
            m_localRanks = integerOf(*program, "local_world_size").value_or(m_rank.worldSize);
        }
        if (message.contains("graph") || message.contains("graph_parameters") ||
            message.contains("graph_end"))
            takeGraph(message, mark.ns);
        if (const auto skipped = message.find("skipped_update"); skipped != message.end()) {
            const auto optimizer = skipped->value("optimizer", uint64_t(0));
            ++m_skippedUpdates;
            updateStarted(mark.ns);
            updateEnded(mark.ns, optimizer);
        }
        m_hasLeftMemory = m_hasLeftMemory || message.contains("memory_left_to_profiler");
        if (const auto devices = message.find("devices"); devices != message.end())
            m_devices.take(*devices, monotonicNs());
        if (const auto window = message.find("window"); window != message.end()) {
            m_windowNs = mark.ns;
            m_windowSteps = integerOf(*window, "steps").value_or(0);
        }
        if (const auto scalar = message.find("scalar"); scalar != message.end())
            m_logged.takeScalar(*scalar, mark.ns, m_updatedNs ? *m_updatedNs - 1 : mark.ns);
    } catch (const Json::exception&) {
        // The program may write anything; invalid messages are left out.
    }
}

void ProgramRun::takeLayer(const Json& layer)
{
    const auto id = layer.at("id").get<uint64_t>();
    m_trace.names().addLayer(
        id, {.name = layer.value("name", std::string()),
             .type = layer.value("type", std::string("module")),
             .parameters = layer.value("all_parameters", layer.value("parameters", int64_t(0))),
             .root = layer.value("root", id)});
}

/// An incomplete pass has no graph; the program may follow a later one. Before the first step, a pass that
/// trains replaces one that does not.
void ProgramRun::takeGraph(const Json& message, int64_t ns)
{
    m_followed.take(message, ns);
    const auto end = message.find("graph_end");
    if (end == message.end() || m_followed.startNs < 0)
        return;
    const auto pass = std::exchange(m_followed, {});
    std::vector<FollowedOperator> operators;
    bool isComplete = end->value("complete", false);
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        auto followed = m_trace.thread(i).takeFollowed(ns);
        isComplete = isComplete && followed;
        for (auto& each : followed.value_or(std::vector<FollowedOperator>())) {
            if (each.startNs >= pass.startNs)
                operators.push_back(std::move(each));
        }
    }
    if (operators.empty() || !isComplete || (m_graph && foundSteps() > 0))
        return;
    m_graph =
        forwardGraph(pass, operators, m_trace.names(), m_samples.ofCalls(pass.network, m_networkNs, ns));
    passOnGraph();
}

void ProgramRun::passOnGraph()
{
    if (!m_graph || !m_recorder || std::exchange(m_hasGraph, true))
        return;
    m_recorder->feed().graphCaptured(std::move(*m_graph));
    m_graph.reset();
}

/// Passes on what was logged before `endNs`. `step` is used if the program gave no step.
void ProgramRun::passOnLogged(int64_t endNs, int64_t step)
{
    auto series = m_logged.takeBefore(endNs, step, m_originNs);
    if (!series.empty())
        m_recorder->feed().scalarsLogged(std::move(series));
}

void ProgramRun::takeSteps()
{
    const auto evaluations = m_finder.takeEvaluations();
    auto evaluation = evaluations.begin();
    for (const FoundStep& step : m_finder.take()) {
        for (; evaluation != evaluations.end() && evaluation->startNs < step.startNs; ++evaluation)
            m_found.push_back(*evaluation);
        m_found.push_back(step);
    }
    m_found.insert(m_found.end(), evaluation, evaluations.end());
}

/// Passes on the steps whose losses are known. Call it after the records of all threads have been read,
/// because one thread may have found a step in which others have worked.
void ProgramRun::passOnSteps(bool all)
{
    while (!m_found.empty()) {
        const auto* step = std::get_if<FoundStep>(&m_found.front());
        if (step && !all && lacksLoss(*step))
            return;
        const auto found = std::move(m_found.front());
        m_found.pop_front();
        if (const auto* evaluation = std::get_if<FoundEvaluation>(&found))
            takeEvaluation(*evaluation);
        else
            takeStep(std::get<FoundStep>(found));
    }
}

/// Whether a loss of the step is still on its way from the device. Waits for a limited time.
bool ProgramRun::lacksLoss(const FoundStep& step) const
{
    constexpr size_t mostWaiting = 64;
    constexpr int64_t longestNs = 2'000'000'000;
    if (m_found.size() > mostWaiting || monotonicNs() - step.endNs > longestNs)
        return false;
    return m_losses.lacks(step);
}

/// An evaluation ends an epoch. Its results are not known: PyTorch has no function that receives its losses
/// or its accuracy.
void ProgramRun::takeEvaluation(const FoundEvaluation& evaluation)
{
    if (!m_recorder || m_epoch.steps == 0)
        return;
    m_epoch.lastStep = m_steps - 1;
    m_epoch.endNs = evaluation.endNs - m_originNs;
    m_epoch.testNs = evaluation.endNs - evaluation.startNs;
    m_epoch.trainCorrect = m_epoch.testCorrect = StepMetrics::notCounted;
    m_epoch.trainLoss = m_epochLossWeight > 0.0 ? m_epochLossSum / m_epochLossWeight : std::nan("");
    m_epoch.testLoss = std::nan("");
    m_epoch.learningRate = m_logged.learningRate();
    m_recorder->feed().epochDone(m_epoch);
    m_epoch = {.epoch = m_epoch.epoch + 1};
    m_epochLossSum = m_epochLossWeight = 0.0;
}

/// What a program without Stepscope's Python hook lacks.
static std::string withoutPythonSentence(const RecordingPlan& plan)
{
    if (plan.pythonCalls && plan.memory)
        return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                          "recorded, but layers, losses, learning rates and batch sizes are not known, nor "
                          "are memory and calls of Python functions.");
    if (plan.memory)
        return translated(
            "The program is not Python, or Python was started with -I, -E or -S: operators are recorded, but "
            "layers, losses, learning rates and batch sizes are not known, nor is memory.");
    if (plan.pythonCalls)
        return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                          "recorded, but layers, losses, learning rates and batch sizes are not known, nor "
                          "are calls of Python functions.");
    return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                      "recorded, but layers, losses, learning rates and batch sizes are not known.");
}

/// Logs what was run, and with which versions.
void ProgramRun::logProgram()
{
    log(LogLevel::Info,
        translated("Command: {command}", {{"command", fmt::format("{}", fmt::join(m_plan.command, " "))}}));
    log(LogLevel::Info, translated("Folder: {folder}", {{"folder", m_plan.folder.string()}}));
    if (!m_file.isPython()) {
        log(LogLevel::Warning, withoutPythonSentence(m_plan));
        if (m_plan.windowsOnly)
            log(LogLevel::Warning, translated("Operators are recorded in all steps, because only Python "
                                              "programs can record them in selected steps."));
        return;
    }
    if (deviceOfProgram(m_program) != "cpu" && !m_plan.deviceProblem.empty())
        log(LogLevel::Warning, m_plan.deviceProblem);
    if (isOneOfSeveral() && !m_rank.backend.empty())
        log(LogLevel::Info, rankSentence(m_rank));
    const Json program = Json::parse(m_program, nullptr, false);
    if (program.is_object())
        log(LogLevel::Info, fmt::format("Python {}, PyTorch {}", program.value("python", std::string("?")),
                                        program.value("torch", std::string("?"))));
}

void ProgramRun::logRevision()
{
    constexpr std::chrono::seconds none{0};
    if (m_hasRevision || !m_plan.revision.valid() ||
        m_plan.revision.wait_for(none) != std::future_status::ready)
        return;
    m_hasRevision = true;
    if (const auto& sentence = m_plan.revision.get(); !sentence.empty())
        log(LogLevel::Info, sentence);
}

/// A layer that was first called on its own may have turned out to be part of a network. If that is not
/// called as a whole, its layers count.
StepSamples::Count ProgramRun::samplesOf(const FoundStep& step) const
{
    return m_samples.of(step, [this](uint64_t network) {
        const auto* layer = m_trace.names().layer(network);
        return !layer || layer->root == network || !m_networks.contains(layer->root);
    });
}

Environment ProgramRun::environment() const
{
    auto environment = machineEnvironment();
    const Json program = Json::parse(m_program, nullptr, false);
    if (program.is_object()) {
        const auto textOf = [&](const char* key) {
            const auto found = program.find(key);
            return found != program.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        environment.engine.version = textOf("torch");
        environment.engine.cudaRuntime = textOf("cuda");
        environment.engine.cudnn = textOf("cudnn");
        environment.engine.threads = int(integerOf(program, "threads").value_or(0));
        if (const auto processors = integerOf(program, "processors"); processors && *processors > 0)
            environment.processors = int(std::min<int64_t>(*processors, 1 << 16));
        environment.program.python = textOf("python");
    }
    environment.program.command = fmt::format("{}", fmt::join(m_plan.command, " "));
    environment.program.folder = m_plan.folder.string();
    return environment;
}

void ProgramRun::open(const FoundStep& first, int64_t batchSize)
{
    Experiment experiment = unknownExperiment();
    experiment.network = m_plan.name;
    experiment.device = deviceOfProgram(m_program);
    if (isOneOfSeveral())
        experiment.network += fmt::format(" rank {}", m_rank.rank);
    if (batchSize > 0)
        experiment.batchSize = batchSize;
    experiment.optimizer = m_logged.optimizer();
    experiment.learningRate = m_logged.learningRate();
    experiment.profile = true;
    experiment.profileWait = m_plan.schedule.profileWait;
    experiment.profileWarmup = m_plan.schedule.profileWarmup;
    experiment.profileActive = m_plan.schedule.profileActive;
    experiment.profileRepeat = m_plan.schedule.profileRepeat;
    m_runFile = newRunPath(m_plan.library, experiment);
    auto environment = this->environment();
    const int threads = environment.engine.threads;
    m_recorder = std::make_unique<RunRecorder>(
        m_runFile, experiment,
        [environment = std::move(environment), revision = m_plan.revision]() mutable {
            if (revision.valid()) // the thread that writes the run file can wait for Git
                environment.program.revision = revision.get();
            return toJson(environment);
        },
        RunRecorder::defaultWaitingBytes(), RunKind::Program);
    auto& feed = m_recorder->feed();
    feed.started();
    if (threads > 0)
        feed.planned({.threads = threads});
    m_originNs = first.startNs;
    feed.trainingBegan(first.startNs);
    feed.stageChanged(RunStage::Training);
    startSampler();
    m_epoch.epoch = 1;
    logProgram();
    passOnGraph();
}

/// The number that the process has for itself is another one's here if it runs in a PID namespace of its own.
void ProgramRun::startSampler()
{
    if (process() <= 0 || process() > std::numeric_limits<pid_t>::max())
        return; // damaged
    if (m_startTicks >= 0) {
        ProcessIdentity identity = thisProcess();
        identity.pid = process();
        identity.startTicks = m_startTicks;
        if (stateOf(identity) != ProcessState::Running)
            return;
    }
    auto& feed = m_recorder->feed();
    m_sampler = std::make_unique<MachineSampler>(
        SampledProcess{.id = pid_t(process()), .gpu = sampledGpuOf(m_program)},
        [&feed](MachineSample sample) { feed.sampled(std::move(sample)); });
}

/// A step is not active if operators, or the work of the program's device, were not recorded during the whole
/// step: a later step replaces it.
StepPhase ProgramRun::phaseOf(const FoundStep& step, bool isWhole)
{
    const auto phase = stepPhase(m_plan.schedule, m_steps);
    const bool isAsked = m_windowSteps > 0 && step.endNs > m_windowNs;
    const bool isMissed = m_devices.isExpected() && !m_devices.covers(step);
    if (isMissed && (phase == StepPhase::Active || isAsked || m_owedSteps > 0))
        m_devices.missStep();
    if (phase == StepPhase::Active && (!isWhole || isMissed)) {
        ++m_owedSteps;
        return StepPhase::Warmup;
    }
    if (!isWhole || isMissed)
        return phase;
    if (isAsked)
        --m_windowSteps;
    else if (m_owedSteps > 0 && phase != StepPhase::Active)
        --m_owedSteps;
    else
        return phase;
    return StepPhase::Active;
}

/// Passes on a window of steps that was held back, with its device work if available.
void ProgramRun::passOn(DeviceWindows::Window window)
{
    if (window.chunk.steps.empty())
        return;
    auto& feed = m_recorder->feed();
    if (!window.device) {
        feed.traceRecorded(std::move(window.chunk));
        return;
    }
    const auto steps = stepsText(window.chunk);
    for (size_t i = 0; i < m_trace.threads(); ++i)
        m_trace.setHandle(i, m_file.threadHandle(i));
    auto joined = m_trace.join(std::move(window.chunk), *window.device, window.clock);
    m_isDeviceTold = true;
    if (joined.works == 0)
        log(LogLevel::Warning,
            translated("PyTorch's profiler recorded no GPU work in {steps}.", {{"steps", steps}}));
    if (window.tookNs > 0)
        log(LogLevel::Info, translated("Stopping PyTorch's profiler and writing its GPU trace of {steps} "
                                       "took {time}. The next step is longer by this time.",
                                       {{"steps", steps}, {"time", formatNs(double(window.tookNs))}}));
    feed.traceRecorded(std::move(joined.chunk));
}

void ProgramRun::passOnDevices()
{
    if (!m_recorder)
        return;
    if (auto window = m_devices.takeReady(monotonicNs(), openSince()))
        passOn(std::move(*window));
    for (auto& problem : m_devices.takeProblems()) {
        log(LogLevel::Warning, std::move(problem));
        m_isDeviceTold = true;
    }
}

void ProgramRun::finishDevices()
{
    if (auto window = m_devices.finish())
        passOn(std::move(*window));
    passOnDevices();
}

void ProgramRun::takeStep(const FoundStep& step)
{
    const auto samples = samplesOf(step);
    StepMetrics metrics{.step = m_steps,
                        .durationNs = step.endNs - step.startNs,
                        .images = int32_t(std::min<int64_t>(samples.samples, INT32_MAX)),
                        .correct = StepMetrics::notCounted,
                        .loss = m_losses.of(step)};
    const bool isRecorded = m_gaps.isWhole(step);
    metrics.phase = phaseOf(step, isRecorded);
    if (m_steps > 0 && (m_shortestNs == 0 || metrics.durationNs < m_shortestNs))
        m_shortestNs = std::max<int64_t>(metrics.durationNs, 1);
    if (!m_recorder)
        open(step, samples.batch);
    logRevision();
    metrics.startNs = step.startNs - m_originNs;
    auto& feed = m_recorder->feed();
    feed.stepsDone({&metrics, 1});
    auto chunk = m_trace.takeStep(step, m_steps, metrics.phase, isRecorded);
    m_partSteps += isRecorded ? 0 : 1;
    if (metrics.phase == StepPhase::Active) {
        m_hasActive = true;
        m_held.clear();
        if (m_devices.covers(step))
            m_devices.hold(chunk);
        else
            finishDevices(); // held events come first
    } else {
        holdEvents(chunk, isRecorded);
    }
    feed.traceRecorded(std::move(chunk));
    ++m_steps;
    ++m_epoch.steps;
    m_epoch.trainNs += metrics.durationNs;
    m_epoch.trainImages += metrics.images;
    if (!std::isnan(metrics.loss)) {
        const double weight = std::max(metrics.images, 1);
        m_epochLossSum += weight * double(metrics.loss);
        m_epochLossWeight += weight;
    }
    m_losses.forgetUntil(step.endNs);
    m_samples.forgetUntil(step.endNs);
    passOnLogged(step.endNs, metrics.step);
    constexpr int64_t totalsEveryNs = 1'000'000'000;
    if (const int64_t now = monotonicNs(); now - m_totalsNs > totalsEveryNs) {
        m_totalsNs = now;
        feed.totalsCounted(m_trace.totals());
    }
}

/// Takes the events out of the chunk. Those of the first complete steps are kept in case the program has no
/// others.
void ProgramRun::holdEvents(TraceChunk& chunk, bool isWhole)
{
    constexpr size_t mostEvents = 500'000;
    TraceChunk held;
    held.events = std::exchange(chunk.events, {});
    held.steps = std::exchange(chunk.steps, {});
    held.allocations = std::exchange(chunk.allocations, {});
    m_heldEvents += held.events.size();
    if (!isWhole || m_hasActive || m_heldEvents > mostEvents)
        return;
    for (auto& step : held.steps)
        step.phase = StepPhase::Active;
    m_held.push_back(std::move(held));
}

/// Passes on the first steps of a program that has ended before its first window. If the profiler covered
/// some of these steps, they form the window.
void ProgramRun::passOnHeld()
{
    const auto isCovered = [this](const TraceChunk& chunk) {
        const auto& step = chunk.steps.front();
        return m_devices.covers({.startNs = step.startNs, .endNs = step.startNs + step.durationNs});
    };
    const bool isAnyCovered = std::ranges::any_of(m_held, isCovered);
    for (auto& chunk : std::exchange(m_held, {})) {
        if (isCovered(chunk))
            m_devices.hold(chunk);
        else if (!isAnyCovered)
            m_recorder->feed().traceRecorded(std::move(chunk));
    }
}

void ProgramRun::readRest()
{
    if (std::exchange(m_hasRest, true))
        return;
    takeRecords();
    startNetwork();
    m_finder.finish(m_lastNs);
    takeSteps();
    passOnSteps(true);
    if (!m_recorder)
        return;
    m_sampler.reset();
    takeRequestedSteps(m_runFile); // removes a request that is left
    passOnHeld();
}

std::string ProgramRun::end(const ProgramEnd& how)
{
    readRest();
    if (!m_recorder)
        return {};
    finishDevices();
    if (m_devices.isExpected() && !m_isDeviceTold)
        log(LogLevel::Warning,
            translated("GPU work is not recorded: no step ended while PyTorch's profiler ran."));
    logRevision();
    uint64_t dropped = m_file.droppedWithoutRing();
    int64_t leftOutCalls = 0;
    int64_t leftOutAllocations = 0;
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        dropped += m_file.dropped(i);
        m_hasLostSteps = m_hasLostSteps || (m_mainThread == i && m_trace.thread(i).missing() > 0);
        leftOutCalls += m_trace.thread(i).leftOutCalls();
        leftOutAllocations += m_trace.thread(i).leftOutAllocations();
    }
    if (dropped > 0)
        log(LogLevel::Warning,
            translatedPlural("{count} event could not be recorded, because the program wrote events faster "
                             "than they were read.",
                             "{count} events could not be recorded, because the program wrote them faster "
                             "than they were read.",
                             int64_t(dropped), {{"count", formatCount(int64_t(dropped))}}));
    if (leftOutCalls > 0)
        log(LogLevel::Warning,
            translatedPlural("Calls of Python functions left out: {count}. More than {most} event of one "
                             "thread was waiting for the end of a step.",
                             "Calls of Python functions left out: {count}. More than {most} events of one "
                             "thread were waiting for the end of a step.",
                             int64_t(ThreadStream::mostWaiting),
                             {{"count", formatCount(leftOutCalls)},
                              {"most", formatCount(int64_t(ThreadStream::mostWaiting))}}));
    if (leftOutAllocations > 0)
        log(LogLevel::Warning, translated("Allocations left out: {count}. More than {most} of one thread "
                                          "were waiting for the end of a step.",
                                          {{"count", formatCount(leftOutAllocations)},
                                           {"most", formatCount(int64_t(ThreadStream::mostWaiting))}}));
    if (m_partSteps > 0)
        log(m_plan.windowsOnly ? LogLevel::Info : LogLevel::Warning,
            translatedPlural(
                "Operators were recorded in {recorded} of {count} step and are counted only there.",
                "Operators were recorded in {recorded} of {count} steps and are counted only there.", m_steps,
                {{"recorded", formatCount(m_steps - m_partSteps)}, {"count", formatCount(m_steps)}}));
    if (m_hasLeftMemory)
        log(LogLevel::Warning, translated("No memory was recorded while the program's own profiler ran: "
                                          "PyTorch reports memory to only one profiler."));
    if (m_skippedUpdates > 0)
        log(LogLevel::Info,
            translatedPlural(
                "The program's GradScaler skipped {count} update, because gradients were not finite.",
                "The program's GradScaler skipped {count} updates, because gradients were not finite.",
                m_skippedUpdates, {{"count", formatCount(m_skippedUpdates)}}));
    if (m_trace.names().hasTooManyShapes())
        log(LogLevel::Warning,
            translated("The program's inputs have too many different shapes: later ones are not recorded."));
    auto& feed = m_recorder->feed();
    passOnLogged(std::numeric_limits<int64_t>::max(), m_steps - 1);
    feed.totalsCounted(m_trace.totals());
    if (!how.failure.empty())
        feed.logged(LogLevel::Error, how.failure);
    const auto lostSteps = m_hasLostSteps
                               ? translated("Steps are missing or longer than they were: the program wrote "
                                            "events much faster than they were read.")
                               : std::string();
    if (m_hasLostSteps)
        log(LogLevel::Warning, lostSteps);
    feed.ended(how.outcome, how.failure);
    auto problem = m_recorder->finish();
    m_isWritten = problem.empty();
    return problem.empty() ? lostSteps : problem;
}

} // namespace stepscope
