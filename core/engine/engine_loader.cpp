#include "core/engine/engine_loader.h"

#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/base/processes/own_variables.h"
#include "core/engine/engine.h"
#include "core/engine/engine_library.h"
#include "core/language/translation.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

namespace stepscope {

namespace {

/// Signals that end the program are handled as before once a library is loaded. LibTorch may use UCX, which
/// takes SIGHUP for its debug mode when it is loaded: a closed terminal would not end a training.
class KeptHandlers
{
public:
    KeptHandlers()
    {
        for (size_t i = 0; i < signals.size(); ++i)
            sigaction(signals[i], nullptr, &m_before[i]);
    }
    ~KeptHandlers()
    {
        for (size_t i = 0; i < signals.size(); ++i)
            sigaction(signals[i], &m_before[i], nullptr);
    }
    KeptHandlers(const KeptHandlers&) = delete;
    KeptHandlers& operator=(const KeptHandlers&) = delete;

private:
    static constexpr std::array signals = {SIGHUP, SIGINT, SIGTERM};
    std::array<struct sigaction, signals.size()> m_before = {};
};

} // namespace

static constexpr auto engineVariable = "STEPSCOPE_ENGINE_LIBRARY";

std::filesystem::path engineLibraryPath()
{
    if (const char* path = std::getenv(engineVariable); path && *path)
        return path;
    return libraryFolder() / "libstepscope-engine.so";
}

void keepThreadsFromSpinning()
{
    setOwnVariableByDefault("OMP_WAIT_POLICY", "passive");
    setOwnVariableByDefault("OPENBLAS_THREAD_TIMEOUT", "18"); // 2^18 cycles, about 0.1 ms
}

/// While memory is recorded, LibTorch prints a warning for each thousandth block that was allocated before.
static void silenceWarnings()
{
    setOwnVariableByDefault("GLOG_minloglevel", "2"); // for builds that log by glog, as on Debian
    setOwnVariableByDefault("TORCH_CPP_LOG_LEVEL", "ERROR");
}

/// After a profile of a GPU, Kineto leaves CUPTI attached by default, which makes each later call of CUDA
/// slower.
static void detachProfilers()
{
    setOwnVariableByDefault("TEARDOWN_CUPTI", "1");
}

void setEngineVariables()
{
    keepThreadsFromSpinning();
    silenceWarnings();
    detachProfilers();
}

static std::shared_ptr<Engine> openEngine()
{
    const auto path = engineLibraryPath();
    if (path.is_relative())
        throw Error(
            translated("The environment variable {variable} names the training engine by a relative path, "
                       "{path}: give an absolute path, because nothing is loaded from the current folder.",
                       {{"variable", engineVariable}, {"path", path.string()}}));
    if (!std::filesystem::exists(path))
        throw Error(translated("The training engine was not found: {file} is missing. This build of "
                               "Stepscope can show runs and traces, but cannot train.",
                               {{"file", path.string()}}));

    setEngineVariables();

    void* library = nullptr;
    {
        const KeptHandlers kept;
        // Never closed: LibTorch does not survive being unloaded.
        library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        const std::string reason = dlerror();
        throw Error(translated("The training engine could not be loaded: {reason}", {{"reason", reason}}),
                    translated("dlopen of {file} failed. LibTorch is missing or incompatible; on Debian, "
                               "install the package libtorch1.13 (or later).",
                               {{"file", path.string()}}) +
                        "\n" + reason);
    }
    const auto create = reinterpret_cast<CreateEngine*>(dlsym(library, createEngineSymbol));
    if (!create)
        throw Error(translated(
            "The training engine could not be loaded: {file} belongs to another version of Stepscope.",
            {{"file", path.string()}}));
    return std::shared_ptr<Engine>(create());
}

std::shared_ptr<Engine> loadEngine()
{
    static std::mutex mutex;
    // Never destroyed: it may have tensors on a GPU, whose runtime ends with the process, perhaps before it.
    static auto& engine = *new std::shared_ptr<Engine>;
    const std::lock_guard lock(mutex);
    if (!engine)
        engine = openEngine();
    return engine;
}

} // namespace stepscope
