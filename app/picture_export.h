#pragma once

#include "core/exchange/report.h"

#include <CLI/CLI.hpp>

#include <string>

namespace stepscope {

/// The options of a picture as given on the command line.
struct PictureChoice
{
    std::string size;
    std::string scale;
    bool dark = false;

    bool any() const { return !size.empty() || !scale.empty() || dark; }
};

/// Adds --size, --scale and --dark.
void addPictureOptions(CLI::App& command, PictureChoice& choice);

/// The extension of a file's name, in lower case and without its dot.
std::string extensionOf(const std::string& file);

bool isPictureName(const std::string& name);
bool isPictureFormat(const std::string& format);
/// "overview, curves, …".
std::string pictureNameList();

/// The picture to paint. An empty format is that of the file's extension, otherwise PNG. Throws UsageError,
/// also if the file has the extension of another format.
PictureRequest pictureRequest(const std::string& name, const std::string& format, const std::string& file,
                              const PictureChoice& choice);

/// The content of the picture's file. Throws Error, also in a build without the window.
std::string paintedPicture(const PictureRequest& request, const Run& run, const Environment& environment);

} // namespace stepscope
