#include "ui/curves/curve_legend.h"

#include "ui/curves/plot_style.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

CurveLegend::CurveLegend(const CurvePanel* panel)
    : m_panel(panel)
    , m_legend(new QCPLegend)
{
    panel->header->addElement(m_legend, Qt::AlignRight | Qt::AlignBottom);
    m_legend->setLayer("legend");
    m_legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_legend->setColumnSpacing(20);
    m_legend->setMargins(QMargins(0, 0, 0, 0));
    m_legend->setBorderPen(Qt::NoPen);
    m_legend->setBrush(Qt::NoBrush);
    m_legend->setIconSize(22, 14);
}

QFont CurveLegend::font() const
{
    return scaledFont(m_panel->rect->parentPlot()->font(), 0.95);
}

bool CurveLegend::isItemOf(const QCPAbstractLegendItem* item, const QCPGraph* graph) const
{
    return item && item == m_legend->itemWithPlottable(graph);
}

void CurveLegend::add(QCPGraph* graph, const ThemeColors& colors)
{
    auto* item = new QCPPlottableLegendItem(m_legend, graph);
    QFont itemFont = font();
    itemFont.setStrikeOut(!graph->visible());
    item->setFont(itemFont);
    item->setTextColor(graph->visible() ? colors.text : colors.mutedText);
    item->setAutoMargins(QCP::msNone);
    item->setMargins(QMargins(0, 0, 0, 4)); // otherwise descenders are cut off
    m_legend->addItem(item);
}

void CurveLegend::fit(int panelWidth)
{
    const QFontMetrics metrics(font());
    int count = 0;
    int widest = 1;
    int together = 0;
    for (int i = 0; i < m_legend->itemCount(); ++i) {
        auto* item = qobject_cast<QCPPlottableLegendItem*>(m_legend->item(i));
        if (!item)
            continue; // at the end of the last row
        ++count;
        const int itemWidth = metrics.horizontalAdvance(item->plottable()->name()) +
                              m_legend->iconSize().width() + m_legend->iconTextPadding() +
                              m_legend->columnSpacing();
        widest = std::max(widest, itemWidth);
        together += itemWidth;
    }
    const auto* title = m_panel->title;
    const QMargins margins = m_panel->header->margins();
    const int room = panelWidth - margins.left() - margins.right() -
                     QFontMetrics(title->font()).horizontalAdvance(title->text());
    const int inRow = together <= room ? std::max(count, 1) : std::max(room / widest, 1);
    if (std::exchange(m_namesInRow, inRow) != inRow) {
        m_legend->setWrap(inRow);
        m_legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    const int rows = std::max((count + inRow - 1) / inRow, 1);
    m_panel->setHeaderHeight(headerHeight(rows));
}

int CurveLegend::headerHeight(int rows) const
{
    constexpr int aroundTitle = 14;
    constexpr int betweenRows = 8;
    return QFontMetrics(m_panel->rect->parentPlot()->font()).height() + aroundTitle +
           std::max(rows - 1, 0) * (QFontMetrics(font()).height() + betweenRows);
}

} // namespace stepscope::ui
