#include "core/pictures/picture_options.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/parse_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

void checkPictureSize(int width, int height, double scale)
{
    if (std::min(width, height) < leastPictureSide)
        throw Error(translated(
            "A picture of {size} is too small; the minimum is {least} × {least}.",
            {{"size", fmt::format("{} × {}", width, height)}, {"least", std::to_string(leastPictureSide)}}));
    checkPicturePixels(width, height, scale);
}

void checkPicturePixels(int width, int height, double scale)
{
    const double pixelWidth = std::round(width * scale);
    const double pixelHeight = std::round(height * scale);
    const auto pixels = fmt::format("{:.0f} × {:.0f}", pixelWidth, pixelHeight);
    if (std::max(pixelWidth, pixelHeight) > mostPictureSide)
        throw Error(translated("A picture of {size} is too large; the maximum is {most} pixels per side.",
                               {{"size", pixels}, {"most", formatCount(mostPictureSide)}}));
    if (pixelWidth * pixelHeight > mostPicturePixels)
        throw Error(translated("A picture of {size} is too large; the maximum is {most} million pixels.",
                               {{"size", pixels}, {"most", fmt::format("{:.0f}", mostPicturePixels / 1e6)}}));
}

void readPictureSize(PictureOptions& options, std::string_view text, std::string_view where)
{
    const auto cross = text.find('x');
    const auto width = parseNumber<int>(text.substr(0, cross));
    const auto height =
        cross == std::string_view::npos ? std::nullopt : parseNumber<int>(text.substr(cross + 1));
    if (!width || !height)
        throw Error(translated("{option} is {value}; expected: WIDTHxHEIGHT in pixels, as in 1920x1080.",
                               {{"option", std::string(where)}, {"value", std::string(text)}}));
    checkPictureSize(*width, *height, 1.0);
    options.width = *width;
    options.height = *height;
}

void readPictureScale(PictureOptions& options, std::string_view text, std::string_view where)
{
    const auto scale = parseNumber<double>(text);
    if (!scale || !(*scale >= leastPictureScale && *scale <= mostPictureScale))
        throw Error(translated("{option} is {value}; expected: a number from {least} to {most}.",
                               {{"option", std::string(where)},
                                {"value", std::string(text)},
                                {"least", fmt::format("{:g}", leastPictureScale)},
                                {"most", fmt::format("{:g}", mostPictureScale)}}));
    options.scale = *scale;
}

} // namespace stepscope
