#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The unit for comparing the times of operators: runs of different batch sizes are best compared per image;
/// traces without steps can only be compared in total. Images of different sizes are not compared one by one.
enum class OperatorBasis : uint8_t { PerStep, PerImage, Total };

struct OperatorComparisonOptions
{
    size_t baseline = 0; ///< index of the run that the others are compared with
    /// Per image if the images of all runs are known, else per step if all have steps, else in total. A basis
    /// that some run does not have is replaced by the best one as well.
    std::optional<OperatorBasis> basis = std::nullopt;
    DifferenceTest test;
};

/// In which of the two runs an operator occurs, or its work on devices.
enum class OperatorPresence : uint8_t { Both, RunOnly, BaselineOnly };

/// A run's time minus the baseline's, and divided by it.
struct OperatorDifference
{
    double differenceNs = 0.0;          ///< in the unit of OperatorComparison::basis
    std::optional<Interval> intervalNs; ///< absent with too few steps
    /// Absent if the operator does not occur in both, and if the baseline spends no time in it.
    std::optional<double> ratio;
    std::optional<Interval> ratioInterval; ///< absent likewise, with too few steps, and for a ratio of 0
    /// Of an operator of one run alone: whether that is more than chance.
    Verdict verdict = Verdict::TooFewSamples;
    OperatorPresence presence = OperatorPresence::Both;
    double sameWithin = DifferenceTest().sameWithin; ///< of the test that gave the verdict
};

/// One operator in one run: means over the recorded steps.
struct OperatorCell
{
    double calls = 0.0; ///< per step, or in total if the comparison is; 0: none, or not known
    /// In the unit of OperatorComparison::basis; for a kernel, copy or memory set: its duration.
    double selfNs = 0.0;
    std::optional<double> deviceNs;       ///< likewise, for the device work that it launched itself
    std::optional<double> selfNsPerStep;  ///< absent without steps
    std::optional<double> selfNsPerImage; ///< absent where images are not known
    /// Self time divided by the duration of the step; absent without steps, and in a comparison in total in
    /// which some run has none.
    std::optional<double> stepShare;
    /// Absent for the baseline, and if this run or the baseline has recorded nothing.
    std::optional<OperatorDifference> difference;
    std::optional<OperatorDifference> deviceDifference; ///< likewise, and if both have no device work
};

struct OperatorComparisonRow
{
    std::string name;
    Pass pass = Pass::Other;
    std::vector<OperatorCell> cells; ///< one per run
    bool severalPasses = false;      ///< of a kernel: launched by other passes as well, in some run
};

/// The pass of a row for the screen, in the user's language, and for files: "several" of several.
std::string passWord(const OperatorComparisonRow& row);
std::string passName(const OperatorComparisonRow& row);

/// The operators of several runs side by side.
struct OperatorComparison
{
    struct Column
    {
        std::string name;
        int64_t steps = 0; ///< covered by its figures; 0: it has none, or recorded nothing
        bool isRecorded = false;
    };
    std::vector<Column> runs;
    size_t baseline = 0;
    OperatorBasis basis = OperatorBasis::PerStep; ///< the unit of the comparison
    bool hasOtherSamples = false;                 ///< some runs' samples have different sizes
    bool hasDevice = false;                       ///< some operator launched device work
    DifferenceTest test;                          ///< the test that gave the verdicts
    /// In decreasing order of the largest difference in either direction, on the host or on devices.
    std::vector<OperatorComparisonRow> rows;
    /// Kernels, copies and memory sets on devices, in the same order. Each has one row for all passes.
    std::vector<OperatorComparisonRow> kernels;

    /// Whether no run has recorded any operator or kernel with a known time.
    bool isEmpty() const { return rows.empty() && kernels.empty(); }
};

/// Operators are the same when name and pass are equal, whatever the shapes of their inputs; kernels when
/// their names are, as in the overview: the operators that launched them are compared by pass. The figures
/// are those of the trace's recorded steps, else of the whole trace or of all steps, whose differences then
/// have no interval. Sums by stack are only compared with each other, and only if they are times.
///
/// Intervals are of the mean over steps, in logarithms. All differences between two runs are judged together:
/// of those that are called real, at most the share DifferenceTest::falseShare is not, and of two identical
/// runs at most that share has any (confidenceForAll()). The intervals have the confidence that this
/// requires. `options.baseline` is the index of a run.
OperatorComparison compareOperators(std::span<const NamedRun> runs,
                                    const OperatorComparisonOptions& options = {});

} // namespace stepscope
