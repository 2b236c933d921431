#pragma once

#include "core/comparison/bootstrap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// The quantity of an axis: determines the unit and the format of values.
enum class Quantity : uint8_t {
    Number,
    Count,       ///< whole numbers: steps, epochs, images
    Nanoseconds, ///< shown in a suitable unit: ns, µs, ms or s
    Bytes,       ///< likewise: KiB, MiB, GiB
    Share,       ///< 0 to 1, shown in percent
};

enum class AxisScale : uint8_t { Linear, Log };

struct ChartAxis
{
    std::string title; ///< without the unit, which is appended
    Quantity quantity = Quantity::Number;
    std::string unit = {}; ///< of a Number or Count: "samples/s"; other quantities have their own
    AxisScale scale = AxisScale::Linear;
    /// The values with a tick, such as the measured batch sizes; empty: round ones. Ticks that would overlap
    /// are thinned out.
    std::vector<double> ticks = {};
    std::optional<double> minimum = {}; ///< absent: from the data
    std::optional<double> maximum = {};
};

/// How a line is drawn, to tell it from others of the same color.
enum class ChartLine : uint8_t {
    Solid,
    Dashed,
    Dotted,
    DashDotted,
    DashDotDotted,
    LongDashed,
    LongDashDotted,
};

/// The line of a run or setting whose color `before` others have, in reports and in the window.
ChartLine lineAfter(size_t before);

/// Values with one name and color. NaN means missing: a line is broken, a bar is left out.
struct ChartSeries
{
    struct Mark
    {
        double x = 0.0;
        double y = 0.0;
        std::string name = {}; ///< for the tooltip
    };
    std::string name;
    std::string color = {};     ///< "#0072b2", from the light palette; empty: the next of the palette
    std::vector<double> x = {}; ///< of a line chart, sorted; bars have none
    std::vector<double> y = {}; ///< for each x; for bars: for each category
    std::vector<Interval> intervals = {}; ///< around each y; empty: none are shown
    /// For a line chart: single values, such as those whose median is y. Small dots without a line.
    std::vector<Mark> marks = {};
    bool points = false;           ///< mark each value of a line with a dot
    std::vector<bool> hollow = {}; ///< for each dot: drawn as a ring; empty: none is
    ChartLine line = ChartLine::Solid;
    bool faint = false; ///< a thin, pale line behind the others, without a legend entry
};

enum class ChartKind : uint8_t {
    Lines,
    GroupedBars, ///< horizontal: one group per category, in it one bar per series
    StackedBars, ///< horizontal: one bar per category, made of the series' parts
};

/// A chart as plain data.
struct Chart
{
    std::string id; ///< for file names: "images_per_second"
    std::string title;
    std::string note = {}; ///< how to read it, below the title
    ChartKind kind = ChartKind::Lines;
    ChartAxis x = {}; ///< for bars: of the values
    ChartAxis y = {}; ///< for bars: unused
    std::vector<std::string> categories = {};
    /// For bars of a single series: one per bar; empty: the series' color.
    std::vector<std::string> categoryColors = {};
    std::vector<ChartSeries> series = {};
};

enum class ChartColors : uint8_t {
    Light,
    Dark,
    Css, ///< variables of the page's style sheet, as chartCssVariables() defines them; not for Qt
};

struct ChartStyle
{
    double width = 720; ///< pixels
    double height = 0;  ///< 0: as needed by the chart
    ChartColors colors = ChartColors::Light;
    bool titled = true; ///< the chart's title is above it
    std::string font = "Inter, 'Helvetica Neue', Arial, sans-serif";
};

/// The chart as an SVG document, within SVG Tiny 1.2 unless the colors are CSS variables. A series with more
/// points than the picture has pixel columns is drawn as its minimum and maximum in each column.
std::string chartSvg(const Chart& chart, const ChartStyle& style = {});

/// "--chart-text: #1b2430; …", for a rule of the page's style sheet. `colors` is Light or Dark.
std::string chartCssVariables(ChartColors colors);

} // namespace stepscope
