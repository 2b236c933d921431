#include "core/trace/steps/step_difference.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace stepscope {

namespace {

/// Keeps differences in the direction of the whole, the largest first.
template<typename Difference>
void keepAlike(std::vector<Difference>& differences, bool isMore)
{
    std::erase_if(differences, [isMore](const Difference& each) {
        return isMore ? each.moreNs <= 0.0 : each.moreNs >= 0.0;
    });
    std::ranges::stable_sort(differences, std::ranges::greater(),
                             [](const Difference& each) { return std::abs(each.moreNs); });
}

std::vector<StepDifference::OfOperator> operatorDifferences(const Trace& trace, const StepSelfTimes& times,
                                                            int64_t step)
{
    const auto of =
        std::ranges::find_if(times.steps, [&](uint32_t index) { return trace.steps[index].number == step; });
    if (of == times.steps.end() || times.steps.size() < 2)
        return {};
    const auto column = size_t(of - times.steps.begin());
    std::vector<StepDifference::OfOperator> differences;
    for (size_t row = 0; row < times.rows.size(); ++row) {
        const auto series = times.seriesOf(row);
        std::vector<double> others(series.begin(), series.end());
        others.erase(others.begin() + ptrdiff_t(column));
        differences.push_back({.name = times.rows[row].name,
                               .pass = times.rows[row].pass,
                               .moreNs = series[column] - medianOf(others)});
    }
    return differences;
}

} // namespace

std::optional<StepDifference> stepDifference(std::span<const StepBreakdown> splits, const Trace& trace,
                                             const StepSelfTimes& selfTimes, int64_t step)
{
    const auto counts = [](const StepBreakdown& each) {
        return each.isSplit && each.hasWork && each.phase == StepPhase::Active;
    };
    const auto own = std::ranges::find(splits, step, &StepBreakdown::number);
    if (own == splits.end() || !own->isSplit)
        return std::nullopt;
    std::vector<const StepBreakdown*> others;
    for (const StepBreakdown& each : splits) {
        if (counts(each) && each.number != step)
            others.push_back(&each);
    }
    if (others.size() < 2)
        return std::nullopt;
    const auto median = [&](const auto& timeOf) {
        std::vector<double> values;
        for (const StepBreakdown* other : others)
            values.push_back(double(timeOf(*other)));
        return medianOf(values);
    };
    StepDifference difference{.step = step,
                              .wallNs = own->wallNs,
                              .medianNs = median([](const StepBreakdown& each) { return each.wallNs; }),
                              .others = int64_t(others.size()),
                              .parts = {},
                              .operators = operatorDifferences(trace, selfTimes, step)};
    for (size_t i = 0; i < stepPartCount; ++i) {
        const double usual = median([i](const StepBreakdown& each) { return each.partNs[i]; });
        difference.parts.push_back({StepPart(i), double(own->partNs[i]) - usual});
    }
    const bool isMore = difference.moreNs() >= 0.0;
    keepAlike(difference.parts, isMore);
    keepAlike(difference.operators, isMore);
    return difference;
}

} // namespace stepscope
