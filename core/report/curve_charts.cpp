#include "core/report/curve_charts.h"

#include "core/base/palette.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/run/curve_points.h"
#include "core/run/curve_smoother.h"
#include "core/run/run_figures.h"
#include "core/run/scalar_roles.h"
#include "core/run/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace stepscope {

namespace {

std::string titleOf(CurveQuantity quantity)
{
    return translated(quantity == CurveQuantity::Loss ? translatable("Loss") : translatable("Accuracy"));
}

double valueOf(const StepMetrics& step, CurveQuantity quantity)
{
    if (quantity == CurveQuantity::Loss)
        return double(step.loss);
    return step.accuracy();
}

/// Where steps end on the axis: images or nanoseconds since the run began. Must be called in the order of the
/// steps.
class StepPositions
{
public:
    StepPositions(const Run& run, CurveAxis axis)
        : m_steps(run.steps)
        , m_axis(axis)
    {
    }

    double of(size_t step)
    {
        if (m_axis == CurveAxis::Time)
            return double(m_steps[step].startNs + m_steps[step].durationNs);
        for (; m_next <= step; ++m_next)
            m_images += m_steps[m_next].images;
        return m_images;
    }

private:
    std::span<const StepMetrics> m_steps;
    CurveAxis m_axis;
    size_t m_next = 0; ///< the first step whose images are not yet counted
    double m_images = 0;
};

/// A line through points sorted by x. Of many points, it keeps the lowest and the highest of each group of
/// neighbors; most groups are narrower than a pixel, so the line looks the same.
class ThinnedLine
{
public:
    /// `count`: the number of points to be added.
    explicit ThinnedLine(size_t count)
        : m_groupSize((count + mostGroups - 1) / mostGroups)
    {
    }

    void add(double x, double y)
    {
        // A value that is not finite is a gap in the line; any number of its group replaces it.
        const Point point{x, std::isfinite(y) ? y : std::numeric_limits<double>::quiet_NaN()};
        if (m_inGroup == 0)
            m_lowest = m_highest = point;
        if (point.y < m_lowest.y || std::isnan(m_lowest.y))
            m_lowest = point;
        if (point.y > m_highest.y || std::isnan(m_highest.y))
            m_highest = point;
        if (++m_inGroup >= m_groupSize)
            endGroup();
    }

    ChartSeries take()
    {
        endGroup();
        return std::move(m_series);
    }

private:
    static constexpr size_t mostGroups = 4096;
    struct Point
    {
        double x = 0;
        double y = 0;
    };

    void endGroup()
    {
        if (m_inGroup == 0)
            return;
        m_inGroup = 0;
        if (m_highest.x < m_lowest.x)
            std::swap(m_lowest, m_highest);
        append(m_lowest);
        if (m_highest.x > m_lowest.x)
            append(m_highest);
    }

    void append(const Point& point)
    {
        m_series.x.push_back(point.x);
        m_series.y.push_back(point.y);
    }

    size_t m_groupSize;
    size_t m_inGroup = 0;
    Point m_lowest;
    Point m_highest;
    ChartSeries m_series;
};

enum class Smoothing : uint8_t { Off, On };

CurveSmoother smootherOf(size_t count)
{
    return CurveSmoother(1.0 - 1.0 / std::max(1.0, curveSmoothing * double(count)));
}

ChartSeries lineOf(const Run& run, CurveQuantity quantity, CurveAxis axis, Smoothing smoothing)
{
    CurveSmoother smoother = smootherOf(run.steps.size());
    StepPositions positions(run, axis);
    ThinnedLine line(run.steps.size());
    for (size_t i = 0; i < run.steps.size(); ++i) {
        const double value = valueOf(run.steps[i], quantity);
        line.add(positions.of(i), smoothing == Smoothing::On ? double(smoother.next(float(value))) : value);
    }
    return line.take();
}

ChartSeries lineOf(const ScalarSeries& series, double factor, Smoothing smoothing)
{
    CurvePoints points;
    points.advance(series, series.points.size());
    CurveSmoother smoother = smootherOf(points.size());
    ThinnedLine line(points.size());
    for (const ScalarPoint& point : points.all()) {
        const double value = factor * point.value;
        line.add(double(point.step),
                 smoothing == Smoothing::On ? double(smoother.next(float(value))) : value);
    }
    return line.take();
}

/// The factor that converts a series' values to shares.
double shareFactor(const ScalarSeries& series, CurveQuantity quantity)
{
    return quantity == CurveQuantity::Accuracy ? perCentFactor(series) / 100 : 1.0;
}

void addLogged(Chart& chart, const ScalarSeries& series, double factor, const std::string& color)
{
    chart.x.minimum.reset(); // a program may start counting at any number
    chart.y.title = series.tag;
    auto raw = lineOf(series, factor, Smoothing::Off);
    auto line = lineOf(series, factor, Smoothing::On);
    raw.faint = true;
    raw.color = line.color = color;
    line.points = line.x.size() == 1;
    line.name = translated("{tag}, smoothed", {{"tag", series.tag}});
    chart.series.push_back(std::move(raw));
    chart.series.push_back(std::move(line));
}

// As in the window's Curves: tests are orange with a solid line, validations violet with a dashed one.
constexpr size_t testColor = 1; ///< in Palette::series
constexpr size_t validationColor = 6;

/// A color beside that of the run's training, which may have the same.
std::string colorBeside(const std::string& training, size_t wanted)
{
    const auto& colors = lightPalette().series;
    return std::string(colors[wanted] == training ? colors[0] : colors[wanted]);
}

ChartSeries tests(const Run& run, CurveQuantity quantity, CurveAxis axis)
{
    ChartSeries series{.points = true};
    StepPositions positions(run, axis);
    int64_t before = -1;
    for (const auto& epoch : run.epochs) {
        if (epoch.testImages == 0 || epoch.lastStep < before || epoch.lastStep < 0 ||
            epoch.lastStep >= int64_t(run.steps.size()))
            continue;
        before = epoch.lastStep;
        series.x.push_back(positions.of(size_t(epoch.lastStep)));
        series.y.push_back(quantity == CurveQuantity::Loss ? epoch.testLoss : epoch.testAccuracy());
    }
    return series;
}

ChartSeries validations(const Run& run, CurveQuantity quantity, CurveAxis axis)
{
    ChartSeries series{.points = true, .line = ChartLine::Dashed};
    StepPositions positions(run, axis);
    int64_t before = -1;
    for (const auto& epoch : run.epochs) {
        const auto result = validationAfter(run, epoch.lastStep);
        if (!result || epoch.lastStep < before || epoch.lastStep < 0 ||
            epoch.lastStep >= int64_t(run.steps.size()))
            continue;
        before = epoch.lastStep;
        series.x.push_back(positions.of(size_t(epoch.lastStep)));
        series.y.push_back(quantity == CurveQuantity::Loss ? result->loss : result->accuracy);
    }
    return series;
}

Chart emptyChart(CurveQuantity quantity, CurveAxis axis)
{
    Chart chart{.title = titleOf(quantity)};
    switch (axis) {
    case CurveAxis::Images:
        chart.x = {.title = translated("Samples trained on"), .quantity = Quantity::Count};
        break;
    case CurveAxis::Time:
        chart.x = {.title = translated("Time since training began"), .quantity = Quantity::Nanoseconds};
        break;
    case CurveAxis::LoggedSteps:
        chart.x = {.title = translated("Logged steps"), .quantity = Quantity::Count};
        break;
    }
    chart.x.minimum = 0;
    if (quantity == CurveQuantity::Accuracy) {
        chart.y.quantity = Quantity::Share;
        chart.y.title = translated("correct");
    } else {
        chart.y.title = translated("loss");
    }
    return chart;
}

/// What the loss of a run is, as far as it is known.
std::string lossTitle(const Run& run)
{
    if (run.kind == RunKind::Program)
        return translated("loss");
    if (returnsLoss(run.experiment))
        return translated("loss that the model returns");
    switch (taskOf(run.experiment)) {
    case Task::NextCharacter:
        return translated("mean cross entropy");
    case Task::Reconstruction:
        return translated("mean squared error");
    case Task::Classification:
        break;
    }
    return translated("mean negative log likelihood");
}

/// The noise of small batches reaches far above the range of interest.
double highestOfInterest(const Chart& chart)
{
    double highest = 0;
    for (const auto& series : chart.series) {
        if (series.faint)
            continue;
        for (const double value : series.y)
            highest = std::max(highest, std::isfinite(value) ? value : 0.0);
    }
    return highest;
}

} // namespace

Chart curveChart(const LabReportRun& run, CurveQuantity quantity)
{
    auto chart = emptyChart(quantity, CurveAxis::Images);
    const Run& stored = run.stored.run;
    if (stored.steps.empty())
        return chart;
    auto raw = lineOf(stored, quantity, CurveAxis::Images, Smoothing::Off);
    auto line = lineOf(stored, quantity, CurveAxis::Images, Smoothing::On);
    raw.faint = true;
    raw.color = line.color = run.color;
    line.name = translated("training, smoothed");
    auto test = tests(stored, quantity, CurveAxis::Images);
    test.name = translated("test");
    test.color = colorBeside(run.color, testColor);
    chart.series = {std::move(raw), std::move(line)};
    if (!test.x.empty())
        chart.series.push_back(std::move(test));
    auto validation = validations(stored, quantity, CurveAxis::Images);
    validation.name = translated("validation");
    validation.color = colorBeside(run.color, validationColor);
    if (!validation.x.empty())
        chart.series.push_back(std::move(validation));
    if (quantity == CurveQuantity::Loss) {
        chart.y.title = lossTitle(stored);
        chart.y.maximum = 1.5 * highestOfInterest(chart);
    }
    return chart;
}

Chart loggedChart(const LabReportRun& run, CurveQuantity quantity)
{
    auto chart = emptyChart(quantity, CurveAxis::LoggedSteps);
    const Run& stored = run.stored.run;
    const auto roles = roleSeries(stored.scalars, stored.experiment.network);
    const bool isLoss = quantity == CurveQuantity::Loss;
    const auto* training = roles[size_t(isLoss ? ScalarRole::TrainLoss : ScalarRole::TrainAccuracy)];
    const auto* test = roles[size_t(isLoss ? ScalarRole::TestLoss : ScalarRole::TestAccuracy)];
    const auto* main = training ? training : test; // a log with only tests is a curve, too
    if (!main || main->points.empty())
        return chart;
    addLogged(chart, *main, shareFactor(*main, quantity), run.color);
    if (test && test != main && !test->points.empty()) {
        auto dots = lineOf(*test, shareFactor(*test, quantity), Smoothing::Off);
        dots.points = true;
        dots.name = test->tag;
        dots.color = colorBeside(run.color, testColor);
        chart.series.push_back(std::move(dots));
    }
    const double highest = highestOfInterest(chart);
    if (isLoss && highest > 0)
        chart.y.maximum = 1.5 * highest;
    return chart;
}

Chart tagChart(const LabReportRun& run, const ScalarSeries& series)
{
    auto chart = emptyChart(CurveQuantity::Loss, CurveAxis::LoggedSteps);
    chart.title = series.tag;
    addLogged(chart, series, 1.0, run.color);
    return chart;
}

/// The lines of the training and of the tests of a run whose color `before` other runs have.
static std::pair<ChartLine, ChartLine> linesOf(size_t before)
{
    // Others than those of the trainings beside them.
    static constexpr std::array ofTests{ChartLine::LongDashed, ChartLine::LongDashDotted,
                                        ChartLine::DashDotDotted};
    const size_t place = before % ofTests.size();
    return {lineAfter(place), ofTests[place]};
}

Chart overlayChart(std::span<const LabReportRun> runs, CurveQuantity quantity, CurveAxis axis)
{
    auto chart = emptyChart(quantity, axis);
    const auto isOfSameLoss = [&](const LabReportRun& run) {
        return lossTitle(run.stored.run) == lossTitle(runs.front().stored.run);
    };
    if (quantity == CurveQuantity::Loss && !runs.empty() && std::ranges::all_of(runs, isOfSameLoss))
        chart.y.title = lossTitle(runs.front().stored.run);
    std::map<std::string, size_t> ofColor; // runs so far
    for (const auto& run : runs) {
        const auto [trainingLine, testLine] = linesOf(ofColor[run.color]++); // the same in each chart
        if (run.stored.run.steps.empty() ||
            (quantity == CurveQuantity::Accuracy && !hasAccuracy(run.stored.run)))
            continue;
        auto line = lineOf(run.stored.run, quantity, axis, Smoothing::On);
        line.name = run.name;
        line.color = run.color;
        line.line = trainingLine;
        chart.series.push_back(std::move(line));
        if (auto test = tests(run.stored.run, quantity, axis); !test.x.empty()) {
            test.color = run.color;
            test.line = testLine;                    // to tell it from the training, which has the same color
            chart.series.push_back(std::move(test)); // without a name: the run is already in the legend
        }
    }
    return chart;
}

} // namespace stepscope
