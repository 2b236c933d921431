#include "core/comparison/operator_comparison.h"

#include "core/comparison/bootstrap.h"
#include "core/comparison/machine_load.h"
#include "core/comparison/reference_loop.h"
#include "core/language/translation.h"
#include "core/run/run_contents.h"
#include "core/trace/steps/step_self_times.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace stepscope {

namespace {

/// Images of a training step by its number; 0 when they are not known.
int32_t imagesOfStep(const Run& run, int64_t number)
{
    const auto found = std::ranges::lower_bound(run.steps, number, {}, &StepMetrics::step);
    return found != run.steps.end() && found->step == number ? found->images : 0;
}

/// The time of one operator in one run, on the host or on devices.
struct OperatorTime
{
    double ns = 0.0;                ///< over everything that is covered
    std::span<const double> series; ///< one value per step; empty: only the sum is known
    int64_t calls = 0;              ///< on the host; 0: on devices, whose clocks resolve each call
};

/// The operators of one run.
struct RunOperators
{
    struct Row
    {
        std::string_view name; ///< from the run's string table
        Pass pass;
        int64_t calls;
        OperatorTime self;
        OperatorTime device;
        bool severalPasses = false;
    };

    StepSelfTimes recorded;
    std::vector<double> recordedDurations; ///< of the recorded steps, ns
    std::vector<double> reference;         ///< of the run's recorded steps, see referenceOfSteps()
    std::vector<double> stepDurations; ///< of all steps that stepTimes() counts, else of the recorded ones
    std::vector<Row> rows;
    std::vector<Row> kernels;                      ///< one for each name
    std::vector<std::vector<double>> kernelSeries; ///< by kernel, in the recorded steps
    int64_t steps = 0;
    std::optional<double> imagesPerStep;
    std::optional<double> stepNs; ///< mean duration
    double slowdown = 0.0;        ///< see slowdownByOthers()
    const Run* run = nullptr;

    RunOperators(const Run& run, bool takesSums)
        : recorded(stepSelfTimes(run.trace))
        , slowdown(slowdownByOthers(run))
        , run(&run)
    {
        if (!recorded.rows.empty() || !recorded.kernels.empty())
            takeRecorded(run);
        else
            takeTotals(run, takesSums);
        for (size_t i = 1; i < run.steps.size(); ++i)
            if (!isRecorderTrial(run.steps[i].phase))
                stepDurations.push_back(double(std::max<int64_t>(run.steps[i].durationNs, 1)));
        for (const uint32_t index : recorded.steps)
            recordedDurations.push_back(double(std::max<int64_t>(run.trace.steps[index].durationNs, 1)));
        if (stepDurations.empty())
            stepDurations = recordedDurations;
        takeReference(run);
    }

    bool isRecorded() const { return !rows.empty() || !kernels.empty(); }

    bool has(OperatorBasis basis) const
    {
        return basis == OperatorBasis::PerImage ? imagesPerStep.has_value()
                                                : basis == OperatorBasis::Total || steps > 0;
    }

    /// The divisor of a sum over everything that is covered.
    double units(OperatorBasis basis) const
    {
        switch (basis) {
        case OperatorBasis::PerStep:
            return double(steps);
        case OperatorBasis::PerImage:
            return double(steps) * *imagesPerStep;
        case OperatorBasis::Total:
            break;
        }
        return 1.0;
    }

private:
    void takeRecorded(const Run& run)
    {
        steps = int64_t(recorded.steps.size());
        const auto timeOf = [](std::span<const double> series, int64_t calls = 0) {
            return OperatorTime{std::reduce(series.begin(), series.end()), series, calls};
        };
        for (size_t row = 0; row < recorded.rows.size(); ++row) {
            const auto& key = recorded.rows[row];
            rows.push_back({run.trace.names[key.name], key.pass, key.calls,
                            timeOf(recorded.seriesOf(row), key.calls), timeOf(recorded.deviceSeriesOf(row))});
        }
        for (size_t kernel = 0; kernel < recorded.kernels.size(); ++kernel) {
            const auto& key = recorded.kernels[kernel];
            const size_t row = kernelRow(run.trace.names[key.name], key.pass);
            kernels[row].calls += key.calls;
            if (row == kernelSeries.size())
                kernelSeries.emplace_back(recorded.steps.size());
            std::ranges::transform(kernelSeries[row], recorded.kernelSeriesOf(kernel),
                                   kernelSeries[row].begin(), std::plus());
        }
        for (size_t row = 0; row < kernels.size(); ++row)
            kernels[row].self = timeOf(kernelSeries[row]);
        int64_t images = 0;
        int64_t durationNs = 0;
        bool allKnown = true;
        for (const uint32_t index : recorded.steps) {
            const TraceStep& step = run.trace.steps[index];
            const int32_t stepImages = imagesOfStep(run, step.number);
            allKnown = allKnown && stepImages > 0;
            images += stepImages;
            durationNs += step.durationNs;
        }
        setMeans(allKnown ? images : 0, durationNs);
    }

    /// The row of the kernel, which is added if it is new.
    size_t kernelRow(std::string_view name, Pass pass)
    {
        const auto [found, isNew] = m_kernelOf.try_emplace(name, kernels.size());
        if (isNew)
            kernels.push_back({name, pass, 0, {}, {}});
        Row& row = kernels[found->second];
        row.severalPasses = row.severalPasses || row.pass != pass;
        return found->second;
    }

    void takeReference(const Run& run)
    {
        const auto loops = referenceOfSteps(run);
        for (const uint32_t index : recorded.steps) {
            const auto step =
                std::ranges::lower_bound(run.steps, run.trace.steps[index].number, {}, &StepMetrics::step);
            if (!loops.empty() && step != run.steps.end() && step->step == run.trace.steps[index].number)
                reference.push_back(loops[size_t(step - run.steps.begin())]);
        }
    }

    /// For a run without a trace, or a trace without steps, or sums by stack, unless their unit is not time.
    void takeTotals(const Run& run, bool takesSums)
    {
        if (contentsOf(run).areFunctions && (!takesSums || !run.trace.unit.empty()))
            return;
        const auto statistics = runStatistics(run, OperatorGrouping::ByOperator);
        const bool isOfTrace = !run.trace.empty();
        steps = statistics.rows.empty() || isOfTrace ? 0 : statistics.steps;
        for (const auto& row : statistics.rows)
            rows.push_back({run.trace.names[row.name],
                            row.pass,
                            row.calls,
                            {double(row.selfNs), {}},
                            {double(row.deviceSelfNs), {}}});
        if (isOfTrace)
            for (const auto& row : runStatistics(run, OperatorGrouping::ByKernel).rows) {
                Row& kernel = kernels[kernelRow(run.trace.names[row.name], row.pass)];
                kernel.calls += row.calls;
                kernel.self.ns += double(row.deviceSelfNs);
            }
        int64_t images = 0;
        for (const auto& step : run.steps)
            images += step.images;
        // The totals may cover fewer steps than the run has; which ones is not known.
        if (steps > 0 && steps == int64_t(run.steps.size()))
            setMeans(images, trainingNs(run));
    }

    void setMeans(int64_t images, int64_t durationNs)
    {
        if (images > 0)
            imagesPerStep = double(images) / double(steps);
        if (durationNs > 0)
            stepNs = double(durationNs) / double(steps);
    }

    std::map<std::string_view, size_t> m_kernelOf; ///< index in kernels by name
};

/// A difference that is not judged yet.
struct OpenDifference
{
    OperatorDifference* difference; ///< the cell's
    double baselineNs = 0.0;        ///< in the basis' unit
    double runNs = 0.0;
    LogRatio ratio; ///< if only one of the runs has the time: the logarithm of that time, with the value 0
    double chance = 1.0; ///< chanceOf()
};

/// Between two runs: variance that affects the times of all operators alike, or of all kernels, which do not
/// depend on the speed of the host.
VarianceSum commonVariance(const RunOperators& run, const RunOperators& baseline, bool isOnDevice)
{
    VarianceSum sum;
    const size_t length = std::max(run.recorded.steps.size(), baseline.recorded.steps.size());
    const auto drift = driftOfStretches(run.stepDurations, baseline.stepDurations, length);
    sum.add(drift.variance, drift.degrees);
    const size_t steps = std::min(run.stepDurations.size(), baseline.stepDurations.size());
    if (steps >= 4) {
        const auto slow = driftBetween(partMedians(run.stepDurations), partMedians(baseline.stepDurations),
                                       drift.variance * double(length) / double(steps),
                                       lengthsApart(*run.run, *baseline.run));
        sum.add(slow.variance, slow.degrees);
    }
    if (isOnDevice)
        return sum;
    // Single operators depend more than the loop on what a core's threads share, such as its caches.
    constexpr double sensitivity = 3.0;
    const auto speed = driftOfMeanSpeed(run.reference, baseline.reference);
    sum.add(sensitivity * sensitivity * speed.variance, speed.degrees);
    return sum;
}

/// Variance of the logarithm of the ratio of two identical operators' times due to differences between
/// processes that no run shows, such as addresses: a share of any time, and more for short calls. Measured
/// with short trainings on an idle machine (stepscope-bench-verdicts).
double varianceOfProcesses(const Run& run, const Run& baseline, double shortestCallNs)
{
    constexpr double share = 0.015;
    constexpr double nsOfACall = 60.0;
    return share * share + std::pow(nsOfACall / shortestCallNs, 2) +
           varianceOfWaking(run, baseline, shortestCallNs);
}

/// Compares one run with the baseline. All operators use the same drawn steps.
class Comparer
{
public:
    Comparer(const RunOperators& run, const RunOperators& baseline, const BlockResampler& baselineResampler,
             uint32_t stream, OperatorBasis basis, const DifferenceTest& test)
        : m_run(run)
        , m_baseline(baseline)
        , m_baselineResampler(baselineResampler)
        , m_resampler(run.recorded.steps.size(), blockLengthFor(run.recordedDurations), test, stream)
        , m_test(test)
        , m_runUnits(run.units(basis))
        , m_baselineUnits(baseline.units(basis))
        , m_enoughSteps(hasEnough(run) && hasEnough(baseline))
        , m_commonOnHost(m_enoughSteps ? commonVariance(run, baseline, false) : VarianceSum())
        , m_commonOnDevice(m_enoughSteps ? commonVariance(run, baseline, true) : VarianceSum())
    {
    }

    /// Fills the cell's difference, whose verdict judge() adds. A null time means that the operator, or its
    /// work on devices, does not occur.
    void compare(std::optional<OperatorDifference>& difference, const OperatorTime* time,
                 const OperatorTime* baselineTime, bool isOnDevice)
    {
        const auto& common = isOnDevice ? m_commonOnDevice : m_commonOnHost;
        const double runNs = time ? time->ns / m_runUnits : 0.0;
        const double baselineNs = baselineTime ? baselineTime->ns / m_baselineUnits : 0.0;
        difference = OperatorDifference{.differenceNs = runNs - baselineNs, .sameWithin = m_test.sameWithin};
        if (time && !baselineTime)
            difference->presence = OperatorPresence::RunOnly;
        else if (!time && baselineTime)
            difference->presence = OperatorPresence::BaselineOnly;
        else if (baselineNs > 0.0)
            difference->ratio = runNs / baselineNs;
        if (!m_enoughSteps)
            return;
        OpenDifference open{.difference = &*difference, .baselineNs = baselineNs, .runNs = runNs};
        if (runNs > 0.0 && baselineNs > 0.0) {
            open.ratio = logRatio(*time, *baselineTime, common);
            open.chance = chanceOf(open.ratio);
        } else if (runNs > 0.0 || baselineNs > 0.0) {
            open.ratio = logRatioOfOne(runNs > 0.0 ? *time : *baselineTime, runNs > 0.0, common);
            open.chance = runNs > 0.0 ? chanceOfAbsence(*time, m_baseline.steps, m_run.steps)
                                      : chanceOfAbsence(*baselineTime, m_run.steps, m_baseline.steps);
        }
        m_open.push_back(open);
    }

    /// Judges all comparisons together. The cells must not have moved.
    void judge()
    {
        std::vector<double> chances;
        for (const auto& open : m_open)
            chances.push_back(open.chance);
        const double confidence = confidenceForAll(std::move(chances), m_test.falseShare);
        for (const auto& open : m_open)
            judge(open, confidence);
    }

private:
    bool hasEnough(const RunOperators& run) const
    {
        return run.recorded.steps.size() >= std::max<size_t>(m_test.minimumSamples, 1) && run.isRecorded();
    }

    /// Both means are assumed to vary like the one that varies more: of identical runs, only one may have had
    /// the few calls that take very long.
    LogRatio logRatio(const OperatorTime& time, const OperatorTime& baselineTime,
                      const VarianceSum& common) const
    {
        VarianceSum sum = common;
        const auto variance = varianceOf(m_resampler, time);
        const auto baselineVariance = varianceOf(m_baselineResampler, baselineTime);
        const auto& larger = variance.value > baselineVariance.value ? variance : baselineVariance;
        sum.add(larger.value, larger.degrees);
        sum.add(larger.value, larger.degrees);
        if (time.calls > 0 && baselineTime.calls > 0) {
            const double shortestNs =
                std::min(time.ns / double(time.calls), baselineTime.ns / double(baselineTime.calls));
            sum.add(varianceOfProcesses(*m_run.run, *m_baseline.run, shortestNs), degreesOfKnown);
        }
        return {.value = std::log(time.ns / m_runUnits) - std::log(baselineTime.ns / m_baselineUnits),
                .variance = sum.variance(),
                .degrees = sum.degrees(),
                .raisedBy = m_run.slowdown,
                .loweredBy = m_baseline.slowdown};
    }

    LogRatio logRatioOfOne(const OperatorTime& time, bool isOfRun, const VarianceSum& common) const
    {
        VarianceSum sum = common;
        const auto variance = varianceOf(isOfRun ? m_resampler : m_baselineResampler, time);
        sum.add(variance.value, variance.degrees);
        return {.variance = sum.variance(), .degrees = sum.degrees()};
    }

    struct Variance
    {
        double value = 0.0; ///< of the logarithm of a mean
        double degrees = 1.0;
    };
    static Variance varianceOf(const BlockResampler& resampler, const OperatorTime& time)
    {
        return {logVarianceOf(resampler.means(time.series), resampler.blocks()),
                double(std::max<size_t>(resampler.blocks(), 2) - 1)};
    }

    /// The probability that all steps with such calls fall into this run by chance.
    static double chanceOfAbsence(const OperatorTime& time, int64_t stepsWithout, int64_t stepsWith)
    {
        const auto occurrences =
            double(std::ranges::count_if(time.series, [](double ns) { return ns > 0.0; }));
        return std::min(1.0,
                        2.0 * std::pow(double(stepsWith) / double(stepsWith + stepsWithout), occurrences));
    }

    void judge(const OpenDifference& open, double confidence) const
    {
        OperatorDifference& difference = *open.difference;
        const auto logs = logInterval(open.ratio, confidence);
        if (open.runNs > 0.0 && open.baselineNs > 0.0) {
            const auto estimate = estimateOf(open.ratio, m_test, confidence);
            difference.verdict = estimate.verdict;
            difference.ratioInterval = estimate.interval;
            difference.intervalNs = Interval{(estimate.interval.low - 1.0) * open.baselineNs,
                                             (estimate.interval.high - 1.0) * open.baselineNs};
            return;
        }
        // Only one of the runs has it, and its time is the difference.
        const double factorLow = std::exp(logs.low);
        const double factorHigh = std::exp(logs.high);
        difference.intervalNs = open.runNs > 0.0
                                    ? Interval{factorLow * open.runNs, factorHigh * open.runNs}
                                    : Interval{-factorHigh * open.baselineNs, -factorLow * open.baselineNs};
        const bool isReal = open.chance <= 1.0 - confidence;
        if (open.runNs == open.baselineNs)
            difference.verdict = Verdict::Same;
        else
            difference.verdict = !isReal            ? Verdict::Unclear
                                 : open.runNs > 0.0 ? Verdict::Slower
                                                    : Verdict::Faster;
    }

    const RunOperators& m_run;
    const RunOperators& m_baseline;
    const BlockResampler& m_baselineResampler;
    BlockResampler m_resampler;
    const DifferenceTest& m_test;
    double m_runUnits;
    double m_baselineUnits;
    bool m_enoughSteps;
    VarianceSum m_commonOnHost;
    VarianceSum m_commonOnDevice;
    std::vector<OpenDifference> m_open;
};

using Row = RunOperators::Row;
using Cells = std::vector<const Row*>;
using RowsByKey = std::map<std::pair<std::string_view, Pass>, Cells>;

/// Rows by name and pass; of kernels by name alone.
RowsByKey rowsByKey(const std::vector<RunOperators>& runs, bool areKernels)
{
    const auto rows = areKernels ? &RunOperators::kernels : &RunOperators::rows;
    RowsByKey found;
    for (size_t i = 0; i < runs.size(); ++i)
        for (const auto& row : runs[i].*rows)
            found.try_emplace({row.name, areKernels ? Pass() : row.pass}, Cells(runs.size()))
                .first->second[i] = &row;
    return found;
}

OperatorComparisonRow rowOf(const Cells& cells)
{
    const Row* first = *std::ranges::find_if(cells, [](const Row* cell) { return cell != nullptr; });
    const bool severalPasses = std::ranges::any_of(cells, [first](const Row* cell) {
        return cell && (cell->severalPasses || cell->pass != first->pass);
    });
    return {std::string(first->name), first->pass, {}, severalPasses};
}

OperatorCell cellOf(const RunOperators& run, const Row* row, OperatorBasis basis)
{
    OperatorCell cell;
    if (!row)
        return cell;
    const double units = run.units(basis);
    cell.calls = double(row->calls) / (basis == OperatorBasis::Total ? 1.0 : double(run.steps));
    cell.selfNs = row->self.ns / units;
    if (row->device.ns > 0.0)
        cell.deviceNs = row->device.ns / units;
    if (run.steps == 0)
        return cell;
    cell.selfNsPerStep = row->self.ns / double(run.steps);
    if (run.imagesPerStep)
        cell.selfNsPerImage = *cell.selfNsPerStep / *run.imagesPerStep;
    if (run.stepNs && basis != OperatorBasis::Total) // totals may cover more than steps
        cell.stepShare = *cell.selfNsPerStep / *run.stepNs;
    return cell;
}

double largestDifference(const OperatorComparisonRow& row)
{
    double largest = 0.0;
    for (const auto& cell : row.cells)
        for (const auto* difference : {&cell.difference, &cell.deviceDifference})
            if (*difference)
                largest = std::max(largest, std::abs((*difference)->differenceNs));
    return largest;
}

double largestSelf(const OperatorComparisonRow& row)
{
    return std::ranges::max(row.cells, {}, &OperatorCell::selfNs).selfNs;
}

void sortRows(std::vector<OperatorComparisonRow>& rows)
{
    std::vector<std::tuple<double, double, size_t>> order;
    for (size_t i = 0; i < rows.size(); ++i)
        order.emplace_back(-largestDifference(rows[i]), -largestSelf(rows[i]), i);
    std::ranges::sort(order);
    std::vector<OperatorComparisonRow> sorted;
    sorted.reserve(rows.size());
    for (const auto& [difference, self, index] : order)
        sorted.push_back(std::move(rows[index]));
    rows = std::move(sorted);
}

/// Whether runs with operators have samples of different sizes.
bool haveOtherSamples(const std::vector<RunOperators>& runs)
{
    SampleShape known;
    for (const RunOperators& run : runs) {
        const SampleShape shape = run.isRecorded() ? sampleShapeOf(*run.run) : SampleShape();
        if (areOtherSamples(known, shape))
            return true;
        if (!shape.empty())
            known = shape;
    }
    return false;
}

OperatorBasis usableBasis(const std::vector<RunOperators>& runs, bool haveOthers,
                          std::optional<OperatorBasis> wanted)
{
    const auto allHave = [&](OperatorBasis basis) {
        if (basis == OperatorBasis::PerImage && haveOthers)
            return false;
        return std::ranges::all_of(
            runs, [&](const RunOperators& run) { return !run.isRecorded() || run.has(basis); });
    };
    if (wanted && allHave(*wanted))
        return *wanted;
    for (const auto basis : {OperatorBasis::PerImage, OperatorBasis::PerStep})
        if (allHave(basis))
            return basis;
    return OperatorBasis::Total;
}

} // namespace

std::string passWord(const OperatorComparisonRow& row)
{
    return row.severalPasses ? translated("several") : passWord(row.pass);
}

std::string passName(const OperatorComparisonRow& row)
{
    return row.severalPasses ? std::string("several") : std::string(passName(row.pass));
}

OperatorComparison compareOperators(std::span<const NamedRun> runs, const OperatorComparisonOptions& options)
{
    OperatorComparison comparison{.runs = {}, .baseline = options.baseline, .test = options.test};
    if (runs.empty())
        return comparison;
    assert(options.baseline < runs.size());

    std::vector<RunOperators> operators;
    operators.reserve(runs.size()); // rows point into it
    const bool areFunctions =
        std::ranges::all_of(runs, [](const NamedRun& named) { return contentsOf(*named.run).areFunctions; });
    for (const auto& run : runs) {
        const auto& known = operators.emplace_back(*run.run, areFunctions);
        comparison.runs.push_back({run.name, known.steps, known.isRecorded()});
    }
    comparison.hasOtherSamples = haveOtherSamples(operators);
    comparison.basis = usableBasis(operators, comparison.hasOtherSamples, options.basis);

    const RunOperators& baseline = operators[options.baseline];
    const BlockResampler baselineResampler(baseline.recorded.steps.size(),
                                           blockLengthFor(baseline.recordedDurations), options.test, 0);
    std::vector<std::optional<Comparer>> comparers(runs.size());
    for (size_t i = 0; i < runs.size(); ++i)
        if (i != options.baseline && baseline.isRecorded() && operators[i].isRecorded())
            comparers[i].emplace(operators[i], baseline, baselineResampler, uint32_t(i + 1), comparison.basis,
                                 options.test);

    const auto fill = [&](std::vector<OperatorComparisonRow>& rows, bool areKernels) {
        const RowsByKey found = rowsByKey(operators, areKernels);
        rows.reserve(found.size()); // the comparers point into it
        for (const auto& [key, cells] : found) {
            auto& row = rows.emplace_back(rowOf(cells));
            const Row* baselineRow = cells[options.baseline];
            const auto selfOf = [](const Row* of) { return of ? &of->self : nullptr; };
            const auto deviceOf = [](const Row* of) {
                return of && of->device.ns > 0.0 ? &of->device : nullptr;
            };
            for (size_t i = 0; i < runs.size(); ++i)
                row.cells.push_back(cellOf(operators[i], cells[i], comparison.basis));
            const bool hasDevice = std::ranges::any_of(
                row.cells, [](const OperatorCell& cell) { return cell.deviceNs.has_value(); });
            comparison.hasDevice = comparison.hasDevice || hasDevice;
            for (size_t i = 0; i < runs.size(); ++i) {
                if (!comparers[i] || (!cells[i] && !baselineRow))
                    continue;
                comparers[i]->compare(row.cells[i].difference, selfOf(cells[i]), selfOf(baselineRow),
                                      areKernels);
                if (hasDevice)
                    comparers[i]->compare(row.cells[i].deviceDifference, deviceOf(cells[i]),
                                          deviceOf(baselineRow), true);
            }
        }
    };
    fill(comparison.rows, false);
    fill(comparison.kernels, true);
    for (auto& comparer : comparers)
        if (comparer)
            comparer->judge();
    sortRows(comparison.rows);
    sortRows(comparison.kernels);
    return comparison;
}

} // namespace stepscope
