#pragma once

#include <filesystem>
#include <string>

namespace stepscope::ui {

/// Paints an SVG document into a PNG file, enlarged by `scale`. Throws Error.
void paintSvgPicture(const std::string& svg, const std::filesystem::path& png, double scale);

} // namespace stepscope::ui
