#include "tests/benchmarks/torch/benchmark_experiment.h"

#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/torch/shared/devices.h"

#include <fmt/format.h>

namespace stepscope::benchmarks {

DataSetCache& dataSets()
{
    static DataSetCache cache;
    return cache;
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
