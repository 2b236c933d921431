#pragma once

#include "app/experiment_options.h"
#include "core/sweep/sweep_runner.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stepscope {

/// What was asked of `stepscope sweep`.
struct SweepOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::string from;
    bool lab = false;
    std::vector<std::string> batchSizes;
    std::vector<std::string> devices;
    std::vector<std::string> axes; ///< "field=a,b,c"
    bool paired = false;
    int64_t repeats = 1;
    int64_t images = 0;
    double withinMinutes = 0;
    bool isolate = false;
    bool noIsolate = false;
    bool plan = false;
    std::string estimates;
    bool jsonProgress = false;
    std::string out;
    bool force = false;
    bool csvRaw = false;

    void addTo(CLI::App& command);

    /// The sweep that was asked for; with a budget in images that is still to be chosen, its amount is 1.
    /// What is wrong with it is a UsageError.
    Sweep sweep(const std::vector<std::string>& allDevices) const;
    /// Whether it is over all devices of the machine, which are then to be looked for.
    bool needsDevices() const { return lab && devices.empty(); }
    /// Seconds within which all points together are to end; 0: as the budget says.
    double within() const;
    SweepIsolation isolation() const;
    bool namesDataSet() const { return !from.empty() || experiment.namesDataSet(experimentFile); }
};

/// The estimates that `--plan --json-progress` printed into a file, one a point. Throws Error.
std::vector<PointEstimate> readEstimates(const std::string& file, size_t points);

} // namespace stepscope
