#include "ui/compare/charts_page.h"

#include "ui/compare/chart_picture.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int margin = 12;
constexpr int leastWidth = 400; ///< of a chart with others next to it
constexpr int mostColumns = 3;

} // namespace

ChartsPage::ChartsPage(QWidget* parent)
    : QScrollArea(parent)
{
    setObjectName("compareCharts");
    setFrameShape(NoFrame);
    setWidget(new QWidget(this));
    setFocusPolicy(Qt::NoFocus); // the charts take it
}

void ChartsPage::setCharts(const std::vector<Chart>& charts)
{
    while (m_pictures.size() > charts.size()) {
        delete m_pictures.back();
        m_pictures.pop_back();
    }
    for (size_t i = 0; i < charts.size(); ++i) {
        if (i < m_pictures.size()) {
            m_pictures[i]->setChart(charts[i]);
        } else {
            m_pictures.push_back(new ChartPicture(charts[i], widget()));
            m_pictures.back()->show();
        }
    }
    layOut();
}

void ChartsPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    layOut();
}

void ChartsPage::layOut()
{
    const int inside = viewport()->width() - margin;
    const int columns = std::clamp(inside / (leastWidth + margin), 1,
                                   std::min(mostColumns, std::max(1, int(m_pictures.size()))));
    const int width = std::max(1, inside / columns - margin);
    int y = margin / 2;
    for (size_t first = 0; first < m_pictures.size(); first += size_t(columns)) {
        const size_t last = std::min(first + size_t(columns), m_pictures.size());
        int height = 0;
        for (size_t i = first; i < last; ++i)
            height = std::max(height, m_pictures[i]->heightFor(width));
        for (size_t i = first; i < last; ++i)
            m_pictures[i]->setGeometry(margin + int(i - first) * (width + margin), y, width, height);
        y += height + margin;
    }
    widget()->resize(viewport()->width(), y);
}

void ChartsPage::copyChart()
{
    const auto focused =
        std::ranges::find_if(m_pictures, [](const QWidget* each) { return each->hasFocus(); });
    if (focused != m_pictures.end())
        (*focused)->copy();
    else if (!m_pictures.empty())
        m_pictures.front()->copy();
}

QList<ExportItem> ChartsPage::exportItems() const
{
    QList<ExportItem> items;
    for (const ChartPicture* picture : m_pictures)
        items.append(chartItem(picture->chart()));
    return items;
}

} // namespace stepscope::ui
