#include "core/report/charts/chart.h"

#include "core/report/charts/series_path.h"
#include "core/report/charts/svg.h"
#include "svg_reader.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <fmt/format.h>

#include <cmath>

using namespace stepscope;
using test::readSvg;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Chart lines()
{
    Chart chart{.id = "speed", .title = "Samples per second"};
    chart.x = {.title = "Batch size", .scale = AxisScale::Log, .ticks = {1, 16, 64}};
    chart.y = {.title = "trained", .unit = "samples/s"};
    chart.series.push_back({.name = "cpu", .x = {1, 16, 64}, .y = {200, 520, 640}, .points = true});
    chart.series.push_back({.name = "cuda:0", .x = {1, 16, 64}, .y = {900, 9000, 40000}, .points = true});
    return chart;
}

Chart bars(ChartKind kind, size_t categories)
{
    Chart chart{.title = "Operators", .kind = kind};
    chart.x = {.title = "self time", .quantity = Quantity::Nanoseconds};
    for (size_t i = 0; i < categories; ++i)
        chart.categories.push_back(fmt::format("cuda:0, batch size {}, learning rate 0.05, threads 2", i));
    for (const char* name : {"convolution_backward", "mkldnn_convolution", "addmm"}) {
        chart.series.push_back({.name = name});
        for (size_t i = 0; i < categories; ++i)
            chart.series.back().y.push_back(1e6 * double(i + 1));
    }
    return chart;
}

} // namespace

class TestChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineChartHasTitleUnitLegendAndTheMeasuredTicks()
    {
        const auto svg = readSvg(chartSvg(lines()));
        QCOMPARE(svg.error, QString());
        for (const char* text :
             {"Samples per second", "trained (samples/s)", "Batch size", "cpu", "cuda:0", "1", "16", "64"})
            QVERIFY2(svg.hasText(text), text);
        QCOMPARE(svg.circles, 6 + 2); // two of them in the legend
    }

    /// Also in a narrow chart: the series that is left out may be the one that matters.
    void theLegendNamesAllSeries()
    {
        Chart chart = lines();
        chart.series.clear();
        for (int i = 0; i < 9; ++i)
            chart.series.push_back(
                {.name = fmt::format("adam, learning rate 0.0{}, 2 threads", i), .x = {1, 16}, .y = {2, 3}});
        const auto natural = chartSvg(chart, {.width = 340});
        const double height = readSvg(natural).size.height();
        QVERIFY(height > 284);
        const auto sized = chartSvg(chart, {.width = 340, .height = height}); // as in the window
        for (const auto& series : chart.series) {
            QVERIFY2(readSvg(natural).hasText(series.name.c_str()), series.name.c_str());
            QVERIFY2(readSvg(sized).hasText(series.name.c_str()), series.name.c_str());
        }
        const auto low = readSvg(chartSvg(chart, {.width = 340, .height = 200}));
        QVERIFY(low.hasText(chart.series[3].name.c_str()));
        QVERIFY(!low.hasText(chart.series[8].name.c_str()));
    }

    void theLegendShowsWhereLongNamesOfKernelsDiffer()
    {
        Chart chart = bars(ChartKind::StackedBars, 1);
        const std::string start = "sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize";
        const std::string tiles[] = {start + "128x128x32", start + "256x128x32"};
        chart.series[0].name = tiles[0];
        chart.series[1].name = tiles[1];
        const auto svg = readSvg(chartSvg(chart, {.width = 340}));
        QStringList shown;
        for (const auto& text : svg.texts) {
            if (text.text.startsWith("sm90_xmma_fprop"))
                shown += text.text;
        }
        QCOMPARE(shown.size(), 2);
        QVERIFY2(shown[0].contains("…") && shown[0].endsWith("128x128x32"), qPrintable(shown[0]));
        QVERIFY2(shown[1].contains("…") && shown[1].endsWith("256x128x32"), qPrintable(shown[1]));
    }

    void longNamesAreShorterIfTheLegendThenNamesAll()
    {
        Chart chart = bars(ChartKind::StackedBars, 1);
        chart.series.clear();
        for (int i = 0; i < 7; ++i)
            chart.series.push_back(
                {.name = "vectorized_elementwise_kernel<4, functor>" + std::to_string(i), .y = {1.0}});
        chart.series.push_back({.name = "all others", .y = {1.0}});
        QVERIFY(readSvg(chartSvg(chart, {.width = 520, .height = 260})).hasText("all others"));
        for (int i = 0; i < 7; ++i)
            chart.series.push_back({.name = "another kernel " + std::to_string(i), .y = {1.0}});
        QVERIFY(readSvg(chartSvg(chart, {.width = 520, .height = 260})).hasText("and 11 more"));
    }

    void aSingleSeriesNeedsNoLegend()
    {
        auto chart = lines();
        chart.series.pop_back();
        QVERIFY(!readSvg(chartSvg(chart)).hasText("cpu"));
    }

    void textNeverLiesUponTextOrReachesOut_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        for (int which = 0; which < 6; ++which) {
            for (const double width : {320.0, 720.0}) {
                for (const double height : {0.0, 300.0})
                    QTest::addRow("chart %d, %g x %g", which, width, height) << which << width << height;
            }
        }
    }

    void textNeverLiesUponTextOrReachesOut()
    {
        QFETCH(int, which);
        QFETCH(double, width);
        QFETCH(double, height);
        Chart chart = lines();
        if (which == 1)
            chart.x.ticks = {1, 2, 3, 4, 5, 6, 7, 8, 60, 61, 62, 63, 64};
        if (which == 2) {
            for (int i = 0; i < 30; ++i)
                chart.series.push_back(
                    {.name = "batch size 16, learning rate 0.0" + std::to_string(i), .x = {1}, .y = {5}});
        }
        if (which == 3)
            chart = bars(ChartKind::StackedBars, 3);
        if (which == 4)
            chart = bars(ChartKind::GroupedBars, 2);
        if (which == 5)
            chart = bars(ChartKind::StackedBars, 40);
        const auto svg = readSvg(chartSvg(chart, {.width = width, .height = height}));
        QCOMPARE(test::misplacedText(svg), QString());
    }

    void whatComesFromDataIsEscaped()
    {
        auto chart = lines();
        chart.title = "<script>alert(1)</script> & \"more\"";
        chart.series[0].name = "<b>\x01\xff</b>";
        for (const auto colors : {ChartColors::Light, ChartColors::Css}) {
            const auto text = chartSvg(chart, {.colors = colors});
            QVERIFY(text.find("<script") == std::string::npos && text.find("<b>") == std::string::npos);
            const auto svg = readSvg(text);
            QCOMPARE(svg.error, QString());
            QVERIFY(svg.hasText("<script>alert(1)</script> & \"more\""));
        }
        QCOMPARE(xmlText("a\xed\xa0\x80z\xc0\xaf"),
                 std::string("a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd"));
        QCOMPARE(xmlText("\u202e<\xc2\x9b\u2028 µs"), std::string("\\u202e&lt;\\u009b\\u2028 µs"));
    }

    void colorsAreThoseOfTheThemeOrOfThePage()
    {
        auto chart = lines();
        chart.series[0].color = "#123456";
        const auto light = chartSvg(chart);
        QVERIFY(light.find("#ffffff") != std::string::npos && light.find("#d05500") != std::string::npos);
        QVERIFY(light.find("#123456") != std::string::npos);
        QVERIFY(light.find("style=") == std::string::npos && light.find("var(") == std::string::npos);
        const auto dark = chartSvg(chart, {.colors = ChartColors::Dark});
        QVERIFY(dark.find("#1a1f26") != std::string::npos && dark.find("#f79a4b") != std::string::npos);
        const auto page = chartSvg(chart, {.colors = ChartColors::Css});
        QVERIFY(page.find("var(--chart-2)") != std::string::npos &&
                page.find("#d05500") == std::string::npos);
        QVERIFY(chartCssVariables(ChartColors::Dark).find("--chart-2: #f79a4b;") != std::string::npos);
        chart.series[0].color = "red\"/><script>";
        QVERIFY(chartSvg(chart).find("<script") == std::string::npos);
    }

    void aLongSeriesMakesASmallPicture()
    {
        Chart chart{.title = "Loss"};
        ChartSeries series{.name = "loss"};
        for (int i = 0; i < 100'000; ++i) {
            series.x.push_back(i);
            series.y.push_back(std::sin(i * 0.01) + ((i * 7919) % 1000) * 1e-3);
        }
        chart.series.push_back(series);
        const auto text = chartSvg(chart);
        QVERIFY2(text.size() < 40'000, qPrintable(QString::number(text.size())));
        QCOMPARE(readSvg(text).error, QString());
    }

    void thinningOutKeepsTheLowestAndHighestOfEachColumn()
    {
        std::vector<ChartPoint> points;
        for (int i = 0; i < 1000; ++i)
            points.push_back({i * 0.01, i == 555 ? 99.0 : i == 556 ? -99.0 : double(i % 10)});
        const auto kept = thinnedOut(points);
        QCOMPARE(kept.size(), size_t(20)); // two a pixel
        const auto has = [&](double y) { return std::ranges::count(kept, y, &ChartPoint::y); };
        QCOMPARE(has(99.0), 1);
        QCOMPARE(has(-99.0), 1);
        QVERIFY(std::ranges::is_sorted(kept, {}, &ChartPoint::x));
    }

    void whatIsNotThereBreaksTheLine()
    {
        const std::vector<ChartPoint> points{{0, 1}, {1, 2}, {2, none}, {3, 4}, {4, none}, {5, 6}, {6, 7}};
        QCOMPARE(pathData(points), std::string("M0.0 1.0L1.0 2.0M3.0 4.0h0M5.0 6.0L6.0 7.0"));
        QCOMPARE(pathData(thinnedOut(points)), pathData(points));
    }

    void barsAreStackedOrStandSideBySide()
    {
        QCOMPARE(readSvg(chartSvg(bars(ChartKind::StackedBars, 2))).rects, 1 + 3 + 6); // surface and legend
        QCOMPARE(readSvg(chartSvg(bars(ChartKind::GroupedBars, 2))).rects, 1 + 3 + 6);
        QVERIFY(readSvg(chartSvg(bars(ChartKind::StackedBars, 2))).hasText("6.00 ms")); // the sum
    }

    void valuesThatAreNotFiniteAreLeftOut()
    {
        auto chart = lines();
        chart.series[0].y = {none, 520, std::numeric_limits<double>::infinity()};
        chart.series[0].intervals = {{none, none}, {500, 540}, {none, none}};
        const auto text = chartSvg(chart);
        QVERIFY(text.find("nan") == std::string::npos && text.find("inf") == std::string::npos);
        Chart empty{.title = "Nothing"};
        QCOMPARE(readSvg(chartSvg(empty)).error, QString());
        empty.kind = ChartKind::StackedBars;
        QCOMPARE(readSvg(chartSvg(empty)).error, QString());
    }
};

QTEST_GUILESS_MAIN(TestChart)
#include "test_chart.moc"
