#pragma once

#include "ui/exports/picture.h"

#include <QImage>
#include <QStringList>

#include <string>

namespace stepscope::ui {

/// The formats that every picture can be written in.
QStringList pictureFormats();

/// The picture in pixels. Throws Error if the size is beyond the limits of checkPicturePixels(), or if memory
/// is short.
QImage pictureImage(const Picture& picture, const PictureOptions& options = {});

/// The picture as the content of a file: "png", "svg" or "pdf". Throws Error.
std::string pictureBytes(const Picture& picture, const PictureOptions& options, const QString& format);

/// Writes PNG, SVG or PDF, by the path's extension, completely or not at all. Throws Error.
void writePicture(const Picture& picture, const PictureOptions& options, const QString& path);

} // namespace stepscope::ui
