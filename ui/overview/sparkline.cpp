#include "ui/overview/sparkline.h"

#include "ui/curves/curve_readout.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

Sparkline::Sparkline(const CurveData* curves, QWidget* parent)
    : QWidget(parent)
    , m_curves(curves)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

const CurvePyramid& Sparkline::curve() const
{
    const CurveQuantity quantity = m_curves->mainQuantity();
    const CurvePyramid& smoothed = m_curves->smoothed(quantity);
    return smoothed.size() > 0 ? smoothed : m_curves->raw(quantity);
}

QString Sparkline::valueText(double value) const
{
    return m_curves->mainQuantity() == CurveQuantity::Loss ? lossText(value) : percentText(value);
}

void Sparkline::showCurve()
{
    const CurvePyramid& shown = curve();
    const CurveExtremes extremes = shown.extremes(0, shown.size());
    setVisible(shown.size() > 1 && extremes.any());
    const QString name = m_curves->mainQuantity() == CurveQuantity::Loss ? tr("Curve of the loss")
                                                                         : tr("Curve of the accuracy");
    setAccessibleName(name);
    setToolTip(extremes.any() ? tr("%1, smoothed: from %2 to %3")
                                    .arg(name, valueText(extremes.minimum), valueText(extremes.maximum))
                              : QString());
    QWidget::update();
}

std::vector<QPointF> Sparkline::points(const QRectF& area) const
{
    const CurvePyramid& shown = curve();
    const CurveExtremes extremes = shown.extremes(0, shown.size());
    const auto columns = size_t(std::max(1.0, area.width()));
    if (shown.size() < 2 || !extremes.any())
        return {};
    std::vector<size_t> boundaries(columns + 1);
    for (size_t column = 0; column <= columns; ++column)
        boundaries[column] = column * shown.size() / columns;
    std::vector<CurveSample> samples;
    sampleColumns(shown, boundaries, samples);
    const double range = std::max(1e-12, double(extremes.maximum) - double(extremes.minimum));
    std::vector<QPointF> points;
    for (const CurveSample& sample : samples) {
        if (std::isfinite(sample.value))
            points.emplace_back(
                area.left() + area.width() * double(sample.index) / double(shown.size() - 1),
                area.bottom() - area.height() * (double(sample.value) - double(extremes.minimum)) / range);
    }
    return points;
}

QSize Sparkline::sizeHint() const
{
    return {16 * fontMetrics().height(), 4 * fontMetrics().height()};
}

QSize Sparkline::minimumSizeHint() const
{
    return {8 * fontMetrics().height(), sizeHint().height()};
}

void Sparkline::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    const CurvePyramid& shown = curve();
    const CurveExtremes extremes = shown.extremes(0, shown.size());
    if (!extremes.any())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::tabularFont(font()));
    const QString most = valueText(extremes.maximum);
    const QString least = valueText(extremes.minimum);
    const QFontMetrics metrics = painter.fontMetrics();
    const int labels = std::max(metrics.horizontalAdvance(most), metrics.horizontalAdvance(least)) + 8;
    painter.setPen(colors.mutedText);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop, most);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignBottom, least);
    const QRectF area = QRectF(rect()).adjusted(labels, 3.0, -3.0, -3.0);
    const auto line = points(area);
    painter.setPen(QPen(colors.train, 1.0));
    painter.drawPolyline(line.data(), int(line.size()));
}

} // namespace stepscope::ui
