#pragma once

#include "core/machine/machine_peak.h"
#include "core/machine/published_peak.h"
#include "core/report/charts/axis_scale.h"
#include "core/trace/operators/roofline.h"

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::ui {

/// A limit of arithmetic. Below its ridge, memory is the limit.
struct RooflineLevel
{
    std::string_view numbers; ///< that it is for: "FP16, BF16"; empty: there is only one level
    std::string_view column;  ///< of the exported table: "share_of_fp16_roof"
    double flopsPerSecond = 0.0;
};

/// What the chart shows.
struct RooflineData
{
    Roofline roofline;
    std::vector<std::string> names;         ///< by point: as in Trace::names
    MachinePeak peak;                       ///< of the processors; not measured: it gives no roof
    std::optional<PublishedPeak> published; ///< of the device that did the work

    /// In increasing order of speed; empty: there is no roof.
    std::vector<RooflineLevel> levels() const;
    double bytesPerSecond() const { return published ? published->bytesPerSecond : peak.bytesPerSecond; }
    /// FLOP per byte above which arithmetic is the limit.
    double ridge(const RooflineLevel& level) const { return level.flopsPerSecond / bytesPerSecond(); }
    /// The share of the roof of a level that a point reaches.
    double reached(size_t point, const RooflineLevel& level) const;
};

/// Positions in the chart: operations per byte to the right, operations per second upwards, both logarithmic.
struct RooflineGeometry
{
    QRectF plot;
    AxisScaling x;
    AxisScaling y;  ///< in GFLOP/s
    QPolygonF roof; ///< along the memory bandwidth, then along the highest level; empty without a roof
    std::vector<QLineF> lowerLevels; ///< from their ridges on, in increasing order
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
