#pragma once

#include "core/engine/engine.h"
#include "core/engine/training_control.h"
#include "core/machine/environment.h"
#include "core/run/run.h"
#include "core/run_file/run_file.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class QTimer;

namespace stepscope {
class TrainingSession;
}

namespace stepscope::ui {

class BackgroundJob;

/// Owns the run on the screen and the training that fills it, and the engine, which is loaded on a worker
/// thread.
class RunController : public QObject
{
    Q_OBJECT

public:
    /// Called on worker threads, as often as an engine is needed; throws Error when there is none.
    using EngineLoader = std::function<std::shared_ptr<Engine>()>;

    enum class EngineState { NotLoaded, Loading, Ready, Failed };

    explicit RunController(EngineLoader loader, QObject* parent = nullptr);
    /// Stops what is running and waits for it.
    ~RunController() override;

    /// Does nothing when it is there or on its way.
    void loadEngine();
    EngineState engineState() const { return m_engineState; }
    const EngineInfo& engineInfo() const { return m_engineInfo; }
    const std::vector<DeviceInfo>& devices() const { return m_devices; }

    /// Null before the first training. A run stays where it is until started() or opened() has been told of
    /// the next one.
    const Run* run() const { return m_run.get(); }
    /// The file that keeps the run, which is not there when it could not be written.
    const std::filesystem::path& runPath() const { return m_runPath; }
    /// For a worker thread: the run itself once it is over, else a copy of what it is now.
    std::shared_ptr<const Run> sharedRun() const;
    /// The machine as it was when the run started; nothing is known of it when an opened run did not keep it.
    Environment environment() const;

    /// The run is kept in the default library.
    void start(const Experiment& experiment);
    /// Puts a kept run on the screen, or one without a path that was imported; such a one is not over while
    /// its log is to be read on from `source`. Does nothing during a training.
    void open(const std::filesystem::path& path, std::shared_ptr<StoredRun> stored,
              const std::filesystem::path& source = {});
    /// Where an imported run on the screen comes from; empty: a run of another kind.
    const std::filesystem::path& sourcePath() const { return m_source; }
    /// What another process has added to the opened run, which goes on; grew() comes.
    void growOpened(RunUpdate update);
    bool isTraining() const { return m_session != nullptr; }
    bool isPaused() const;
    void setPaused(bool paused);
    /// The training ends within a step; ended() comes then.
    void stop();
    /// Stops the training and waits until it has ended and is kept. Nothing is signalled.
    void stopAndWait();
    bool isStopping() const;

    /// Captures the network's graph unless a training is running. The newest request wins.
    void requestPreview(const Experiment& experiment);

Q_SIGNALS:
    void engineLoading();
    void engineReady();
    void engineFailed(const QString& sentence, const QString& detail);
    void started();
    void opened();
    void pausedChanged(bool paused);
    void stopping();
    /// The run has grown; at most 30 times a second.
    void grew();
    /// The run is over and holds all there is.
    void ended();
    void previewReady(std::shared_ptr<const NetworkGraph> graph);

private:
    /// What worker threads and this one share; outlives whichever goes first.
    struct Shared
    {
        std::mutex capturing; ///< held while a graph is captured: the engine does one thing at a time
        std::mutex mutex;
        Environment environment;
    };

    void poll();

    EngineLoader m_loader;
    EngineState m_engineState = EngineState::NotLoaded;
    EngineInfo m_engineInfo;
    std::vector<DeviceInfo> m_devices;
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<Run> m_run;
    std::filesystem::path m_runPath;
    std::filesystem::path m_source;
    QTimer* m_timer;
    BackgroundJob* m_engineJob;
    BackgroundJob* m_previewJob;
    std::unique_ptr<TrainingSession> m_session;
};

} // namespace stepscope::ui
