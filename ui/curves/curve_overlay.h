#pragma once

#include "ui/curves/curve_data.h"

#include <QColor>
#include <QString>

#include <memory>
#include <string>

namespace stepscope::ui {

/// A run whose training curves are drawn over those of the run on the screen.
struct CurveOverlay
{
    std::string key; ///< identifies the run, even after it has grown
    std::shared_ptr<const Run> run;
    QString name;
    QString completeName = {}; ///< for tooltips and files; empty: the name
    QColor color;
    QColor paperColor; ///< in exported pictures
    CurveData data;
};

} // namespace stepscope::ui
