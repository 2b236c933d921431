#pragma once

#include "core/exchange/report.h"

#include <memory>

namespace stepscope::ui {

/// Draws a report's pictures with the views' own painting code, without a display: makes an application of
/// Qt's offscreen platform when there is none. Call it on the main thread. Never null; one of a window that
/// could not be loaded has a problem().
std::unique_ptr<PicturePainter> makePicturePainter();

} // namespace stepscope::ui
