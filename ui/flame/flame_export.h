#pragma once

#include "ui/flame/flame_painter.h"

#include <QString>

#include <functional>

class QPainter;

namespace stepscope::ui {

/// A flame graph as a separate picture: light, with a title, a legend and all rows.
struct FlamePoster
{
    std::shared_ptr<const FlameData> data;
    CallNodeId zoom = rootNode;
    FlameColors coloring = FlameColors::ByPass;
    FlameShape shape = FlameShape::Icicle;
    QString title;
    QString subtitle;
};

/// Writes PNG, SVG or PDF, by the path's extension, completely or not at all. Throws Error.
void writeFlamePoster(const FlamePoster& poster, const QString& path);

/// Writes what `paint` draws within `size` units as PNG (two pixels per unit), SVG or PDF, by the path's
/// extension, completely or not at all. Throws Error, whose text names it as `what`.
void writePicture(const QString& path, const QSize& size, const QString& title, const QString& what,
                  const std::function<void(QPainter&)>& paint);

} // namespace stepscope::ui
