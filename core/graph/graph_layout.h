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

/// Where to draw a graph, in points, y down. Indices are those of the NetworkGraph.
struct GraphLayout
{
    double width = 0.0;
    double height = 0.0;
    std::vector<LayoutBox> nodes;
    std::vector<LayoutBox> layers;               ///< an empty box for a layer without nodes
    std::vector<std::vector<LayoutPoint>> edges; ///< Béziers: 3k + 1 points, arrow at the last
    bool coarse = false; ///< layers were left out because the full layout took too long
};

/// How long dot may take before it is killed: for the full layout, then for the coarse one.
struct LayoutLimits
{
    std::chrono::milliseconds full = std::chrono::seconds(10);
    std::chrono::milliseconds coarse = std::chrono::seconds(10);
};

/// Called about once a second, on the calling thread, while dot works at a layout.
using LayoutProgress = std::function<void(LayoutEffort effort, std::chrono::milliseconds elapsed)>;

/// Lays a graph out with Graphviz's dot as a child process. Killed when it takes longer than its limit, then
/// tried again without the layers' clusters and with straight edges. Throws Error when dot is missing,
/// fails or answers with something else than a layout, and when `stop` is requested. `sizes` has a size for
/// each node.
GraphLayout layoutGraph(const NetworkGraph& graph, const DrawnSizes& sizes, std::stop_token stop = {},
                        LayoutLimits limits = {}, const LayoutProgress& progress = {});

/// How long the pictures of one report may keep it waiting for dot, all of them together.
class PictureTime
{
public:
    explicit PictureTime(LayoutProgress progress = {},
                         std::chrono::milliseconds total = std::chrono::seconds(10));

    /// The graph as a picture of the format svg, png or pdf; SVG begins with its element, for use in a page.
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
