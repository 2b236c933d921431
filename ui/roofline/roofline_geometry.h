#pragma once

#include "core/machine/machine_peak.h"
#include "core/report/charts/axis_scale.h"
#include "core/trace/operators/roofline.h"

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// What the chart shows.
struct RooflineData
{
    Roofline roofline;
    std::vector<std::string> names; ///< by point: as in Trace::names
    MachinePeak peak;               ///< not measured: no roof is drawn

    /// The share of the roof above it that a point reaches; 0: there is no roof.
    double reached(size_t point) const;
};

/// Positions in the chart: operations per byte to the right, operations per second upwards, both logarithmic.
struct RooflineGeometry
{
    QRectF plot;
    AxisScaling x;
    AxisScaling y;  ///< in GFLOP/s
    QPolygonF roof; ///< along the memory bandwidth, then along the peak; empty without a roof
    struct Dot
    {
        QPointF center;
        double radius = 0.0; ///< its area is proportional to the self time
    };
    std::vector<Dot> dots; ///< by point

    QPointF place(double flopsPerByte, double flopsPerSecond) const;
    /// The smallest dot at a position, so that none is hidden by a larger one; -1: none.
    int pointAt(const QPointF& position) const;
};

RooflineGeometry rooflineGeometry(const RooflineData& data, const QSizeF& size, double textHeight);

} // namespace stepscope::ui
