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

    /// What a point reaches of the roof above it; 0: there is no roof.
    double reached(size_t point) const;
};

/// Where it is drawn: operations a byte to the right, operations a second upwards, both logarithmic.
struct RooflineGeometry
{
    QRectF plot;
    AxisScaling x;
    AxisScaling y;  ///< in GFLOP/s
    QPolygonF roof; ///< up along the memory's bandwidth, then along the peak; none without a roof
    struct Dot
    {
        QPointF center;
        double radius = 0.0; ///< its area is in proportion to the self time
    };
    std::vector<Dot> dots; ///< by point

    QPointF place(double flopsPerByte, double flopsPerSecond) const;
    /// The smallest dot there, so that none is hidden by a larger one; -1: none.
    int pointAt(const QPointF& position) const;
};

RooflineGeometry rooflineGeometry(const RooflineData& data, const QSizeF& size, double textHeight);

} // namespace stepscope::ui
