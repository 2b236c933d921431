#include "core/run/validation.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace stepscope {

namespace {

/// Null if the series has no point of this step. A training logs its steps in increasing order.
const ScalarPoint* pointAt(const ScalarSeries* series, int64_t step)
{
    if (!series)
        return nullptr;
    const auto found = std::ranges::lower_bound(series->points, step, {}, &ScalarPoint::step);
    return found != series->points.end() && found->step == step ? &*found : nullptr;
}

} // namespace

int64_t ValidationResult::correct() const
{
    return samples > 0 && std::isfinite(accuracy) ? std::llround(accuracy * double(samples))
                                                  : StepMetrics::notCounted;
}

bool hasValidation(const Run& run)
{
    return run.kind == RunKind::Training && run.experiment.validationShare > 0;
}

std::optional<ValidationResult> validationAfter(const Run& run, int64_t lastStep)
{
    if (!hasValidation(run))
        return std::nullopt;
    const auto* loss = pointAt(scalarSeries(run.scalars, validationLossTag), lastStep);
    const auto* accuracy = pointAt(scalarSeries(run.scalars, validationAccuracyTag), lastStep);
    if (!loss)
        return std::nullopt;
    return ValidationResult{.loss = loss->value,
                            .accuracy = accuracy ? accuracy->value : std::numeric_limits<double>::quiet_NaN(),
                            .samples = run.plan.validationImages};
}

std::optional<ValidationResult> lastValidation(const Run& run)
{
    const auto* losses = scalarSeries(run.scalars, validationLossTag);
    return losses && !losses->points.empty() ? validationAfter(run, losses->points.back().step)
                                             : std::nullopt;
}

std::optional<TestResults> validationResults(const Run& run)
{
    std::optional<TestResults> results;
    const auto* losses = scalarSeries(run.scalars, validationLossTag);
    for (size_t i = 0; losses && i < losses->points.size(); ++i) {
        if (const auto result = validationAfter(run, losses->points[i].step))
            addResult(results, result->loss, result->accuracy);
    }
    return results;
}

std::vector<ScalarSeries> validationScalars(const ValidationResult& result, int64_t lastStep, int64_t timeNs)
{
    std::vector<ScalarSeries> scalars;
    const auto add = [&](std::string_view tag, double value) {
        scalars.push_back({std::string(tag), {{.step = lastStep, .timeNs = timeNs, .value = value}}});
    };
    add(validationLossTag, result.loss);
    if (!std::isnan(result.accuracy))
        add(validationAccuracyTag, result.accuracy);
    return scalars;
}

std::string validationText(const ValidationResult& result)
{
    return translated(std::isnan(result.accuracy)
                          ? translatable("Validation loss {loss}")
                          : translatable("Validation loss {loss}, accuracy {accuracy}"),
                      {{"loss", formatLoss(result.loss)}, {"accuracy", formatShare(result.accuracy, 2)}});
}

} // namespace stepscope
