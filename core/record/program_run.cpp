#include "core/record/program_run.h"

#include "core/base/clock.h"
#include "core/base/processes/process_identity.h"
#include "core/base/text/json_value.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/record/process/source_revision.h"
#include "core/run_file/run_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>
#include <variant>

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
    , m_networks(m_trace.names())
    , m_graph(m_trace, m_networks, m_samples)
    , m_windows(plan, m_file, m_trace)
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

void ProgramRun::log(std::vector<RecordingSentence> sentences)
{
    for (auto& sentence : sentences)
        log(sentence.level, std::move(sentence.text));
}

void ProgramRun::update()
{
    takeRecords();
    m_windows.update(openSince());
}

void ProgramRun::takeRecords()
{
    while (m_trace.threads() < m_file.threads()) {
        m_trace.addThread(m_file.threadId(m_trace.threads()), m_clock, m_file.isPython());
        m_isDamaged.push_back(false);
    }
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        if (!m_isDamaged[i])
            takeThread(i);
    }
    m_windows.takeRequest();
    askProbe();
    const auto unreportedNs = m_networks.unreportedNs();
    if (!unreportedNs)
        m_finder.waitedUntil(monotonicNs());
    m_found.take(m_finder);
    passOnSteps();
    m_trace.forgetUntil(std::min(openSince().value_or(m_lastNs), unreportedNs.value_or(m_lastNs)));
}

void ProgramRun::takeThread(size_t thread)
{
    m_words.clear();
    m_marks.clear();
    const bool isRead = m_file.take(thread, m_words);
    const int64_t readNs = monotonicNs();
    m_isDamaged[thread] = !isRead || !m_trace.thread(thread).take(m_words, m_marks);
    if (m_isDamaged[thread])
        log(LogLevel::Warning, translated("The recording of thread {thread} of process {process} is "
                                          "damaged from here on; the rest is left out.",
                                          {{"thread", std::to_string(m_file.threadId(thread))},
                                           {"process", std::to_string(process())}}));
    const auto isOfStep = [](const ProgramMark& mark) {
        return !isOfAnyThread(mark) && mark.kind != Kind::DataStarted;
    };
    if (!m_mainThread && std::ranges::any_of(m_marks, isOfStep))
        m_mainThread = thread;
    for (const auto& mark : m_marks) {
        if (mark.kind == Kind::GapStarted || mark.kind == Kind::GapEnded)
            takeGap(thread, mark);
        else if (m_mainThread == thread || isOfAnyThread(mark))
            takeMark(mark);
    }
    // Its ring is empty now, so nothing is left out any more. The thread only writes that with its next
    // event.
    m_gaps.ended(thread, readNs);
}

/// Start of the first step that was not passed on and may not have ended.
std::optional<int64_t> ProgramRun::openSince() const
{
    const auto first = m_found.firstNs();
    return first ? first : m_finder.openSince();
}

void ProgramRun::askProbe()
{
    uint32_t flags = m_windows.wantsOperators(foundSteps()) ? probe::initialFlags : 0;
    if (m_windows.wantsDevices(foundSteps()))
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

void ProgramRun::startNetwork()
{
    if (m_networks.report(m_finder))
        m_updatedNs.reset();
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
        m_networks.started(mark);
        break;
    case Kind::NetworkEnded:
        m_networks.ended(mark, m_finder);
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
        updateEnded(mark.ns, m_program.isKnown() ? m_optimizerId : mark.id);
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
    m_found.take(m_finder);
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
        // Samples that are reported when no network is called are those of a replayed CUDA graph.
        if (std::abs(mark.value) < most && m_trace.names().isNetwork(m_networks.last()))
            m_samples.called(mark.ns, m_networks.isCalled() ? m_networks.lastNs() : mark.ns,
                             m_networks.last(), int64_t(mark.value), m_networks.mode());
        break;
    case probe::ValueKind::Evaluation:
        m_networks.setMode(mark.value == 0.0   ? CallMode::Training
                           : mark.value == 1.0 ? CallMode::Evaluation
                                               : CallMode::WithoutGradient);
        break;
    case probe::ValueKind::Optimizer:
        if (mark.value > 0.0 && mark.value < most)
            m_optimizerId = uint64_t(mark.value);
        break;
    }
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
        if (const auto program = message.find("program"); program != message.end())
            m_program.take(*program);
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
            m_windows.takeDevices(*devices);
        if (const auto window = message.find("window"); window != message.end())
            m_windows.request(mark.ns, integerOf(*window, "steps").value_or(0));
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

void ProgramRun::takeGraph(const Json& message, int64_t ns)
{
    m_graph.take(message, ns, foundSteps() > 0);
    passOnGraph();
}

void ProgramRun::passOnGraph()
{
    if (!m_recorder)
        return;
    if (auto graph = m_graph.takeGraph())
        m_recorder->feed().graphCaptured(std::move(*graph));
}

/// Passes on what was logged before `endNs`. `step` is used if the program gave no step.
void ProgramRun::passOnLogged(int64_t endNs, int64_t step)
{
    auto series = m_logged.takeBefore(endNs, step, m_originNs);
    if (!series.empty())
        m_recorder->feed().scalarsLogged(std::move(series));
}

/// Passes on the steps whose losses are known. Call it after the records of all threads have been read,
/// because one thread may have found a step in which others have worked.
void ProgramRun::passOnSteps(bool all)
{
    while (!m_found.isEmpty() && (all || !m_found.lacksLoss(m_losses, monotonicNs()))) {
        const auto found = m_found.takeFirst();
        if (const auto* evaluation = std::get_if<FoundEvaluation>(&found))
            takeEvaluation(*evaluation);
        else
            takeStep(std::get<FoundStep>(found));
    }
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
    m_epoch.learningRate = m_logged.learningRateAt(evaluation.startNs);
    m_recorder->feed().epochDone(m_epoch);
    m_epoch = {.epoch = m_epoch.epoch + 1};
    m_epochLossSum = m_epochLossWeight = 0.0;
}

void ProgramRun::logRevision()
{
    constexpr std::chrono::seconds none{0};
    if (m_hasRevision || !m_plan.revision.valid() ||
        m_plan.revision.wait_for(none) != std::future_status::ready)
        return;
    m_hasRevision = true;
    if (const auto& sentence = m_plan.revision.get(); !sentence.empty())
        log(LogLevel::Info, revisionText(sentence));
}

/// What is known of the program's settings.
Experiment ProgramRun::experiment(int64_t batchSize) const
{
    Experiment experiment = unknownExperiment();
    experiment.network = m_plan.name;
    experiment.device = m_program.device();
    if (m_program.isOneOfSeveral())
        experiment.network += fmt::format(" rank {}", rank());
    if (batchSize > 0)
        experiment.batchSize = batchSize;
    experiment.optimizer = m_logged.optimizer();
    experiment.learningRate = m_logged.firstLearningRate();
    experiment.profile = true;
    experiment.profileWait = m_plan.schedule.profileWait;
    experiment.profileWarmup = m_plan.schedule.profileWarmup;
    experiment.profileActive = m_plan.schedule.profileActive;
    experiment.profileRepeat = m_plan.schedule.profileRepeat;
    return experiment;
}

void ProgramRun::open(const FoundStep& first, int64_t batchSize)
{
    const auto experiment = this->experiment(batchSize);
    m_runFile = newRunPath(m_plan.library, experiment);
    auto environment = m_program.environment(m_plan);
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
    m_windows.begin(feed, m_runFile);
    log(openingSentences(m_plan, m_program, m_file.isPython()));
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
        SampledProcess{.id = pid_t(process()), .gpu = m_program.sampledGpu()},
        [&feed](MachineSample sample) { feed.sampled(std::move(sample)); });
}

void ProgramRun::takeStep(const FoundStep& step)
{
    const auto samples = m_samples.of(step, [this](uint64_t network) { return m_networks.counts(network); });
    StepMetrics metrics{.step = m_steps,
                        .durationNs = step.endNs - step.startNs,
                        .images = int32_t(std::min<int64_t>(samples.samples, INT32_MAX)),
                        .correct = StepMetrics::notCounted,
                        .loss = m_losses.of(step)};
    const bool isRecorded = m_gaps.isWhole(step);
    // A step is not active if operators, or the work of the program's device, were not recorded during the
    // whole step: a later step replaces it.
    metrics.phase = m_windows.phaseOf(step, m_steps, isRecorded);
    if (!m_recorder)
        open(step, samples.batch);
    logRevision();
    metrics.startNs = step.startNs - m_originNs;
    auto& feed = m_recorder->feed();
    feed.stepsDone({&metrics, 1});
    m_windows.take(step, metrics.phase, isRecorded,
                   m_trace.takeStep(step, m_steps, metrics.phase, isRecorded));
    m_partSteps += isRecorded ? 0 : 1;
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

void ProgramRun::readRest()
{
    if (std::exchange(m_hasRest, true))
        return;
    takeRecords();
    startNetwork();
    m_finder.finish(m_lastNs);
    m_found.take(m_finder);
    passOnSteps(true);
    if (!m_recorder)
        return;
    m_sampler.reset();
    m_windows.endSteps();
}

RecordingSummary ProgramRun::summary()
{
    RecordingSummary summary{.events = m_file.droppedWithoutRing(),
                             .steps = m_steps,
                             .partSteps = m_partSteps,
                             .arePartStepsPlanned = m_plan.windowsOnly,
                             .hasLeftMemory = m_hasLeftMemory,
                             .skippedUpdates = m_skippedUpdates,
                             .hasTooManyShapes = m_trace.names().hasTooManyShapes()};
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        summary.events += m_file.dropped(i);
        summary.calls += m_trace.thread(i).leftOutCalls();
        summary.allocations += m_trace.thread(i).leftOutAllocations();
    }
    return summary;
}

std::string ProgramRun::end(const ProgramEnd& how)
{
    readRest();
    if (!m_recorder)
        return {};
    m_windows.end();
    logRevision();
    log(closingSentences(summary()));
    auto& feed = m_recorder->feed();
    passOnLogged(std::numeric_limits<int64_t>::max(), m_steps - 1);
    feed.totalsCounted(m_trace.totals());
    if (!how.failure.empty())
        feed.logged(LogLevel::Error, how.failure);
    m_hasLostSteps = m_hasLostSteps || (m_mainThread && m_trace.thread(*m_mainThread).missing() > 0);
    const auto lostSteps = m_hasLostSteps
                               ? translated("Steps are missing or appear longer: the program wrote "
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
