#pragma once

#include "app/experiment_options.h"
#include "core/sweep/sweep_runner.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The options of `stepscope sweep`.
struct SweepOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::string from;
    bool lab = false;
    std::vector<std::string> batchSizes; ///< lists: "1,16"
    std::vector<std::string> devices;    ///< lists, too
    std::vector<std::string> axes;       ///< "field=a,b,c"
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

    /// The requested sweep. If the budget in images is still to be chosen, its amount is 1. Throws UsageError
    /// if the sweep is invalid, or if an option is given that the lab or a saved sweep would replace.
    Sweep sweep(const std::vector<std::string>& allDevices) const;
    /// Throws UsageError for a given setting that none of the points uses, or that all of them replace.
    void refuseUnused(std::span<const SweepPoint> points) const;
    /// The sentence about an axis that changes nothing; about the option, if the axis was made from one that
    /// the values of another axis would have replaced.
    std::string sentenceAbout(const UnusedAxisError& error) const;
    /// Whether the sweep covers all devices of the machine, so that they must be detected.
    bool needsDevices() const { return lab && devices.empty(); }
    /// Time limit for all points together, in seconds; 0: the budget decides.
    double within() const;
    SweepIsolation isolation() const;
    bool namesDataSet() const { return !from.empty() || experiment.namesDataSet(experimentFile); }

private:
    void refuseReplaced() const;
    /// Throws UsageError for an option that an axis would replace, and for --paired without axes to pair.
    void refuseContradictions(const Sweep& sweep) const;
    Experiment baseExperiment() const;
};

/// Reads the estimates that `--plan --json-progress` printed from a file: one per point of the sweep; those
/// of points that are done may be missing. Throws UsageError if the file cannot be read, has anything else,
/// is of other settings, or lacks a point.
std::vector<PointEstimate> readEstimates(const std::string& file, const SweepRunner& sweep);

} // namespace stepscope
