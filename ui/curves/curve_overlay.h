#pragma once

#include "ui/curves/curve_data.h"

#include <QColor>
#include <QString>

#include <memory>

namespace stepscope::ui {

/// A run whose training curves are drawn over those of the run on the screen.
struct CurveOverlay
{
    std::shared_ptr<const Run> run;
    QString name;
    QColor color;
    CurveData data;
};

} // namespace stepscope::ui
