#include "app/picture_export.h"

#include "app/command.h"
#include "core/base/text/ascii.h"
#include "core/language/translation.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace stepscope {

namespace {

std::string formatList()
{
    return fmt::format("{}", fmt::join(pictureFormatNames, ", "));
}

/// The format of the file's extension; empty without one.
std::string formatOfFile(const std::string& file)
{
    auto extension = extensionOf(file);
    if (!extension.empty() && !isPictureFormat(extension))
        throw UsageError(
            translated("--out is {file}, but the extension of a picture must be one of {formats}.",
                       {{"file", file}, {"formats", formatList()}}));
    return extension;
}

PictureOptions readOptions(const PictureChoice& choice, bool isPng)
{
    PictureOptions options{.scale = 1.0, .dark = choice.dark};
    try {
        if (!choice.scale.empty())
            readPictureScale(options, choice.scale, "--scale");
        if (!choice.size.empty())
            readPictureSize(options, choice.size, "--size");
        if (options.width > 0)
            checkPicturePixels(options.width, options.height, isPng ? options.scale : 1.0);
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
    return options;
}

} // namespace

void addPictureOptions(CLI::App& command, PictureChoice& choice)
{
    command
        .add_option("--size", choice.size,
                    translated("Size of a picture in pixels, as in 1920x1080; by default its own"))
        ->option_text("WIDTHxHEIGHT");
    command
        .add_option(
            "--scale", choice.scale,
            translated("Enlarges a PNG with its text and lines, from 1 (the default) to 3: --size 800x600 "
                       "--scale 2 has 1600 × 1200 pixels"))
        ->option_text("NUMBER");
    command.add_flag("--dark", choice.dark, translated("A picture in dark colors instead of light ones"));
}

std::string extensionOf(const std::string& file)
{
    auto extension = lowerCase(std::filesystem::path(file).extension().string());
    return extension.empty() ? extension : extension.substr(1);
}

bool isPictureName(const std::string& name)
{
    return std::ranges::find(pictureNames, std::string_view(name)) != pictureNames.end();
}

bool isPictureFormat(const std::string& format)
{
    return std::ranges::find(pictureFormatNames, std::string_view(format)) != pictureFormatNames.end();
}

std::string pictureNameList()
{
    return fmt::format("{}", fmt::join(pictureNames, ", "));
}

PictureRequest pictureRequest(const std::string& name, const std::string& format, const std::string& file,
                              const PictureChoice& choice)
{
    if (!format.empty() && !isPictureFormat(format))
        throw UsageError(translated("--format is {value}, but {name} is a picture; allowed: {formats}.",
                                    {{"value", format}, {"name", name}, {"formats", formatList()}}));
    const auto ofFile = formatOfFile(file);
    if (!format.empty() && !ofFile.empty() && ofFile != format)
        throw UsageError(translated(
            "--out is {file}, but --format is {format}: name the file accordingly, or omit --format.",
            {{"file", file}, {"format", format}}));
    const std::string standard(pictureFormatNames.front());
    PictureRequest request{.name = name,
                           .format = !format.empty()  ? format
                                     : ofFile.empty() ? standard
                                                      : ofFile,
                           .options = {}};
    const bool isPng = request.format == pictureFormatNames.front();
    if (!isPng && !choice.scale.empty())
        throw UsageError(translated("--scale applies only to PNG: {format} is a vector format.",
                                    {{"format", request.format}}));
    request.options = readOptions(choice, isPng);
    return request;
}

std::string paintedPicture(const PictureRequest& request, const Run& run, const Environment& environment)
{
#ifdef STEPSCOPE_GUI
    const auto painter = ui::makePicturePainter();
    if (const auto problem = painter->problem(); !problem.empty())
        throw Error(problem);
    return painter->paintView(request, run, environment);
#else
    (void)run;
    (void)environment;
    throw Error(translated("This build of Stepscope has no window and cannot draw the picture {name}.",
                           {{"name", request.name}}));
#endif
}

} // namespace stepscope
