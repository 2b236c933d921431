#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// What the steps of a program were found by.
enum class StepSource : uint8_t {
    Unknown,   ///< not yet known
    Optimizer, ///< a step ends when the last of its optimizers has updated the weights
    Backward,  ///< no optimizer of PyTorch's: a step ends before the forward pass after a backward pass
    Module,    ///< inference: a step is a call of the network
    Marks,     ///< the program marks its steps itself
};

const char* stepSourceName(StepSource source);
/// The source of that name; Unknown where there is none.
StepSource stepSourceNamed(std::string_view name);

/// A step of a program, as StepFinder found it.
struct FoundStep
{
    int64_t startNs = 0;
    int64_t endNs = 0;
    StepSource source = StepSource::Unknown;
    bool operator==(const FoundStep&) const = default;
};

/// Calls of networks in evaluation mode between two steps, from the first to the last.
struct FoundEvaluation
{
    int64_t startNs = 0;
    int64_t endNs = 0;
    bool operator==(const FoundEvaluation&) const = default;
};

/// How a network is called.
enum class CallMode : uint8_t {
    Training,
    Evaluation,      ///< it was told to evaluate
    WithoutGradient, ///< it was not, but nothing is learned from the call
};

/// Finds the steps of a training that was written by somebody else, from what its main thread does: calls of
/// networks, backward passes, updates by optimizers, batches fetched from a data loader. Times are in
/// nanoseconds on one clock and never go back.
///
/// A step lasts from the end of the step before to the end of the optimizer's update, so that it includes
/// the fetching of its data; after an evaluation it starts with its data. Several forward and backward
/// passes may be part of a step, as where gradients are accumulated. Where optimizers alternate, as those of
/// a generator and a discriminator, a step is a whole round of them; where one is used after the other, as
/// for one network after the other, each update is a step. A program without optimizers infers: each call of
/// its network is a step.
class StepFinder
{
public:
    /// `source` other than Unknown: as the user says.
    explicit StepFinder(StepSource source = StepSource::Unknown);

    /// The program has made an optimizer, which has not updated anything yet.
    void optimizerMade() { m_hasOptimizer = true; }
    /// `optimizer` is any number that tells optimizers apart; 0 is not known and taken for the one that comes
    /// next. Nested updates count as one.
    void updateStarted(int64_t ns);
    void updateEnded(int64_t ns, uint64_t optimizer);
    void dataStarted(int64_t ns);
    void networkStarted(int64_t ns, CallMode mode);
    void networkEnded(int64_t ns);
    void backwardStarted(int64_t ns);
    void backwardEnded(int64_t ns);
    /// The program says that a step starts here, unless one is going on.
    void markStarted(int64_t ns);
    /// The program says that a step ends here.
    void marked(int64_t ns);
    /// So late it is, though nothing has happened: what waits to be sure may be certain enough by now.
    void waitedUntil(int64_t ns);
    /// The program has ended.
    void finish(int64_t ns);

    /// The steps found since the last call, in the order of time.
    std::vector<FoundStep> take() { return std::exchange(m_found, {}); }
    /// The evaluations that have ended since the last call. All steps before have been found.
    std::vector<FoundEvaluation> takeEvaluations() { return std::exchange(m_evaluations, {}); }
    StepSource source() const { return m_source; }
    /// Start of what may become part of the next step; events from before belong to no step. Nothing: no
    /// step has started.
    std::optional<int64_t> openSince() const;
    /// Whether a test is running, between two steps.
    bool isEvaluating() const { return m_isEvaluating; }

private:
    struct Call
    {
        int64_t startNs = 0; ///< of its data, where that was fetched just before
        int64_t endNs = 0;
        bool isEvaluation = false;
    };
    /// The updates that may become one step, each with what was before it.
    using Round = std::vector<FoundStep>;

    bool isUndecided() const { return m_source == StepSource::Unknown; }
    bool followsOptimizer() const { return m_source == StepSource::Optimizer; }
    void use(StepSource source);
    void startStep(int64_t ns);
    void endEvaluation();
    /// Where the first step starts, whose first backward pass begins now.
    int64_t firstStepNs(int64_t ns) const;
    /// Where a step that this call is the first of starts.
    int64_t afterLastStep(int64_t ns) const;
    void add(int64_t startNs, int64_t endNs);
    void release();
    void releaseApart();
    void endRound(int64_t ns, uint64_t optimizer);
    void startEvaluation(int64_t startNs, int64_t ns);
    /// Whether these calls without a gradient are a test: one has come with data of its own after another.
    bool isTest();
    void decideWithoutOptimizer(int64_t ns, bool isEnd);

    bool m_isFixed = false;
    StepSource m_source;
    std::vector<FoundStep> m_found;
    int64_t m_count = 0;                                       ///< of steps found
    int64_t m_lastEndNs = std::numeric_limits<int64_t>::min(); ///< of the last of them
    bool m_hasOptimizer = false;

    std::optional<int64_t> m_startNs; ///< of the step that is going on
    Round m_round;                    ///< has ended, unless another optimizer goes on with it
    std::optional<int64_t> m_dataNs;  ///< the last data fetched since the last call of a network
    int64_t m_callNs = 0;             ///< start of the last call of a network, with its data
    int m_networkDepth = 0;
    int m_backwardDepth = 0;
    int m_updateDepth = 0;
    bool m_isEvaluating = false;
    FoundEvaluation m_evaluation; ///< that is going on
    std::vector<FoundEvaluation> m_evaluations;
    bool m_trainsInEvaluationMode = false;
    bool m_wentForward = false;  ///< in the step that is going on
    bool m_wentBackward = false; ///< likewise

    std::vector<uint64_t> m_optimizers; ///< in the order in which they first updated
    size_t m_lastOptimizer = 0;         ///< the one that updated last, in m_optimizers
    size_t m_repeats = 0;               ///< updates by the last optimizer after its first in the round
    size_t m_longestRound = 0;          ///< updates in one that ended with the return to an earlier optimizer
    int m_callsWithData = 0; ///< without a gradient, one after the other, each with data of its own
    int64_t m_firstOfThemNs = 0;

    // While it is not known what steps are found by:
    std::deque<Call> m_calls;
    std::vector<FoundStep> m_backwards;       ///< the steps, if there is no optimizer
    std::optional<int64_t> m_backwardStartNs; ///< of the next of these
};

} // namespace stepscope
