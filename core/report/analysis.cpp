#include "core/report/analysis.h"

#include "core/base/text/format.h"
#include "core/exchange/table_value.h"
#include "core/report/analysis_topics.h"

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
    return share < least ? sentence(SentenceId::ShareBelow, {{"share", formatShare(least)}})
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
    return run.test ? std::optional(run.test->finalAccuracy) : std::nullopt;
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
            sentences.push_back(
                sentence(SentenceId::FirstStepSlower,
                         {{"run", run.name},
                          {"first", formatNs(*run.firstStepNs)},
                          {"ratio", formatTimes(*run.firstStepNs / times.medianNs)},
                          {"count", formatCount(times.count)},
                          {"median", formatNs(times.medianNs)},
                          {"share", smallShareText((*run.firstStepNs - times.medianNs) / run.trainingNs)}}));
        else if (times.hasPercentiles())
            sentences.push_back(sentence(
                SentenceId::FirstStepAlike,
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
        auto text =
            sentence(SentenceId::AccuracyEnded, {{"run", compared.name},
                                                 {"correct", formatCount(test->testCorrect)},
                                                 {"images", formatCount(test->testImages)},
                                                 {"accuracy", accuracyText(compared.test->finalAccuracy)},
                                                 {"loss", fmt::format("{:.4f}", compared.test->finalLoss)},
                                                 {"steps", formatCount(test->lastStep + 1)},
                                                 {"trained", formatCount(trained)}});
        if (compared.test->bestAccuracy > compared.test->finalAccuracy)
            text += " " + sentence(SentenceId::AccuracyBestEarlier,
                                   {{"best", accuracyText(compared.test->bestAccuracy)}});
        if (compared.nsToAccuracy)
            text += " " + sentence(SentenceId::AccuracyReached,
                                   {{"accuracy", formatShare(figures.comparison.accuracy, 0)},
                                    {"time", formatNs(*compared.nsToAccuracy)}});
        sentences.push_back(std::move(text));
    }
    if (const auto found = extremes(figures.comparison, finalAccuracy)) {
        const auto& low = figures.comparison.runs[found->first];
        const auto& high = figures.comparison.runs[found->second];
        sentences.push_back(
            sentence(SentenceId::AccuracyHighest, {{"run", high.name},
                                                   {"accuracy", accuracyText(*finalAccuracy(high))},
                                                   {"lowest", accuracyText(*finalAccuracy(low))},
                                                   {"lowestRun", low.name}}));
    }
    return sentences;
}

std::vector<std::string> machineSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& run = figures.comparison.runs[i];
        const int processors = input.runs[i].stored.environment.processors;
        if (run.cpuPercent && processors > 0)
            sentences.push_back(
                sentence(SentenceId::CpuUse, {{"run", run.name},
                                              {"busy", fmt::format("{:.2f}", *run.cpuPercent / 100)},
                                              {"processors", formatCount(processors)}}));
        if (const double gpu = figures.use[i].gpuUtilizationPercent; !std::isnan(gpu))
            sentences.push_back(
                sentence(SentenceId::GpuUse, {{"run", run.name}, {"share", formatShare(gpu / 100)}}));
        if (const auto& cost = run.recorderCost)
            sentences.push_back(
                sentence(cost->isFound() ? SentenceId::RecorderCost : SentenceId::RecorderCostNotFound,
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
            sentences.push_back(sentence(SentenceId::PeakMemory, {{"least", leastBytes},
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
    std::vector<AnalysisTopic> topics = {
        {SentenceId::TopicOperators, operatorSentences(input, figures)},
        {batchSizesDiffer(figures.comparison) ? SentenceId::TopicTimeAndBatchSize : SentenceId::TopicTime,
         timeSentences(input, figures)},
        {SentenceId::TopicDevices, deviceSentences(input, figures)},
        {SentenceId::TopicFirstSteps, firstStepSentences(figures)},
        {SentenceId::TopicAccuracy, accuracySentences(input, figures)},
        {SentenceId::TopicMachine, machineSentences(input, figures)},
    };
    std::erase_if(topics, [](const AnalysisTopic& topic) { return topic.sentences.empty(); });
    return topics;
}

} // namespace stepscope
