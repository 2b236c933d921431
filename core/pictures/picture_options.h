#pragma once

#include <array>
#include <string>
#include <string_view>

namespace stepscope {

/// How a picture is painted: by default in its own size and for print, light.
struct PictureOptions
{
    /// In units, each one pixel at scale 1. Both 0: the picture's own size.
    int width = 0;
    int height = 0;
    double scale = 2.0; ///< pixels per unit, of PNG
    bool dark = false;

    bool operator==(const PictureOptions&) const = default;
};

inline constexpr int leastPictureSide = 100; ///< units
inline constexpr int mostPictureSide = 32'000;
inline constexpr double mostPicturePixels = 150e6; ///< of PNG: 600 MB while it is painted
inline constexpr double leastPictureScale = 1.0;
inline constexpr double mostPictureScale = 3.0;

/// The formats of pictures, the default first.
inline constexpr std::array<std::string_view, 3> pictureFormatNames{"png", "svg", "pdf"};

/// The scales that are offered to choose from.
inline constexpr std::array<int, 3> pictureScales{1, 2, 3};

/// Throws Error, with the limit, if a picture of this size in units has too many pixels. The scale of SVG and
/// PDF is 1.
void checkPicturePixels(int width, int height, double scale);
/// The same for a size that was chosen, which must also be large enough to show something.
void checkPictureSize(int width, int height, double scale);

/// The size "1920x1080" in `options`. `where` names the option in errors: "--size". Throws Error.
void readPictureSize(PictureOptions& options, std::string_view text, std::string_view where);
/// The scale "2" in `options`. Throws Error.
void readPictureScale(PictureOptions& options, std::string_view text, std::string_view where);

} // namespace stepscope
