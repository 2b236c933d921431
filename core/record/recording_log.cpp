#include "core/record/recording_log.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/record/thread_stream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace stepscope {

using Sentences = std::vector<RecordingSentence>;

/// What a program without Stepscope's Python hook lacks.
static std::string withoutPythonSentence(const RecordingPlan& plan)
{
    if (plan.pythonCalls && plan.memory)
        return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                          "recorded, but layers, losses, learning rates and batch sizes are not known, nor "
                          "are memory and calls of Python functions.");
    if (plan.memory)
        return translated(
            "The program is not Python, or Python was started with -I, -E or -S: operators are recorded, but "
            "layers, losses, learning rates and batch sizes are not known, nor is memory.");
    if (plan.pythonCalls)
        return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                          "recorded, but layers, losses, learning rates and batch sizes are not known, nor "
                          "are calls of Python functions.");
    return translated("The program is not Python, or Python was started with -I, -E or -S: operators are "
                      "recorded, but layers, losses, learning rates and batch sizes are not known.");
}

Sentences openingSentences(const RecordingPlan& plan, const ProgramDescription& program, bool isPython)
{
    Sentences sentences;
    const auto add = [&](LogLevel level, std::string text) { sentences.push_back({level, std::move(text)}); };
    add(LogLevel::Info,
        translated("Command: {command}", {{"command", fmt::format("{}", fmt::join(plan.command, " "))}}));
    add(LogLevel::Info, translated("Folder: {folder}", {{"folder", plan.folder.string()}}));
    if (!isPython) {
        add(LogLevel::Warning, withoutPythonSentence(plan));
        if (plan.windowsOnly)
            add(LogLevel::Warning, translated("Operators are recorded in all steps, because only Python "
                                              "programs can record them in selected steps."));
        return sentences;
    }
    if (program.device() != "cpu" && !plan.deviceProblem.empty())
        add(LogLevel::Warning, plan.deviceProblem);
    if (program.isOneOfSeveral() && !program.rank().backend.empty())
        add(LogLevel::Info, rankSentence(program.rank()));
    if (auto versions = program.versions(); !versions.empty())
        add(LogLevel::Info, std::move(versions));
    return sentences;
}

/// Events, calls and allocations.
static void addLostEvents(const RecordingSummary& summary, Sentences& sentences)
{
    const auto most = formatCount(int64_t(ThreadStream::mostWaiting));
    if (summary.events > 0)
        sentences.push_back(
            {LogLevel::Warning,
             translatedPlural("{count} event could not be recorded, because the program wrote events faster "
                              "than they were read.",
                              "{count} events could not be recorded, because the program wrote them faster "
                              "than they were read.",
                              int64_t(summary.events), {{"count", formatCount(int64_t(summary.events))}})});
    if (summary.calls > 0)
        sentences.push_back(
            {LogLevel::Warning,
             translatedPlural("Calls of Python functions left out: {count}. More than {most} event of one "
                              "thread was waiting for the end of a step.",
                              "Calls of Python functions left out: {count}. More than {most} events of one "
                              "thread were waiting for the end of a step.",
                              int64_t(ThreadStream::mostWaiting),
                              {{"count", formatCount(summary.calls)}, {"most", most}})});
    if (summary.allocations > 0)
        sentences.push_back(
            {LogLevel::Warning, translated("Allocations left out: {count}. More than {most} of one thread "
                                           "were waiting for the end of a step.",
                                           {{"count", formatCount(summary.allocations)}, {"most", most}})});
}

Sentences closingSentences(const RecordingSummary& summary)
{
    Sentences sentences;
    addLostEvents(summary, sentences);
    if (summary.partSteps > 0)
        sentences.push_back(
            {summary.arePartStepsPlanned ? LogLevel::Info : LogLevel::Warning,
             translatedPlural(
                 "Operators were recorded in {recorded} of {count} step and are counted only there.",
                 "Operators were recorded in {recorded} of {count} steps and are counted only there.",
                 summary.steps,
                 {{"recorded", formatCount(summary.steps - summary.partSteps)},
                  {"count", formatCount(summary.steps)}})});
    if (summary.hasLeftMemory)
        sentences.push_back(
            {LogLevel::Warning, translated("No memory was recorded while the program's own profiler ran: "
                                           "PyTorch reports memory to only one profiler.")});
    if (summary.skippedUpdates > 0)
        sentences.push_back(
            {LogLevel::Info,
             translatedPlural(
                 "The program's GradScaler skipped {count} update, because gradients were not finite.",
                 "The program's GradScaler skipped {count} updates, because gradients were not finite.",
                 summary.skippedUpdates, {{"count", formatCount(summary.skippedUpdates)}})});
    if (summary.hasTooManyShapes)
        sentences.push_back({LogLevel::Warning, translated("The program's inputs have too many different "
                                                           "shapes: later ones are not recorded.")});
    return sentences;
}

} // namespace stepscope
