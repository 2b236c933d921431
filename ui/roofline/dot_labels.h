#pragma once

#include "ui/roofline/roofline_geometry.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace stepscope::ui {

/// The names of a chart's dots, without namespaces. Dots of one name whose centers are at most `near` pixels
/// apart share one, with their number: it is that of the first, "conv2d (3)", and those of the others are
/// empty. `names`: by dot, as in Trace::names.
std::vector<QString> sharedDotNames(const std::vector<std::string>& names, const RooflineGeometry& geometry,
                                    double near);

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
