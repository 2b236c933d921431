#include "ui/roofline/roofline_painter.h"

#include "core/base/text/format.h"
#include "ui/exports/picture.h"
#include "ui/roofline/dot_labels.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace stepscope::ui {

namespace {

struct RooflineWords
{
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

QString speedText(double flopsPerSecond)
{
    return toQString(formatFlops(flopsPerSecond)) + "/s";
}

/// "Peak 120 GFLOP/s", "TF32 495 TFLOP/s".
QString levelName(const RooflineLevel& level)
{
    const auto speed = speedText(level.flopsPerSecond);
    return level.numbers.empty() ? RooflineWords::tr("Peak %1").arg(speed)
                                 : QString("%1 %2").arg(toQString(level.numbers), speed);
}

/// "45.2 % of the roof, limited by memory".
QString reachedText(const RooflineData& data, size_t point, const RooflineLevel& level)
{
    const bool isByMemory = data.roofline.points[point].flopsPerByte() < data.ridge(level);
    const auto share = toQString(formatShare(data.reached(point, level)));
    if (!level.numbers.empty())
        return isByMemory ? RooflineWords::tr("%1 of the roof for %2, limited by memory")
                                .arg(share, toQString(level.numbers))
                          : RooflineWords::tr("%1 of the roof for %2, limited by compute")
                                .arg(share, toQString(level.numbers));
    return isByMemory ? RooflineWords::tr("%1 of the roof, limited by memory").arg(share)
                      : RooflineWords::tr("%1 of the roof, limited by compute").arg(share);
}

class Chart
{
public:
    Chart(QPainter& painter, const RooflineData& data, const RooflineGeometry& geometry,
          const ThemeColors& colors, const QFont& font)
        : m_painter(painter)
        , m_data(data)
        , m_geometry(geometry)
        , m_colors(colors)
        , m_metrics(font)
        , m_labels(geometry)
    {
        m_painter.setFont(font);
    }

    void paintAxes()
    {
        const auto& plot = m_geometry.plot;
        const double height = m_metrics.height();
        for (const auto& tick : m_geometry.x.ticks) {
            const double x = plot.left() + plot.width() * m_geometry.x.position(tick.value);
            line({x, plot.top()}, {x, plot.bottom()});
            text({x - 40, plot.bottom() + 4, 80, height}, Qt::AlignHCenter | Qt::AlignTop,
                 toQString(tick.text));
        }
        for (const auto& tick : m_geometry.y.ticks) {
            const double y = plot.bottom() - plot.height() * m_geometry.y.position(tick.value);
            line({plot.left(), y}, {plot.right(), y});
            text({plot.left() - 80, y - height / 2, 74, height}, Qt::AlignRight | Qt::AlignVCenter,
                 toQString(tick.text));
        }
        text({plot.left(), plot.bottom() + 6 + height, plot.width(), height}, Qt::AlignCenter,
             RooflineWords::tr("Arithmetic intensity (FLOP/byte)"));
        text({0, plot.top() - 1.75 * height, plot.width(), height}, Qt::AlignLeft | Qt::AlignVCenter,
             "  " + RooflineWords::tr("Achieved (GFLOP/s)"));
        m_painter.setPen(QPen(m_colors.border, 1.0));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(plot);
    }

    void paintRoof()
    {
        if (m_geometry.roof.isEmpty())
            return;
        const auto& plot = m_geometry.plot;
        m_painter.setPen(QPen(m_colors.text, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPolyline(m_geometry.roof);
        m_painter.setPen(QPen(m_colors.text, 1.0, Qt::SolidLine, Qt::RoundCap));
        for (const auto& level : m_geometry.lowerLevels)
            m_painter.drawLine(level);
        const double height = m_metrics.height();
        const auto levels = m_data.levels();
        for (size_t i = 0; i < levels.size(); ++i) {
            const bool isLower = i < m_geometry.lowerLevels.size();
            const double y = isLower ? m_geometry.lowerLevels[i].y2() : m_geometry.roof.back().y();
            const auto levelText = levelName(levels[i]);
            const double width = m_metrics.horizontalAdvance(levelText);
            const QRectF rect(plot.right() - 8 - width, isLower ? y + 2 : y - height - 4, width, height);
            text(rect, Qt::AlignRight | Qt::AlignVCenter, levelText);
            m_labels.keepFree(rect);
        }
        const auto from = m_geometry.roof[0];
        const QLineF slope(from, m_geometry.roof[1]);
        const auto bandwidth = RooflineWords::tr("Memory %1").arg(bandwidthText(m_data));
        const double bandwidthLength = m_metrics.horizontalAdvance(bandwidth);
        if (slope.length() < bandwidthLength + 16)
            return;
        // Reserves the area of the rotated text, as squares along it.
        const auto along = slope.unitVector();
        for (double at = 8; at < bandwidthLength + 8; at += height / 2) {
            const QPointF center = from + QPointF(along.dx(), along.dy()) * at +
                                   QPointF(along.dy(), -along.dx()) * (height / 2 + 4);
            m_labels.keepFree(QRectF(center - QPointF(height, height) / 2, QSizeF(height, height)));
        }
        m_painter.save();
        m_painter.translate(from);
        m_painter.rotate(-slope.angle());
        text({8, -height - 4, slope.length() - 16, height}, Qt::AlignLeft | Qt::AlignVCenter, bandwidth);
        m_painter.restore();
    }

    void paintDots(const RooflineMarks& marks)
    {
        // Paints large ones first, so that they hide none.
        std::vector<size_t> order(m_geometry.dots.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(order, std::ranges::greater(),
                                 [&](size_t i) { return m_geometry.dots[i].radius; });
        for (const auto i : order) {
            const auto color = passColor(m_data.roofline.points[i].pass, m_colors);
            const bool isSelected = int(i) == marks.selected;
            const bool isMarked = isSelected || int(i) == marks.hovered;
            QColor fill = color;
            fill.setAlphaF(isMarked ? 0.75F : 0.45F);
            m_painter.setBrush(fill);
            m_painter.setPen(QPen(isSelected ? m_colors.accent : color, isMarked ? 2.5 : 1.25));
            m_painter.drawEllipse(m_geometry.dots[i].center, m_geometry.dots[i].radius,
                                  m_geometry.dots[i].radius);
        }
        constexpr double nearLines = 6.0;
        const auto shared = sharedDotNames(m_data.names, m_geometry, nearLines * m_metrics.height());
        const auto isMarked = [&](size_t i) { return int(i) == marks.selected || int(i) == marks.hovered; };
        for (const bool marked : {true, false}) {
            for (size_t i = 0; i < m_geometry.dots.size(); ++i) { // by self time, descending
                const QString& name = shared[i];
                if (isMarked(i) && marked)
                    paintName(i, toQString(withoutNamespace(m_data.names[i])), true);
                else if (!isMarked(i) && !marked && !name.isEmpty())
                    paintName(i, name, false);
            }
        }
    }

private:
    void line(const QPointF& from, const QPointF& to)
    {
        m_painter.setPen(QPen(m_colors.grid, 1.0));
        m_painter.drawLine(from, to);
    }

    void text(const QRectF& rect, int flags, const QString& text)
    {
        m_painter.setPen(m_colors.mutedText);
        m_painter.drawText(rect, flags | Qt::TextDontClip, text);
    }

    /// Paints a name where there is room, and always that of a marked dot.
    void paintName(size_t dot, const QString& name, bool isMarked)
    {
        const QSizeF size(m_metrics.horizontalAdvance(name), m_metrics.height());
        const auto rect = isMarked ? m_labels.placeAnyway(dot, size) : m_labels.place(dot, size);
        if (!rect)
            return;
        m_painter.setPen(m_colors.text);
        m_painter.drawText(*rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, name);
    }

    QPainter& m_painter;
    const RooflineData& m_data;
    const RooflineGeometry& m_geometry;
    const ThemeColors& m_colors;
    QFontMetricsF m_metrics;
    DotLabels m_labels;
};

} // namespace

void paintRoofline(QPainter& painter, const RooflineData& data, const RooflineGeometry& geometry,
                   const RooflineMarks& marks, const ThemeColors& colors, const QFont& font)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Chart chart(painter, data, geometry, colors, font);
    chart.paintAxes();
    chart.paintRoof();
    chart.paintDots(marks);
}

QString bandwidthText(const RooflineData& data)
{
    constexpr double giga = 1e9;
    if (data.published) // data sheets give decimal units
        return countText(std::llround(data.bytesPerSecond() / giga)) + " GB/s";
    return bytesText(data.bytesPerSecond()) + "/s";
}

QString rooflineToolTip(const RooflineData& data, size_t index)
{
    const auto& point = data.roofline.points[index];
    QStringList lines{
        RooflineWords::tr("%1 · %2").arg(toQString(data.names[index]), toQString(passWord(point.pass))),
        RooflineWords::tr("%1 achieved").arg(speedText(point.flopsPerSecond())),
        RooflineWords::tr("%1 FLOP per byte").arg(toQString(formatTimes(point.flopsPerByte()))),
        (data.roofline.isOfDevice ? RooflineWords::tr("Time on the device %1 · %2")
                                  : RooflineWords::tr("Self time %1 · %2"))
            .arg(durationText(double(point.selfNs)), toQString(formatShare(point.selfShare))),
        counted(RooflineWords::tr("%1 call(s), %2, %3", nullptr, formNumber(point.calls)), point.calls)
            .arg(toQString(formatFlops(double(point.flops))), bytesText(double(point.bytes))),
    };
    qsizetype at = 2;
    for (const auto& level : data.levels())
        lines.insert(at++, reachedText(data, index, level));
    lines += RooflineWords::tr("The bytes are a lower bound, from the shapes: each input is read and each "
                               "output written once, as 32-bit floats.");
    if (data.roofline.isOfDevice)
        lines += RooflineWords::tr("The recording does not say which data type was used. With 16-bit floats, "
                                   "half as many bytes are moved.");
    for (auto& line : lines)
        line = line.toHtmlEscaped();
    lines.first() = "<b>" + lines.first() + "</b>";
    return lines.join("<br>");
}

void paintRooflinePoster(QPainter& painter, const RooflineData& data, const QString& title,
                         const ThemeColors& colors, const QSize& size, const QFont& font)
{
    const QFontMetricsF metrics(font);
    painter.fillRect(QRect(QPoint(), size), colors.surface);
    QFont large = font;
    large.setPointSizeF(font.pointSizeF() * 1.3);
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(colors.text);
    const double top = 3.0 * metrics.height();
    drawTextLine(painter, QRectF(24, 0, size.width() - 48, top), title);
    painter.translate(0, top);
    const auto geometry = rooflineGeometry(data, QSizeF(size.width(), size.height() - top), metrics.height());
    paintRoofline(painter, data, geometry, {}, colors, font);
}

} // namespace stepscope::ui
