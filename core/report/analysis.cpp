#include "core/report/analysis.h"

#include "core/base/text/format.h"
#include "core/exchange/table_value.h"
#include "core/report/analysis_topics.h"
#include "core/run/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace stepscope {

namespace {

const EpochMetrics* lastTest(const Run& run)
{
    for (auto epoch = run.epochs.rbegin(); epoch != run.epochs.rend(); ++epoch) {
        if (epoch->testImages > 0)
            return &*epoch;
    }
    return nullptr;
}

std::string accuracyText(double accuracy)
{
    return formatShare(accuracy, 2);
}

/// The text of a share above 0, even if it rounds to 0.
std::string smallShareText(double share)
{
    constexpr double least = 0.001;
    return share < least ? translated("less than {share}", {{"share", formatShare(least)}})
                         : formatShare(share);
}

/// The runs with the smallest and the largest value of a figure.
template<typename FigureOf>
std::optional<std::pair<size_t, size_t>> extremes(const Comparison& comparison, const FigureOf& figureOf)
{
    std::optional<std::pair<size_t, size_t>> found;
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        const auto figure = figureOf(comparison.runs[i]);
        if (!figure)
            continue;
        if (!found)
            found = {i, i};
        if (*figure < *figureOf(comparison.runs[found->first]))
            found->first = i;
        if (*figure > *figureOf(comparison.runs[found->second]))
            found->second = i;
    }
    return found && found->first != found->second ? found : std::nullopt;
}

std::optional<double> finalAccuracy(const RunComparison& run)
{
    return run.test ? run.test->finalAccuracy : std::nullopt;
}

std::optional<double> finalValidationAccuracy(const RunComparison& run)
{
    return run.validation ? run.validation->finalAccuracy : std::nullopt;
}

/// By the validation if every run with a test has one, because a test by which settings are chosen is no test
/// of them any more. Empty if the runs have no different accuracies.
std::string extremeAccuracies(const Comparison& comparison)
{
    const bool areValidated = std::ranges::all_of(comparison.runs, [](const RunComparison& run) {
        return !finalAccuracy(run) || finalValidationAccuracy(run);
    });
    const auto accuracyOf = areValidated ? finalValidationAccuracy : finalAccuracy;
    const auto found = extremes(comparison, accuracyOf);
    if (!found)
        return {};
    const auto& low = comparison.runs[found->first];
    const auto& high = comparison.runs[found->second];
    return translated(
        areValidated
            ? translatable("The final validation accuracy is highest with {run}, {accuracy}, and lowest with "
                           "{lowestRun}, {lowest}. Choose settings by it, not by the test.")
            : translatable("The final accuracy is highest with {run}, {accuracy}, and lowest with "
                           "{lowestRun}, {lowest}."),
        {{"run", high.name},
         {"accuracy", accuracyText(*accuracyOf(high))},
         {"lowest", accuracyText(*accuracyOf(low))},
         {"lowestRun", low.name}});
}

} // namespace

std::string spokenName(const Trace& trace, const OperatorRow& row)
{
    return withoutNamespace(trace.names[row.name]);
}

std::vector<std::string> firstStepSentences(const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (const auto& run : figures.comparison.runs) { // not for imported runs, which may begin anywhere
        if (!run.firstStepNs || !run.stepTimes)
            continue;
        const auto& times = *run.stepTimes;
        if (*run.firstStepNs > times.p95Ns && times.medianNs > 0)
            sentences.push_back(translated(
                "With {run}, the first step took {first}, {ratio} times the median of the {count} steps "
                "after it ({median}). The extra time is {share} of the whole training.",
                {{"run", run.name},
                 {"first", formatNs(*run.firstStepNs)},
                 {"ratio", formatTimes(*run.firstStepNs / times.medianNs)},
                 {"count", formatCount(times.count)},
                 {"median", formatNs(times.medianNs)},
                 {"share", smallShareText((*run.firstStepNs - times.medianNs) / run.trainingNs)}}));
        else if (times.hasPercentiles())
            sentences.push_back(translated(
                "With {run}, the first step took {first}, which is not unusual: of the steps after it, one "
                "in twenty took more than {high}.",
                {{"run", run.name}, {"first", formatNs(*run.firstStepNs)}, {"high", formatNs(times.p95Ns)}}));
    }
    return sentences;
}

std::vector<std::string> accuracySentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const Run& run = input.runs[i].stored.run;
        const auto& compared = figures.comparison.runs[i];
        const auto* test = lastTest(run);
        if (!test || !compared.test)
            continue;
        int64_t trained = 0;
        for (const auto& epoch : run.epochs)
            trained += epoch.epoch <= test->epoch ? epoch.trainImages : 0;
        const auto last = compared.test->finalAccuracy;
        auto text = translated(
            last ? translatable(
                       "With {run}, the last test classified {correct} of {samples} samples correctly "
                       "({accuracy}), with a mean loss of {loss}, after {steps} steps and {trained} "
                       "training samples.")
                 : translatable(
                       "With {run}, the mean loss of the last test was {loss}, after {steps} steps and "
                       "{trained} training samples."),
            {{"run", compared.name},
             {"correct", formatCount(test->testCorrect)},
             {"samples", formatCount(test->testImages)},
             {"accuracy", last ? accuracyText(*last) : std::string()},
             {"loss", formatLoss(compared.test->finalLoss)},
             {"steps", formatCount(test->lastStep + 1)},
             {"trained", formatCount(trained)}});
        if (compared.test->bestAccuracy > last)
            text += " " + translated("Its best test was better than its last: {best}.",
                                     {{"best", accuracyText(*compared.test->bestAccuracy)}});
        if (compared.nsToAccuracy)
            text += " " + translated("A test accuracy of {accuracy} was first reached after {time}.",
                                     {{"accuracy", formatShare(figures.comparison.accuracy, 0)},
                                      {"time", formatNs(*compared.nsToAccuracy)}});
        if (const auto validation = lastValidation(run))
            text += " " + validationText(*validation) + ".";
        sentences.push_back(std::move(text));
    }
    if (auto text = extremeAccuracies(figures.comparison); !text.empty())
        sentences.push_back(std::move(text));
    return sentences;
}

std::vector<std::string> machineSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& run = figures.comparison.runs[i];
        const int processors = input.runs[i].stored.environment.processors;
        if (run.cpuPercent && processors > 0)
            sentences.push_back(translated(
                input.runs[i].stored.run.kind == RunKind::Program
                    ? translatable("With {run}, the program and the processes that it started kept "
                                   "{busy} of {processors} processors busy on average.")
                    : translatable("With {run}, the process kept {busy} of {processors} processors "
                                   "busy on average."),
                {{"run", run.name},
                 {"busy", fmt::format("{:.2f}", *run.cpuPercent / 100)},
                 {"processors", formatCount(processors)}}));
        if (const double gpu = figures.overviews[i].advice.machine.gpuUtilizationPercent; !std::isnan(gpu))
            sentences.push_back(translated("With {run}, the GPU ran a kernel during {share} of the time.",
                                           {{"run", run.name}, {"share", formatShare(gpu / 100)}}));
        if (const auto& cost = run.recorderCost)
            sentences.push_back(translated(
                cost->isFound()
                    ? translatable(
                          "With {run}, recording every operator made a step {share} longer (95 % interval "
                          "{low} to {high}, from {pairs} pairs of blocks of steps with and without it).")
                    : translatable("With {run}, the cost of recording the operators cannot be distinguished "
                                   "from chance: a step's time changed by {share} (95 % interval {low} to "
                                   "{high}, from {pairs} pairs of blocks of steps with and without it)."),
                {{"run", run.name},
                 {"share", signedShareText(cost->share)},
                 {"low", signedShareText(cost->interval.low)},
                 {"high", signedShareText(cost->interval.high)},
                 {"pairs", formatCount(cost->pairs)}}));
    }
    const auto memoryOf = [](const RunComparison& run) { return run.peakResidentBytes; };
    if (const auto found = extremes(figures.comparison, memoryOf)) {
        const auto& least = figures.comparison.runs[found->first];
        const auto& most = figures.comparison.runs[found->second];
        const std::string leastBytes = formatBytes(double(*least.peakResidentBytes));
        const std::string mostBytes = formatBytes(double(*most.peakResidentBytes));
        if (leastBytes != mostBytes) // the test's batches can need more memory than any training batch
            sentences.push_back(translated("The process's peak memory is lowest with {leastRun}, {least}, "
                                           "and highest with {mostRun}, {most}.",
                                           {{"least", leastBytes},
                                            {"leastRun", least.name},
                                            {"most", mostBytes},
                                            {"mostRun", most.name}}));
    }
    return sentences;
}

/// Whether runs with known batch sizes differ in them.
static bool batchSizesDiffer(const Comparison& comparison)
{
    const auto& runs = comparison.runs;
    return std::ranges::all_of(runs, [](const RunComparison& run) { return run.batchSize > 0; }) &&
           std::ranges::adjacent_find(runs, std::ranges::not_equal_to(), &RunComparison::batchSize) !=
               runs.end();
}

std::vector<AnalysisTopic> analysis(const LabReportInput& input, const LabFigures& figures)
{
    const bool isAnyClassified = std::ranges::any_of(
        figures.comparison.runs, [](const auto& run) { return finalAccuracy(run).has_value(); });
    std::vector<AnalysisTopic> topics = {
        {translatable("Where the time goes"), operatorSentences(input, figures)},
        {batchSizesDiffer(figures.comparison) ? translatable("Time and batch size") : translatable("Time"),
         timeSentences(input, figures)},
        {translatable("Devices"), deviceSentences(input, figures)},
        {translatable("The first step"), firstStepSentences(figures)},
        {isAnyClassified ? translatable("Accuracy") : translatable("The last test"),
         accuracySentences(input, figures)},
        {translatable("Use of the machine"), machineSentences(input, figures)},
    };
    std::erase_if(topics, [](const AnalysisTopic& topic) { return topic.sentences.empty(); });
    return topics;
}

} // namespace stepscope
