#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/graph/dot_process.h"
#include "core/graph/graph_dot.h"
#include "core/graph/graph_layout.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope {

namespace {

/// Twice the screen's 96 dots per inch is legible in a report; a large graph would become a picture of
/// gigabytes.
std::string pictureDpi(const NetworkGraph& graph)
{
    return graph.nodes.size() <= 50 ? "-Gdpi=192" : graph.nodes.size() <= 200 ? "-Gdpi=96" : "-Gdpi=72";
}

std::string_view withoutEndingSpace(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// Whether an SVG draws anything; dot fills at least the background.
bool hasShape(std::string_view svg)
{
    constexpr std::array<std::string_view, 4> shapes = {"<polygon", "<path", "<ellipse", "<text"};
    return std::ranges::any_of(shapes, [&](auto shape) { return svg.find(shape) != std::string_view::npos; });
}

/// Whether the picture starts and ends like its format, so that it is complete, and is not empty.
bool isPicture(std::string_view picture, const std::string& format)
{
    if (format == "svg")
        return (picture.starts_with("<?xml") || picture.starts_with("<svg")) &&
               picture.find("<svg") != std::string_view::npos &&
               picture.find('\0') == std::string_view::npos && hasShape(picture) &&
               withoutEndingSpace(picture).ends_with("</svg>");
    if (format == "png")
        return picture.starts_with("\x89PNG\r\n\x1a\n") && picture.substr(0, 16).ends_with("IHDR") &&
               picture.ends_with("IEND\xae\x42\x60\x82"); // the last chunk's name and checksum
    return picture.starts_with("%PDF-") && withoutEndingSpace(picture).ends_with("%%EOF");
}

std::string upperCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    return text;
}

std::string picture(const NetworkGraph& graph, const std::string& format, const LayoutLimits& limits,
                    const LayoutProgress& progress, const std::vector<std::string>& edgeTexts)
{
    std::vector<std::string> arguments{"-T" + format};
    if (format == "png")
        arguments.push_back(pictureDpi(graph));
    auto text = runDot(
                    arguments, [&](LayoutEffort effort) { return dotForPicture(graph, effort, edgeTexts); },
                    {}, limits, progress)
                    .text;
    if (!isPicture(text, format))
        throw Error(translated(
            "The graph cannot be drawn because Graphviz's dot wrote an incomplete {format} picture.",
            {{"format", upperCase(format)}}));
    return text;
}

} // namespace

PictureTime::PictureTime(LayoutProgress progress, std::chrono::milliseconds total)
    : m_progress(std::move(progress))
    , m_total(total)
    , m_left(total)
{
}

std::string PictureTime::pictureOf(const NetworkGraph& graph, const std::string& format)
{
    using Clock = std::chrono::steady_clock;
    if (m_left <= std::chrono::milliseconds::zero())
        throw Error(
            translated("The graph cannot be drawn because Graphviz's dot found no layout within {time}.",
                       {{"time", formatSeconds(std::chrono::duration<double>(m_total).count())}}));
    const auto begin = Clock::now();
    const auto use = [&] {
        m_left -= std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    };
    try {
        const auto full = m_left * 3 / 5;
        auto text = picture(graph, format, {.full = full, .coarse = m_left - full}, m_progress, {});
        use();
        if (format == "svg")
            text.erase(0, text.find("<svg"));
        return text;
    } catch (...) {
        use();
        throw;
    }
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
        throw Error(
            translated("{file}: a graph can be written as .svg, .png, .pdf or .dot, not as \"{format}\".",
                       {{"file", file.string()}, {"format", format}}));
    writeFileAtomically(file, picture(graph, format.substr(1), {}, {}, edgeTexts));
}

} // namespace stepscope
