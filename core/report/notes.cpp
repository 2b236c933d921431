#include "core/base/text/format.h"
#include "core/report/analysis.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"
#include "core/run/progress.h"
#include "core/run/run_contents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace stepscope {

namespace {

/// Processors that other programs used during this run, if they took more than a tenth of its own.
std::optional<double> disturbance(const LabReportRun& run, const MachineUse& use)
{
    const int processors = run.stored.environment.processors;
    const bool disturbs = processorsTaken(use, processors) > 0.1 * processors; // not for NaN
    return disturbs ? std::optional(use.othersCpuPercent / 100) : std::nullopt;
}

/// One note for all runs that other programs disturbed, per number of processors of the machine.
std::vector<std::string> busyNotes(const LabReportInput& input, const LabFigures& figures)
{
    std::map<int64_t, std::vector<std::string>> disturbed;
    std::vector<std::string> texts;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& run = input.runs[i];
        const auto& use = figures.overviews[i].advice.machine;
        const auto& environment = run.stored.environment;
        if (environment.processors <= 0 || run.stored.run.steps.empty())
            continue;
        if (const auto others = disturbance(run, use))
            disturbed[use.processors].push_back(translated(
                "{others} during “{run}”", {{"others", fmt::format("{:.1f}", *others)}, {"run", run.name}}));
        // The load is that of the previous minute; it counts if there are no samples of the run.
        else if (std::isnan(use.othersCpuPercent) && environment.loadAverage > environment.processors / 2.0)
            texts.push_back(
                translated("The machine was busy when “{run}” began (load average {load} on {processors} "
                           "processors). Its times may be longer and less steady than on an idle machine.",
                           {{"run", run.name},
                            {"load", fmt::format("{:.1f}", environment.loadAverage)},
                            {"processors", formatCount(environment.processors)}}));
    }
    for (const auto& [processors, runs] : disturbed)
        texts.push_back(translated(
            "The machine was busy: of its {processors} processors, other programs used on average {others}. "
            "Times are longer and less steady than on an idle machine.",
            {{"processors", formatCount(processors)}, {"others", fmt::format("{}", fmt::join(runs, ", "))}}));
    return texts;
}

std::string outcomeNote(const LabReportRun& run)
{
    const Run& stored = run.stored.run;
    const auto cutShort = [&](Translatable id) {
        return translated(id, {{"run", run.name},
                               {"steps", formatCount(int64_t(stored.steps.size()))},
                               {"all", plannedStepsText(stored)}});
    };
    switch (stored.outcome) {
    case RunOutcome::Failed:
        return translated("“{run}” failed: {failure}", {{"run", run.name}, {"failure", stored.failure}});
    case RunOutcome::Stopped:
        return cutShort(translatable("“{run}” was stopped after {steps} of {all} steps."));
    case RunOutcome::Crashed:
        return cutShort(translatable(
            "“{run}” ended abruptly after {steps} of {all} steps; its process was killed or crashed."));
    case RunOutcome::Running:
    case RunOutcome::NotStarted:
        return cutShort(translatable(
            "“{run}” was still running when this report was written: {steps} of {all} steps were done."));
    case RunOutcome::Finished:
        break;
    }
    return {};
}

/// For a run whose trace does not have all recorded steps: those that were not read, and those that no file
/// has.
std::vector<std::string> eventsNotes(const LabReportRun& run, const OperatorStatistics& statistics)
{
    const Run& stored = run.stored.run;
    const EventsLeftOut& left = stored.leftOut;
    if (!left.any())
        return {};
    const auto kept = int64_t(stored.trace.steps.size());
    const auto all = formatCount(kept + left.steps);
    const auto covered = coveredSteps(statistics, stored.trace);
    std::vector<std::string> texts;
    if (left.isLimited() && kept > 0)
        texts.push_back(translated(
            "“{run}” recorded the operators of {all} steps, more than fit in memory. Comparisons of "
            "operators use the first {steps} in its file; its table of operators covers {covered}.",
            {{"run", run.name}, {"all", all}, {"steps", formatCount(kept)}, {"covered", covered}}));
    else if (left.isLimited())
        texts.push_back(
            translated("“{run}” recorded the operators of {all} steps, more than fit in memory. Comparisons "
                       "of operators use its totals; its table of operators covers {covered}.",
                       {{"run", run.name}, {"all", all}, {"covered", covered}}));
    if (left.lostSteps > 0)
        texts.push_back(translated(
            "“{run}” lacks the operators of {lost} of {all} recorded steps: they came faster than the disk "
            "could write them. Its table of operators covers {covered}.",
            {{"run", run.name}, {"lost", formatCount(left.lostSteps)}, {"all", all}, {"covered", covered}}));
    return texts;
}

} // namespace

std::vector<std::string> notes(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> texts;
    const auto add = [&](std::string text) {
        if (!text.empty())
            texts.push_back(std::move(text));
    };
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& run = input.runs[i];
        add(outcomeNote(run));
        const bool isOther = isImported(run.stored.run);
        const bool hasRows = !figures.statistics[i].rows.empty();
        if (run.stored.run.steps.empty())
            add(translated(
                isOther
                    ? translatable(
                          "“{run}” was imported from a file without steps, so there are no figures per step.")
                    : translatable("“{run}” trained no steps, so there are no figures for it."),
                {{"run", run.name}}));
        if (const auto source = stepSourceOf(run.stored.run);
            !source.empty() && !run.stored.run.steps.empty())
            add(translated(
                "The steps of “{run}” were derived from {source}. The recording does not mark these steps.",
                {{"run", run.name}, {"source", stepSourceText(source)}}));
        if (!hasRows && (isOther || !run.stored.run.steps.empty()))
            add(translated(
                contentsOf(run.stored.run).areFunctions
                    ? translatable("“{run}” is an aggregated profile. This report has no figures for "
                                   "such profiles; `stepscope export --what operators` lists its functions.")
                : isOther
                    ? translatable(
                          "“{run}” was imported from a file without operators, so there is no table of them.")
                    : translatable("“{run}” was not profiled, so there is no table of its operators."),
                {{"run", run.name}}));
        for (auto& text : eventsNotes(run, figures.statistics[i]))
            add(std::move(text));
    }
    for (auto& text : busyNotes(input, figures))
        add(std::move(text));
    for (const auto* runs : {&input.runs, &input.forwardPasses}) {
        for (const auto& run : *runs) {
            for (const auto& problem : run.stored.problems)
                add(translated("{problem}", {{"problem", problem}}));
        }
    }
    for (const auto& pass : input.forwardPasses) {
        if (pass.stored.run.outcome == RunOutcome::Failed)
            add(translated("“{run}” failed: {failure}",
                           {{"run", pass.name}, {"failure", pass.stored.run.failure}}));
    }
    for (const auto& problem : input.problems)
        add(translated("{problem}", {{"problem", problem}}));
    return texts;
}

} // namespace stepscope
