#pragma once

#include "core/exchange/report.h"

#include <string>

namespace stepscope::ui {

/// Paints one of pictureNames as its view shows it, without a screen, and returns the content of a file of
/// this format: "png". Throws Error, also if the run has nothing to show in it.
std::string viewPicture(const PictureRequest& request, const Run& run, const Environment& environment);

} // namespace stepscope::ui
