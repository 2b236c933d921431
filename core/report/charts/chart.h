#pragma once

#include "core/comparison/bootstrap.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// What the values of an axis are: decides the unit they are shown in and how they are written.
enum class Quantity : uint8_t {
    Number,
    Count,       ///< whole numbers: steps, epochs, images
    Nanoseconds, ///< shown in the unit that fits: ns, µs, ms or s
    Bytes,       ///< likewise: KiB, MiB, GiB
    Share,       ///< 0 to 1, shown in percent
};

enum class AxisScale : uint8_t { Linear, Log };

struct ChartAxis
{
    std::string title; ///< without the unit, which is put behind it
    Quantity quantity = Quantity::Number;
    std::string unit = {}; ///< of a Number or Count: "images/s"; other quantities know theirs
    AxisScale scale = AxisScale::Linear;
    /// The values that have a tick, such as the batch sizes that were measured; empty: round ones. Those that
    /// would touch each other are thinned out.
    std::vector<double> ticks = {};
    std::optional<double> minimum = {}; ///< absent: as the data have it
    std::optional<double> maximum = {};
};

/// Values of one name and colour. What is NaN is not there: a line is broken, a bar missing.
struct ChartSeries
{
    struct Mark
    {
        double x = 0.0;
        double y = 0.0;
        std::string name = {}; ///< for its tooltip
    };
    std::string name;
    std::string color = {};     ///< "#0072b2", as of the light palette; empty: the next of the palette
    std::vector<double> x = {}; ///< of a line chart, rising; bars have none
    std::vector<double> y = {}; ///< for each x; of bars: for each category
    std::vector<Interval> intervals = {}; ///< about each y; empty: none are shown
    /// Of a line chart: single values, such as those that y is the median of. Small dots that no line joins.
    std::vector<Mark> marks = {};
    bool points = false; ///< each value of a line is marked with a dot
    bool dashed = false;
    bool faint = false; ///< a thin, pale line behind the others, without an entry in the legend
};

enum class ChartKind : uint8_t {
    Lines,
    GroupedBars, ///< horizontal: a group a category, in it a bar a series
    StackedBars, ///< horizontal: a bar a category, made of the series' parts
};

/// A picture of figures, as plain data.
struct Chart
{
    std::string id; ///< for file names: "images_per_second"
    std::string title;
    std::string note = {}; ///< how it is to be read, below the title
    ChartKind kind = ChartKind::Lines;
    ChartAxis x = {}; ///< of bars: the values'
    ChartAxis y = {}; ///< of bars: unused
    std::vector<std::string> categories = {};
    std::vector<std::string> categoryColors =
        {}; ///< of bars of a single series: one each; empty: the series'
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
    double height = 0;  ///< 0: as the chart needs it
    ChartColors colors = ChartColors::Light;
    bool titled = true; ///< the chart's title stands above it
    std::string font = "Inter, 'Helvetica Neue', Arial, sans-serif";
};

/// The chart as an SVG document, within SVG Tiny 1.2 unless the colours are CSS variables. A series of more
/// points than the picture has columns of pixels is drawn as its minimum and maximum in each of them.
std::string chartSvg(const Chart& chart, const ChartStyle& style = {});

/// "--chart-text: #1b2430; …", for a rule of the page's style sheet. `colors` is Light or Dark.
std::string chartCssVariables(ChartColors colors);

} // namespace stepscope
