#pragma once

#include "ui/curves/curve_data.h"

#include <QColor>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace stepscope::ui {

/// A run whose training curves are drawn over those of the run on the screen.
struct CurveOverlay
{
    std::string key; ///< identifies the run, even after it has grown
    std::shared_ptr<const Run> run;
    QString name;
    QString completeName = {}; ///< for tooltips and files; empty: the name
    QColor color;
    QColor paperColor;                 ///< in exported pictures
    Qt::PenStyle line = Qt::SolidLine; ///< set by tellApart()
    CurveData data;
};

/// Gives runs of the same color different lines, as in reports. `ownColor` is that of the run on the screen,
/// whose line is solid; invalid if there is none.
void tellApart(const std::vector<std::unique_ptr<CurveOverlay>>& overlays, const QColor& ownColor);

} // namespace stepscope::ui
