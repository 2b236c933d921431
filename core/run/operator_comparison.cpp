#include "core/run/operator_comparison.h"

#include "core/trace/step_self_times.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace stepscope {

namespace {

/// Images of a training step by its number; 0 when the run does not know it.
int32_t imagesOfStep(const Run& run, int64_t number)
{
    const auto found = std::ranges::lower_bound(run.steps, number, {}, &StepMetrics::step);
    return found != run.steps.end() && found->step == number ? found->images : 0;
}

/// The operators of one run.
struct RunOperators
{
    struct Row
    {
        std::string_view name; ///< of the run's string table
        Pass pass;
        int64_t calls;
        double selfNs;                  ///< of all covered steps
        std::span<const double> series; ///< a value a step; empty: only the sum is known
    };

    StepSelfTimes recorded;
    std::vector<double> stepDurations; ///< of the steps that stepTimes() counts, ns
    std::vector<Row> rows;
    int64_t steps = 0;
    std::optional<double> imagesPerStep;
    std::optional<double> stepNs; ///< mean duration

    explicit RunOperators(const Run& run)
        : recorded(stepSelfTimes(run.trace))
    {
        recorded.rows.empty() ? takeTotals(run) : takeRecorded(run);
        for (size_t i = 1; i < run.steps.size(); ++i)
            if (!isRecorderTrial(run.steps[i].phase))
                stepDurations.push_back(double(std::max<int64_t>(run.steps[i].durationNs, 1)));
    }

    double scale(OperatorBasis basis) const
    {
        return basis == OperatorBasis::PerImage && imagesPerStep ? 1.0 / *imagesPerStep : 1.0;
    }

private:
    void takeRecorded(const Run& run)
    {
        steps = int64_t(recorded.steps.size());
        for (size_t row = 0; row < recorded.rows.size(); ++row) {
            const auto series = recorded.seriesOf(row);
            const auto& key = recorded.rows[row];
            rows.push_back({run.trace.names[key.name], key.pass, key.calls,
                            std::reduce(series.begin(), series.end()), series});
        }
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

    void takeTotals(const Run& run)
    {
        const auto statistics = operatorStatistics(run.totals, OperatorGrouping::ByOperator);
        steps = statistics.rows.empty() ? 0 : statistics.steps;
        if (steps == 0)
            return;
        for (const auto& row : statistics.rows)
            rows.push_back({run.trace.names[row.name], row.pass, row.calls, double(row.selfNs), {}});
        int64_t images = 0;
        for (const auto& step : run.steps)
            images += step.images;
        // The totals may cover fewer steps than the run has, of which nothing tells which.
        if (steps == int64_t(run.steps.size()))
            setMeans(images, trainingNs(run));
    }

    void setMeans(int64_t images, int64_t durationNs)
    {
        if (images > 0)
            imagesPerStep = double(images) / double(steps);
        if (durationNs > 0)
            stepNs = double(durationNs) / double(steps);
    }
};

/// One run against the baseline, operator by operator. The steps drawn are the same for all operators.
class Comparer
{
public:
    Comparer(const RunOperators& run, const RunOperators& baseline, uint32_t stream,
             const OperatorComparisonOptions& options)
        : m_run(run)
        , m_baseline(baseline)
        , m_options(options)
        , m_comparable(options.basis == OperatorBasis::PerStep ||
                       (run.imagesPerStep && baseline.imagesPerStep))
        , m_resampler(run.recorded.steps.size(), options.test, stream)
        , m_enoughSteps(hasEnough(run) && hasEnough(baseline))
        , m_drift(driftOfStretches(run.stepDurations, baseline.stepDurations,
                                   std::max(run.recorded.steps.size(), baseline.recorded.steps.size())))
    {
    }

    /// Either row may be null: the operator does not occur there. `baselineMeans`: resampled, by step.
    std::optional<OperatorDifference> compare(const RunOperators::Row* row,
                                              const RunOperators::Row* baselineRow,
                                              const std::vector<double>& baselineMeans,
                                              size_t baselineBlocks) const
    {
        if (m_run.steps == 0 || m_baseline.steps == 0 || !m_comparable)
            return std::nullopt;
        const double runScale = m_run.scale(m_options.basis);
        const double baselineScale = m_baseline.scale(m_options.basis);
        const double mean = row ? row->selfNs / double(m_run.steps) * runScale : 0.0;
        const double baselineMean =
            baselineRow ? baselineRow->selfNs / double(m_baseline.steps) * baselineScale : 0.0;
        OperatorDifference difference{.differenceNs = mean - baselineMean};
        if (baselineMean > 0.0)
            difference.ratio = mean / baselineMean;
        if (!m_enoughSteps)
            return difference;

        auto differences = row ? m_resampler.means(row->series) : std::vector<double>(baselineMeans.size());
        auto ratios = differences;
        for (size_t i = 0; i < differences.size(); ++i) {
            const double runValue = differences[i] * runScale;
            const double baselineValue = baselineMeans[i] * baselineScale;
            differences[i] = runValue - baselineValue;
            ratios[i] = baselineValue > 0.0 ? runValue / baselineValue : largestRatio;
        }
        const size_t blocks = std::min(m_resampler.blocks(), baselineBlocks);
        difference.intervalNs = percentileInterval(difference.differenceNs, differences, blocks);
        const double reachNs = reachOf(m_drift) * std::max(mean, baselineMean);
        difference.intervalNs =
            Interval{difference.differenceNs -
                         std::hypot(difference.differenceNs - difference.intervalNs->low, reachNs),
                     difference.differenceNs +
                         std::hypot(difference.intervalNs->high - difference.differenceNs, reachNs)};
        if (difference.ratio)
            difference.ratioInterval =
                widened(*difference.ratio, percentileInterval(*difference.ratio, ratios, blocks), m_drift);
        difference.verdict = verdict(difference);
        return difference;
    }

private:
    /// Of a resample in which the baseline spends no time: beyond all others.
    static constexpr double largestRatio = 1e9;

    bool hasEnough(const RunOperators& run) const
    {
        return !run.recorded.rows.empty() && run.recorded.steps.size() >= m_options.test.minimumSamples;
    }

    Verdict verdict(const OperatorDifference& difference) const
    {
        if (difference.ratio)
            return verdictOf(*difference.ratio, *difference.ratioInterval, m_options.test);
        return difference.intervalNs->low > 0.0 ? Verdict::Slower : Verdict::NoRealDifference;
    }

    const RunOperators& m_run;
    const RunOperators& m_baseline;
    const OperatorComparisonOptions& m_options;
    bool m_comparable;
    BlockResampler m_resampler;
    bool m_enoughSteps;
    Drift m_drift; ///< between stretches as long as those recorded
};

OperatorCell cellOf(const RunOperators& run, const RunOperators::Row* row)
{
    OperatorCell cell;
    if (!row)
        return cell;
    cell.callsPerStep = double(row->calls) / double(run.steps);
    cell.selfNsPerStep = row->selfNs / double(run.steps);
    if (run.imagesPerStep)
        cell.selfNsPerImage = cell.selfNsPerStep / *run.imagesPerStep;
    if (run.stepNs)
        cell.stepShare = cell.selfNsPerStep / *run.stepNs;
    return cell;
}

double largestDifference(const OperatorComparisonRow& row)
{
    double largest = 0.0;
    for (const auto& cell : row.cells)
        if (cell.difference)
            largest = std::max(largest, std::abs(cell.difference->differenceNs));
    return largest;
}

double largestSelf(const OperatorComparisonRow& row)
{
    return std::ranges::max(row.cells, {}, &OperatorCell::selfNsPerStep).selfNsPerStep;
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

} // namespace

OperatorComparison compareOperators(std::span<const NamedRun> runs, const OperatorComparisonOptions& options)
{
    OperatorComparison comparison{.baseline = options.baseline, .basis = options.basis};
    if (runs.empty())
        return comparison;
    assert(options.baseline < runs.size());

    std::vector<RunOperators> operators;
    operators.reserve(runs.size()); // rows point into it
    using Cells = std::vector<const RunOperators::Row*>;
    std::map<std::pair<std::string_view, Pass>, Cells> rowsOf;
    for (size_t i = 0; i < runs.size(); ++i) {
        const RunOperators& run = operators.emplace_back(*runs[i].run);
        comparison.runs.push_back({runs[i].name, run.steps});
        for (const auto& row : run.rows)
            rowsOf.try_emplace({row.name, row.pass}, Cells(runs.size())).first->second[i] = &row;
    }

    const RunOperators& baseline = operators[options.baseline];
    const BlockResampler baselineResampler(baseline.recorded.steps.size(), options.test, 0);
    std::vector<std::optional<Comparer>> comparers(runs.size());
    for (size_t i = 0; i < runs.size(); ++i)
        if (i != options.baseline)
            comparers[i].emplace(operators[i], baseline, uint32_t(i + 1), options);

    for (const auto& [key, cells] : rowsOf) {
        const auto* baselineRow = cells[options.baseline];
        const auto baselineMeans = baselineRow && !baselineRow->series.empty()
                                       ? baselineResampler.means(baselineRow->series)
                                       : std::vector<double>(size_t(std::max(options.test.resamples, 1)));
        OperatorComparisonRow row{std::string(key.first), key.second, {}};
        for (size_t i = 0; i < runs.size(); ++i) {
            OperatorCell& cell = row.cells.emplace_back(cellOf(operators[i], cells[i]));
            if (comparers[i])
                cell.difference =
                    comparers[i]->compare(cells[i], baselineRow, baselineMeans, baselineResampler.blocks());
        }
        comparison.rows.push_back(std::move(row));
    }
    sortRows(comparison.rows);
    return comparison;
}

} // namespace stepscope
