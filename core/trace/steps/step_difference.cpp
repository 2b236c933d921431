#include "core/trace/steps/step_difference.h"

#include "core/base/median.h"

#include <algorithm>
#include <functional>

namespace stepscope {

namespace {

/// Leaves out what takes no time, and orders the rest by how much it contributes to the whole difference.
template<typename Difference>
void order(std::vector<Difference>& differences, bool isMore)
{
    std::erase_if(differences,
                  [](const Difference& each) { return each.times.ns == 0.0 && each.times.medianNs == 0.0; });
    std::ranges::stable_sort(differences, std::ranges::greater(), [isMore](const Difference& each) {
        return isMore ? each.times.moreNs() : -each.times.moreNs();
    });
}

/// `rows`: operators or kernels; `seriesOf` returns the times of a row in the counted steps.
template<typename SeriesOf>
std::vector<StepDifference::OfOperator> differencesOf(const std::vector<StepSelfTimes::Row>& rows,
                                                      size_t column, const SeriesOf& seriesOf)
{
    std::vector<StepDifference::OfOperator> differences;
    for (size_t row = 0; row < rows.size(); ++row) {
        const std::span<const double> series = seriesOf(row);
        std::vector<double> others(series.begin(), series.end());
        others.erase(others.begin() + ptrdiff_t(column));
        differences.push_back({.name = rows[row].name,
                               .pass = rows[row].pass,
                               .times = {.ns = series[column], .medianNs = medianOf(others)}});
    }
    return differences;
}

void addOperators(const Trace& trace, const StepSelfTimes& times, StepDifference& difference)
{
    const auto of = std::ranges::find_if(
        times.steps, [&](uint32_t index) { return trace.steps[index].number == difference.step; });
    if (of == times.steps.end() || times.steps.size() < 2)
        return;
    const auto column = size_t(of - times.steps.begin());
    difference.operators = differencesOf(times.rows, column, [&](size_t row) { return times.seriesOf(row); });
    difference.kernels =
        differencesOf(times.kernels, column, [&](size_t row) { return times.kernelSeriesOf(row); });
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
                              .parts = {}};
    for (size_t i = 0; i < stepPartCount; ++i) {
        const double usual = median([i](const StepBreakdown& each) { return each.partNs[i]; });
        difference.parts.push_back({StepPart(i), {.ns = double(own->partNs[i]), .medianNs = usual}});
    }
    addOperators(trace, selfTimes, difference);
    const bool isMore = difference.moreNs() >= 0.0;
    order(difference.parts, isMore);
    order(difference.operators, isMore);
    order(difference.kernels, isMore);
    return difference;
}

} // namespace stepscope
