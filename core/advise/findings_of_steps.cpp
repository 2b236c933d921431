// Findings from the recorded steps.

#include "core/advise/advice.h"
#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"
#include "core/run/imported_experiment.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace stepscope {

namespace {

bool hasTooFewSteps(const AdviceInput& input)
{
    return !input.figures.isOfWholeTrace && input.figures.steps.steps < adviceThresholds.fewestRecordedSteps;
}

Finding withTooFewSteps(Finding finding, const AdviceInput& input)
{
    const bool isOther = isImported(input.run);
    if (!isOther && !input.run.experiment.profile)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNotProfiled);
    const auto reason = isOther ? SentenceId::ReasonFewStepsInFile : SentenceId::ReasonFewRecordedSteps;
    return cannotBeTold(std::move(finding), reason,
                        {{"count", formatCount(input.figures.steps.steps)},
                         {"least", formatCount(adviceThresholds.fewestRecordedSteps)}});
}

std::string spokenPass(Pass pass)
{
    std::string name = passName(pass);
    name[0] = char(std::tolower(static_cast<unsigned char>(name[0])));
    return name;
}

/// How many times as fast a step is without a share of it.
std::string speedupText(double share)
{
    return formatTimes(1.0 / (1.0 - share));
}

} // namespace

std::vector<OperatorGain> operatorGains(const AdviceFigures& figures, const Trace& trace, size_t count)
{
    const auto ownNs = [](const OperatorRow& row) { return row.selfNs + row.runtimeNs; };
    std::vector<const OperatorRow*> rows;
    for (const OperatorRow& row : figures.operators.rows) {
        if (ownNs(row) > 0)
            rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, std::greater(), [&](const OperatorRow* row) { return ownNs(*row); });
    const auto wallNs = double(figures.steps.wall.totalNs);
    const auto steps = double(figures.steps.steps);
    std::vector<OperatorGain> gains;
    for (size_t i = 0; i < std::min(count, rows.size()) && wallNs > 0; ++i) {
        const double perStepNs = double(ownNs(*rows[i])) / steps;
        const double share = std::min(1.0, perStepNs * steps / wallNs);
        const auto without = [&](double part) {
            const double gain =
                std::min(share * part, hostGainNs(figures, perStepNs * part) * steps / wallNs);
            return 1.0 / (1.0 - gain);
        };
        gains.push_back({.name = trace.names[rows[i]->name],
                         .pass = rows[i]->pass,
                         .share = share,
                         .perStepNs = perStepNs,
                         .runtimeNs = double(rows[i]->runtimeNs) / steps,
                         .half = without(0.5),
                         .free = without(1.0)});
    }
    return gains;
}

/// True for a trace of device work only.
static bool hasNoOperators(const AdviceInput& input)
{
    return input.figures.operators.rows.empty();
}

Finding dataLoadingFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::DataLoading,
        {SentenceId::AdviceDataTitle, SentenceId::AdviceDataQuestion, SentenceId::AdviceDataFormula},
        FindingPlace::Steps);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    const auto& steps = input.figures.steps;
    const auto& data = steps.part(StepPart::Data);
    if (isImported(input.run) && data.totalNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoDataEvents);
    const double dataNs = steps.perStepNs(data);
    const double gainNs = input.hostGainNs(dataNs);
    const double gained = input.stepNs() > 0 ? gainNs / input.stepNs() : 0.0;
    judge(finding, {.value = gained, .threshold = adviceThresholds.dataLoading});
    finding.gainNs = gainNs;
    finding.meaning =
        sentence(SentenceId::AdviceDataMeaning,
                 {{"time", formatNs(dataNs)}, {"whole", input.whole()}, {"share", measureText(data.share)}});
    if (!finding.measure->isCrossed() && data.share > adviceThresholds.dataLoading)
        finding.meaning += " " + sentence(SentenceId::AdviceDataHidden, {{"gain", formatNs(gainNs)}});
    if (finding.measure->isCrossed()) {
        const auto said =
            input.figures.isOfWholeTrace ? SentenceId::AdviceDataGainTrace : SentenceId::AdviceDataGain;
        finding.meaning += " " + sentence(said, {{"speedup", speedupText(gained)}});
        finding.tries = {sentence(SentenceId::AdviceDataTryAhead), sentence(SentenceId::AdviceDataTryReady),
                         sentence(SentenceId::AdviceDataTryLarger)};
    }
    return finding;
}

/// Whether most of an operator's time is spent in calls of the device's runtime.
static bool isInRuntime(const OperatorGain& gain)
{
    return gain.runtimeNs > gain.perStepNs / 2;
}

static std::string operatorMeaning(const AdviceInput& input, const OperatorGain& first, bool isCrossed)
{
    const bool isSmall = isNothingGained(1.0 / (1.0 - first.share));
    const bool isHidden = !isSmall && isNothingGained(first.free);
    const auto id = isSmall     ? SentenceId::AdviceOperatorsNothing
                    : isHidden  ? SentenceId::AdviceOperatorsHidden
                    : isCrossed ? SentenceId::AdviceOperatorsLook
                                : SentenceId::AdviceOperatorsGood;
    auto text = sentence(id, {{"operator", withoutNamespace(first.name)},
                              {"pass", spokenPass(first.pass)},
                              {"share", measureText(first.share)},
                              {"whole", input.whole()},
                              {"half", formatTimes(first.half)},
                              {"free", formatTimes(first.free)}});
    if (isInRuntime(first))
        text += " " + sentence(SentenceId::AdviceOperatorsRuntime, {{"time", formatNs(first.runtimeNs)}});
    const double gainNs = input.hostGainNs(first.perStepNs);
    if (!isHidden && gainNs < first.perStepNs / 2)
        text += " " + sentence(SentenceId::AdviceDataHidden, {{"gain", formatNs(gainNs)}});
    return text;
}

static std::vector<std::string> operatorTries(const OperatorGain& first)
{
    if (isInRuntime(first))
        return {sentence(SentenceId::AdviceOperatorsTryRead),
                sentence(SentenceId::AdviceOperatorsTryTimeline)};
    return {sentence(SentenceId::AdviceOperatorsTryShapes), sentence(SentenceId::AdviceOperatorsTryLess),
            sentence(SentenceId::AdviceOperatorsTryThreads)};
}

Finding costliestOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(FindingId::CostliestOperators,
                              {SentenceId::AdviceOperatorsTitle, SentenceId::AdviceOperatorsQuestion,
                               SentenceId::AdviceOperatorsFormula},
                              FindingPlace::Operators);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    constexpr size_t shown = 5;
    finding.operators = operatorGains(input.figures, input.run.trace, shown);
    if (finding.operators.empty())
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoOperators);
    const auto& first = finding.operators.front();
    judge(finding, {.value = first.share, .threshold = adviceThresholds.costliestOperator});
    finding.gainNs = input.hostGainNs(first.perStepNs / 2); // no operator takes no time
    finding.operatorName = first.name;
    finding.meaning = operatorMeaning(input, first, finding.measure->isCrossed());
    if (finding.measure->isCrossed())
        finding.tries = operatorTries(first);
    return finding;
}

Finding betweenOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::BetweenOperators,
        {SentenceId::AdviceBetweenTitle, SentenceId::AdviceBetweenQuestion, SentenceId::AdviceBetweenFormula},
        FindingPlace::Steps);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    if (hasNoOperators(input))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoOperators);
    const auto& steps = input.figures.steps;
    const auto& between = steps.between; // the data pass has its own finding
    judge(finding, {.value = between.share, .threshold = adviceThresholds.betweenOperators});
    finding.gainNs = input.hostGainNs(steps.perStepNs(between));
    finding.meaning =
        sentence(SentenceId::AdviceBetweenMeaning, {{"time", formatNs(steps.perStepNs(between))},
                                                    {"whole", input.whole()},
                                                    {"share", measureText(between.share)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceBetweenTryLarger),
                         sentence(SentenceId::AdviceBetweenTryLess)};
    return finding;
}

Finding smallOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::SmallOperators,
        {SentenceId::AdviceSmallTitle, SentenceId::AdviceSmallQuestion, SentenceId::AdviceSmallFormula},
        FindingPlace::Operators);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    if (hasNoOperators(input))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoOperators);
    const auto& figures = input.figures;
    const auto steps = double(figures.steps.steps);
    const double share =
        std::min(1.0, double(figures.smallNs) / double(std::max<int64_t>(figures.steps.wall.totalNs, 1)));
    judge(finding, {.value = share, .threshold = adviceThresholds.smallCalls});
    finding.gainNs = input.hostGainNs(double(figures.smallNs) / steps / 2); // the work itself remains
    finding.meaning = sentence(SentenceId::AdviceSmallMeaning,
                               {{"calls", formatCount(int64_t(double(figures.smallCalls) / steps + 0.5))},
                                {"limit", formatNs(double(adviceThresholds.smallCallNs))},
                                {"time", formatNs(double(figures.smallNs) / steps)},
                                {"whole", input.whole()},
                                {"share", measureText(share)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceSmallTryLarger), sentence(SentenceId::AdviceSmallTryFuse),
                         sentence(SentenceId::AdviceSmallTryThreads)};
    return finding;
}

} // namespace stepscope
