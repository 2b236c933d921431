#include "core/report/comparison_charts.h"

#include "core/report/lab_figures.h"
#include "core/run/validation.h"
#include "lab_runs.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

namespace {

std::vector<Chart> chartsOf(std::vector<LabReportRun> runs)
{
    const LabReportInput input{.title = {}, .runs = std::move(runs), .baseline = 0, .forwardPasses = {}};
    const LabFigures figures(input);
    return comparisonCharts(figures.comparison, figures.operators);
}

const Chart* find(const std::vector<Chart>& charts, const std::string& id)
{
    const auto found = std::ranges::find(charts, id, &Chart::id);
    return found == charts.end() ? nullptr : &*found;
}

LabReportInput twoRuns()
{
    return {.title = {},
            .runs = {test::labRun("a", 10, 1'000'000), test::labRun("b", 40, 2'000'000)},
            .baseline = 0,
            .forwardPasses = {}};
}

/// Three repeats of batch size 10, the first of which is the baseline, and one of 40.
std::vector<LabReportRun> repeatedRuns()
{
    std::vector runs{test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 500'000),
                     test::labRun("c", 10, 2'000'000), test::labRun("d", 40, 2'000'000)};
    for (size_t i = 0; i < runs.size(); ++i)
        runs[i].stored.run.experiment.seed = int64_t(i);
    return runs;
}

} // namespace

class TestComparisonCharts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresStandAgainstTheBatchSize()
    {
        const auto charts =
            chartsOf({test::labRun("large", 40, 2'000'000), test::labRun("small", 10, 1'000'000)});
        const auto* speed = find(charts, "images_per_second");
        QVERIFY(speed);
        QCOMPARE(speed->kind, ChartKind::Lines);
        QCOMPARE(speed->x.scale, AxisScale::Log);
        QCOMPARE(speed->x.ticks, (std::vector<double>{10, 40}));
        QCOMPARE(speed->series.size(), size_t(1));
        QCOMPARE(speed->series[0].x, (std::vector<double>{10, 40}));
        QCOMPARE(speed->series[0].y, (std::vector<double>{10'000, 20'000}));
        const auto* time = find(charts, "step_time");
        QVERIFY(time);
        QCOMPARE(time->series[0].y, (std::vector<double>{1e6, 2e6}));
        QCOMPARE(time->series[0].intervals[1].high, 2e6);
        const auto* speedup = find(charts, "speedup");
        QVERIFY(speedup);
        QCOMPARE(speedup->series[0].y,
                 (std::vector<double>{0.5, 1.0})); // the larger batches are the baseline
        QVERIFY(find(charts, "operators_per_step") && find(charts, "operators_per_image"));
        QVERIFY(!find(charts, "memory") && !find(charts, "cpu_use")); // there are no samples
    }

    void theChartOfCpuUseSaysWhatAHundredPercentAre()
    {
        const LabReportInput input = twoRuns();
        LabFigures figures(input);
        figures.comparison.runs[0].cpuPercent = 187.0;
        figures.comparison.runs[1].cpuPercent = 96.0;
        const auto charts = comparisonCharts(figures.comparison, figures.operators);
        const auto* chart = find(charts, "cpu_use");
        QVERIFY(chart);
        QCOMPARE(chart->title, std::string("CPU use (100 % = one processor)")); // as in the table
        QCOMPARE(chart->y.title, std::string("mean"));
    }

    void moreVariantsThanColorsHaveOtherLines()
    {
        std::vector<LabReportRun> runs;
        for (int threads = 1; threads <= 9; ++threads) {
            for (const int batchSize : {10, 40}) {
                auto& run = runs.emplace_back(test::labRun("", batchSize, 1'000'000));
                run.stored.run.experiment.threads = threads;
            }
        }
        const auto charts = chartsOf(std::move(runs));
        const auto* speed = find(charts, "images_per_second");
        QVERIFY(speed);
        QCOMPARE(speed->series.size(), size_t(9));
        for (size_t i = 0; i < 8; ++i)
            QVERIFY(speed->series[i].line == ChartLine::Solid);
        QVERIFY(speed->series[8].line == ChartLine::Dashed);
    }

    void chartsPerSampleSayWhereSamplesHaveDifferentSizes()
    {
        std::vector runs{test::labRun("short", 10, 1'000'000), test::labRun("long", 40, 2'000'000)};
        for (auto& run : runs)
            run.stored.run.experiment.dataset = "tiny-shakespeare";
        QVERIFY(find(chartsOf(runs), "speedup") && find(chartsOf(runs), "operators_per_image"));
        runs[1].stored.run.experiment.sequenceLength = 128;
        const auto charts = chartsOf(runs);
        QVERIFY(!find(charts, "speedup") && !find(charts, "operators_per_image"));
        QVERIFY(find(charts, "images_per_second")->note.starts_with("The samples have different sizes ("));
        QVERIFY(find(charts, "step_time")->note.empty());
    }

    void theChartOfEpochsSaysWhereTheyHaveDifferentNumbersOfSamples()
    {
        std::vector runs{test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 2'000'000)};
        QCOMPARE(find(chartsOf(runs), "epoch_time")->note, std::string());
        runs[1].stored.run.epochs.front().trainImages = 909;
        const auto charts = chartsOf(runs);
        QVERIFY(find(charts, "epoch_time")
                    ->note.starts_with("The epochs have different numbers of training samples (1,010; 909)"));
        QVERIFY(find(charts, "images_per_second")->note.find("epochs") == std::string::npos);
    }

    /// If steps are equal except for rare slow ones, the means differ, but not the medians.
    void theChartsOfSpeedSayWhichOneIsAMean()
    {
        std::vector runs{test::labRun("even", 10, 1'000'000), test::labRun("skewed", 10, 1'000'000)};
        for (size_t step = 5; step < 101; step += 10)
            runs[1].stored.run.steps[step].durationNs = 11'000'000;
        const auto charts = chartsOf(runs);
        const auto* speed = find(charts, "images_per_second");
        const auto* speedup = find(charts, "speedup");
        QVERIFY(speed && speedup);
        QCOMPARE(speed->series[0].y, (std::vector<double>{10'000, 5'000}));
        QCOMPARE(speedup->series[0].y, (std::vector<double>{1.0, 1.0}));
        QCOMPARE(speed->x.title, std::string("mean over the steps"));
        QCOMPARE(
            speed->note,
            std::string("Mean samples per second; slow steps lower it. The speedup compares median times."));
        QCOMPARE(speedup->x.title, std::string("by median time per sample, baseline = 1"));
        QVERIFY(speedup->note.starts_with(
            "By median times. Samples per second are means; slow steps lower them."));
    }

    void speedupsThatAreNotClearAreMarked()
    {
        const std::vector lines{test::labRun("a", 10, 1'000'000), test::labRun("b", 20, 1'000'000),
                                test::labRun("c", 40, 2'000'000, 4)};
        const auto chartsOfLines = chartsOf(lines);
        const auto* speedup = find(chartsOfLines, "speedup");
        QVERIFY(speedup);
        std::vector<double> rings;
        Chart filled = *speedup;
        for (ChartSeries& series : filled.series) {
            for (size_t i = 0; i < series.hollow.size(); ++i) {
                if (series.hollow[i])
                    rings.push_back(series.x[i]);
            }
            series.hollow.clear();
        }
        QCOMPARE(rings, std::vector<double>{40}); // batch size of the short run
        QVERIFY(speedup->note.ends_with("Hollow: too noisy, or too few steps, to tell from the baseline."));
        QVERIFY(chartSvg(filled) != chartSvg(*speedup));

        const std::vector bars{test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 2'000'000, 4)};
        const auto charts = chartsOf(bars);
        QVERIFY(find(charts, "speedup")
                    ->note.ends_with("Too noisy, or too few steps, to tell from the baseline: b."));
        QVERIFY(find(charts, "images_per_second")->note.find("Too noisy") == std::string::npos);
    }

    void theAccuracyOfTheValidationIsAChartOfItsOwn()
    {
        std::vector runs{test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 2'000'000)};
        QVERIFY(!find(chartsOf(runs), "validation_accuracy"));
        double accuracy = 0.5;
        for (auto& run : runs) {
            run.stored.run.experiment.validationShare = 0.1;
            run.stored.run.scalars = validationScalars({.loss = 1.0, .accuracy = accuracy}, 100, 1000);
            accuracy = 0.75;
        }
        const auto charts = chartsOf(runs);
        QVERIFY(find(charts, "validation_accuracy"));
        QCOMPARE(find(charts, "validation_accuracy")->series[0].y, (std::vector<double>{0.5, 0.75}));
        QVERIFY(find(charts, "test_accuracy")->series[0].y != (std::vector<double>{0.5, 0.75}));
    }

    void fewStepsAreDrawnWithoutPercentiles()
    {
        std::vector runs{test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 2'000'000)};
        for (auto& run : runs)
            run.stored.run.steps.resize(10);
        const auto charts = chartsOf(runs);
        const auto* time = find(charts, "step_time");
        QVERIFY(time);
        QCOMPARE(time->x.title, "median of a run's steps");
        const auto full = chartsOf({test::labRun("a", 10, 1'000'000), test::labRun("b", 10, 2'000'000)});
        QCOMPARE(find(full, "step_time")->x.title, "median, with 5th to 95th percentile");
    }

    /// They would flatten the axis.
    void intervalsWithBoundsThatSayNothingAreNotDrawn()
    {
        const LabReportInput input = twoRuns();
        LabFigures figures(input);
        auto comparison = figures.comparison;
        auto& time = comparison.runs[1].imageTime;
        QVERIFY(time);
        time->verdict = Verdict::Unclear;
        const auto isDrawn = [&](double low, double high) {
            time->interval = {low, high};
            const auto charts = comparisonCharts(comparison, figures.operators);
            return std::isfinite(find(charts, "speedup")->series[0].intervals[1].high);
        };
        QVERIFY(isDrawn(0.5, 2.0));
        QVERIFY(!isDrawn(1e-10, 1.59));
        QVERIFY(!isDrawn(0.5, 1e6));
    }

    void devicesAreLinesOfTheirOwn()
    {
        auto fast = test::labRun("gpu 10", 10, 100'000);
        auto faster = test::labRun("gpu 40", 40, 100'000);
        fast.stored.run.experiment.device = faster.stored.run.experiment.device = "cuda:0";
        const auto charts =
            chartsOf({test::labRun("cpu 10", 10, 1'000'000), test::labRun("cpu 40", 40, 2'000'000),
                      std::move(fast), std::move(faster)});
        const auto* speed = find(charts, "images_per_second");
        QVERIFY(speed);
        QCOMPARE(speed->series.size(), size_t(2));
        QCOMPARE(speed->series[0].name, std::string("cpu"));
        QCOMPARE(speed->series[1].name, std::string("cuda:0"));
        QCOMPARE(find(charts, "step_time")->y.scale, AxisScale::Linear);
    }

    void linesHaveTheColorsOfTheirFirstRuns()
    {
        std::vector runs{test::labRun("cpu 10", 10, 1'000'000), test::labRun("cpu 40", 40, 2'000'000),
                         test::labRun("gpu 40", 40, 100'000)};
        runs[2].stored.run.experiment.device = "cuda:0";
        const auto colors = [&](std::vector<std::string> ofRuns) {
            for (size_t i = 0; i < runs.size(); ++i)
                runs[i].color = ofRuns[i];
            const auto charts = chartsOf(runs);
            std::vector<std::string> found;
            for (const auto& series : find(charts, "images_per_second")->series)
                found.push_back(series.color);
            return found;
        };
        QCOMPARE(colors({"#d05500", "#0072b2", "#008a64"}), (std::vector<std::string>{"#d05500", "#008a64"}));
        QCOMPARE(colors({"#d05500", "#0072b2", "#d05500"}), (std::vector<std::string>{"", ""}));
        QCOMPARE(colors({"", "#0072b2", "#d05500"}), (std::vector<std::string>{"", ""}));
    }

    void runsOfOneBatchSizeAreBars()
    {
        auto other = test::labRun("after", 10, 1'100'000);
        other.stored.run.experiment.threads = 1;
        other.color = "#d05500";
        const auto charts = chartsOf({test::labRun("before", 10, 1'000'000), std::move(other)});
        const auto* time = find(charts, "step_time");
        QVERIFY(time);
        QCOMPARE(time->kind, ChartKind::GroupedBars);
        QCOMPARE(time->categories, (std::vector<std::string>{"before", "after"}));
        QCOMPARE(time->categoryColors, (std::vector<std::string>{"#0072b2", "#d05500"}));
        QVERIFY(!find(charts, "operators_per_image"));
        const auto* operators = find(charts, "operators_per_step");
        QVERIFY(operators);
        QCOMPARE(operators->series.size(), size_t(3));
        QCOMPARE(operators->series[0].name, std::string("conv2d"));
        QCOMPARE(operators->series[0].y, (std::vector<double>{600'000, 660'000}));
    }

    void repeatsAreOnePointAtTheirMedian()
    {
        const auto charts = chartsOf(repeatedRuns());
        const auto* speed = find(charts, "images_per_second");
        QVERIFY(speed);
        QCOMPARE(speed->series.size(), size_t(1));
        const auto& line = speed->series[0];
        QCOMPARE(line.x, (std::vector<double>{10, 40}));
        QCOMPARE(line.y, (std::vector<double>{10'000, 20'000})); // medians of 5, 10, 20 and of 20 alone
        QCOMPARE(line.intervals[0].low, 5'000.0);
        QCOMPARE(line.intervals[0].high, 20'000.0);
        QVERIFY(std::isnan(line.intervals[1].low)); // one run has no range
        QCOMPARE(line.marks.size(), size_t(3));
        QCOMPARE(line.marks[0].name, std::string("a"));
        for (const auto& mark : line.marks)
            QCOMPARE(mark.x, 10.0);
        QCOMPARE(line.marks[2].y, 5'000.0);
        QCOMPARE(speed->note,
                 std::string("Line: median of 3 repeats; bars: lowest to highest; rings: single runs. Mean "
                             "samples per second; slow steps lower it. The speedup compares median times."));
        QVERIFY(chartSvg(*speed).find("median of 3 repeats") != std::string::npos);
        // The ranges of the steps would be mistaken for those of the repeats.
        const auto* time = find(charts, "step_time");
        QCOMPARE(time->y.title, std::string("median of a run's steps"));
        QCOMPARE(time->series[0].intervals[0].high, 2e6);
        const auto* speedup = find(charts, "speedup"); // against 1 ms for 10 images
        QCOMPARE(speedup->series[0].y, (std::vector<double>{1.0, 2.0}));
        QCOMPARE(speedup->series[0].marks[1].y, 2.0);
    }

    void operatorsOfRepeatsAreTheirMean()
    {
        const auto charts = chartsOf(repeatedRuns());
        const auto* operators = find(charts, "operators_per_step");
        QVERIFY(operators);
        QCOMPARE(operators->categories, (std::vector<std::string>{"batch size 10", "d"}));
        QCOMPARE(operators->series[0].name, std::string("conv2d"));
        QCOMPARE(operators->series[0].y, (std::vector<double>{700'000, 1'200'000})); // of 0.6, 0.3, 1.2 ms
        QCOMPARE(operators->note, std::string("Mean of 3 repeats."));
    }

    void kernelsAreAChartByDeviceTime()
    {
        const LabReportInput input = twoRuns();
        LabFigures figures(input);
        QVERIFY(!find(comparisonCharts(figures.comparison, figures.operators), "kernels_per_step"));
        const auto addKernel = [&](const std::string& name, double a, double b) {
            const auto cell = [](double ns, double images) {
                return OperatorCell{
                    .calls = 1, .selfNs = ns, .selfNsPerStep = ns, .selfNsPerImage = ns / images};
            };
            figures.operators.kernels.push_back({name, Pass::Forward, {cell(a, 10), cell(b, 40)}});
        };
        addKernel("void at::native::reduce_kernel<float>(float*, long)", 2'000, 3'000);
        addKernel("gemm", 4'000, 8'000);
        const auto charts = comparisonCharts(figures.comparison, figures.operators);
        const auto* kernels = find(charts, "kernels_per_step");
        QVERIFY(kernels && find(charts, "kernels_per_image") && find(charts, "operators_per_step"));
        QCOMPARE(kernels->title, std::string("Kernels: device time per step"));
        QCOMPARE(kernels->note, std::string("Kernels, copies and memory sets, whatever launched them. "
                                            "Concurrent work counts several times."));
        QCOMPARE(kernels->categories, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(kernels->series.size(), size_t(2));
        QCOMPARE(kernels->series[0].name, std::string("gemm")); // the largest share first
        QCOMPARE(kernels->series[0].y, (std::vector<double>{4'000, 8'000}));
        QCOMPARE(kernels->series[1].name, std::string("reduce_kernel<float>"));
        QCOMPARE(find(charts, "kernels_per_image")->series[0].y, (std::vector<double>{400, 200}));
    }

    void repeatsOfOneBatchSizeAreABarASetting()
    {
        auto runs = repeatedRuns();
        runs[3].stored.run.experiment.batchSize = 10;
        runs[3].stored.run.experiment.threads = 1;
        const auto charts = chartsOf(std::move(runs));
        const auto* time = find(charts, "step_time");
        QVERIFY(time);
        QCOMPARE(time->categories, (std::vector<std::string>{"threads 0", "d"}));
        QCOMPARE(time->series[0].y, (std::vector<double>{1e6, 2e6}));
        QCOMPARE(time->series[0].intervals[0].low, 5e5);
        QVERIFY(!chartSvg(*time).empty() && chartSvg(*time).find("nan") == std::string::npos);
    }

    void repeatsOfOneSettingAloneAreABarARun()
    {
        auto runs = repeatedRuns();
        runs.pop_back();
        const auto charts = chartsOf(std::move(runs));
        const auto* time = find(charts, "step_time");
        QVERIFY(time);
        QCOMPARE(time->categories, (std::vector<std::string>{"a", "b", "c"}));
        QVERIFY(time->note.empty());
        QCOMPARE(find(charts, "operators_per_step")->categories.size(), size_t(3));
    }

    void aFigureOfOneRunIsNoComparison()
    {
        LabReportRun failed{.file = {}, .stored = {}, .name = "failed", .color = {}};
        failed.stored.run.outcome = RunOutcome::Failed;
        const auto charts = chartsOf({test::labRun("only", 10, 1'000'000), std::move(failed)});
        QVERIFY(!find(charts, "images_per_second") && !find(charts, "speedup"));
        QVERIFY(chartsOf({}).empty());
    }
};

QTEST_GUILESS_MAIN(TestComparisonCharts)
#include "test_comparison_charts.moc"
