#pragma once

#include <QImage>

#include <string>

namespace stepscope::ui {

/// The image as the content of a PNG file, to be written by core's functions: Qt cannot write to a path that
/// is not UTF-8. Throws Error if the image is empty or memory is short.
std::string pngBytes(const QImage& image);

} // namespace stepscope::ui
