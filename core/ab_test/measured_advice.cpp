#include "core/ab_test/measured_advice.h"

#include "core/base/clock.h"
#include "core/base/error.h"

#include <algorithm>
#include <chrono>

namespace stepscope {

namespace {

constexpr double longestTest = 60.0; ///< seconds: what is not clear by then will not become clear
constexpr double shortestTest = 2.0; ///< preparing a test takes about a second

bool isBetter(const AbResult& result)
{
    const LossVerdict loss = result.loss.verdict;
    return result.time.verdict == Verdict::Faster &&
           (loss == LossVerdict::Same || loss == LossVerdict::Lower);
}

} // namespace

MeasuredAdvice measureAdvice(const Experiment& experiment, std::span<const SettingChange> changes,
                             double seconds, const AdviceContext& context)
{
    const auto start = std::chrono::steady_clock::now();
    MeasuredAdvice advice{.fastest = experiment};
    // The time that is left is shared by the tests that are left, and one of all changes together.
    const auto secondsFor = [&](size_t tests) {
        return std::min((seconds - secondsSince(start)) / double(tests), longestTest);
    };
    for (size_t i = 0; i < changes.size() && !context.test.stopRequested(); ++i) {
        const double share = secondsFor(changes.size() - i + 1);
        if (share < shortestTest) {
            advice.leftOut = changes.size() - i;
            break;
        }
        AdviceTrial trial{.change = changes[i]};
        context.starting(trial.change);
        try {
            trial.test = {
                .a = advice.fastest, .b = withChange(advice.fastest, trial.change), .seconds = share};
            trial.result = runAbTest(trial.test, context.test);
            trial.isKept = trial.result.ending != AbEnding::Stopped && isBetter(trial.result);
        } catch (const Error& error) {
            trial.problem = error.what();
        }
        if (trial.isKept)
            advice.fastest = trial.test.b;
        context.tried(trial);
        advice.trials.push_back(std::move(trial));
    }
    const double left = secondsFor(1);
    if (advice.fastest != experiment && left >= shortestTest && !context.test.stopRequested()) {
        NamedAbResult total{.test = {.a = experiment, .b = advice.fastest, .seconds = left}, .result = {}};
        total.result = runAbTest(total.test, context.test);
        advice.total = std::move(total);
    }
    return advice;
}

} // namespace stepscope
