#include "core/base/format.h"
#include "core/report/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

/// Other programs that kept more than a tenth of the processors of this run from it; without samples, a load
/// of more than half of them when it began.
std::string busyNote(const LabReportRun& run, const MachineUse& use)
{
    const auto& environment = run.stored.environment;
    if (environment.processors <= 0)
        return {};
    if (!std::isnan(use.othersCpuPercent)) {
        // Processors that the run may not use can be as busy as they like.
        const double elsewhere = std::max(0.0, double(use.processors - environment.processors));
        const double others = use.othersCpuPercent / 100;
        if (others - elsewhere > 0.1 * environment.processors)
            return sentence(SentenceId::NoteBusyOthers, {{"run", run.name},
                                                         {"others", fmt::format("{:.1f}", others)},
                                                         {"processors", formatCount(use.processors)}});
        return {};
    }
    if (environment.loadAverage > environment.processors / 2.0)
        return sentence(SentenceId::NoteBusyAtStart,
                        {{"run", run.name},
                         {"load", fmt::format("{:.1f}", environment.loadAverage)},
                         {"processors", formatCount(environment.processors)}});
    return {};
}

std::string outcomeNote(const LabReportRun& run)
{
    const Run& stored = run.stored.run;
    const auto cutShort = [&](SentenceId id) {
        return sentence(id, {{"run", run.name},
                             {"steps", formatCount(int64_t(stored.steps.size()))},
                             {"all", formatCount(stored.plan.totalSteps)}});
    };
    switch (stored.outcome) {
    case RunOutcome::Failed:
        return sentence(SentenceId::NoteFailed, {{"run", run.name}, {"failure", stored.failure}});
    case RunOutcome::Stopped:
        return cutShort(SentenceId::NoteStopped);
    case RunOutcome::Crashed:
        return cutShort(SentenceId::NoteCrashed);
    case RunOutcome::Running:
    case RunOutcome::NotStarted:
        return cutShort(SentenceId::NoteRunning);
    case RunOutcome::Finished:
        break;
    }
    return {};
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
        if (run.stored.run.steps.empty()) {
            add(sentence(SentenceId::NoteNoSteps, {{"run", run.name}}));
        } else {
            add(busyNote(run, figures.use[i]));
            if (figures.statistics[i].rows.empty())
                add(sentence(SentenceId::NoteNotProfiled, {{"run", run.name}}));
        }
    }
    for (const auto* runs : {&input.runs, &input.forwardPasses}) {
        for (const auto& run : *runs) {
            for (const auto& problem : run.stored.problems)
                add(sentence(SentenceId::NoteDamaged, {{"problem", problem}}));
        }
    }
    for (const auto& pass : input.forwardPasses) {
        if (pass.stored.run.outcome == RunOutcome::Failed)
            add(sentence(SentenceId::NoteFailed, {{"run", pass.name}, {"failure", pass.stored.run.failure}}));
    }
    for (const auto& problem : input.problems)
        add(sentence(SentenceId::NoteDamaged, {{"problem", problem}}));
    return texts;
}

} // namespace stepscope
