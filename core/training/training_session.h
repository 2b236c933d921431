#pragma once

#include "core/engine/engine.h"
#include "core/engine/training_control.h"
#include "core/engine/training_files.h"
#include "core/run_file/run_feed.h"

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <thread>

namespace stepscope {

/// Trains one experiment in a background thread. Its feed reports everything that happens, including the
/// outcome; any failure ends as one sentence there.
class TrainingSession
{
public:
    /// `engine` is called on the background thread and may throw Error. The run is saved to `runFile` during
    /// the training, unless that is empty; if the file cannot be written, the run's log gets a warning. The
    /// engine writes and reads `files`.
    TrainingSession(Experiment experiment, std::function<std::shared_ptr<Engine>()> engine,
                    std::filesystem::path runFile = {}, TrainingFiles files = {});
    /// Stops the training and waits for it.
    ~TrainingSession();

    const Experiment& experiment() const { return m_experiment; }
    RunFeed& feed() { return m_feed; }
    TrainingControl& control() { return m_control; }

    /// Waits for the end.
    void join();

private:
    using EnginePromise = std::promise<std::shared_ptr<Engine>>;

    void train();
    /// Passes the engine on, or null when it cannot be loaded.
    std::shared_ptr<Engine> loadEngineFor(EnginePromise& waiting);
    /// Trains, and reports how it ended.
    template<typename Ended>
    void trainTelling(RunSink& sink, EnginePromise& loaded, const Ended& ended);
    RunOutcome trainAndSample(Engine& engine, RunSink& sink);

    Experiment m_experiment;
    std::function<std::shared_ptr<Engine>()> m_engine;
    std::filesystem::path m_runFile;
    TrainingFiles m_files;
    EventLimits m_limitsWithFile; ///< as they were at the start
    RunFeed m_feed;
    TrainingControl m_control;
    std::thread m_thread; // last: it uses the others
};

} // namespace stepscope
