#include "ui/roofline/dot_labels.h"

#include <QLineF>

#include <algorithm>
#include <array>

namespace stepscope::ui {

/// Positions right, left, above and below the dot.
static std::array<QRectF, 4> placesAround(const RooflineGeometry::Dot& dot, const QSizeF& size,
                                          const QRectF& plot)
{
    constexpr double gap = 4.0;
    const double beside = dot.radius + gap;
    const double left = std::max(
        plot.left() + gap, std::min(dot.center.x() - size.width() / 2, plot.right() - gap - size.width()));
    const double top = dot.center.y() - size.height() / 2;
    return {QRectF({dot.center.x() + beside, top}, size),
            QRectF({dot.center.x() - beside - size.width(), top}, size),
            QRectF({left, dot.center.y() - beside - size.height()}, size),
            QRectF({left, dot.center.y() + beside}, size)};
}

DotLabels::DotLabels(const RooflineGeometry& geometry)
    : m_geometry(geometry)
{
}

bool DotLabels::isFree(const QRectF& rect, size_t dot) const
{
    const auto covers = [&](const QRectF& other) { return other.intersects(rect); };
    if (!m_geometry.plot.contains(rect) || std::ranges::any_of(m_taken, covers))
        return false;
    for (size_t i = 0; i < m_geometry.dots.size(); ++i) {
        const auto& other = m_geometry.dots[i];
        const QPointF nearest(std::clamp(other.center.x(), rect.left(), rect.right()),
                              std::clamp(other.center.y(), rect.top(), rect.bottom()));
        if (i != dot && QLineF(other.center, nearest).length() < other.radius)
            return false;
    }
    return true;
}

std::optional<QRectF> DotLabels::place(size_t dot, const QSizeF& size)
{
    for (const auto& rect : placesAround(m_geometry.dots[dot], size, m_geometry.plot)) {
        if (isFree(rect, dot)) {
            m_taken.push_back(rect);
            return rect;
        }
    }
    return std::nullopt;
}

QRectF DotLabels::placeAnyway(size_t dot, const QSizeF& size)
{
    if (const auto free = place(dot, size))
        return *free;
    const auto places = placesAround(m_geometry.dots[dot], size, m_geometry.plot);
    const auto inside =
        std::ranges::find_if(places, [this](const QRectF& rect) { return m_geometry.plot.contains(rect); });
    return m_taken.emplace_back(inside == places.end() ? places.front() : *inside);
}

} // namespace stepscope::ui
