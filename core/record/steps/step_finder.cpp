#include "core/record/steps/step_finder.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr int64_t nsPerSecond = 1'000'000'000;
/// A step that has waited this long for another optimizer has ended.
constexpr int64_t longestWaitNs = nsPerSecond;
/// After this many steps with one optimizer, no second one is expected.
constexpr int64_t stepsToLearn = 20;
/// After this many updates without a return to an earlier optimizer, if there never was one, the earlier
/// optimizer is no longer in use.
constexpr size_t mostUpdatesInRound = 64;
/// A round may be longer than the longest one so far by this factor.
constexpr size_t mostGrowthOfRound = 4;
/// A new optimizer that has repeated its update this many times has replaced the others.
constexpr size_t repeatsToReplace = 3;
/// A program that is observed for this long without an optimizer is assumed to have none.
constexpr int64_t longestDoubtNs = 2 * nsPerSecond;
/// Calls of networks that are kept until then: each may become a step.
constexpr size_t mostCalls = 5000;
constexpr size_t backwardsToDecide = 16;

} // namespace

const char* stepSourceName(StepSource source)
{
    switch (source) {
    case StepSource::Optimizer:
        return "optimizer";
    case StepSource::Backward:
        return "backward";
    case StepSource::Module:
        return "module";
    case StepSource::Marks:
        return "marks";
    case StepSource::Unknown:
        break;
    }
    return "unknown";
}

StepSource stepSourceNamed(std::string_view name)
{
    for (const auto source :
         {StepSource::Optimizer, StepSource::Backward, StepSource::Module, StepSource::Marks}) {
        if (name == stepSourceName(source))
            return source;
    }
    return StepSource::Unknown;
}

StepFinder::StepFinder(StepSource source)
    : m_isFixed(source != StepSource::Unknown)
    , m_source(source)
{
}

void StepFinder::use(StepSource source)
{
    m_source = source;
    if (source == StepSource::Backward)
        m_evaluations = std::exchange(m_undecidedEvaluations, {});
    else
        m_isEvaluating = false;
    m_undecidedEvaluations.clear();
    m_calls.clear();
    m_backwards.clear();
    m_backwardStartNs.reset();
}

int64_t StepFinder::afterLastStep(int64_t ns) const
{
    return std::max(ns, m_lastEndNs);
}

void StepFinder::startStep(int64_t ns)
{
    if (!m_startNs)
        m_startNs = afterLastStep(ns);
}

void StepFinder::add(int64_t startNs, int64_t endNs)
{
    m_found.push_back({startNs, endNs, m_source});
    m_lastEndNs = endNs;
    ++m_count;
}

void StepFinder::release()
{
    if (!m_round.empty())
        add(m_round.front().startNs, m_round.back().endNs);
    m_round.clear();
    m_repeats = 0;
}

/// The optimizers no longer alternate: each update is a separate step, except for those of the last round.
void StepFinder::releaseApart()
{
    const auto updates = std::exchange(m_round, {});
    const size_t lastRound = std::min(m_longestRound, updates.size());
    if (lastRound > 0)
        add(updates.front().startNs, updates[lastRound - 1].endNs);
    for (size_t i = lastRound; i < updates.size(); ++i)
        add(updates[i].startNs, updates[i].endNs);
    m_repeats = m_longestRound = 0;
}

void StepFinder::dataStarted(int64_t ns)
{
    if (m_networkDepth == 0)
        m_dataNs = ns;
}

void StepFinder::startEvaluation(int64_t startNs, int64_t ns)
{
    release();
    if (!m_isEvaluating)
        m_evaluation = {startNs, ns};
    m_isEvaluating = true;
    m_startNs.reset();
}

bool StepFinder::isTest()
{
    if (!m_dataNs)
        return false;
    if (m_callsWithData++ == 0)
        m_firstOfThemNs = m_callNs;
    return m_callsWithData > 1;
}

void StepFinder::networkStarted(int64_t ns, CallMode mode)
{
    if (m_networkDepth++ > 0)
        return;
    if (m_updateDepth > 0) {
        if (mode == CallMode::Training)
            endEvaluation();
        return;
    }
    m_hasNetwork = true;
    m_callNs = m_dataNs.value_or(ns);
    if (mode != CallMode::WithoutGradient)
        m_callsWithData = 0;
    const bool isSilentTest = mode == CallMode::WithoutGradient && isTest();
    const bool isEvaluation = mode == CallMode::Evaluation || isSilentTest;
    switch (m_source) {
    case StepSource::Unknown:
        if (m_wentBackward && m_backwardStartNs) {
            m_backwards.push_back({*m_backwardStartNs, m_callNs, StepSource::Backward});
            m_backwardStartNs = m_callNs;
            m_wentBackward = false;
            if (isEvaluation) { // the next step begins after it
                m_backwardStartNs.reset();
                m_startNs.reset();
            }
        }
        if (!isEvaluation) {
            endEvaluation();
        } else if (!m_isEvaluating && !m_trainsInEvaluationMode && !m_backwards.empty()) {
            m_evaluation = {isSilentTest ? m_firstOfThemNs : m_callNs, ns};
            m_isEvaluating = true;
            m_backwardStartNs.reset();
            m_startNs.reset();
        }
        m_calls.push_back({m_callNs, ns, isEvaluation});
        if (m_calls.size() > mostCalls)
            m_calls.pop_front();
        return;
    case StepSource::Module:
        m_startNs = afterLastStep(m_callNs);
        return;
    case StepSource::Marks:
        startStep(m_callNs);
        return;
    case StepSource::Backward:
        if (m_wentBackward && m_startNs) {
            add(*m_startNs, m_callNs);
            m_startNs = m_callNs;
            m_wentBackward = m_wentForward = false;
        }
        break;
    case StepSource::Optimizer:
        break;
    }
    if (isEvaluation && !m_trainsInEvaluationMode && !m_wentForward)
        return startEvaluation(isSilentTest ? m_firstOfThemNs : m_callNs, ns);
    if (mode == CallMode::WithoutGradient && !m_wentForward) {
        if (!m_isEvaluating)
            startStep(m_callNs);
        return;
    }
    if (!isEvaluation)
        endEvaluation();
    m_wentForward = true;
    startStep(m_callNs);
}

void StepFinder::networkEnded(int64_t ns)
{
    if (m_networkDepth == 0 || --m_networkDepth > 0)
        return;
    m_dataNs.reset();
    if (m_isEvaluating)
        m_evaluation.endNs = ns;
    if (isUndecided() && !m_calls.empty()) {
        m_calls.back().endNs = ns;
        decideWithoutOptimizer(ns, false);
    } else if (m_source == StepSource::Module && m_startNs) {
        add(*m_startNs, ns);
        m_startNs.reset();
    }
}

/// A backward pass may belong to many calls of networks, but not to those of an earlier evaluation.
int64_t StepFinder::firstStepNs(int64_t ns) const
{
    if (m_calls.empty())
        return ns;
    size_t first = m_calls.size() - 1;
    while (first > 0 && !m_calls[first - 1].isEvaluation)
        --first;
    return m_calls[m_calls.back().isEvaluation ? m_calls.size() - 1 : first].startNs;
}

void StepFinder::backwardStarted(int64_t ns)
{
    if (m_backwardDepth++ > 0 || m_updateDepth > 0)
        return;
    if (!m_hasNetwork)
        endStepWithoutNetwork();
    if (isUndecided()) {
        m_trainsInEvaluationMode = std::exchange(m_isEvaluating, false) || m_trainsInEvaluationMode;
        startStep(firstStepNs(ns));
        if (!m_backwardStartNs)
            m_backwardStartNs = m_startNs;
    } else if (m_source != StepSource::Module || !m_isFixed) {
        if (m_isEvaluating) { // with layers that must not learn, such as normalization layers
            m_isEvaluating = false;
            m_trainsInEvaluationMode = true;
            m_startNs = afterLastStep(m_callNs);
        }
        startStep(m_source == StepSource::Module ? m_callNs : ns);
    }
}

void StepFinder::backwardEnded(int64_t ns)
{
    if (m_backwardDepth == 0 || --m_backwardDepth > 0)
        return;
    m_wentBackward = true;
    m_backwardEndNs = ns;
}

/// Without a torch.nn.Module it is not known when a forward pass starts: steps end with their backward
/// passes.
void StepFinder::endStepWithoutNetwork()
{
    if (!m_wentBackward)
        return;
    if (isUndecided() && m_backwardStartNs) {
        m_backwards.push_back({*m_backwardStartNs, m_backwardEndNs, StepSource::Backward});
        m_backwardStartNs = m_backwardEndNs;
        m_wentBackward = false;
    } else if (m_source == StepSource::Backward && m_startNs) {
        add(*m_startNs, m_backwardEndNs);
        m_startNs = m_backwardEndNs;
        m_wentBackward = false;
    }
}

void StepFinder::updateStarted(int64_t ns)
{
    if (m_updateDepth++ > 0)
        return;
    m_hasOptimizer = true;
    if (followsOptimizer() || !m_isFixed)
        startStep(ns);
}

void StepFinder::updateEnded(int64_t ns, uint64_t optimizer)
{
    if (m_updateDepth == 0 || --m_updateDepth > 0)
        return;
    if (m_isFixed && m_source == StepSource::Backward)
        return; // the update belongs to the step of the backward pass before it
    m_wentForward = m_wentBackward = false;
    if (!followsOptimizer()) {
        if (m_isFixed || m_source == StepSource::Marks)
            return;
        use(StepSource::Optimizer);
    }
    endRound(ns, optimizer);
}

/// Optimizers that update in turn form one step, until an earlier one updates again.
void StepFinder::endRound(int64_t ns, uint64_t optimizer)
{
    if (m_optimizers.size() == 1 && m_optimizers.front() == 0)
        m_optimizers.front() = optimizer;
    auto known = std::ranges::find(m_optimizers, optimizer);
    if (known == m_optimizers.end())
        known = m_optimizers.insert(m_optimizers.end(), optimizer);
    const auto order = size_t(known - m_optimizers.begin());
    const bool isRepeated = order == m_lastOptimizer && m_optimizers.size() > 1;
    const bool goesOn = !m_round.empty() && (order > m_lastOptimizer || isRepeated);
    if (!goesOn && order < m_lastOptimizer)
        m_longestRound = std::max(m_longestRound, m_round.size());
    m_repeats = isRepeated ? m_repeats + 1 : 0;
    m_lastOptimizer = order;
    const FoundStep update{m_startNs.value_or(ns), ns, m_source};
    m_startNs = ns;
    if (!goesOn)
        release();
    m_round.push_back(update);
    const size_t most = m_longestRound > 0 ? mostGrowthOfRound * m_longestRound : mostUpdatesInRound;
    if (m_round.size() > most || (m_longestRound == 0 && m_repeats >= repeatsToReplace)) {
        releaseApart();
        m_optimizers = {optimizer};
        m_lastOptimizer = 0;
    }
    if (m_optimizers.size() == 1 && m_count >= stepsToLearn)
        release();
}

void StepFinder::endEvaluation()
{
    if (std::exchange(m_isEvaluating, false))
        (isUndecided() ? m_undecidedEvaluations : m_evaluations).push_back(m_evaluation);
}

void StepFinder::markStarted(int64_t ns)
{
    if (m_source == StepSource::Marks)
        startStep(ns);
}

void StepFinder::marked(int64_t ns)
{
    if (m_isFixed && m_source != StepSource::Marks)
        return;
    if (m_source != StepSource::Marks) {
        if (!m_calls.empty())
            startStep(m_calls.front().startNs);
        release();
        use(StepSource::Marks);
    }
    if (m_startNs)
        add(*m_startNs, ns);
    m_startNs = ns;
}

void StepFinder::decideWithoutOptimizer(int64_t ns, bool isEnd)
{
    if (!isUndecided())
        return;
    if (!m_backwards.empty() || m_wentBackward || m_backwardDepth > 0) {
        const bool isSure =
            m_backwards.size() >= backwardsToDecide && ns - m_backwards.front().startNs >= longestDoubtNs;
        if (isEnd && m_wentBackward && m_backwardStartNs)
            m_backwards.push_back({*m_backwardStartNs, ns, StepSource::Backward});
        if (!isEnd && (m_hasOptimizer || !isSure))
            return;
        const auto steps = std::move(m_backwards);
        m_startNs = m_backwardStartNs;
        use(StepSource::Backward);
        for (const auto& step : steps)
            add(step.startNs, step.endNs);
        return;
    }
    const bool isSure = m_calls.size() > 1 && ns - m_calls.front().startNs >= longestDoubtNs;
    if (m_calls.empty() || (!isEnd && (m_hasOptimizer || !isSure)))
        return;
    const auto calls = std::move(m_calls);
    use(StepSource::Module);
    for (const auto& call : calls)
        add(afterLastStep(call.startNs), call.endNs);
}

void StepFinder::optimizerMade(uint64_t optimizer)
{
    m_hasOptimizer = true;
    constexpr size_t most = 1000;
    if (m_made.size() < most)
        m_made.insert(optimizer);
}

/// Whether the round of updates may go on however long that takes: later optimizers of earlier rounds are
/// due, or some have not been used yet.
bool StepFinder::mayGoOn() const
{
    const bool isAnotherDue = m_optimizers.size() > 1 && m_lastOptimizer + 1 < m_optimizers.size();
    return isAnotherDue || (m_count < stepsToLearn && m_made.size() > m_optimizers.size());
}

void StepFinder::waitedUntil(int64_t ns)
{
    if (!m_round.empty() && !mayGoOn() && ns - m_round.back().endNs >= longestWaitNs)
        release();
    if (m_networkDepth == 0)
        decideWithoutOptimizer(ns, false);
}

void StepFinder::finish(int64_t ns)
{
    release();
    endEvaluation();
    decideWithoutOptimizer(ns, true);
    if (m_source == StepSource::Backward && m_wentBackward && m_startNs && m_lastEndNs < ns)
        add(*m_startNs, ns);
    m_startNs.reset();
}

std::optional<int64_t> StepFinder::openSince() const
{
    std::optional<int64_t> first;
    const auto note = [&](int64_t ns) { first = std::min(first.value_or(ns), ns); };
    if (!m_round.empty())
        note(m_round.front().startNs);
    if (m_startNs)
        note(*m_startNs);
    if (!m_backwards.empty())
        note(m_backwards.front().startNs);
    if (!m_calls.empty())
        note(m_calls.front().startNs);
    if (m_dataNs)
        note(*m_dataNs);
    return first;
}

} // namespace stepscope
