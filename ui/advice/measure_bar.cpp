#include "ui/advice/measure_bar.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

MeasureBar::MeasureBar(const FindingMeasure& measure, FindingVerdict verdict, QWidget* parent)
    : QWidget(parent)
    , m_measure(measure)
    , m_verdict(verdict)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(tr("From 0 to 100 %; the mark is Stepscope's threshold"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

/// How much of the bar's width a value takes, from 0 to 1.
static double partOf(double value)
{
    return std::clamp(value, 0.0, 1.0);
}

void MeasureBar::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF track(0.0, 5.0, width(), 6.0);
    painter.setBrush(colors.raised);
    painter.drawRoundedRect(track, 3.0, 3.0);
    QRectF bar = track;
    bar.setWidth(track.width() * partOf(m_measure.value));
    painter.setBrush(m_verdict == FindingVerdict::LookHere ? colors.warning : colors.good);
    if (bar.width() >= 1.0)
        painter.drawRoundedRect(bar, std::min(3.0, bar.width() / 2), 3.0);
    const double mark = std::clamp(track.width() * partOf(m_measure.threshold), 1.0, track.width() - 1.0);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(mark - 1.0, 1.0, 2.0, 14.0), colors.text);
}

} // namespace stepscope::ui
