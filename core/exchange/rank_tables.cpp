#include "core/exchange/rank_tables.h"

#include "core/base/files/csv.h"
#include "core/exchange/step_tables.h"
#include "core/run/imported_facts.h"
#include "core/trace/steps/rank_figures.h"

#include <algorithm>

namespace stepscope {

namespace {

/// `whole`: what the file of a single rank states about the run.
std::string csvOf(const RanksFigures& figures, const TraceRank& whole)
{
    const bool hasDevice = std::ranges::any_of(
        figures.ranks, [](const RankFigures& rank) { return rank.split == StepSplit::Device; });
    const StepSplit split = hasDevice ? StepSplit::Device : StepSplit::Passes;
    std::vector<std::string> header{"rank", "steps", "step_us"};
    for (const StepPart part : partsOf(split))
        header.push_back(stepPartColumn(part));
    for (const char* name : {"communication_total_us", "overlapped_us", "overlap_percent", "collectives",
                             "last_at", "late_us", "world_size", "backend"})
        header.emplace_back(name);
    CsvWriter csv(header);
    for (const RankFigures& rank : figures.ranks) {
        const StepFigures& steps = rank.stepFigures;
        csv.field(rank.rank).field(steps.steps);
        steps.steps > 0 ? csv.field(steps.perStepNs(steps.wall) / 1e3) : csv.field("");
        const bool hasParts = steps.steps > 0 && rank.split == split;
        for (const StepPart part : partsOf(split))
            hasParts && (split == StepSplit::Device || rank.parts[size_t(part)])
                ? csv.field(steps.perStepNs(steps.part(part)) / 1e3)
                : csv.field("");
        if (rank.split == StepSplit::Device)
            csv.field(double(rank.communicationNs) / 1e3).field(double(rank.hiddenNs) / 1e3);
        else if (rank.hostCommunicationNs > 0)
            csv.field(double(rank.hostCommunicationNs) / 1e3).field("");
        else
            csv.field("").field("");
        rank.overlap() < 0 ? csv.field("") : csv.field(100.0 * rank.overlap());
        figures.ranks.size() > 1 ? csv.field(figures.collectives) : csv.field("");
        if (figures.ranks.size() > 1 && figures.collectives > 0)
            csv.field(rank.lastAt).field(double(rank.lateNs) / 1e3);
        else
            csv.field("").field(""); // no collective calls, or no other rank to compare with
        whole.worldSize > 0 ? csv.field(whole.worldSize) : csv.field("");
        csv.field(whole.backend).endRow();
    }
    return csv.text();
}

} // namespace

std::string ranksCsv(const Run& run)
{
    if (!ranksOf(run.trace).empty())
        return csvOf(ranksFigures(run.trace), rankOf(run));
    const TraceRank own = rankOf(run);
    if (own.rank < 0)
        return {};
    return csvOf(ranksFigures({&own.rank, 1}, {&run.trace, 1}, {}), own);
}

} // namespace stepscope
