#pragma once

#include "core/exchange/report.h"

#include <memory>

namespace stepscope::ui {

/// Draws pictures of reports and views with the painting code of the views, without a display: creates an
/// application with Qt's offscreen platform if there is none. Call it on the main thread. Never null; if the
/// window's library could not be loaded, or no thread can be started, the painter has a problem().
std::unique_ptr<ViewPainter> makePicturePainter();

} // namespace stepscope::ui
