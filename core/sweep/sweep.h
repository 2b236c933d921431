#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A field of the experiment and the values it takes in a sweep, as text.
struct SweepAxis
{
    std::string field; ///< key in the experiment, "batch_size"
    std::vector<std::string> values;

    bool operator==(const SweepAxis&) const = default;
};

/// How long each point of a sweep trains.
enum class SweepBudget : uint8_t {
    AsBase, ///< as the base experiment says
    Epochs,
    Steps,
    Images,  ///< as many steps as it takes to train on so many images, the same for each batch size
    Seconds, ///< of training steps
};

/// A base experiment and what changes in it from run to run.
struct Sweep
{
    Experiment base;
    std::vector<SweepAxis> axes;
    bool paired = false; ///< the axes' values go together one by one; else each with each
    int64_t repeats = 1; ///< of each point, with the seeds that follow on the base's
    SweepBudget budget = SweepBudget::AsBase;
    int64_t amount = 0; ///< of the budget

    bool operator==(const Sweep&) const = default;
};

/// One run of a sweep.
struct SweepPoint
{
    Experiment experiment;
    std::string label; ///< what changes: "batch_size 16, device cpu"
    int64_t combination = 0;
    int64_t repeat = 0;
};

/// All runs in the order in which they are trained: every combination once, then every one again, so that a
/// drifting machine favours none. Throws Error for a sweep without points, an unknown field, a value that is
/// not allowed, paired axes of different lengths, and more than 10,000 points.
std::vector<SweepPoint> sweepPoints(const Sweep& sweep);

std::string toJson(const Sweep& sweep);
/// Throws Error that names `source`.
Sweep sweepFromJson(std::string_view json, std::string_view source);

/// The run file of the point that is the index-th in the sweep's order.
std::filesystem::path sweepRunPath(const std::filesystem::path& folder, size_t index,
                                   const SweepPoint& point);

/// The run file of the single cold forward pass on a device, which stands beside the points' runs.
std::filesystem::path forwardPassPath(const std::filesystem::path& folder, const std::string& device);

/// How the run of a point ended; NotStarted when there is none that can be read.
RunOutcome pointOutcome(const std::filesystem::path& runFile);

/// Whether a point has its run: it finished, failed by itself, or its process died while the sweep looked on.
/// One that was stopped or killed with the sweep is to be run again.
bool isDone(const std::filesystem::path& runFile);

/// The sweep that the folder holds, if there is one that can be read.
std::optional<Sweep> sweepOfFolder(const std::filesystem::path& folder);

/// Throws Error when the folder that a sweep makes for its runs inside of its own is a link.
void refuseLinkedRuns(const std::filesystem::path& sweepFolder);

/// Readies a folder for a sweep, or to go on with the same one. Throws Error when it holds another, unless
/// `force`, which takes that one's runs away, and when its folder for runs is a link.
void prepareSweepFolder(const std::filesystem::path& folder, const Sweep& sweep, bool force);

} // namespace stepscope
