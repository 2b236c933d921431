#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/graph/dot_process.h"
#include "core/graph/graph_dot.h"
#include "core/graph/graph_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

/// Twice the screen's 96 dots per inch reads well in a report; a large graph would become a picture of
/// gigabytes.
std::string pictureDpi(const NetworkGraph& graph)
{
    return graph.nodes.size() <= 50 ? "-Gdpi=192" : graph.nodes.size() <= 200 ? "-Gdpi=96" : "-Gdpi=72";
}

std::string picture(const NetworkGraph& graph, const std::string& format,
                    const std::vector<std::string>& edgeTexts = {})
{
    std::vector<std::string> arguments{"-T" + format};
    if (format == "png")
        arguments.push_back(pictureDpi(graph));
    return runDot(arguments, [&](LayoutEffort effort) { return dotForPicture(graph, effort, edgeTexts); }, {},
                  {.full = std::chrono::seconds(20), .coarse = std::chrono::minutes(1)})
        .text;
}

} // namespace

std::string graphPictureText(const NetworkGraph& graph, const std::string& format)
{
    auto text = picture(graph, format);
    if (format == "svg")
        text.erase(0, std::min(text.find("<svg"), text.size()));
    return text;
}

void writeGraphPicture(const NetworkGraph& graph, const std::filesystem::path& file,
                       const std::vector<std::string>& edgeTexts)
{
    const auto format = file.extension().string();
    if (format == ".dot") {
        writeFileAtomically(file, dotForPicture(graph, LayoutEffort::Full, edgeTexts));
        return;
    }
    if (format != ".svg" && format != ".png" && format != ".pdf")
        throw Error(fmt::format("{}: a graph can be written as .svg, .png, .pdf or .dot, not as \"{}\".",
                                file.string(), format));
    writeFileAtomically(file, picture(graph, format.substr(1), edgeTexts));
}

} // namespace stepscope
