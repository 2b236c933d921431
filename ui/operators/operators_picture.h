#pragma once

#include <QImage>

#include <filesystem>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// The ten operators with the most self time as a picture for a report: light, 1600 pixels wide. Says so if
/// the run has no profile.
QImage operatorsPicture(const Run& run);

/// Writes the picture as PNG. Throws stepscope::Error.
void paintOperatorsPicture(const Run& run, const std::filesystem::path& pngFile);

} // namespace stepscope::ui
