#pragma once

#include "ui/exports/picture.h"
#include "ui/timeline/timeline_scene.h"

namespace stepscope::ui {

/// The visible time of a timeline with its marks and a title. What the scene refers to must outlive the
/// picture.
Picture timelinePicture(const TimelineScene& scene, const QString& title);

} // namespace stepscope::ui
