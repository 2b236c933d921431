#include "core/report/comparison_charts.h"

#include "../../support/std_string.h"
#include "core/report/lab_figures.h"
#include "lab_runs.h"

#include <QtTest>

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
