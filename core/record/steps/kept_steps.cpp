#include "core/record/steps/kept_steps.h"

#include <algorithm>
#include <utility>

namespace stepscope {

KeptSteps::KeptSteps(Experiment schedule)
    : m_schedule(std::move(schedule))
{
}

void KeptSteps::request(int64_t ns, int64_t steps)
{
    m_requestNs = ns;
    m_requested = steps;
}

bool KeptSteps::wantsOperators(int64_t next) const
{
    if (m_requested > 0 || m_owed > 0)
        return true;
    const auto phase = stepPhase(m_schedule, next);
    return phase == StepPhase::Warmup || phase == StepPhase::Active;
}

/// The first step, in which a program often compiles, tells nothing about the duration of the others.
bool KeptSteps::isNear(int64_t next, bool isRunning) const
{
    constexpr int64_t startNs = 250'000'000;
    constexpr int64_t mostBefore = 16;
    int64_t stepsBefore = 1;
    if (isRunning)
        stepsBefore = mostBefore; // to stop and start it again would take longer
    else if (m_shortestNs > 0)
        stepsBefore = std::clamp<int64_t>(1 + startNs / m_shortestNs, 1, mostBefore);
    bool isKept = m_requested > 0 || m_owed > 0;
    for (int64_t i = 0; i <= stepsBefore && !isKept; ++i)
        isKept = stepPhase(m_schedule, next + i) == StepPhase::Active;
    return isKept;
}

bool KeptSteps::isRequested(const FoundStep& step) const
{
    return m_requested > 0 && step.endNs > m_requestNs;
}

bool KeptSteps::wants(const FoundStep& step, int64_t number) const
{
    return m_owed > 0 || isRequested(step) || stepPhase(m_schedule, number) == StepPhase::Active;
}

StepPhase KeptSteps::phaseOf(const FoundStep& step, int64_t number, bool isComplete)
{
    const int64_t durationNs = step.endNs - step.startNs;
    if (number > 0 && (m_shortestNs == 0 || durationNs < m_shortestNs))
        m_shortestNs = std::max<int64_t>(durationNs, 1);
    return select(step, stepPhase(m_schedule, number), isComplete);
}

StepPhase KeptSteps::select(const FoundStep& step, StepPhase planned, bool isComplete)
{
    if (!isComplete) {
        if (planned != StepPhase::Active)
            return planned;
        ++m_owed;
        return StepPhase::Warmup;
    }
    if (isRequested(step))
        --m_requested;
    else if (m_owed > 0 && planned != StepPhase::Active)
        --m_owed;
    else
        return planned;
    return StepPhase::Active;
}

} // namespace stepscope
