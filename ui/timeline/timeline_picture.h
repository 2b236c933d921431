#pragma once

#include "ui/timeline/timeline_scene.h"

#include <QImage>

namespace stepscope::ui {

/// The visible part of a timeline with its marks, in light colors for print, two pixels per unit.
QImage timelineImage(const TimelineScene& scene, const QString& title);
/// Writes PNG, SVG or PDF, by the path's extension. Throws Error.
void writeTimelinePicture(const TimelineScene& scene, const QString& title, const QString& path);

} // namespace stepscope::ui
