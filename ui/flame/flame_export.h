#pragma once

#include "ui/exports/picture.h"
#include "ui/flame/flame_painter.h"

#include <QString>

namespace stepscope::ui {

/// A flame graph as a separate picture, with a title, a legend and all rows.
struct FlamePoster
{
    std::shared_ptr<const FlameData> data;
    CallNodeId zoom = rootNode;
    FlameColors coloring = FlameColors::ByPass;
    FlameShape shape = FlameShape::Icicle;
    QString title;
    QString subtitle;
};

/// The poster as a picture. A size that was chosen may have room for some of the rows only.
Picture flamePicture(const FlamePoster& poster);

} // namespace stepscope::ui
