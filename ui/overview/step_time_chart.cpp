#include "ui/overview/step_time_chart.h"

#include "core/base/text/format.h"
#include "ui/steps/step_colors.h"
#include "ui/support/qt_text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double sideMargin = 16.0; ///< that of the steps below the bar
constexpr double barHeight = 16.0;
constexpr int linesOfPlot = 8; ///< the plot's height, in lines of text

} // namespace

StepTimeChart::StepTimeChart(const StepSeries* series, QWidget* parent)
    : QWidget(parent)
{
    m_content.series = series;
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Time per step"));
    setCursor(Qt::PointingHandCursor);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StepTimeChart::showSteps(const StepFigures& figures, const std::optional<StepRange>& selected,
                              bool isOver)
{
    const auto partsWithTime = [](const StepFigures& of) {
        return std::ranges::count_if(of.parts, [](const auto& part) { return part.totalNs > 0; });
    };
    const bool isLegendOther = partsWithTime(figures) != partsWithTime(m_content.figures);
    m_content.figures = figures;
    m_content.selected = selected;
    if (m_content.series->all()) {
        const StepSection section = sectionToShow(*m_content.series, false, isOver);
        m_content.from = section.from;
        m_content.to = section.to;
    }
    setAccessibleDescription(description());
    if (isLegendOther)
        updateGeometry();
    QWidget::update();
}

QString StepTimeChart::description() const
{
    QStringList parts;
    for (size_t i = 0; i < stepPartCount; ++i) {
        if (const StepTimeFigures& part = m_content.figures.parts[i]; part.totalNs > 0)
            parts +=
                tr("%1 mean %2, share %3")
                    .arg(toQString(stepPartWord(StepPart(i))),
                         durationText(m_content.figures.perStepNs(part)), toQString(formatShare(part.share)));
    }
    return parts.join("; ");
}

QRectF StepTimeChart::barArea(double width) const
{
    return hasParts() ? QRectF(sideMargin, 4.0, std::max(0.0, width - 2 * sideMargin), barHeight) : QRectF();
}

StepBarsScene StepTimeChart::sceneIn(const QRectF& area) const
{
    return layOutStepBars(m_content, area.adjusted(0.0, barArea(area.width()).bottom(), 0.0, 0.0),
                          Theme::instance().colors(), font());
}

/// The legend may need several lines.
int StepTimeChart::heightForWidth(int width) const
{
    constexpr double enough = 10'000.0;
    const StepBarsScene scene = sceneIn(QRectF(0.0, 0.0, width, enough));
    const double around = enough - scene.geometry.plot.height();
    return int(std::ceil(around)) + linesOfPlot * fontMetrics().height();
}

QSize StepTimeChart::sizeHint() const
{
    const int width = 30 * fontMetrics().height();
    return {width, heightForWidth(width)};
}

QSize StepTimeChart::minimumSizeHint() const
{
    return {12 * fontMetrics().height(), linesOfPlot * fontMetrics().height()};
}

std::vector<QRectF> StepTimeChart::partsOfBar(const StepFigures& figures, const QRectF& bar)
{
    std::vector<QRectF> parts;
    double left = bar.left();
    for (const StepTimeFigures& part : figures.parts) {
        if (part.totalNs <= 0)
            continue;
        const double width = bar.width() * part.share;
        parts.emplace_back(left, bar.top(), width, bar.height());
        left += width;
    }
    return parts;
}

/// Accepts the event, so that the release follows.
void StepTimeChart::mousePressEvent(QMouseEvent*) {}

void StepTimeChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

void StepTimeChart::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    const auto parts = partsOfBar(m_content.figures, barArea(width()));
    size_t at = 0;
    for (size_t i = 0; i < stepPartCount; ++i) {
        if (m_content.figures.parts[i].totalNs <= 0)
            continue;
        QRectF place = parts[at++];
        if (place.width() > 4.0)
            place.setRight(place.right() - 1.0); // a seam between two parts
        painter.fillRect(place, stepPartColor(StepPart(i), colors));
    }
    paintStepBars(painter, sceneIn(QRectF(rect())));
}

} // namespace stepscope::ui
