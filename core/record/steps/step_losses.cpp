#include "core/record/steps/step_losses.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace stepscope {

static bool contains(const FoundStep& step, int64_t ns)
{
    return ns >= step.startNs && ns < step.endNs;
}

void StepLosses::take(int64_t ns, double value, bool isInUpdate)
{
    constexpr int64_t sameTimeNs = 100; // the clock may have been tied again meanwhile
    const auto announced = std::ranges::find_if(
        m_announced, [&](const Loss& each) { return std::abs(each.ns - ns) <= sameTimeNs; });
    if (announced == m_announced.end()) {
        m_losses.push_back({ns, value, isInUpdate});
        return;
    }
    m_losses.push_back({announced->ns, value, announced->isInUpdate});
    m_announced.erase(announced);
}

void StepLosses::announce(int64_t ns, bool isInUpdate)
{
    m_announced.push_back({ns, std::nan(""), isInUpdate});
}

bool StepLosses::lacks(const FoundStep& step) const
{
    return std::ranges::any_of(m_announced, [&](const Loss& each) { return contains(step, each.ns); });
}

float StepLosses::of(const FoundStep& step) const
{
    double sum = 0.0;
    bool hasAny = false;
    std::optional<double> inUpdate;
    for (const auto& loss : m_losses) {
        if (!contains(step, loss.ns))
            continue;
        if (loss.isInUpdate) {
            inUpdate = inUpdate.value_or(loss.value);
        } else {
            sum += loss.value;
            hasAny = true;
        }
    }
    return hasAny ? float(sum) : float(inUpdate.value_or(std::nan("")));
}

void StepLosses::forgetUntil(int64_t ns)
{
    const auto isBefore = [ns](const Loss& each) { return each.ns < ns; };
    std::erase_if(m_losses, isBefore);
    std::erase_if(m_announced, isBefore);
}

} // namespace stepscope
