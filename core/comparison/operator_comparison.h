#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// What the times of operators are compared by: runs of different batch sizes are best compared by image,
/// traces without steps can only be compared in total.
enum class OperatorBasis : uint8_t { PerStep, PerImage, Total };

struct OperatorComparisonOptions
{
    size_t baseline = 0; ///< index of the run that the others are compared with
    /// By image where the images of all runs are known, else by step where all have steps, else in total. A
    /// basis that some run does not have is replaced by the best one as well.
    std::optional<OperatorBasis> basis = std::nullopt;
    DifferenceTest test;
};

/// A run's time minus, and divided by, the baseline's.
struct OperatorDifference
{
    double differenceNs = 0.0;             ///< by OperatorComparison::basis
    std::optional<Interval> intervalNs;    ///< absent with too few steps
    std::optional<double> ratio;           ///< absent when the baseline spends no time in the operator
    std::optional<Interval> ratioInterval; ///< absent likewise, with too few steps, and for a ratio of 0
    Verdict verdict = Verdict::TooFewSamples;
    double sameWithin = DifferenceTest().sameWithin; ///< that the verdict was given by
};

/// One operator in one run: means over the recorded steps.
struct OperatorCell
{
    double calls = 0.0;  ///< per step, or in total where the comparison is; 0: none, or they are not known
    double selfNs = 0.0; ///< by OperatorComparison::basis; of a kernel, copy or fill: how long it ran
    std::optional<double> deviceNs;       ///< likewise, of the work on devices that it launched itself
    std::optional<double> selfNsPerStep;  ///< absent without steps
    std::optional<double> selfNsPerImage; ///< absent where images are not known
    /// Self time by duration of the step; absent without steps, and in a comparison in total, in which some
    /// run has none.
    std::optional<double> stepShare;
    /// Absent for the baseline, and where this run or the baseline has recorded nothing.
    std::optional<OperatorDifference> difference;
    std::optional<OperatorDifference> deviceDifference; ///< likewise, and where both have no work on devices
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
        int64_t steps = 0; ///< that its figures cover; 0: it has none, or recorded nothing
        bool isRecorded = false;
    };
    std::vector<Column> runs;
    size_t baseline = 0;
    OperatorBasis basis = OperatorBasis::PerStep; ///< what the runs were compared by
    bool hasDevice = false;                       ///< some operator launched work on a device
    DifferenceTest test;                          ///< that verdicts were given by
    /// By falling size of the largest difference, on the host or on devices, up or down.
    std::vector<OperatorComparisonRow> rows;
    std::vector<OperatorComparisonRow> kernels; ///< kernels, copies and fills on devices, in the same order

    /// Whether no run has recorded any operator or kernel whose time is known.
    bool isEmpty() const { return rows.empty() && kernels.empty(); }
};

/// Operators are the same when name and pass are, whatever the shapes of their inputs. The figures are those
/// of the trace's recorded steps, else of the whole trace or of all steps, whose differences then have no
/// interval. Sums by stack are compared with each other alone, and where they are times.
///
/// Intervals are of the mean over steps, in logarithms. All differences between two runs are judged together:
/// of those that are called real at most DifferenceTest::falseShare are not, and of two identical runs at
/// most that share has any (confidenceForAll()). The intervals are of the confidence that this takes.
/// `options.baseline` is the index of a run.
OperatorComparison compareOperators(std::span<const NamedRun> runs,
                                    const OperatorComparisonOptions& options = {});

} // namespace stepscope
