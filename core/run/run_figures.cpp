#include "core/run/run_figures.h"

#include "core/base/median.h"
#include "core/base/percentile.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/steps/counted_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

/// A mean over time of a value that may be unknown at times.
class TimeMean
{
public:
    void add(double value, double duration)
    {
        if (std::isnan(value))
            return;
        m_sum += value * duration;
        m_duration += duration;
    }
    double value() const { return m_sum / m_duration; } // NaN when nothing was added

private:
    double m_sum = 0.0;
    double m_duration = 0.0;
};

/// Percent of one processor used by all processes together; NaN when not known.
double machineCpuPercent(const MachineSample& sample)
{
    double sum = sample.coreCpuPercent.empty() ? std::numeric_limits<double>::quiet_NaN() : 0.0;
    for (const float percent : sample.coreCpuPercent)
        sum += std::isnan(percent) ? 0.0 : double(percent);
    return sum;
}

int64_t processorsOf(const MachineSample& sample)
{
    return std::ranges::count_if(sample.coreCpuPercent, [](float percent) { return !std::isnan(percent); });
}

/// The share of the time of all processors that other programs used while a step ran; NaN: not known.
double othersShare(const std::vector<MachineSample>& samples, const StepMetrics& step)
{
    const int64_t endNs = step.startNs + step.durationNs;
    TimeMean mean;
    auto sample = std::ranges::upper_bound(samples, step.startNs, {}, &MachineSample::timeNs);
    for (; sample != samples.end(); ++sample) {
        const int64_t sinceNs =
            sample == samples.begin() ? sample->timeNs - samplePeriodNs : (sample - 1)->timeNs;
        if (sinceNs >= endNs)
            break;
        const auto overlapNs = std::min(sample->timeNs, endNs) - std::max(sinceNs, step.startNs);
        const int64_t processors = processorsOf(*sample);
        if (processors == 0)
            continue;
        const double percent = std::max(0.0, machineCpuPercent(*sample) - double(sample->processCpuPercent));
        mean.add(percent / 100 / double(processors), double(overlapNs));
    }
    return mean.value();
}

/// The known ones, else those of the trace.
ActiveSteps activeSteps(const ActiveSteps& known, const StepRange& range, const Trace& trace)
{
    if (known.count > 0)
        return known;
    ActiveSteps active;
    for (const auto& step : trace.steps) {
        if (step.phase == StepPhase::Active && range.contains(step.number))
            active.add(step.number);
    }
    return active;
}

/// Of `steps` recorded steps, those in which an operator began; -1: the trace does not have all of them.
int64_t stepsWithOperators(int64_t steps, const StepRange& range, const Trace& trace)
{
    int64_t recorded = 0;
    int64_t filled = 0;
    for (const TraceStep& step : trace.steps) {
        if (!isRecorded(step) || !range.contains(step.number))
            continue;
        ++recorded;
        filled += hasOperators(trace, step);
    }
    return recorded == steps ? filled : -1;
}

} // namespace

OperatorStatistics runStatistics(const Run& run, OperatorGrouping grouping)
{
    const bool isPart = run.leftOut.any() && !run.totals.rows.empty();
    return run.trace.empty() || isPart ? operatorStatistics(run.totals, grouping)
                                       : operatorStatistics(run.trace, grouping);
}

std::string coveredSteps(const OperatorStatistics& statistics, const Trace& trace)
{
    if (statistics.steps == 0 && statistics.contents.areFunctions)
        return translated("the whole profile");
    std::string steps =
        coveredSteps(activeSteps(statistics.active, statistics.range, trace), statistics.steps);
    const bool isOfOperators =
        statistics.steps > 0 && statistics.hasCalls && statistics.grouping != OperatorGrouping::ByKernel;
    if (!isOfOperators)
        return steps;
    const int64_t filled = stepsWithOperators(statistics.steps, statistics.range, trace);
    if (filled > 0 && filled < statistics.steps)
        steps = translated("{steps} ({count} of them with operators)",
                           {{"steps", steps}, {"count", formatCount(filled)}});
    if (!statistics.range.isAll())
        return steps;
    const int64_t outside = statistics.callsOutside >= 0 ? statistics.callsOutside : callsOutsideSteps(trace);
    if (outside == 0)
        return steps;
    const auto calls =
        translatedPlural("{count} call", "{count} calls", outside, {{"count", formatCount(outside)}});
    return filled == 0
               ? translated("{calls}, all outside of {steps}", {{"calls", calls}, {"steps", steps}})
               : translated("{steps} and {calls} outside of steps", {{"steps", steps}, {"calls", calls}});
}

std::string coveredSteps(const ActiveSteps& active, int64_t steps)
{
    if (steps == 0)
        return translated("the whole trace");
    const auto& [count, first, last] = active;
    if (count == 0 || count != steps)
        return steps == 1 ? translated("the only step")
                          : translatedPlural("all {count} steps", "all {count} steps", steps,
                                             {{"count", formatCount(steps)}});
    if (count == 1)
        return translated("active step {step}", {{"step", formatCount(first)}});
    const auto text = last - first + 1 != count
                          ? translatable("{count} active steps between {first} and {last}")
                      : count == 2 ? translatable("active steps {first} and {last}")
                                   : translatable("active steps {first} to {last}");
    return translated(
        text, {{"count", formatCount(count)}, {"first", formatCount(first)}, {"last", formatCount(last)}});
}

std::string coveredSteps(const KernelStatistics& statistics)
{
    const std::string steps = coveredSteps(statistics.active, statistics.steps);
    if (statistics.steps == 0 || statistics.outside == 0)
        return steps;
    const auto kernels = translatedPlural("{count} kernel", "{count} kernels", statistics.outside,
                                          {{"count", formatCount(statistics.outside)}});
    return translated("{steps} and {kernels} outside of steps", {{"steps", steps}, {"kernels", kernels}});
}

std::string testLine(const EpochMetrics& epoch)
{
    if (epoch.testImages == 0)
        return epoch.testNs > 0 ? translated("Evaluated for {time}; the results are not known",
                                             {{"time", formatNs(double(epoch.testNs))}})
                                : translated("Not tested");
    const std::string loss = formatLoss(epoch.testLoss);
    if (epoch.testCorrect < 0)
        return translated("Test set: Average loss: {loss}", {{"loss", loss}});
    return translated("Test set: Average loss: {loss}, Accuracy: {correct}/{images} ({percent}%)",
                      {{"loss", loss},
                       {"correct", fmt::format("{}", epoch.testCorrect)},
                       {"images", fmt::format("{}", epoch.testImages)},
                       {"percent", fmt::format("{:.0f}", 100.0 * epoch.testAccuracy())}});
}

void TrainingSpeed::add(const StepMetrics& step)
{
    if (m_steps++ == 0) {
        m_first = step;
        return;
    }
    if (isRecorderTrial(step.phase))
        return;
    m_images += step.images;
    m_durationNs += step.durationNs;
}

double TrainingSpeed::imagesPerSecond() const
{
    const auto images = m_steps == 1 ? m_first.images : m_images;
    const auto durationNs = m_steps == 1 ? m_first.durationNs : m_durationNs;
    return durationNs > 0 ? double(images) * 1e9 / double(durationNs) : 0.0;
}

double trainingImagesPerSecond(const Run& run)
{
    TrainingSpeed speed;
    for (const auto& step : run.steps)
        speed.add(step);
    return speed.imagesPerSecond();
}

RecentTraining recentTraining(const Run& run, size_t steps)
{
    double lossSum = 0.0;
    double images = 0.0;
    double correct = 0.0;
    for (size_t i = run.steps.size() - std::min(steps, run.steps.size()); i < run.steps.size(); ++i) {
        lossSum += double(run.steps[i].loss) * run.steps[i].images;
        images += run.steps[i].images;
        correct += run.steps[i].correct >= 0 ? double(run.steps[i].correct) : std::nan("");
    }
    if (images == 0.0)
        return {};
    return {lossSum / images, correct / images};
}

bool hasAccuracy(const Run& run)
{
    return !run.steps.empty() && run.steps.front().correct >= 0;
}

std::optional<SpeedRange> usualSpeeds(const StepTimes& times, int64_t batchSize)
{
    if (!times.hasPercentiles() || times.p5Ns <= 0.0 || batchSize <= 0)
        return std::nullopt;
    const double images = double(batchSize) * 1e9;
    return SpeedRange{images / times.p95Ns, images / times.p5Ns};
}

bool isInStepTimes(const StepMetrics& step, bool isFirst, bool isImported)
{
    if (isImported)
        return step.phase != StepPhase::Off && !isRecorderTrial(step.phase);
    return !isFirst && !isRecorderTrial(step.phase);
}

StepTimes stepTimes(const Run& run)
{
    TrainingFiguresBuilder builder(isImported(run));
    builder.add(run.steps);
    return builder.figures().times;
}

TrainingFiguresBuilder::TrainingFiguresBuilder(bool isImported)
    : m_isImported(isImported)
{
}

void TrainingFiguresBuilder::add(std::span<const StepMetrics> steps)
{
    for (const auto& step : steps) {
        m_speed.add(step);
        if (m_steps++ == 0)
            m_firstNs = step.durationNs;
        if (isInStepTimes(step, m_steps == 1, m_isImported))
            m_durations.push_back(step.durationNs);
    }
}

TrainingFigures TrainingFiguresBuilder::figures()
{
    TrainingFigures figures{.steps = m_steps, .imagesPerSecond = m_speed.imagesPerSecond()};
    auto& times = figures.times;
    times.firstNs = double(m_firstNs);
    if (m_durations.empty())
        return figures;
    times.count = static_cast<int64_t>(m_durations.size());
    PercentileSelection durations(m_durations);
    times.medianNs = durations.percentile(0.5);
    times.p5Ns = durations.percentile(0.05);
    times.p95Ns = durations.percentile(0.95);
    return figures;
}

int64_t trainingNs(const Run& run)
{
    int64_t sum = 0;
    for (const auto& step : run.steps)
        sum += step.durationNs;
    if (run.steps.empty())
        for (const auto& epoch : run.epochs)
            sum += epoch.trainNs;
    return sum;
}

int64_t testingNs(const Run& run)
{
    int64_t sum = 0;
    for (const auto& epoch : run.epochs)
        sum += epoch.testNs;
    return sum;
}

std::optional<int32_t> epochOf(const Run& run, const StepMetrics& step)
{
    if (step.epoch > 0)
        return step.epoch;
    if (run.epochs.empty())
        return std::nullopt;
    const auto found = std::ranges::lower_bound(run.epochs, step.step, {}, &EpochMetrics::lastStep);
    return found != run.epochs.end() ? found->epoch : run.epochs.back().epoch + 1;
}

/// Over whole epochs; none when there is none.
static std::optional<double> meanOfEpochs(const Run& run, int64_t EpochMetrics::*figure)
{
    int64_t epochs = 0;
    int64_t sum = 0;
    for (const auto& epoch : run.epochs) {
        if (epoch.steps < run.plan.stepsPerEpoch)
            continue;
        sum += epoch.*figure;
        ++epochs;
    }
    return epochs > 0 ? std::optional(double(sum) / double(epochs)) : std::nullopt;
}

std::optional<double> epochTrainingNs(const Run& run)
{
    return meanOfEpochs(run, &EpochMetrics::trainNs);
}

int64_t epochTrainingImages(const Run& run)
{
    return std::llround(meanOfEpochs(run, &EpochMetrics::trainImages).value_or(0.0));
}

std::optional<int64_t> nsToAccuracy(const Run& run, double accuracy)
{
    for (const auto& epoch : run.epochs)
        if (epoch.testImages > 0 && epoch.testAccuracy() >= accuracy)
            return epoch.endNs;
    return std::nullopt;
}

void addResult(std::optional<TestResults>& results, double loss, double accuracy)
{
    if (!results)
        results = TestResults{.bestLoss = loss};
    results->finalLoss = loss;
    results->bestLoss = std::fmin(results->bestLoss, loss); // a loss may be NaN
    if (std::isnan(accuracy))
        return;
    results->finalAccuracy = accuracy;
    results->bestAccuracy = std::max(results->bestAccuracy.value_or(0.0), accuracy);
}

std::optional<TestResults> testResults(const Run& run)
{
    std::optional<TestResults> results;
    for (const auto& epoch : run.epochs) {
        if (epoch.testImages > 0)
            addResult(results, epoch.testLoss, epoch.testAccuracy());
    }
    return results;
}

MachineUse machineUse(const Run& run)
{
    const int64_t lastStepNs = run.steps.empty() ? 0 : run.steps.back().startNs + run.steps.back().durationNs;
    const int64_t endNs = std::max(lastStepNs, run.epochs.empty() ? 0 : run.epochs.back().endNs);
    MachineUse use;
    TimeMean process;
    TimeMean machine;
    TimeMean gpu;
    for (size_t i = 0; i < run.samples.size(); ++i) {
        const auto& sample = run.samples[i];
        const auto sinceNs = i > 0 ? run.samples[i - 1].timeNs : sample.timeNs - samplePeriodNs;
        const auto insideNs = std::min(sample.timeNs, endNs) - std::max<int64_t>(sinceNs, 0);
        if (insideNs <= 0)
            continue;
        ++use.samples;
        process.add(sample.processCpuPercent, double(insideNs));
        machine.add(machineCpuPercent(sample), double(insideNs));
        use.processors = std::max(use.processors, processorsOf(sample));
        use.peakResidentBytes = std::max(use.peakResidentBytes, sample.residentBytes);
        use.peakAllocatedBytes = std::max(use.peakAllocatedBytes, sample.peakAllocatedBytes);
        for (const auto& one : sample.gpus) {
            gpu.add(one.utilizationPercent, double(insideNs));
            use.peakGpuMemoryBytes = std::max(use.peakGpuMemoryBytes, one.memoryUsedBytes);
        }
    }
    use.processCpuPercent = process.value();
    use.othersCpuPercent = std::fmax(0.0, machine.value() - process.value());
    if (std::isnan(machine.value()) || run.kind == RunKind::Program)
        use.othersCpuPercent = std::numeric_limits<double>::quiet_NaN();
    use.gpuUtilizationPercent = gpu.value();
    return use;
}

std::optional<OthersInStep> othersInStep(const Run& run, int64_t step)
{
    if (run.samples.empty() || run.kind == RunKind::Program || isImported(run))
        return std::nullopt;
    const auto own = std::ranges::lower_bound(run.steps, step, {}, &StepMetrics::step);
    if (own == run.steps.end() || own->step != step)
        return std::nullopt;
    const double share = othersShare(run.samples, *own);
    if (std::isnan(share))
        return std::nullopt;
    std::vector<double> others;
    for (const StepMetrics& each : run.steps) {
        if (each.phase != StepPhase::Active || each.step == step)
            continue;
        if (const double other = othersShare(run.samples, each); !std::isnan(other))
            others.push_back(other);
    }
    if (others.empty())
        return std::nullopt;
    return OthersInStep{share, medianOf(others)};
}

double processorsTaken(const MachineUse& use, int processors)
{
    const double elsewhere = std::max(0.0, double(use.processors - processors));
    const double taken = use.othersCpuPercent / 100 - elsewhere;
    return std::isnan(taken) ? taken : std::max(0.0, taken);
}

} // namespace stepscope
