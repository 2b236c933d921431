#include "core/training/training_session.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/machine/machine_sampler.h"
#include "core/run/run_sink_tee.h"
#include "core/run_file/run_recorder.h"

#include <exception>
#include <new>
#include <system_error>

namespace stepscope {

static EventLimits limitsWithFile()
{
    const auto bytes = eventMemoryLimit();
    return {.total = bytes,
            .warning =
                translated("Events of further steps are only in the run file, because memory for events "
                           "is limited to {size}.",
                           {{"size", formatBytes(double(bytes))}}),
            .level = LogLevel::Info};
}

static EventLimits limitsWithoutFile()
{
    const auto bytes = eventMemoryWithoutFile();
    return {.total = bytes,
            .warning =
                translated("Events of further steps are not kept, because memory for events is limited "
                           "to {size} and this run has no file.",
                           {{"size", formatBytes(double(bytes))}})};
}

TrainingSession::TrainingSession(Experiment experiment, std::function<std::shared_ptr<Engine>()> engine,
                                 std::filesystem::path runFile, TrainingFiles files)
    : m_experiment(std::move(experiment))
    , m_engine(std::move(engine))
    , m_runFile(std::move(runFile))
    , m_files(std::move(files))
    , m_limitsWithFile(limitsWithFile())
    , m_feed(limitsWithoutFile())
    , m_thread([this] { train(); })
{
}

TrainingSession::~TrainingSession()
{
    m_control.requestStop();
    join();
}

void TrainingSession::join()
{
    if (m_thread.joinable())
        m_thread.join();
}

void TrainingSession::train()
{
    m_feed.started();
    EnginePromise loaded;
    std::unique_ptr<RunRecorder> recorder;
    if (!m_runFile.empty()) {
        try {
            recorder = std::make_unique<RunRecorder>(m_runFile, withAbsolutePaths(m_experiment),
                                                     [engine = loaded.get_future().share()] {
                                                         auto environment = machineEnvironment();
                                                         if (engine.get())
                                                             environment.engine = engine.get()->info();
                                                         return toJson(environment);
                                                     });
            recorder->feed().started();
            m_feed.setLimits(m_limitsWithFile);
            m_feed.keptIn(m_runFile);
        } catch (const std::exception& error) {
            m_feed.logged(LogLevel::Warning,
                          translated("This run is not saved. {reason}", {{"reason", error.what()}}));
            m_files.weights.clear(); // no weights without their run
            m_files.checkpoint.clear();
        }
    }
    if (!recorder) {
        trainTelling(m_feed, loaded, [this](auto&&... outcome) { m_feed.ended(outcome...); });
        return;
    }
    RunSinkTee both(m_feed, recorder->feed());
    trainTelling(both, loaded, [&](auto&&... outcome) {
        recorder->feed().ended(outcome...);
        const auto problem = recorder->finish();
        if (!recorder->isKept()) {
            std::error_code ignored;
            std::filesystem::remove(m_files.weights, ignored);
            std::filesystem::remove(m_files.checkpoint, ignored);
        }
        if (!problem.empty())
            m_feed.logged(
                LogLevel::Warning,
                recorder->isKept()
                    ? translated("This run is not saved completely. {reason}", {{"reason", problem}})
                    : translated("This run is not saved. {reason}", {{"reason", problem}}));
        if (const auto& lost = recorder->lost(); lost.any())
            m_feed.logged(LogLevel::Warning,
                          translatedPlural("The run file lacks the events of {count} recorded step because "
                                           "the disk was slower than the training.",
                                           "The run file lacks the events of {count} recorded steps because "
                                           "the disk was slower than the training.",
                                           lost.steps, {{"count", formatCount(lost.steps)}}));
        m_feed.fileClosed(recorder->lost(), problem.empty());
        m_feed.ended(outcome...);
    });
}

std::shared_ptr<Engine> TrainingSession::loadEngineFor(EnginePromise& waiting)
{
    std::shared_ptr<Engine> engine;
    try {
        engine = m_engine();
    } catch (...) {
        waiting.set_value(nullptr);
        throw;
    }
    waiting.set_value(engine);
    return engine;
}

template<typename Ended>
void TrainingSession::trainTelling(RunSink& sink, EnginePromise& loaded, const Ended& ended)
{
    const auto failed = [&](const std::string& sentence, const std::string& detail = {}) {
        sink.logged(LogLevel::Error, sentence);
        ended(RunOutcome::Failed, sentence, detail);
    };
    try {
        const auto engine = loadEngineFor(loaded);
        ended(trainAndSample(*engine, sink));
    } catch (const Error& error) {
        failed(error.what(), error.detail());
    } catch (const std::bad_alloc&) {
        failed(translated("The training ran out of memory; choose a smaller batch size or network."));
    } catch (const std::exception& error) {
        failed(translated("The training failed: {reason}", {{"reason", error.what()}}));
    }
}

RunOutcome TrainingSession::trainAndSample(Engine& engine, RunSink& sink)
{
    const auto addMemory = [&](MachineSample& sample) {
        const auto memory = engine.memory(m_experiment.device);
        sample.allocatedBytes = memory.allocatedBytes;
        sample.peakAllocatedBytes = memory.peakAllocatedBytes;
    };
    const MachineSampler sampler({.gpu = m_experiment.device, .complete = addMemory},
                                 [&](MachineSample sample) { sink.sampled(std::move(sample)); });
    return engine.train(m_experiment, m_control, sink, m_files);
}

} // namespace stepscope
