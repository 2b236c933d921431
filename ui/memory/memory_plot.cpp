#include "ui/memory/memory_plot.h"

#include "ui/curves/plot_style.h"
#include "ui/keys/view_keys.h"

#include <algorithm>
#include <utility>

namespace stepscope::ui {

MemoryPlot::MemoryPlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_colors(Theme::instance().colors())
    , m_alive(addGraph())
    , m_steps(addGraph())
    , m_selected(new QCPItemRect(this))
    , m_line(new QCPItemStraightLine(this))
    , m_dot(new QCPItemTracer(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(160);
    setPlottingHint(QCP::phFastPolylines);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    axisRect()->setMinimumMargins({12, 12, 16, 8});
    for (QCPAxis* axis : {xAxis, yAxis})
        layOutAxis(axis);
    m_alive->setLineStyle(QCPGraph::lsStepLeft);
    m_alive->setAdaptiveSampling(true);
    m_steps->setLineStyle(QCPGraph::lsImpulse);
    m_steps->removeFromLegend();
    for (QCPItemPosition* corner : {m_selected->topLeft, m_selected->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_selected->setObjectName("memorySelectedSteps");
    m_selected->setPen(Qt::NoPen);
    m_selected->setVisible(false);
    m_dot->setStyle(QCPItemTracer::tsCircle);
    m_dot->setSize(7);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
        const auto within = range.bounded(m_whole.lower, m_whole.upper);
        if (within != range)
            xAxis->setRange(within);
    });
}

void MemoryPlot::show(const DeviceMemoryProfile& profile, const std::vector<TraceStep>& steps,
                      int64_t originNs, bool keepRange)
{
    const bool wasWhole = xAxis->range() == m_whole;
    const int64_t movedNs = std::exchange(m_originNs, originNs) - originNs;
    m_unit = profile.peakBytes >= int64_t(4) << 30 ? double(1 << 30)
             : profile.peakBytes >= 1 << 20        ? double(1 << 20)
                                                   : double(1 << 10);
    yAxis->setLabel(tr("Live (%1)").arg(m_unit >= 1 << 30 ? "GiB" : m_unit >= 1 << 20 ? "MiB" : "KiB"));
    constexpr double longNs = 20e9;
    const double nsPerTime =
        !profile.alive.empty() && double(profile.alive.back().timeNs - originNs) > longNs ? 1e9 : 1e6;
    keepRange = keepRange && !wasWhole && nsPerTime == m_nsPerTime; // the range is in the previous unit
    m_nsPerTime = nsPerTime;
    xAxis->setLabel(m_nsPerTime > 1e6 ? tr("Time since the first recorded step (s)")
                                      : tr("Time since the first recorded step (ms)"));
    QVector<double> times;
    QVector<double> values;
    times.reserve(qsizetype(profile.alive.size()));
    values.reserve(qsizetype(profile.alive.size()));
    for (const auto& point : profile.alive) {
        times += timeOf(point.timeNs);
        values += double(point.bytes) / m_unit;
    }
    const double top = std::max(double(profile.peakBytes) / m_unit, 1e-9) * 1.08;
    m_alive->setData(times, values, true);
    QVector<double> begins;
    for (const auto& step : steps)
        begins += timeOf(step.startNs);
    m_steps->setData(begins, QVector<double>(begins.size(), top), true);
    yAxis->setRange(0, top);
    m_whole = times.isEmpty() ? QCPRange(0, 1)
                              : QCPRange(std::min(0.0, times.front()), std::max(times.back(), 1e-6));
    if (!keepRange)
        return fit();
    const QCPRange kept = xAxis->range() + double(movedNs) / m_nsPerTime;
    xAxis->setRange(kept.bounded(m_whole.lower, m_whole.upper));
}

void MemoryPlot::setColors(const ThemeColors& colors)
{
    m_colors = colors;
    setBackground(colors.surface);
    QColor below = colors.accent;
    below.setAlphaF(0.16F);
    m_alive->setPen(QPen(colors.accent, 1));
    m_alive->setBrush(below);
    m_selected->setBrush(below);
    m_steps->setPen(QPen(colors.border, 1, Qt::DotLine));
    m_line->setPen(QPen(colors.mutedText, 1));
    m_dot->setPen(QPen(colors.surface, 1));
    m_dot->setBrush(colors.accent);
    for (QCPAxis* axis : {xAxis, yAxis})
        styleAxis(axis, colors, font());
}

void MemoryPlot::setTitle(const QString& title, const QString& subtitle)
{
    addPlotTitle(*this, title, subtitle, 1.2).setColors(m_colors);
}

void MemoryPlot::mark(int64_t timeNs, double bytes)
{
    m_line->point1->setCoords(timeOf(timeNs), 0);
    m_line->point2->setCoords(timeOf(timeNs), 1);
    m_dot->position->setCoords(timeOf(timeNs), bytes / m_unit);
    replot(rpQueuedReplot);
}

void MemoryPlot::markSelected(const std::optional<TimeInterval>& time)
{
    m_selected->setVisible(time.has_value());
    if (time) {
        m_selected->topLeft->setCoords(timeOf(time->startNs), 0.0);
        m_selected->bottomRight->setCoords(timeOf(time->endNs), 1.0);
    }
    replot(rpQueuedReplot);
}

void MemoryPlot::zoomTo(const TimeInterval& time)
{
    constexpr double around = 0.05; // of the time, on each side
    const double margin = around * (timeOf(time.endNs) - timeOf(time.startNs));
    moveTime({timeOf(time.startNs) - margin, timeOf(time.endNs) + margin});
}

void MemoryPlot::fit()
{
    xAxis->setRange(m_whole);
    replot(rpQueuedReplot);
}

void MemoryPlot::moveTime(QCPRange range)
{
    xAxis->setRange(range);
    replot(rpQueuedReplot);
}

void MemoryPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    QCustomPlot::mousePressEvent(event);
}

void MemoryPlot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    const bool isClick = (event->position() - m_pressedAt).manhattanLength() < 4;
    if (isClick && event->button() == Qt::LeftButton &&
        axisRect()->rect().contains(event->position().toPoint()))
        Q_EMIT picked(m_originNs + int64_t(xAxis->pixelToCoord(event->position().x()) * m_nsPerTime));
}

void MemoryPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    fit();
}

void MemoryPlot::keyPressEvent(QKeyEvent* event)
{
    const auto range = xAxis->range();
    switch (keyAct("memory", *event)) {
    case KeyAct::Move:
        return moveTime(range + (event->key() == Qt::Key_Left ? -1 : 1) * range.size() / 10);
    case KeyAct::ZoomIn:
        return moveTime({range.lower + range.size() / 10, range.upper - range.size() / 10});
    case KeyAct::ZoomOut:
        return moveTime({range.lower - range.size() / 8, range.upper + range.size() / 8});
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

} // namespace stepscope::ui
