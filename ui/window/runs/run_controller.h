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
class MemoryPrediction;
class TrainingSession;
} // namespace stepscope

namespace stepscope::ui {

class BackgroundJob;

/// Owns the run on the screen, the training that fills it, and the engine, which is loaded on a worker
/// thread.
class RunController : public QObject
{
    Q_OBJECT

public:
    /// Called on worker threads, whenever an engine is needed; throws Error if there is none.
    using EngineLoader = std::function<std::shared_ptr<Engine>()>;

    enum class EngineState { NotLoaded, Loading, Ready, Failed };

    explicit RunController(EngineLoader loader, QObject* parent = nullptr);
    /// Stops the training and waits for it.
    ~RunController() override;

    /// Does nothing if the engine is loaded or being loaded.
    void loadEngine();
    EngineState engineState() const { return m_engineState; }
    /// For other trainings, on threads of their own: waits until no preview is being captured.
    EngineLoader engineForTraining() const;
    const EngineInfo& engineInfo() const { return m_engineInfo; }
    const std::vector<DeviceInfo>& devices() const { return m_devices; }

    /// Null if there is none. A run stays valid until the next started(), opened() or closed() has been
    /// handled.
    const Run* run() const { return m_run.get(); }
    /// The file of the run; it does not exist if it could not be written.
    const std::filesystem::path& runPath() const { return m_runPath; }
    /// For a worker thread: the run itself if it is over, otherwise a copy of its current state.
    std::shared_ptr<const Run> sharedRun() const;
    /// The machine when the run started; unknown if an opened run did not store it.
    Environment environment() const;

    /// Starts a training, or continues that of a checkpoint. Its run is saved in the default library.
    void start(const Experiment& experiment, const std::filesystem::path& checkpoint = {});
    /// Whether trainings that start from now on save their weights; initially they do.
    void setSavingWeights(bool isOn) { m_savesWeights = isOn; }
    /// Shows a saved run, or an imported one without a path. An imported run is still running if its log is
    /// read further from `source`. Does nothing during a training.
    void open(const std::filesystem::path& path, std::shared_ptr<StoredRun> stored,
              const std::filesystem::path& source = {});
    /// Removes the run from the screen. Its file stays. Does nothing during a training.
    void close();
    /// The source of an imported run on the screen; empty for other runs.
    const std::filesystem::path& sourcePath() const { return m_source; }
    /// Adds what another process has written to the opened, running run; emits grew().
    void growOpened(RunUpdate update);
    bool isTraining() const { return m_session != nullptr; }
    bool isPaused() const;
    void setPaused(bool paused);
    /// The training ends within a step, and then emits ended().
    void stop();
    /// Stops the training and waits until it has ended and is saved. Emits no signals.
    void stopAndWait();
    bool isStopping() const;

    /// Captures the network's graph unless a training is running. The newest request wins.
    void requestPreview(const Experiment& experiment);
    /// Predicts the memory of the experiment's steps unless a training is running. The newest request wins.
    void requestMemory(const Experiment& experiment);

Q_SIGNALS:
    void engineLoading();
    void engineReady();
    void engineFailed(const QString& sentence, const QString& detail);
    void started();
    void opened();
    /// There is no run any more.
    void closed();
    void pausedChanged(bool paused);
    void stopping();
    /// The run has grown. Emitted at most 30 times per second.
    void grew();
    /// The run is over and complete.
    void ended();
    void previewReady(std::shared_ptr<const NetworkGraph> graph);
    void memoryPredicted(std::shared_ptr<const MemoryPrediction> prediction);
    void memoryFailed(const QString& sentence);

private:
    /// Shared by worker threads and this one; outlives whichever is destroyed first.
    struct Shared
    {
        /// Held while a graph is captured or memory is measured: the engine does one thing at a time.
        std::mutex capturing;
        std::mutex mutex;
        Environment environment;
    };

    void poll();

    EngineLoader m_loader;
    EngineState m_engineState = EngineState::NotLoaded;
    bool m_savesWeights = true;
    EngineInfo m_engineInfo;
    std::vector<DeviceInfo> m_devices;
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<Run> m_run;
    std::filesystem::path m_runPath;
    std::filesystem::path m_source;
    QTimer* m_timer;
    BackgroundJob* m_engineJob;
    BackgroundJob* m_previewJob;
    BackgroundJob* m_memoryJob;
    std::unique_ptr<TrainingSession> m_session;
};

} // namespace stepscope::ui
