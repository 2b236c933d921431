#include "tests/benchmarks/torch/benchmark_experiment.h"

#include "core/base/allocator.h"
#include "core/base/error.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/torch/shared/devices.h"

#include <fmt/format.h>

#include <cstdlib>
#include <unistd.h>

namespace stepscope::benchmarks {

DataSetCache& dataSets()
{
    static DataSetCache cache;
    return cache;
}

void beLikeTheProgram(char** arguments)
{
    if (!std::getenv("OMP_WAIT_POLICY")) {
        keepThreadsFromSpinning();
        execv("/proc/self/exe", arguments);
    }
    keepFreedMemory();
}

Experiment benchmarkExperiment()
{
    auto experiment = referenceExperiment("mnist-convnet");
    experiment.threads = usableProcessors();
    try {
        dataSets().get(experiment, torch::kCPU);
    } catch (const Error& error) {
        fmt::print("{} Synthetic digits are used instead.\n", error.what());
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 60'000;
    }
    return experiment;
}

} // namespace stepscope::benchmarks
