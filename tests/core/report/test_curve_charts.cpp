#include "core/report/curve_charts.h"

#include "core/run/validation.h"
#include "lab_runs.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

using namespace stepscope;
using namespace stepscope::test;

class TestCurveCharts : public QObject
{
    Q_OBJECT

    static constexpr size_t mostPoints = 2 * 4096;

private Q_SLOTS:
    void fewStepsAreAllDrawn()
    {
        const auto lab = labRun("a", 16, 1'000'000, 100);
        const auto chart = curveChart(lab, CurveQuantity::Loss);
        QCOMPARE(chart.series.size(), size_t(3));
        const auto& raw = chart.series[0];
        QCOMPARE(raw.x.size(), size_t(100));
        for (size_t i = 0; i < 100; ++i) {
            QCOMPARE(raw.x[i], 16.0 * double(i + 1)); // images that were trained on
            QCOMPARE(raw.y[i], double(lab.stored.run.steps[i].loss));
        }
        QCOMPARE(chart.series[1].x, raw.x);
        QVERIFY(chart.series[1].y[1] > raw.y[1]); // smoothed
        QCOMPARE(chart.series[2].x, std::vector<double>{1600.0});
        QCOMPARE(chart.series[2].y, std::vector<double>{0.5});
    }

    void theValidationIsALineOfItsOwn()
    {
        auto lab = labRun("a", 16, 1'000'000, 100);
        Run& run = lab.stored.run;
        run.experiment.validationShare = 0.1;
        run.scalars = validationScalars({.loss = 0.75, .accuracy = 0.5}, run.epochs.back().lastStep, 1000);
        const auto chart = curveChart(lab, CurveQuantity::Loss);
        QCOMPARE(chart.series.size(), size_t(4));
        QCOMPARE(chart.series[3].name, std::string("validation"));
        QCOMPARE(chart.series[3].x, std::vector<double>{1600.0});
        QCOMPARE(chart.series[3].y, std::vector<double>{0.75});
        QCOMPARE(curveChart(lab, CurveQuantity::Accuracy).series.back().y, std::vector<double>{0.5});
    }

    /// As in the window: the test's line is solid, the validation's is dashed.
    void trainingTestAndValidationLookDifferent()
    {
        for (const char* color : {"#0072b2", "#d05500", "#6a5acd"}) {
            auto lab = labRun("a", 16, 1'000'000, 100);
            lab.color = color;
            Run& run = lab.stored.run;
            run.experiment.validationShare = 0.1;
            run.scalars =
                validationScalars({.loss = 0.75, .accuracy = 0.5}, run.epochs.back().lastStep, 1000);
            const auto chart = curveChart(lab, CurveQuantity::Loss);
            QCOMPARE(chart.series.size(), size_t(4));
            QCOMPARE(chart.series[1].color, std::string(color));
            QVERIFY(chart.series[1].line == ChartLine::Solid && chart.series[2].line == ChartLine::Solid);
            QVERIFY(chart.series[3].line == ChartLine::Dashed);
            QVERIFY(chart.series[1].color != chart.series[2].color);
            QVERIFY(chart.series[1].color != chart.series[3].color);
            QVERIFY(chart.series[2].color != chart.series[3].color);
        }
    }

    void whatAProgramLoggedIsDrawnOverItsOwnSteps()
    {
        LabReportRun lab{.file = {}, .stored = {}, .name = "log", .color = "#0072b2"};
        auto& scalars = lab.stored.run.scalars;
        scalars = {{"Loss/train", {{-10, 0, 4.0}, {20, 1, 2.0}, {30, 2, 8.0}, {20, 3, 1.0}}}, // restarted
                   {"Loss/test", {{20, 1, 3.0}}},
                   {"top1", {{10, 0, 50.0}, {20, 1, 90.0}}}};
        const auto loss = loggedChart(lab, CurveQuantity::Loss);
        QCOMPARE(loss.y.title, std::string("Loss/train"));
        QCOMPARE(loss.series.size(), size_t(3));
        QVERIFY(loss.series[0].faint);
        QCOMPARE(loss.series[0].x, (std::vector<double>{-10, 20}));
        QCOMPARE(loss.series[0].y, (std::vector<double>{4.0, 1.0}));
        QCOMPARE(loss.series[1].name, std::string("Loss/train, smoothed"));
        QCOMPARE(loss.series[2].name, std::string("Loss/test"));
        QVERIFY(loss.series[2].points);
        QCOMPARE(loss.series[2].x, std::vector<double>{20});
        const auto accuracy = loggedChart(lab, CurveQuantity::Accuracy);
        QCOMPARE(accuracy.series[0].y, (std::vector<double>{0.5, 0.9})); // logged in per cent
        scalars.erase(scalars.begin(), scalars.begin() + 1);
        QCOMPARE(loggedChart(lab, CurveQuantity::Loss).series[0].y,
                 std::vector<double>{3.0}); // of tests alone
        scalars = {{"reward", {{1, 0, -2.0}, {2, 1, -1.0}}}};
        QVERIFY(loggedChart(lab, CurveQuantity::Loss).series.empty());
        QCOMPARE(tagChart(lab, scalars[0]).series[0].y, (std::vector<double>{-2.0, -1.0}));
    }

    void ofManyStepsEveryPeakIsDrawn()
    {
        constexpr int steps = 100'000;
        auto lab = labRun("a", 2, 1'000, steps);
        constexpr std::array<size_t, 4> peaks{0, 50'001, 77'777, steps - 1};
        for (const auto peak : peaks)
            lab.stored.run.steps[peak].loss = 3.0F + float(peak);
        lab.stored.run.steps[60'000].loss = -1.0F;
        const auto raw = curveChart(lab, CurveQuantity::Loss).series[0];
        QVERIFY(raw.x.size() <= mostPoints);
        QVERIFY(raw.x.size() > mostPoints / 2);
        QVERIFY(std::ranges::is_sorted(raw.x));
        for (const auto peak : peaks) {
            const auto at = std::ranges::find(raw.y, 3.0 + double(peak));
            QVERIFY(at != raw.y.end());
            QCOMPARE(raw.x[size_t(at - raw.y.begin())], 2.0 * double(peak + 1));
        }
        QVERIFY(std::ranges::find(raw.y, -1.0) != raw.y.end());
    }

    void aLossThatIsNotANumberHidesNoOther()
    {
        constexpr int steps = 100'000;
        auto lab = labRun("a", 2, 1'000, steps);
        for (auto& step : lab.stored.run.steps)
            step.loss = step.step % 2 == 0 ? std::numeric_limits<float>::quiet_NaN() : float(step.step);
        const auto raw = curveChart(lab, CurveQuantity::Loss).series[0];
        QVERIFY(std::ranges::none_of(raw.y, [](double y) { return std::isnan(y); }));
        QCOMPARE(raw.y.front(), 1.0);
        QCOMPARE(raw.y.back(), double(steps - 1));
        for (auto& step : lab.stored.run.steps)
            step.loss = step.step % 25 == 0 ? std::numeric_limits<float>::infinity() : float(step.step);
        const auto withInfinity = curveChart(lab, CurveQuantity::Loss).series[0];
        QVERIFY(std::ranges::all_of(withInfinity.y, [](double y) { return std::isfinite(y); }));
        QCOMPARE(withInfinity.y.back(), double(steps - 1));
        for (auto& step : lab.stored.run.steps)
            step.loss = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isnan(curveChart(lab, CurveQuantity::Loss).series[0].y.front()));
    }

    void linesOverTimeEndWhereStepsEnd()
    {
        const std::vector<LabReportRun> runs{labRun("a", 16, 1'000'000, 100), labRun("b", 64, 2'000'000, 50)};
        const auto chart = overlayChart(runs, CurveQuantity::Accuracy, CurveAxis::Time);
        QCOMPARE(chart.series.size(), size_t(4));
        QCOMPARE(chart.series[0].x.front(), 10e6); // the first step takes ten times as long
        QCOMPARE(chart.series[0].x.back(), 109e6);
        QCOMPARE(chart.series[2].x.back(), 118e6);
        QCOMPARE(chart.series[1].x, std::vector<double>{109e6});
    }

    void runsOfTheSameColorHaveDifferentLines()
    {
        std::vector runs{labRun("a", 10, 1'000'000), labRun("b", 10, 1'000'000), labRun("c", 10, 1'000'000)};
        runs[1].color = "#d05500";
        const auto chart = overlayChart(runs, CurveQuantity::Loss, CurveAxis::Images);
        QCOMPARE(chart.series.size(), size_t(6)); // each with its tests
        std::set<std::pair<std::string, ChartLine>> seen;
        for (const auto& series : chart.series)
            seen.emplace(series.color, series.line);
        QCOMPARE(seen.size(), chart.series.size());
        QVERIFY(chart.series[0].line == ChartLine::Solid && chart.series[2].line == ChartLine::Solid);
        QVERIFY(chart.series[4].line == ChartLine::Dashed); // as in the window and in comparisons
        QVERIFY(chartSvg(chart).find("stroke-dasharray=\"5 4\"") != std::string::npos);
    }

    /// Of more than sixteen runs, three have the same color.
    void linesOfTrainingsAndTestsOfOneColorDiffer()
    {
        const std::vector runs{labRun("a", 10, 1'000'000), labRun("b", 10, 1'000'000),
                               labRun("c", 10, 1'000'000)};
        const auto chart = overlayChart(runs, CurveQuantity::Loss, CurveAxis::Images);
        std::set<ChartLine> seen;
        for (const auto& series : chart.series)
            seen.insert(series.line);
        QCOMPARE(seen.size(), size_t(6));
        for (size_t i = 0; i < runs.size(); ++i)
            QVERIFY(chart.series[2 * i].line == lineAfter(i));
    }
};

QTEST_GUILESS_MAIN(TestCurveCharts)
#include "test_curve_charts.moc"
