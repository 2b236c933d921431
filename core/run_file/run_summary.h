#pragma once

#include "core/run/run.h"
#include "core/run/run_figures.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The name and color that the user has given to a run.
struct RunLabel
{
    std::string name; ///< empty: none given
    std::vector<std::string> tags;
    std::string note;
    std::string color; ///< "#3366cc", or empty

    bool operator==(const RunLabel&) const = default;
};

/// What a list shows of each run.
struct RunSummary
{
    RunKind kind = RunKind::Training;
    RunOutcome outcome = RunOutcome::NotStarted;
    std::string failure;
    std::string dataset;
    std::string network;
    std::string device;
    int64_t batchSize = 0;
    int64_t steps = 0;
    int64_t totalSteps = 0;
    int64_t epochs = 0;                                             ///< completed ones, including their tests
    double testAccuracy = std::numeric_limits<double>::quiet_NaN(); ///< 0 to 1; of the last test
    double testLoss = std::numeric_limits<double>::quiet_NaN();
    double validationAccuracy = std::numeric_limits<double>::quiet_NaN(); ///< 0 to 1; of the last validation
    double validationLoss = std::numeric_limits<double>::quiet_NaN();
    double imagesPerSecond = 0.0; ///< in training steps
    int64_t startUnixMs = 0;
    int64_t endUnixMs = 0; ///< for a running one, the time of its last update
    RunLabel label;
    std::string settings; ///< JSON of the experiment, only from readRunSummary(); see experimentOf()

    /// The duration; negative when it is not known.
    double seconds() const { return startUnixMs > 0 ? double(endUnixMs - startUnixMs) / 1000.0 : -1.0; }
};

/// Calls take(name, member) for each member except the label and the settings, in their stored order.
template<typename Summary, typename Take>
void forEachMember(Summary& summary, const Take& take)
{
    take("kind", summary.kind);
    take("outcome", summary.outcome);
    take("failure", summary.failure);
    take("dataset", summary.dataset);
    take("network", summary.network);
    take("device", summary.device);
    take("batch_size", summary.batchSize);
    take("steps", summary.steps);
    take("total_steps", summary.totalSteps);
    take("epochs", summary.epochs);
    take("test_accuracy", summary.testAccuracy);
    take("test_loss", summary.testLoss);
    take("validation_accuracy", summary.validationAccuracy);
    take("validation_loss", summary.validationLoss);
    take("images_per_second", summary.imagesPerSecond);
    take("start_unix_ms", summary.startUnixMs);
    take("end_unix_ms", summary.endUnixMs);
}

RunSummary summarize(const Run& run);

/// Whether another program recorded the run, like isImported(const Run&).
bool isImported(const RunSummary& summary);
/// "imported"; for a training, runOutcomeName().
const char* shownOutcomeName(const RunSummary& summary);
/// The same in the user's language, for lists of runs.
std::string shownOutcomeWord(const RunSummary& summary);

/// From stored numbers. Throws Error for an unknown outcome.
RunOutcome outcomeOfNumber(int64_t number);
/// Training if the number is unknown.
RunKind kindOfNumber(int64_t number);

/// Without the label and the settings, which are stored separately.
std::string toJson(const RunSummary& summary);
/// Throws Error.
RunSummary summaryFromJson(std::string_view json);

std::string toJson(const RunLabel& label);
/// Throws Error.
RunLabel labelFromJson(std::string_view json);

} // namespace stepscope
