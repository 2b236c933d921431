#pragma once

#include "ui/flame/flame_painter.h"

#include <QColor>
#include <QList>
#include <QString>

namespace stepscope::ui {

struct FlameLegendEntry
{
    QString name;
    QColor color;
};

/// What the colors mean: the passes in the tree, or how frames differ from those of the other run.
QList<FlameLegendEntry> flameLegend(const FlameData& data, FlameColors coloring, const ThemeColors& colors);

/// The same as rich text, which wraps between the entries.
QString flameLegendHtml(const FlameData& data, FlameColors coloring, const ThemeColors& colors);

} // namespace stepscope::ui
