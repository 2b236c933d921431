#include "ui/roofline/dot_labels.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"

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

std::vector<QString> sharedDotNames(const std::vector<std::string>& names, const RooflineGeometry& geometry,
                                    double near)
{
    const size_t count = std::min(names.size(), geometry.dots.size());
    std::vector<int> sharing(count, 0); // 0: the name is at another dot
    for (size_t dot = 0; dot < count; ++dot) {
        size_t at = 0;
        const auto isBeside = [&](size_t other) {
            return sharing[other] > 0 && names[other] == names[dot] &&
                   QLineF(geometry.dots[other].center, geometry.dots[dot].center).length() <= near;
        };
        while (at < dot && !isBeside(at))
            ++at;
        ++sharing[at];
    }
    std::vector<QString> texts(count);
    for (size_t dot = 0; dot < count; ++dot) {
        const QString name = toQString(withoutNamespace(names[dot]));
        if (sharing[dot] > 0)
            texts[dot] = sharing[dot] == 1 ? name : QString("%1 (%2)").arg(name).arg(sharing[dot]);
    }
    return texts;
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
