#pragma once

#include "core/run/bootstrap.h"
#include "core/run/comparison.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// What the times of operators are compared by: runs of different batch sizes are best compared by image.
enum class OperatorBasis : uint8_t { PerStep, PerImage };

struct OperatorComparisonOptions
{
    size_t baseline = 0; ///< index of the run that the others are compared with
    OperatorBasis basis = OperatorBasis::PerStep;
    DifferenceTest test;
};

/// A run's self time minus, and divided by, the baseline's.
struct OperatorDifference
{
    double differenceNs = 0.0;          ///< per step or image
    std::optional<Interval> intervalNs; ///< absent with too few steps
    std::optional<double> ratio;        ///< absent when the baseline spends no time in the operator
    std::optional<Interval> ratioInterval;
    Verdict verdict = Verdict::TooFewSamples;
};

/// One operator in one run: means over the recorded steps.
struct OperatorCell
{
    double callsPerStep = 0.0; ///< 0: the operator does not occur
    double selfNsPerStep = 0.0;
    std::optional<double> selfNsPerImage;
    std::optional<double> stepShare; ///< self time by duration of the step, 0 to 1
    /// Absent for the baseline, and where this run or the baseline has no recorded step.
    std::optional<OperatorDifference> difference;
};

struct OperatorComparisonRow
{
    std::string name;
    Pass pass = Pass::Other;
    std::vector<OperatorCell> cells; ///< one a run
};

/// The operators of several runs side by side.
struct OperatorComparison
{
    struct Column
    {
        std::string name;
        int64_t steps = 0; ///< that its figures cover; 0: nothing was recorded
    };
    std::vector<Column> runs;
    size_t baseline = 0;
    OperatorBasis basis = OperatorBasis::PerStep;
    std::vector<OperatorComparisonRow> rows; ///< by falling size of the largest difference, up or down
};

/// Operators are the same when name and pass are, whatever the shapes of their inputs. The figures are those
/// of the trace's recorded steps, else of all steps, whose differences then have no interval. Intervals are
/// of the mean over steps, resampled in blocks. `options.baseline` is the index of a run.
OperatorComparison compareOperators(std::span<const NamedRun> runs,
                                    const OperatorComparisonOptions& options = {});

} // namespace stepscope
