#include "stepped_run.h"
#include "ui/steps/step_columns.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

StepSeries seriesOf(const Run& run)
{
    StepSeries series;
    series.update(run);
    return series;
}

Run wallsOnly(const std::vector<int64_t>& wallsNs)
{
    Run run;
    for (const int64_t ns : wallsNs)
        run.steps.push_back({.step = int64_t(run.steps.size()), .durationNs = ns});
    return run;
}

StepGeometry geometryOf(double from, double to, double width)
{
    return {.plot = QRectF(40, 10, width, 200), .from = from, .to = to, .topNs = 1000.0};
}

QStringList labels(const std::vector<StepTick>& ticks)
{
    QStringList texts;
    for (const auto& tick : ticks)
        texts += tick.label;
    return texts;
}

} // namespace

class TestStepColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSeriesThatGrowsIsThatOfTheWhole()
    {
        test::SteppedRun growing(5);
        StepSeries series;
        for (int i = 0; i < 25; ++i) {
            growing.grow(1);
            QVERIFY(series.update(growing.run));
            QVERIFY(!series.update(growing.run));
        }
        const auto whole = seriesOf(growing.run);
        QCOMPARE(series.bars().size(), size_t(25));
        QCOMPARE(series.splits().size(), size_t(5));
        QVERIFY(series.recorded() == (StepRange{10, 14}));
        QVERIFY(series.all() == (StepRange{0, 24}));
        for (size_t i = 0; i < 25; ++i) {
            QCOMPARE(series.bars()[i].wallNs, whole.bars()[i].wallNs);
            const StepRange step{int64_t(i), int64_t(i)};
            QCOMPARE(series.splitsIn(step).size(), size_t(i >= 10 && i < 15));
        }
    }

    void theFiguresOfASeriesAreThoseOfAllItsRecordedSteps()
    {
        test::SteppedRun growing(5);
        StepSeries series;
        QCOMPARE(series.figures().steps, int64_t(0));
        for (int i = 0; i < 25; ++i) {
            growing.grow(1);
            series.update(growing.run);
            const StepFigures figures = stepFigures(series.splits());
            QCOMPARE(series.figures().steps, figures.steps);
            QCOMPARE(series.figures().wall.medianNs, figures.wall.medianNs);
        }
        QCOMPARE(series.figures().steps, int64_t(5));
        QCOMPARE(&series.figures(), &series.figures()); // each layout reads them
    }

    void stepsWhoseEventsComeFirstAreNotCountedTwice()
    {
        Run run = test::steppedRun(20, 10);
        const auto metrics = run.steps;
        run.steps.resize(12);
        StepSeries series;
        series.update(run);
        QCOMPARE(series.bars().size(), size_t(20)); // the last eight from the trace alone
        run.steps = metrics;
        series.update(run);
        QCOMPARE(series.bars().size(), size_t(20));
        QCOMPARE(series.bars().back().number, int64_t(19));
    }

    void aStepAndItsPlaceAgree()
    {
        const auto geometry = geometryOf(100, 150, 500);
        QCOMPARE(geometry.xOf(100), 40.0);
        QCOMPARE(geometry.xOf(150), 540.0);
        for (int64_t step = 100; step < 150; ++step)
            QCOMPARE(geometry.stepAt(geometry.xOf(double(step)) + 5.0), step);
        QCOMPARE(geometry.yOf(0), 210.0);
        QCOMPARE(geometry.yOf(1000), 10.0);
    }

    void whereThereIsRoomEachStepIsAColumn()
    {
        const auto series = seriesOf(test::steppedRun(100, 30));
        const auto columns = stepColumns(series, geometryOf(0, 50, 500));
        QCOMPARE(columns.size(), size_t(50));
        for (size_t i = 0; i < columns.size(); ++i) {
            const auto& column = columns[i];
            QCOMPARE(column.first, int64_t(i));
            QCOMPARE(column.steps, int64_t(1));
            QCOMPARE(column.width, 8.0);
            QCOMPARE(column.splits, int64_t(i >= 10 && i < 40));
            QCOMPARE(column.isWarmUp(), i < 10);
            const double sum = std::accumulate(column.partNs.begin(), column.partNs.end(), 0.0);
            QVERIFY(column.splits == 0 ? sum == 0.0 : std::abs(sum - column.wallNs) < 1.0);
        }
    }

    void narrowStepsShareColumnsAndNoneIsLost()
    {
        Run run = wallsOnly(std::vector<int64_t>(10'000, 100));
        for (size_t i = 0; i < run.steps.size(); ++i)
            run.steps[i].durationNs = int64_t(i);
        const auto series = seriesOf(run);
        const auto columns = stepColumns(series, geometryOf(0, 10'000, 600));
        QVERIFY(columns.size() <= 200);
        int64_t steps = 0;
        double wallNs = 0.0;
        int64_t next = 0;
        for (const auto& column : columns) {
            QCOMPARE(column.first, next);
            next = column.last + 1;
            steps += column.steps;
            wallNs += column.wallNs * double(column.steps);
            QVERIFY(column.width >= 1.0);
        }
        QCOMPARE(steps, int64_t(10'000));
        QCOMPARE(wallNs, 9'999.0 * 10'000 / 2);
    }

    void aColumnOfRecordedAndOtherStepsShowsTheRecorded()
    {
        const Run run = test::steppedRun(100, 30);
        const auto series = seriesOf(run);
        auto columns = stepColumns(series, geometryOf(0, 100, 6)); // two columns of 50
        QCOMPARE(columns.size(), size_t(2));
        QCOMPARE(columns[0].splits, int64_t(30));
        double mean = 0.0;
        for (const auto& split : series.splits())
            mean += double(split.wallNs) / 30;
        QVERIFY(std::abs(columns[0].wallNs - mean) < 1.0);
        QCOMPARE(columns[1].splits, int64_t(0));
    }

    void theHighestBarFitsUnlessItStandsFarAboveTheOthers()
    {
        const auto topOf = [](const std::vector<int64_t>& walls) {
            return stepsTop(stepColumns(seriesOf(wallsOnly(walls)), geometryOf(0, 40, 400)));
        };
        std::vector<int64_t> walls(40, 1000);
        walls[7] = 1900;
        QCOMPARE(topOf(walls), 1.08 * 1900);
        walls[0] = 50'000;
        QCOMPARE(topOf(walls), 1.4 * 1000);
        QVERIFY(topOf({}) > 0.0);
    }

    void ticksAreRoundInOneUnit()
    {
        const auto times = timeTicks(41e6, 240);
        QCOMPARE(times.unit, QString("ms"));
        QCOMPARE(labels(times.ticks), QStringList({"0", "10", "20", "30", "40"}));
        QCOMPARE(timeTicks(900, 240).unit, QString("ns"));
        const auto numbers = stepTicks(geometryOf(950, 2050, 550), 80);
        QCOMPARE(labels(numbers), QStringList({"1,000", "1,200", "1,400", "1,600", "1,800", "2,000"}));
        QCOMPARE(labels(stepTicks(geometryOf(0, 3, 600), 80)), QStringList({"0", "1", "2"}));
    }
};

QTEST_GUILESS_MAIN(TestStepColumns)
#include "test_step_columns.moc"
