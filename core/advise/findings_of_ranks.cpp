// Findings on the ranks of a distributed run.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

#include <algorithm>

namespace stepscope {

namespace {

Finding overlapFinding(const AdviceInput& input)
{
    const RanksFigures& figures = input.figures.ranks;
    auto finding = newFinding(FindingId::RankOverlap,
                              {SentenceId::AdviceRankOverlapTitle, SentenceId::AdviceRankOverlapQuestion,
                               SentenceId::AdviceRankOverlapFormula},
                              FindingPlace::Steps);
    const RankFigures* least = nullptr;
    std::string all;
    for (const RankFigures& rank : figures.ranks) {
        if (rank.overlap() < 0)
            continue;
        all += (all.empty() ? "" : ", ") + std::to_string(rank.rank) + ": " + formatShare(rank.overlap());
        if (!least || rank.overlap() < least->overlap())
            least = &rank;
    }
    if (!least)
        return notApplicable(std::move(finding), SentenceId::ReasonNoCommunication,
                             {{"scope", input.scope()}});
    judge(finding,
          {.value = least->overlap(), .threshold = adviceThresholds.rankOverlap, .isWorseAbove = false});
    const double bare =
        least->spanNs > 0 ? double(least->communicationNs - least->hiddenNs) / double(least->spanNs) : 0.0;
    if (finding.measure->isCrossed() && bare < adviceThresholds.communication)
        return notApplicable(std::move(finding), SentenceId::ReasonSmallCommunication,
                             {{"share", measureText(bare)}, {"all", all}});
    finding.gainNs = input.perStep(double(least->communicationNs - least->hiddenNs));
    finding.meaning =
        sentence(SentenceId::AdviceRankOverlapMeaning, {{"rank", std::to_string(least->rank)},
                                                        {"hidden", timeText(least->hiddenNs)},
                                                        {"time", timeText(least->communicationNs)},
                                                        {"all", all}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = communicationTries(least->communication.largest());
    return finding;
}

Finding stragglersFinding(const AdviceInput& input)
{
    const RanksFigures& figures = input.figures.ranks;
    auto finding = newFinding(FindingId::Stragglers,
                              {SentenceId::AdviceStragglerTitle, SentenceId::AdviceStragglerQuestion,
                               SentenceId::AdviceStragglerFormula},
                              FindingPlace::Steps);
    if (figures.collectives == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoCollectives);
    const std::string calls = formatCount(figures.collectives);
    const int worst = figures.straggler();
    FindingMeasure measure{.value = 0.0, .threshold = adviceThresholds.straggler};
    if (worst < 0) {
        judge(finding, measure);
        finding.meaning = sentence(SentenceId::AdviceStragglerNone, {{"calls", calls}});
        return finding;
    }
    const RankFigures& late = figures.ranks[size_t(worst)];
    measure.value = late.spanNs > 0 ? double(late.lateNs) / double(late.spanNs) : 0.0;
    judge(finding, measure);
    finding.gainNs = input.perStep(double(late.lateNs));
    finding.meaning = sentence(figures.waitedNs > 0 ? SentenceId::AdviceStragglerMeaning
                                                    : SentenceId::AdviceStragglerReached,
                               {{"rank", std::to_string(late.rank)},
                                {"count", formatCount(late.lastAt)},
                                {"calls", calls},
                                {"late", timeText(late.lateNs)},
                                {"waited", timeText(figures.waitedNs)}});
    if (measure.isCrossed())
        finding.tries = {sentence(SentenceId::AdviceStragglerTryBalance),
                         sentence(SentenceId::AdviceStragglerTryHost)};
    return finding;
}

} // namespace

std::vector<Finding> rankFindings(const AdviceInput& input)
{
    if (input.figures.ranks.ranks.empty())
        return {};
    return {overlapFinding(input), stragglersFinding(input)};
}

} // namespace stepscope
