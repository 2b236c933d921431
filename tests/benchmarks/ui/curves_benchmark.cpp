// The cost of a frame of the curves, compared with passing every point to QCustomPlot.

#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_ranges.h"
#include "ui/theme/theme.h"

#include <benchmark/benchmark.h>

#include <QApplication>

#include <limits>
#include <map>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr QSize windowSize(1200, 800);
constexpr double smoothing = 0.9;

/// The random numbers of fallingRun() are expensive: a million steps are generated, and repeated slightly
/// lower each time.
Run longRun(int64_t steps)
{
    Run run = fallingRun(std::min<int64_t>(steps, 1'000'000));
    const auto part = run.steps;
    run.steps.reserve(size_t(steps));
    while (int64_t(run.steps.size()) < steps) {
        StepMetrics step = part[run.steps.size() % part.size()];
        step.step = int64_t(run.steps.size());
        step.startNs = step.step * 4'200'000;
        step.loss *= 0.9F;
        run.steps.push_back(step);
    }
    return run;
}

struct Curves
{
    CurveData data;
    CurvePlot plot{&data};

    explicit Curves(const Run& run)
    {
        data.setSmoothing(smoothing);
        data.setRun(&run);
        data.advance(std::numeric_limits<size_t>::max() / 2);
        plot.resize(windowSize);
        plot.setXKind(CurveX::Step);
        plot.updateSeries();
        plot.show();
        plot.fit();
    }

    void zoomTo(double share)
    {
        const QCPRange whole = wholeXRange(data, plot.xKind());
        const double middle = whole.center() - 0.2 * whole.size();
        plot.setXRange({middle - whole.size() * share / 2, middle + whole.size() * share / 2});
        plot.fitValues();
    }
};

/// All points of the same four lines in QCustomPlot itself, with pens and fitting as above.
struct AllPoints
{
    QCustomPlot plot;

    explicit AllPoints(Curves& curves)
    {
        plot.resize(windowSize);
        plot.setPlottingHint(QCP::phFastPolylines);
        plot.plotLayout()->clear();
        for (int panel = 0; panel < 2; ++panel) {
            auto* rect = new QCPAxisRect(&plot);
            plot.plotLayout()->addElement(panel, 0, rect);
            const auto quantity = CurveQuantity(panel);
            add(rect, curves, curves.data.raw(quantity), QPen(Qt::gray, 1), false);
            add(rect, curves, curves.data.smoothed(quantity), QPen(Qt::blue, 2), true);
        }
        plot.show();
        plot.rescaleAxes();
    }

    void add(QCPAxisRect* rect, Curves& curves, const CurvePyramid& pyramid, const QPen& pen,
             bool antialiased)
    {
        QCPGraph* graph = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graph->setPen(pen);
        graph->setAntialiased(antialiased);
        QVector<QCPGraphData> points;
        points.reserve(qsizetype(pyramid.size()));
        for (size_t i = 0; i < pyramid.size(); ++i)
            points.append({curves.plot.mapping().at(i), double(pyramid.values[i])});
        graph->data()->set(points, true);
    }
};

/// Data created once for all benchmarks, by number of steps.
struct Kept
{
    std::map<int64_t, Run> runs;
    std::map<int64_t, Curves> curves;
    std::map<int64_t, AllPoints> allPoints;

    const Run& run(int64_t steps)
    {
        const auto found = runs.find(steps);
        return found != runs.end() ? found->second : runs.emplace(steps, longRun(steps)).first->second;
    }
    Curves& curvesOf(int64_t steps) { return curves.try_emplace(steps, run(steps)).first->second; }
    AllPoints& allPointsOf(int64_t steps)
    {
        return allPoints.try_emplace(steps, curvesOf(steps)).first->second;
    }
};

Kept* kept = nullptr;

void frame(benchmark::State& state, CurveX kind, double share)
{
    Curves& curves = kept->curvesOf(state.range(0));
    curves.plot.setXKind(kind);
    curves.zoomTo(share);
    for (auto _ : state)
        curves.plot.replot(QCustomPlot::rpImmediateRefresh);
    curves.plot.setXKind(CurveX::Step);
}

/// Fits both axes, then paints, like the window in follow mode.
void followingFrame(benchmark::State& state)
{
    Curves& curves = kept->curvesOf(state.range(0));
    for (auto _ : state) {
        curves.plot.fit();
        curves.plot.replot(QCustomPlot::rpImmediateRefresh);
    }
}

void frameWithAllPoints(benchmark::State& state, double share)
{
    Curves& curves = kept->curvesOf(state.range(0));
    AllPoints& points = kept->allPointsOf(state.range(0));
    curves.zoomTo(share);
    for (QCPAxisRect* rect : points.plot.axisRects())
        rect->axis(QCPAxis::atBottom)->setRange(curves.plot.loss().x->range());
    for (auto _ : state)
        points.plot.replot(QCustomPlot::rpImmediateRefresh);
}

void takingInSteps(benchmark::State& state)
{
    const Run& run = kept->run(state.range(0));
    for (auto _ : state) {
        CurveData data;
        data.setSmoothing(smoothing);
        data.setRun(&run);
        data.advance(std::numeric_limits<size_t>::max() / 2);
        benchmark::DoNotOptimize(data.size());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void movingTheSmoothingSlider(benchmark::State& state)
{
    CurveData data;
    data.setRun(&kept->run(state.range(0)));
    data.advance(std::numeric_limits<size_t>::max() / 2);
    double weight = 0.5;
    for (auto _ : state) {
        weight = weight < 0.9 ? weight + 0.01 : 0.5;
        data.setSmoothing(weight);
        data.advance(std::numeric_limits<size_t>::max() / 2);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

constexpr int64_t longest = 10'000'000;

BENCHMARK_CAPTURE(frame, whole_run, CurveX::Step, 1.0)
    ->Arg(13'132)
    ->Arg(1'000'000)
    ->Arg(longest)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, whole_run_by_seconds, CurveX::Seconds, 1.0)
    ->Arg(longest)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, zoomed_to_a_tenth, CurveX::Step, 0.1)->Arg(longest)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, zoomed_to_1000_steps, CurveX::Step, 1e-4)
    ->Arg(longest)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(followingFrame)->Arg(longest)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frameWithAllPoints, whole_run, 1.0)
    ->Arg(13'132)
    ->Arg(1'000'000)
    ->Arg(longest)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frameWithAllPoints, zoomed_to_a_tenth, 0.1)->Arg(longest)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frameWithAllPoints, zoomed_to_1000_steps, 1e-4)
    ->Arg(longest)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(takingInSteps)->Arg(longest)->Unit(benchmark::kMillisecond);
BENCHMARK(movingTheSmoothingSlider)->Arg(longest)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().apply();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    Kept all; // destroyed before the application, because it has widgets
    kept = &all;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
