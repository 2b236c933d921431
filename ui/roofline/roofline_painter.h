#pragma once

#include "ui/roofline/roofline_geometry.h"
#include "ui/theme/theme.h"

#include <QFont>

class QPainter;

namespace stepscope::ui {

struct RooflineMarks
{
    int hovered = -1;
    int selected = -1;
};

void paintRoofline(QPainter& painter, const RooflineData& data, const RooflineGeometry& geometry,
                   const RooflineMarks& marks, const ThemeColors& colors, const QFont& font);

/// The roof's bandwidth: "25.1 GiB/s" if it was measured, "3,350 GB/s" as in a data sheet.
QString bandwidthText(const RooflineData& data);

/// Everything known about a point, as rich text.
QString rooflineToolTip(const RooflineData& data, size_t point);

/// Paints a separate picture, with a title.
void paintRooflinePoster(QPainter& painter, const RooflineData& data, const QString& title,
                         const ThemeColors& colors, const QSize& size, const QFont& font);

} // namespace stepscope::ui
