#include "ui/machine/machine_plot.h"

#include "ui/keys/view_keys.h"
#include "ui/machine/core_heat_map.h"
#include "ui/support/qt_text.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

MachinePlot::MachinePlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_colors(Theme::instance().colors())
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setPlottingHint(QCP::phFastPolylines);
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plotLayout()->clear();
    m_margins = new QCPMarginGroup(this);
    m_gpuMargins = new QCPMarginGroup(this);
    rebuild();
}

void MachinePlot::setRun(const Run* run)
{
    m_run = run;
    m_taken = 0;
    m_known = {};
    m_whole = true;
    rebuild();
    advance();
    fit();
}

bool MachinePlot::advance()
{
    if (!m_run || m_taken == m_run->samples.size())
        return false;
    auto known = m_known;
    for (size_t i = m_taken; i < m_run->samples.size(); ++i)
        known.learn(m_run->samples[i]);
    if (!(known == m_known)) {
        m_known = known;
        m_taken = 0;
        rebuild();
    }
    for (Panel& panel : m_panels) {
        fill(panel, m_taken);
        fitValues(panel);
    }
    m_taken = m_run->samples.size();
    if (m_whole)
        setTime(wholeTime());
    return true;
}

void MachinePlot::fit()
{
    m_whole = true;
    setTime(wholeTime());
}

QCPRange MachinePlot::wholeTime() const
{
    if (!m_run || m_run->samples.empty())
        return {0.0, 1.0};
    const auto& samples = m_run->samples;
    return {double(std::min<int64_t>(0, samples.front().timeNs - samplePeriodNs)) / 1e9,
            double(std::max(samplePeriodNs, samples.back().timeNs)) / 1e9};
}

QCPRange MachinePlot::shownTime() const
{
    return m_panels.front().x->range();
}

void MachinePlot::setShownTime(QCPRange seconds)
{
    m_whole = false;
    setTime(seconds);
}

void MachinePlot::setTime(QCPRange seconds)
{
    for (const Panel& panel : m_panels) {
        const QSignalBlocker quiet(panel.x); // each change would be passed on to the others
        panel.x->setRange(seconds);
    }
}

/// Adds the samples from `first` on.
void MachinePlot::fill(Panel& panel, size_t first)
{
    const auto& samples = m_run->samples;
    if (panel.map) {
        panel.map->show(samples, m_known.cores);
        return;
    }
    for (size_t i = 0; i < panel.graphs.size(); ++i) {
        QVector<double> seconds;
        QVector<double> values;
        for (auto sample = samples.begin() + ptrdiff_t(first); sample != samples.end(); ++sample) {
            seconds += double(sample->timeNs) / 1e9;
            values += panel.what.series[i].value(*sample) / panel.unitSize;
        }
        panel.graphs[i]->addData(seconds, values, true);
        const bool isPoint = panel.graphs[i]->dataCount() == 1; // which has no line
        panel.graphs[i]->setScatterStyle(isPoint ? QCPScatterStyle(QCPScatterStyle::ssDisc, 6)
                                                 : QCPScatterStyle(QCPScatterStyle::ssNone));
    }
}

void MachinePlot::fitValues(Panel& panel)
{
    if (panel.map) {
        panel.y->setRange(-0.5, double(m_known.cores) - 0.5);
        return;
    }
    const auto highest = [&] {
        double top = 0.0;
        for (const QCPGraph* graph : panel.graphs) {
            bool found = false;
            const QCPRange range = graph->getValueRange(found);
            top = found ? std::max(top, range.upper) : top;
        }
        return top;
    };
    double top = highest();
    switch (panel.what.unit) {
    case MachineUnit::Percent:
        // Rounds up to whole processors.
        top = std::max(1.0, std::ceil(top / 100.0 - 0.1)) * 100.0;
        break;
    case MachineUnit::Bytes:
        if (const double wanted = top * panel.unitSize < 4096.0 * 1024 * 1024 ? 1 << 20 : 1 << 30;
            wanted != panel.unitSize) {
            panel.unitSize = wanted;
            for (QCPGraph* graph : panel.graphs)
                graph->data()->clear();
            fill(panel, 0);
            top = highest();
            stylePanel(panel);
        }
        break;
    case MachineUnit::Watts:
    case MachineUnit::Megahertz:
        break;
    }
    // A little more than whole processors must not be cut.
    panel.y->setRange(0.0, top > 0.0 ? std::max(top * 1.08, highest() * 1.04) : 1.0);
}

void MachinePlot::showCursor(double seconds)
{
    for (const Panel& panel : m_panels) {
        panel.cursor->point1->setCoords(seconds, 0.0);
        panel.cursor->point2->setCoords(seconds, 1.0);
        panel.cursor->setVisible(true);
    }
    replot(rpQueuedReplot);
}

void MachinePlot::hideCursor()
{
    for (const Panel& panel : m_panels)
        panel.cursor->setVisible(false);
    replot(rpQueuedReplot);
}

/// The tooltips of the captions.
bool MachinePlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto panel = std::ranges::find_if(
        m_panels, [help](const Panel& each) { return each.header->outerRect().contains(help->pos()); });
    if (panel == m_panels.end())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), paragraph(panel->what.help), this, panel->header->outerRect());
    return true;
}

void MachinePlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    for (const Panel& panel : m_panels) {
        if (panel.rect->rect().contains(event->position().toPoint())) {
            Q_EMIT hovered(panel.x->pixelToCoord(event->position().x()));
            return;
        }
    }
    Q_EMIT hoverLeft();
}

void MachinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    fit();
    replot(rpQueuedReplot);
}

void MachinePlot::leaveEvent(QEvent* event)
{
    Q_EMIT hoverLeft();
    QCustomPlot::leaveEvent(event);
}

void MachinePlot::keyPressEvent(QKeyEvent* event)
{
    QCPRange time = shownTime();
    switch (keyAct("machine", *event)) {
    case KeyAct::Move:
        time += (event->key() == Qt::Key_Left ? -1 : 1) * time.size() / 10;
        break;
    case KeyAct::ZoomIn:
        time = {time.lower + time.size() / 10, time.upper - time.size() / 10};
        break;
    case KeyAct::ZoomOut:
        time = {time.lower - time.size() / 8, time.upper + time.size() / 8};
        break;
    default:
        return QCustomPlot::keyPressEvent(event);
    }
    setShownTime(time);
    replot(rpQueuedReplot);
}

void MachinePlot::resizeEvent(QResizeEvent* event)
{
    updateTickers();
    QCustomPlot::resizeEvent(event);
}

} // namespace stepscope::ui
