#include "ui/window/runs/run_controller.h"

#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_library.h"
#include "core/training/memory_prediction.h"
#include "core/training/training_session.h"
#include "ui/support/background_job.h"

#include <QTimer>

#include <utility>

namespace stepscope::ui {

RunController::RunController(EngineLoader loader, QObject* parent)
    : QObject(parent)
    , m_loader(std::move(loader))
    , m_shared(std::make_shared<Shared>())
    , m_timer(new QTimer(this))
    , m_engineJob(new BackgroundJob(this))
    , m_previewJob(new BackgroundJob(this))
    , m_memoryJob(new BackgroundJob(this))
{
    constexpr int millisecondsAFrame = 33;
    m_timer->setInterval(millisecondsAFrame);
    connect(m_timer, &QTimer::timeout, this, &RunController::poll);
}

RunController::~RunController() = default;

void RunController::loadEngine()
{
    if (m_engineState == EngineState::Loading || m_engineState == EngineState::Ready)
        return;
    m_engineState = EngineState::Loading;
    Q_EMIT engineLoading();
    m_engineJob->start(
        [this, loader = m_loader](std::stop_token) -> std::function<void()> {
            const std::shared_ptr<Engine> engine = loader();
            return [this, info = engine->info(), devices = engine->devices()] {
                m_engineInfo = info;
                m_devices = devices;
                m_engineState = EngineState::Ready;
                Q_EMIT engineReady();
            };
        },
        [this](const QString& sentence, const QString& detail) {
            m_engineState = EngineState::Failed;
            Q_EMIT engineFailed(sentence, detail);
        });
}

std::shared_ptr<const Run> RunController::sharedRun() const
{
    if (!m_run || m_run->isOver())
        return m_run;
    return std::make_shared<const Run>(*m_run);
}

Environment RunController::environment() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->environment;
}

void RunController::start(const Experiment& experiment, const std::filesystem::path& checkpoint)
{
    if (isTraining())
        return;
    m_previewJob->cancel();
    m_memoryJob->cancel();
    const auto previous = std::exchange(m_run, std::make_shared<Run>());
    m_run->experiment = withAbsolutePaths(experiment);
    m_run->outcome = RunOutcome::Running;
    m_runPath = newRunPath(defaultLibraryFolder(), experiment);
    m_source.clear();
    const auto engine = [loader = m_loader, shared = m_shared] {
        auto engine = loader();
        Environment environment = machineEnvironment();
        environment.engine = engine->info();
        {
            const std::lock_guard lock(shared->mutex);
            shared->environment = std::move(environment);
        }
        const std::lock_guard waitForPreview(shared->capturing);
        return engine;
    };
    TrainingFiles files = m_savesWeights ? trainingFilesOf(m_runPath) : TrainingFiles{};
    files.resumed = checkpoint;
    m_session = std::make_unique<TrainingSession>(m_run->experiment, engine, m_runPath, files);
    m_timer->start();
    Q_EMIT started();
}

RunController::EngineLoader RunController::engineForTraining() const
{
    return [loader = m_loader, shared = m_shared] {
        auto engine = loader();
        const std::lock_guard waitForPreview(shared->capturing);
        return engine;
    };
}

void RunController::open(const std::filesystem::path& path, std::shared_ptr<StoredRun> stored,
                         const std::filesystem::path& source)
{
    if (isTraining())
        return;
    m_previewJob->cancel();
    const auto previous = std::exchange(m_run, std::shared_ptr<Run>(stored, &stored->run));
    m_runPath = path;
    m_source = source;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->environment = stored->environment;
    }
    Q_EMIT opened();
}

void RunController::close()
{
    if (isTraining() || !m_run)
        return;
    const auto previous = std::exchange(m_run, nullptr);
    m_runPath.clear();
    m_source.clear();
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->environment = {};
    }
    Q_EMIT closed();
}

void RunController::growOpened(RunUpdate update)
{
    if (!m_run || isTraining())
        return;
    if (update.environment) {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->environment = std::move(*update.environment);
    }
    std::move(update).applyTo(*m_run);
    Q_EMIT grew();
}

bool RunController::isPaused() const
{
    return m_session && m_session->control().paused();
}

void RunController::setPaused(bool paused)
{
    if (!m_session || isStopping())
        return;
    m_session->control().setPaused(paused);
    Q_EMIT pausedChanged(paused);
}

void RunController::stop()
{
    if (!m_session || isStopping())
        return;
    m_session->control().requestStop();
    Q_EMIT stopping();
}

void RunController::stopAndWait()
{
    if (!m_session)
        return;
    m_session->control().requestStop();
    m_session->join();
}

bool RunController::isStopping() const
{
    return m_session && m_session->control().stopRequested();
}

void RunController::requestPreview(const Experiment& experiment)
{
    if (isTraining() || m_engineState != EngineState::Ready)
        return;
    m_previewJob->start([this, experiment, loader = m_loader,
                         shared = m_shared](std::stop_token stop) -> std::function<void()> {
        const std::lock_guard lock(shared->capturing);
        if (stop.stop_requested())
            return {};
        auto graph = std::make_shared<const NetworkGraph>(loader()->captureGraph(experiment));
        return [this, graph] { Q_EMIT previewReady(graph); };
    });
}

void RunController::requestMemory(const Experiment& experiment)
{
    if (isTraining() || m_engineState != EngineState::Ready)
        return;
    m_memoryJob->start(
        [this, experiment, loader = m_loader,
         shared = m_shared](std::stop_token stop) -> std::function<void()> {
            const std::lock_guard lock(shared->capturing);
            if (stop.stop_requested())
                return {};
            auto prediction = std::make_shared<const MemoryPrediction>(
                predictMemory(*loader(), experiment, [stop] { return stop.stop_requested(); }));
            return [this, prediction] { Q_EMIT memoryPredicted(prediction); };
        },
        [this](const QString& sentence, const QString&) { Q_EMIT memoryFailed(sentence); });
}

void RunController::poll()
{
    const bool any = m_session->feed().drainInto(*m_run);
    if (!m_run->isOver()) {
        if (any)
            Q_EMIT grew();
        return;
    }
    m_timer->stop();
    m_session->join();
    m_session->feed().drainInto(*m_run);
    m_session.reset();
    Q_EMIT grew();
    Q_EMIT ended();
}

} // namespace stepscope::ui
