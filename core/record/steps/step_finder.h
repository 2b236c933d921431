#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// How the steps of a program were detected.
enum class StepSource : uint8_t {
    Unknown,   ///< not known yet
    Optimizer, ///< a step ends when the last of its optimizers has updated the weights
    Backward,  ///< no PyTorch optimizer: a step ends before the forward pass that follows a backward pass
    Module,    ///< inference: a step is a call of the network
    Marks,     ///< the program marks its steps itself
};

const char* stepSourceName(StepSource source);
/// The source with this name; Unknown if there is none.
StepSource stepSourceNamed(std::string_view name);

/// A step found by StepFinder.
struct FoundStep
{
    int64_t startNs = 0;
    int64_t endNs = 0;
    StepSource source = StepSource::Unknown;
    bool operator==(const FoundStep&) const = default;
};

/// The calls of networks in evaluation mode between two steps, from the first to the last.
struct FoundEvaluation
{
    int64_t startNs = 0;
    int64_t endNs = 0;
    bool operator==(const FoundEvaluation&) const = default;
};

/// How a network is called.
enum class CallMode : uint8_t {
    Training,
    Evaluation,      ///< the network is in evaluation mode
    WithoutGradient, ///< training mode, but gradients are off
};

/// Finds the steps of any training program from the events of its main thread: calls of networks, backward
/// passes, updates by optimizers, batches fetched from a data loader. Times are in nanoseconds on one clock
/// and never decrease.
///
/// A step lasts from the end of the previous step to the end of the optimizer's update, so that it includes
/// fetching its data; after an evaluation it starts with its data. A step may include several forward and
/// backward passes, for example with gradient accumulation. If optimizers alternate, as for a generator and a
/// discriminator, a step is a whole round of them. If optimizers are used one after the other, as for one
/// network after the other, each update is a step. A program without optimizers does inference: each call of
/// its network is a step.
class StepFinder
{
public:
    /// `source`: chosen by the user; Unknown: detected automatically.
    explicit StepFinder(StepSource source = StepSource::Unknown);

    /// The program has created an optimizer. `optimizer`: as for updateEnded().
    void optimizerMade(uint64_t optimizer);
    /// `optimizer` is any number that identifies the optimizer; 0 is not known and treated as the next one.
    /// Nested updates count as one.
    void updateStarted(int64_t ns);
    void updateEnded(int64_t ns, uint64_t optimizer);
    void dataStarted(int64_t ns);
    void networkStarted(int64_t ns, CallMode mode);
    void networkEnded(int64_t ns);
    void backwardStarted(int64_t ns);
    void backwardEnded(int64_t ns);
    /// The program marks the start of a step; ignored if one is open.
    void markStarted(int64_t ns);
    /// The program marks the end of a step.
    void marked(int64_t ns);
    /// Call it with the current time even if nothing has happened: pending decisions may be made now.
    void waitedUntil(int64_t ns);
    /// Call it when the program has ended.
    void finish(int64_t ns);

    /// The steps found since the last call, sorted by time.
    std::vector<FoundStep> take() { return std::exchange(m_found, {}); }
    /// The evaluations that have ended since the last call, sorted by time. All earlier steps have been
    /// found.
    std::vector<FoundEvaluation> takeEvaluations() { return std::exchange(m_evaluations, {}); }
    StepSource source() const { return m_source; }
    /// Start of what may become part of the next step; earlier events belong to no step. nullopt: no step has
    /// started.
    std::optional<int64_t> openSince() const;
    /// Whether an optimizer updates.
    bool isUpdating() const { return m_updateDepth > 0; }

private:
    struct Call
    {
        int64_t startNs = 0; ///< start of its data, if that was fetched just before
        int64_t endNs = 0;
        bool isEvaluation = false;
    };
    /// The updates that may become one step, each with its preceding work.
    using Round = std::vector<FoundStep>;

    bool isUndecided() const { return m_source == StepSource::Unknown; }
    bool followsOptimizer() const { return m_source == StepSource::Optimizer; }
    void use(StepSource source);
    void startStep(int64_t ns);
    void endEvaluation();
    void endStepWithoutNetwork();
    /// Start of the first step, whose first backward pass starts now.
    int64_t firstStepNs(int64_t ns) const;
    /// Start of a step whose first call is at `ns`.
    int64_t afterLastStep(int64_t ns) const;
    void add(int64_t startNs, int64_t endNs);
    bool mayGoOn() const;
    void release();
    void releaseApart();
    void endRound(int64_t ns, uint64_t optimizer);
    void startEvaluation(int64_t startNs, int64_t ns);
    /// Whether these calls without a gradient are an evaluation: at least two in a row have their own data.
    bool isTest();
    void decideWithoutOptimizer(int64_t ns, bool isEnd);

    bool m_isFixed = false;
    StepSource m_source;
    std::vector<FoundStep> m_found;
    int64_t m_count = 0;                                       ///< number of steps found
    int64_t m_lastEndNs = std::numeric_limits<int64_t>::min(); ///< end of the last one
    bool m_hasNetwork = false;                                 ///< one was called
    int64_t m_backwardEndNs = 0;                               ///< of the last backward pass
    std::set<uint64_t> m_made;                                 ///< optimizers that the program has created
    bool m_hasOptimizer = false;

    std::optional<int64_t> m_startNs; ///< of the open step
    Round m_round;                    ///< complete, unless another optimizer continues it
    std::optional<int64_t> m_dataNs;  ///< the last data fetch since the last call of a network
    int64_t m_callNs = 0;             ///< start of the last call of a network, including its data
    int m_networkDepth = 0;
    int m_backwardDepth = 0;
    int m_updateDepth = 0;
    bool m_isEvaluating = false;
    FoundEvaluation m_evaluation; ///< the open one
    std::vector<FoundEvaluation> m_evaluations;
    bool m_trainsInEvaluationMode = false;
    bool m_wentForward = false;  ///< in the open step
    bool m_wentBackward = false; ///< likewise

    std::vector<uint64_t> m_optimizers; ///< in the order of their first updates
    size_t m_lastOptimizer = 0;         ///< index in m_optimizers of the last one that updated
    size_t m_repeats = 0;               ///< updates by the last optimizer after its first in the round
    size_t m_longestRound = 0;          ///< updates in the longest round that ended with an earlier optimizer
    int m_callsWithData = 0;            ///< consecutive calls without a gradient, each with its own data
    int64_t m_firstOfThemNs = 0;

    // While the source is not known:
    std::deque<Call> m_calls;
    std::vector<FoundEvaluation> m_undecidedEvaluations;
    std::vector<FoundStep> m_backwards;       ///< the steps, if there is no optimizer
    std::optional<int64_t> m_backwardStartNs; ///< start of the next of these
};

} // namespace stepscope
