#pragma once

#include <QImage>
#include <QPainter>

namespace stepscope::ui {

/// Fills rectangles with opaque colors: tens of thousands per frame on the screen, or as shapes of a
/// drawing.
class RectFiller
{
public:
    virtual ~RectFiller() = default;
    /// In logical pixels; at least one pixel wide.
    virtual void fill(double left, double right, int top, int bottom, QRgb color) = 0;
    /// Everything after this call is filled from `top` to `bottom`.
    virtual void beginLane(int top, int bottom) = 0;
    virtual void fillInLane(double left, double right, QRgb color) = 0;
    virtual void endLane() = 0;
};

/// Writes the pixels of a 32-bit image, which is many times faster than QPainter: fills one line of a lane
/// and copies it to the others.
class ImageFiller final : public RectFiller
{
public:
    /// Only within `clip`, in logical pixels.
    ImageFiller(QImage& image, const QRect& clip);
    void fill(double left, double right, int top, int bottom, QRgb color) override;
    void beginLane(int top, int bottom) override;
    void fillInLane(double left, double right, QRgb color) override;
    void endLane() override;

private:
    void fillLine(int line, double left, double right, QRgb color);

    QRgb* const m_bits;
    const qsizetype m_pitch; ///< pixels from line to line
    const double m_ratio;    ///< device pixels per logical pixel
    const int m_left;
    const int m_right;
    const int m_top;
    const int m_bottom;
    int m_laneTop = 0;
    int m_laneBottom = 0;
};

class ShapeFiller final : public RectFiller
{
public:
    ShapeFiller(QPainter& painter, const QRect& clip)
        : m_painter(painter)
        , m_clip(clip)
    {
    }
    void fill(double left, double right, int top, int bottom, QRgb color) override;
    void beginLane(int top, int bottom) override
    {
        m_laneTop = top;
        m_laneBottom = bottom;
    }
    void fillInLane(double left, double right, QRgb color) override
    {
        fill(left, right, m_laneTop, m_laneBottom, color);
    }
    void endLane() override {}

private:
    QPainter& m_painter;
    const QRectF m_clip;
    int m_laneTop = 0;
    int m_laneBottom = 0;
};

} // namespace stepscope::ui
