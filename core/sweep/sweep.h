#pragma once

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/run/run.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// The largest number of runs of a sweep.
inline constexpr int64_t mostSweepPoints = 10'000;

/// A sweep's folder: the file that has the sweep, and the subfolder of its runs.
inline constexpr auto sweepFileName = "sweep.json";
inline constexpr auto sweepRunsName = "runs";

/// A field of the experiment and its values in a sweep, as text.
struct SweepAxis
{
    std::string field; ///< key in the experiment, "batch_size"
    std::vector<std::string> values;

    bool operator==(const SweepAxis&) const = default;
};

/// How long each point of a sweep trains.
enum class SweepBudget : uint8_t {
    AsBase, ///< like the base experiment
    Epochs,
    Steps,
    Images,  ///< as many steps as are needed for this number of images, which is the same for each batch size
    Seconds, ///< of training steps
};

/// A base experiment and the changes to it from run to run.
struct Sweep
{
    Experiment base;
    std::vector<SweepAxis> axes;
    bool paired = false; ///< combines the axes' values one by one; otherwise all combinations
    int64_t repeats = 1; ///< of each point, with increasing seeds starting at the base's
    SweepBudget budget = SweepBudget::AsBase;
    int64_t amount = 0; ///< of the budget

    bool operator==(const Sweep&) const = default;
};

/// One run of a sweep.
struct SweepPoint
{
    Experiment experiment;
    std::string label; ///< what changes: "batch_size 16, device cpu"; if nothing does, the network
    int64_t combination = 0;
    int64_t repeat = 0;
};

/// An axis changes nothing, because no point uses its field.
class UnusedAxisError : public Error
{
public:
    UnusedAxisError(const std::string& sentence, std::string field)
        : Error(sentence)
        , m_field(std::move(field))
    {
    }

    /// The key of the axis's field.
    const std::string& field() const { return m_field; }

private:
    std::string m_field;
};

/// All runs in the order of training: every combination once, then every one again, so that changes in the
/// machine's speed affect all settings alike. Throws Error for a sweep without points, an unknown field, a
/// value that is not allowed, a field with two axes, repeats of different seeds, an axis whose values make no
/// difference, settings that occur twice, paired axes of different lengths, and more than 10,000 points;
/// UnusedAxisError for an axis whose field no point uses.
std::vector<SweepPoint> sweepPoints(const Sweep& sweep);

/// The sweep with absolute paths, in its base and its axes, so that it can be continued from another folder.
Sweep withAbsolutePaths(Sweep sweep);

std::string toJson(const Sweep& sweep);
/// Its paths are absolute. Throws Error that names `source`, also for an unknown key.
Sweep sweepFromJson(std::string_view json, std::string_view source);

/// Whether the file is a readable saved sweep.
bool isSavedSweep(const std::string& file);

/// The run file of the point with this index in the sweep's order.
std::filesystem::path sweepRunPath(const std::filesystem::path& folder, size_t index,
                                   const SweepPoint& point);

/// The run file of the single cold forward pass on a device, next to the points' runs.
std::filesystem::path forwardPassPath(const std::filesystem::path& folder, const std::string& device);

/// How the run of a point ended; NotStarted when there is no readable run.
RunOutcome pointOutcome(const std::filesystem::path& runFile);

/// Whether a point has its run: it finished, failed by itself, or its process died while the sweep was
/// running. A run that was stopped or killed together with the sweep is repeated.
bool isDone(const std::filesystem::path& runFile);

/// The sweep in the folder, if there is a readable one.
std::optional<Sweep> sweepOfFolder(const std::filesystem::path& folder);

/// Throws Error when the sweep folder's subfolder for runs is a link.
void refuseLinkedRuns(const std::filesystem::path& sweepFolder);

/// Prepares a folder for a sweep, or for continuing the same one. Throws UsageError when it has another
/// sweep, unless `force`, which removes that sweep's runs, and Error when its folder for runs is a link.
void prepareSweepFolder(const std::filesystem::path& folder, const Sweep& wanted, bool force);

} // namespace stepscope
