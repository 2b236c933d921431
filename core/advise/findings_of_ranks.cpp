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
    auto finding = newFinding(
        FindingId::RankOverlap,
        {translatable("Overlap of communication and computation"),
         translatable("Does every rank keep computing while it communicates?"),
         translatable("Time in which a rank's communication kernels and other kernels both run ÷ time in "
                      "which its communication kernels run; the rank with the lowest share counts.")},
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
        return notApplicable(std::move(finding),
                             translatable("No data is exchanged between devices in {scope}."),
                             {{"scope", input.scope()}});
    judge(finding,
          {.value = least->overlap(), .threshold = adviceThresholds.rankOverlap, .isWorseAbove = false});
    const double bare =
        least->spanNs > 0 ? double(least->communicationNs - least->hiddenNs) / double(least->spanNs) : 0.0;
    if (finding.measure->isCrossed() && bare < adviceThresholds.communication)
        return notApplicable(
            std::move(finding),
            translatable("Communication without computation takes at most {share} of the time of a rank, too "
                         "little for this to matter. Overlap with computation, by rank: {all}."),
            {{"share", measureText(bare)}, {"all", all}});
    finding.gainNs = input.perStep(double(least->communicationNs - least->hiddenNs));
    finding.meaning =
        translated("Rank {rank} overlaps the least of its communication with computation: {hidden} "
                   "of {time}. Overlap, by rank: {all}.",
                   {{"rank", std::to_string(least->rank)},
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
    auto finding =
        newFinding(FindingId::Stragglers,
                   {translatable("Stragglers"), translatable("Do ranks wait for a slower one?"),
                    translatable("How much later than the previous rank a rank reaches the collective calls "
                                 "that it reaches last, in total ÷ time from the start of its first step to "
                                 "the end of its last; the rank with the largest share counts.")},
                   FindingPlace::Steps);
    if (figures.collectives == 0)
        return cannotBeTold(
            std::move(finding),
            translatable("No collective call of all ranks can be identified in the recorded steps."));
    const std::string calls = formatCount(figures.collectives);
    const int worst = figures.straggler();
    FindingMeasure measure{.value = 0.0, .threshold = adviceThresholds.straggler};
    if (worst < 0) {
        judge(finding, measure);
        finding.meaning = translated(
            "In none of the {calls} collective calls is a rank later than the others.", {{"calls", calls}});
        return finding;
    }
    const RankFigures& late = figures.ranks[size_t(worst)];
    measure.value = late.spanNs > 0 ? double(late.lateNs) / double(late.spanNs) : 0.0;
    judge(finding, measure);
    finding.gainNs = input.perStep(double(late.lateNs));
    finding.meaning = translated(
        figures.waitedNs > 0
            ? translatable("Rank {rank} is the last to reach {count} of {calls} collective calls, by {late} "
                           "in total. The other ranks together wait {waited} for the last one of each call, "
                           "as far as the clocks of the ranks agree.")
            : translatable(
                  "Rank {rank} is the last to reach {count} of {calls} collective calls, by {late} in total, "
                  "as far as the clocks of the ranks agree. How long the other ranks wait was not recorded."),
        {{"rank", std::to_string(late.rank)},
         {"count", formatCount(late.lastAt)},
         {"calls", calls},
         {"late", timeText(late.lateNs)},
         {"waited", timeText(figures.waitedNs)}});
    if (measure.isCrossed())
        finding.tries = {
            translated("Give all ranks the same amount of work: equal batches, and inputs of about the same "
                       "length."),
            translated(
                "Compare the ranks in the Steps view: a slower loader, host or device shows in its parts.")};
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
