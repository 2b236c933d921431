#pragma once

#include <filesystem>
#include <string>

namespace stepscope::ui {

/// Paints an SVG document into a PNG file, `scale` times as large as the document says it is. Throws Error.
void paintSvgPicture(const std::string& svg, const std::filesystem::path& png, double scale);

} // namespace stepscope::ui
