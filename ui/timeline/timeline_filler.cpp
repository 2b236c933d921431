#include "ui/timeline/timeline_filler.h"

#include <algorithm>

namespace stepscope::ui {

ImageFiller::ImageFiller(QImage& image, const QRect& clip)
    : m_bits(reinterpret_cast<QRgb*>(image.bits()))
    , m_pitch(image.bytesPerLine() / qsizetype(sizeof(QRgb)))
    , m_ratio(image.devicePixelRatio())
    , m_left(std::clamp(int(clip.left() * m_ratio), 0, image.width()))
    , m_right(std::clamp(int((clip.right() + 1) * m_ratio), 0, image.width()))
    , m_top(std::clamp(int(clip.top() * m_ratio), 0, image.height()))
    , m_bottom(std::clamp(int((clip.bottom() + 1) * m_ratio), 0, image.height()))
{
}

void ImageFiller::fill(double left, double right, int top, int bottom, QRgb color)
{
    const int firstLine = std::max(int(top * m_ratio), m_top);
    const int endLine = std::min(int(bottom * m_ratio), m_bottom);
    for (int line = firstLine; line < endLine; ++line)
        fillLine(line, left, right, color);
}

void ImageFiller::fillLine(int line, double left, double right, QRgb color)
{
    left *= m_ratio;
    right *= m_ratio;
    if (right < m_left || left >= m_right)
        return;
    const int from = left <= m_left ? m_left : int(left);
    const int to = right >= m_right ? m_right : std::max(int(right + 0.5), from + 1);
    for (QRgb *pixel = m_bits + line * m_pitch + from, *end = m_bits + line * m_pitch + to; pixel < end;
         ++pixel)
        *pixel = color;
}

void ImageFiller::beginLane(int top, int bottom)
{
    m_laneTop = std::max(int(top * m_ratio), m_top);
    m_laneBottom = std::min(int(bottom * m_ratio), m_bottom);
}

void ImageFiller::fillInLane(double left, double right, QRgb color)
{
    if (m_laneTop < m_laneBottom)
        fillLine(m_laneTop, left, right, color);
}

void ImageFiller::endLane()
{
    const QRgb* filled = m_bits + m_laneTop * m_pitch + m_left;
    for (int line = m_laneTop + 1; line < m_laneBottom; ++line)
        std::copy_n(filled, m_right - m_left, m_bits + line * m_pitch + m_left);
}

void ShapeFiller::fill(double left, double right, int top, int bottom, QRgb color)
{
    const QRectF shape(left, top, std::max(right - left, 1.0), bottom - top);
    if (const QRectF seen = shape & m_clip; !seen.isEmpty())
        m_painter.fillRect(seen, QColor::fromRgb(color));
}

} // namespace stepscope::ui
