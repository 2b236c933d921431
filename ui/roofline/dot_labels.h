#pragma once

#include "ui/roofline/roofline_geometry.h"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// Finds room for the names of a chart's dots.
class DotLabels
{
public:
    explicit DotLabels(const RooflineGeometry& geometry);

    /// Reserves an area that already contains text.
    void keepFree(const QRectF& rect) { m_taken.push_back(rect); }
    /// A position next to the dot, above or below it, where the name stays inside the chart and covers no
    /// other text or dot; the position is then taken. nullopt: there is none.
    std::optional<QRectF> place(size_t dot, const QSizeF& size);
    /// The same, but if there is no room, other texts and dots may be covered.
    QRectF placeAnyway(size_t dot, const QSizeF& size);

private:
    bool isFree(const QRectF& rect, size_t dot) const;

    const RooflineGeometry& m_geometry;
    std::vector<QRectF> m_taken;
};

} // namespace stepscope::ui
