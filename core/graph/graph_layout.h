#pragma once

#include "core/graph/graph_dot.h"
#include "core/graph/network_graph.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope {

struct LayoutPoint
{
    double x = 0.0;
    double y = 0.0;
};

struct LayoutBox
{
    double x = 0.0; ///< left
    double y = 0.0; ///< top
    double width = 0.0;
    double height = 0.0;
};

/// The positions of a graph's parts, in points, y down. Indices are those of the NetworkGraph.
struct GraphLayout
{
    double width = 0.0;
    double height = 0.0;
    std::vector<LayoutBox> nodes;
    std::vector<LayoutBox> layers;               ///< an empty box for a layer without nodes
    std::vector<std::vector<LayoutPoint>> edges; ///< Béziers: 3k + 1 points, arrow at the last one
    bool coarse = false;                         ///< without layers, because the full layout took too long
};

/// Time limits for dot before it is killed: for the full layout, then for the coarse one.
struct LayoutLimits
{
    std::chrono::milliseconds full = std::chrono::seconds(10);
    std::chrono::milliseconds coarse = std::chrono::seconds(10);
};

/// Called about once a second, on the calling thread, while dot computes a layout.
using LayoutProgress = std::function<void(LayoutEffort effort, std::chrono::milliseconds elapsed)>;

/// Computes a layout with Graphviz's dot as a child process. It is killed when it exceeds its time limit, and
/// started again without the layers' clusters and with straight edges. Throws Error when dot is missing,
/// fails or writes anything other than a layout, and when `stop` is requested. `sizes` has a size for each
/// node.
GraphLayout layoutGraph(const NetworkGraph& graph, const DrawnSizes& sizes, std::stop_token stop = {},
                        LayoutLimits limits = {}, const LayoutProgress& progress = {});

/// Limits the total time that one report waits for dot to draw its pictures.
class PictureTime
{
public:
    explicit PictureTime(LayoutProgress progress = {},
                         std::chrono::milliseconds total = std::chrono::seconds(10));

    /// The graph as a picture in the format svg, png or pdf; SVG starts with its element, for use in a page.
    /// Throws Error, also when the time is used up.
    std::string pictureOf(const NetworkGraph& graph, const std::string& format);

private:
    LayoutProgress m_progress;
    std::chrono::milliseconds m_total;
    std::chrono::milliseconds m_left;
};

/// Writes the graph as a picture; the format is the file's extension: svg, png, pdf or dot. Edge texts as in
/// dotForPicture(). Throws Error.
void writeGraphPicture(const NetworkGraph& graph, const std::filesystem::path& file,
                       const std::vector<std::string>& edgeTexts = {});

} // namespace stepscope
