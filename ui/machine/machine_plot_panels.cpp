#include "ui/curves/curve_ticker.h"
#include "ui/machine/core_heat_map.h"
#include "ui/machine/machine_plot.h"

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

/// The unit of a panel's axis; empty for the chart of processors, whose axis counts them.
QString unitText(const MachinePlot::Panel& panel)
{
    switch (panel.what.unit) {
    case MachineUnit::Percent:
        return QStringLiteral("%");
    case MachineUnit::Bytes:
        return panel.unitSize > 1 << 20 ? QStringLiteral("GiB") : QStringLiteral("MiB");
    case MachineUnit::Watts:
        return QStringLiteral("W");
    case MachineUnit::Megahertz:
        return QStringLiteral("MHz");
    }
    return {};
}

} // namespace

/// Creates the panels again for the known figures, without values.
void MachinePlot::rebuild()
{
    const QCPRange time = m_panels.empty() ? QCPRange(0.0, 1.0) : shownTime();
    clearItems();
    clearPlottables();
    if (m_grid)
        plotLayout()->remove(m_grid);
    plotLayout()->simplify();
    m_panels.clear();
    m_grid = new QCPLayoutGrid;
    m_grid->setRowSpacing(0);
    m_grid->setColumnSpacing(8);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, m_grid);
    for (MachinePanel& what : machinePanels(m_known))
        m_panels.push_back(buildPanel(std::move(what)));
    layOut();
    for (Panel& panel : m_panels) {
        buildContents(panel);
        stylePanel(panel);
    }
    setTime(time);
    updateTickers();
}

MachinePlot::Panel MachinePlot::buildPanel(MachinePanel what)
{
    Panel panel;
    panel.what = std::move(what);
    panel.unitSize = panel.what.unit == MachineUnit::Bytes ? 1 << 20 : 1;
    panel.rect = new QCPAxisRect(this, false);
    panel.x = panel.rect->addAxis(QCPAxis::atBottom);
    panel.y = panel.rect->addAxis(QCPAxis::atLeft);
    for (QCPAxis* axis : {panel.x, panel.y})
        layOutAxis(axis);
    panel.rect->setMinimumMargins(QMargins(44, 4, 20, 8));
    panel.rect->setRangeDrag(Qt::Horizontal);
    panel.rect->setRangeZoom(Qt::Horizontal);
    panel.rect->setRangeDragAxes(panel.x, nullptr);
    panel.rect->setRangeZoomAxes(panel.x, nullptr);
    panel.header = new QCPLayoutInset;
    panel.header->setMargins(QMargins(44, 6, 20, 0));
    panel.title = new QCPTextElement(this);
    panel.header->addElement(panel.title, Qt::AlignLeft | Qt::AlignBottom);
    // All panels follow when the user moves one.
    connect(panel.x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &MachinePlot::setShownTime);
    return panel;
}

/// One column, or a second one for the GPU. The lowest panel of each column has the labels of the time axis.
void MachinePlot::layOut()
{
    int rows[] = {0, 0};
    Panel* lowest[] = {nullptr, nullptr};
    for (Panel& panel : m_panels) {
        const int column = panel.what.ofGpu ? 1 : 0;
        m_grid->addElement(rows[column]++, column, panel.header);
        m_grid->addElement(rows[column]++, column, panel.rect);
        panel.rect->setMarginGroup(QCP::msLeft | QCP::msRight, column ? m_gpuMargins : m_margins);
        panel.x->setTickLabels(false);
        lowest[column] = &panel;
    }
    for (Panel* panel : lowest) {
        if (panel) {
            panel->x->setTickLabels(true);
            panel->x->setLabel(tr("Time since the first step (s)"));
        }
    }
}

void MachinePlot::buildContents(Panel& panel)
{
    if (panel.what.series.empty()) {
        panel.map = new CoreHeatMap(panel.x, panel.y);
        panel.key = new CoreHeatKey(this);
        panel.header->addElement(panel.key, Qt::AlignRight | Qt::AlignBottom);
        panel.key->setLayer("legend");
        panel.y->grid()->setVisible(false);
    }
    for (const MachineSeries& series : panel.what.series) {
        panel.graphs.push_back(addGraph(panel.x, panel.y));
        panel.graphs.back()->setName(series.name);
    }
    if (panel.graphs.size() > 1) {
        panel.legend = new QCPLegend;
        panel.header->addElement(panel.legend, Qt::AlignRight | Qt::AlignBottom);
        panel.legend->setLayer("legend");
        panel.legend->setFillOrder(QCPLegend::foColumnsFirst);
        panel.legend->setColumnSpacing(20);
        panel.legend->setMargins(QMargins(0, 0, 0, 0));
        panel.legend->setBorderPen(Qt::NoPen);
        panel.legend->setBrush(Qt::NoBrush);
        panel.legend->setIconSize(22, 14);
        for (QCPGraph* graph : panel.graphs)
            graph->addToLegend(panel.legend);
    }
    panel.cursor = new QCPItemStraightLine(this);
    panel.cursor->setLayer("overlay");
    panel.cursor->setClipAxisRect(panel.rect);
    panel.cursor->setSelectable(false);
    panel.cursor->setVisible(false);
    for (QCPItemPosition* position : {panel.cursor->point1, panel.cursor->point2}) {
        position->setAxisRect(panel.rect);
        position->setAxes(panel.x, panel.y);
        position->setTypeX(QCPItemPosition::ptPlotCoords);
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
}

void MachinePlot::stylePanel(Panel& panel)
{
    for (QCPAxis* axis : {panel.x, panel.y})
        styleAxis(axis, m_colors, font());
    panel.title->setText(panel.map ? panel.what.title
                                   : QStringLiteral("%1 (%2)").arg(panel.what.title, unitText(panel)));
    panel.title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    panel.title->setTextColor(m_colors.text);
    for (size_t i = 0; i < panel.graphs.size(); ++i) {
        const QColor color = i == 0 ? m_colors.train : m_colors.series[int(i) % m_colors.series.size()];
        panel.graphs[i]->setPen(QPen(color, 2));
    }
    if (panel.legend) {
        for (int i = 0; i < panel.legend->itemCount(); ++i) {
            panel.legend->item(i)->setFont(scaledFont(font(), 0.95));
            panel.legend->item(i)->setTextColor(m_colors.text);
            panel.legend->item(i)->setAutoMargins(QCP::msNone);
            panel.legend->item(i)->setMargins(QMargins(0, 0, 0, 4)); // otherwise descenders are cut off
        }
    }
    if (panel.map) {
        panel.map->setColors(m_colors);
        panel.key->setColors(m_colors, scaledFont(font(), 0.92));
        panel.y->grid()->setVisible(false);
    }
    panel.cursor->setPen(QPen(m_colors.mutedText, 1, Qt::DashLine));
    const int height = QFontMetrics(font()).height() + 14;
    panel.header->setMinimumSize(0, height);
    panel.header->setMaximumSize(QWIDGETSIZE_MAX, height);
}

void MachinePlot::setColors(const ThemeColors& colors)
{
    m_colors = colors;
    setBackground(colors.surface);
    for (Panel& panel : m_panels)
        stylePanel(panel);
    m_title.setColors(colors);
}

void MachinePlot::setTitle(const QString& title, const QString& subtitle)
{
    m_title = addLargeTitle(*this, title, subtitle);
    setColors(m_colors);
}

void MachinePlot::updateTickers()
{
    const int columns = m_known.gpus > 0 ? 2 : 1;
    const auto rows = std::max<qsizetype>(
        1, std::ranges::count_if(m_panels, [](const Panel& panel) { return !panel.what.ofGpu; }));
    for (const Panel& panel : m_panels) {
        const auto across = QSharedPointer<CurveTicker>::create();
        across->setTickCount(std::clamp(width() / columns / 120, 3, 12));
        panel.x->setTicker(across);
        const auto up = QSharedPointer<CurveTicker>::create(panel.map ? 1.0 : 0.0);
        up->setTickCount(std::clamp(int(height() / rows / 48), 2, 6));
        panel.y->setTicker(up);
    }
}

} // namespace stepscope::ui
