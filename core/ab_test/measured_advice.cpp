#include "core/ab_test/measured_advice.h"

#include "core/ab_test/ab_text.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/experiment/experiment_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace stepscope {

namespace {

constexpr double longestTest = 60.0; ///< seconds: a longer test rarely changes the result
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
        const double share = std::max(secondsFor(changes.size() - i + 1), shortestTest);
        if (secondsFor(1) < shortestTest) {
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
        try {
            total.result = runAbTest(total.test, context.test);
            advice.total = std::move(total);
        } catch (const Error&) { // the trials are known all the same
        }
    }
    return advice;
}

std::string measuredAdviceJson(const MeasuredAdvice& advice)
{
    using Json = nlohmann::ordered_json;
    const auto rowOf = [](const AbTest& test, const AbResult& result) {
        const NamedAbResult named[] = {{test, result}};
        return Json::parse(abJson(named)).at(0);
    };
    Json trials = Json::array();
    for (const AdviceTrial& trial : advice.trials) {
        Json row = {{"setting", trial.change.key}, {"value", trial.change.value}};
        row["finding"] = trial.change.finding ? Json(findingName(*trial.change.finding)) : Json();
        row["kept"] = trial.isKept;
        row["problem"] = trial.problem.empty() ? Json() : Json(trial.problem);
        if (trial.problem.empty())
            row.update(rowOf(trial.test, trial.result));
        trials.push_back(std::move(row));
    }
    const Json json = {{"trials", std::move(trials)},
                       {"total", advice.total ? rowOf(advice.total->test, advice.total->result) : Json()},
                       {"left_out", int64_t(advice.leftOut)},
                       {"fastest", Json::parse(toJson(advice.fastest))}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope
