#include "core/record/steps/found_steps.h"

#include <algorithm>
#include <utility>

namespace stepscope {

void FoundSteps::take(StepFinder& finder)
{
    const auto evaluations = finder.takeEvaluations();
    auto evaluation = evaluations.begin();
    for (const FoundStep& step : finder.take()) {
        for (; evaluation != evaluations.end() && evaluation->startNs < step.startNs; ++evaluation)
            m_found.push_back(*evaluation);
        m_found.push_back(step);
    }
    m_found.insert(m_found.end(), evaluation, evaluations.end());
}

int64_t FoundSteps::steps() const
{
    return std::ranges::count_if(m_found,
                                 [](const Found& found) { return std::holds_alternative<FoundStep>(found); });
}

std::optional<int64_t> FoundSteps::firstNs() const
{
    for (const auto& found : m_found) {
        if (const auto* step = std::get_if<FoundStep>(&found))
            return step->startNs;
    }
    return std::nullopt;
}

bool FoundSteps::lacksLoss(const StepLosses& losses, int64_t nowNs) const
{
    constexpr size_t mostWaiting = 64;
    constexpr int64_t longestNs = 2'000'000'000;
    const auto* step = m_found.empty() ? nullptr : std::get_if<FoundStep>(&m_found.front());
    if (!step || m_found.size() > mostWaiting || nowNs - step->endNs > longestNs)
        return false;
    return losses.lacks(*step);
}

FoundSteps::Found FoundSteps::takeFirst()
{
    auto found = std::move(m_found.front());
    m_found.pop_front();
    return found;
}

} // namespace stepscope
