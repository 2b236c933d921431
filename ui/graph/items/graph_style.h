#pragma once

#include "core/graph/operator_kind.h"
#include "ui/theme/theme.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>

namespace stepscope::ui {

/// The colors and fonts of a graph.
struct GraphStyle
{
    ThemeColors colors;
    QFont titleFont;    ///< of operators
    QFont textFont;     ///< of shapes, parameters and layers
    QFont layerFont;    ///< of layers' names
    bool plain = false; ///< for a picture: nothing is marked as hovered, selected or found

    QColor kindColor(OperatorKind kind) const;
    /// The background of a card that costs `share` of the costliest one.
    QColor heatColor(double share) const;
};

/// The metrics of a style's fonts, which are slow to create.
struct CardMetrics
{
    explicit CardMetrics(const GraphStyle& style);

    QFontMetricsF title;
    QFontMetricsF text;
    QFontMetricsF layer;
};

GraphStyle graphStyle(const ThemeColors& colors, const QFont& font);

/// `share` of `color` laid over `ground`.
QColor blended(const QColor& color, const QColor& ground, double share);

} // namespace stepscope::ui
