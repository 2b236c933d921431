#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"

#include <QColor>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace stepscope::ui {

/// A run whose training curves are drawn over those of the run on the screen.
struct CurveOverlay
{
    std::string key; ///< identifies the run, even after it has grown
    std::shared_ptr<const Run> run;
    QString name;
    QString completeName = {}; ///< for tooltips
    QColor color;
    QColor paperColor; ///< in exported pictures
    CurveData data;

    /// The smoothed values, if curves are smoothed.
    const CurvePyramid& curve(CurveQuantity quantity) const
    {
        return data.smoothing() > 0.0 ? data.smoothed(quantity) : data.raw(quantity);
    }
    /// The step nearest to x; nullopt: the curve has no values there.
    std::optional<size_t> stepAt(CurveQuantity quantity, CurveX kind, double x) const
    {
        return data.mapping(quantity, kind).stepAt(x, curve(quantity).size());
    }
};

} // namespace stepscope::ui
