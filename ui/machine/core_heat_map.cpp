#include "ui/machine/core_heat_map.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepscope::ui {

namespace {

constexpr int mostColumns = 1200;
constexpr int keyBarWidth = 72;
constexpr int keyBarHeight = 10;
constexpr int keySpacing = 6;

} // namespace

CoreHeatMap::CoreHeatMap(QCPAxis* seconds, QCPAxis* cores)
    : QCPColorMap(seconds, cores)
{
    setInterpolate(false);
    setAntialiased(false);
    setDataRange({0.0, 100.0});
}

void CoreHeatMap::setColors(const ThemeColors& colors)
{
    QCPColorGradient gradient;
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    gradient.setColorStopAt(0.0, colors.surface);
    gradient.setColorStopAt(1.0, colors.train);
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    setGradient(gradient);
}

void CoreHeatMap::show(const std::vector<MachineSample>& samples, size_t cores)
{
    if (samples.empty() || cores == 0) {
        data()->clear();
        return;
    }
    const auto firstNs = samples.front().timeNs - samplePeriodNs;
    const auto lastNs = samples.back().timeNs;
    const int columns = int(std::clamp<int64_t>((lastNs - firstNs) / (samplePeriodNs / 4), 1, mostColumns));
    const double columnNs = double(lastNs - firstNs) / columns;
    data()->setSize(columns, int(cores));
    // QCustomPlot expects the centers of the outermost cells.
    data()->setRange({(double(firstNs) + columnNs / 2) / 1e9, (double(lastNs) - columnNs / 2) / 1e9},
                     {0.0, double(cores) - 1.0});
    auto sample = samples.begin();
    for (int column = 0; column < columns; ++column) {
        const auto middleNs = double(firstNs) + columnNs * (column + 0.5);
        while (double(sample->timeNs) < middleNs && std::next(sample) != samples.end())
            ++sample;
        const auto& percent = sample->coreCpuPercent;
        for (size_t core = 0; core < cores; ++core)
            data()->setCell(column, int(core), core < percent.size() ? double(percent[core]) : std::nan(""));
    }
}

CoreHeatKey::CoreHeatKey(QCustomPlot* plot)
    : QCPLayoutElement(plot)
{
}

void CoreHeatKey::setColors(const ThemeColors& colors, const QFont& font)
{
    m_colors = colors;
    m_font = font;
    const QFontMetrics metrics(font);
    const int width =
        metrics.horizontalAdvance("0 %") + metrics.horizontalAdvance("100 %") + keyBarWidth + 2 * keySpacing;
    setMinimumSize(width, metrics.height());
    setMaximumSize(width, metrics.height());
}

void CoreHeatKey::draw(QCPPainter* painter)
{
    painter->setFont(m_font);
    painter->setPen(m_colors.mutedText);
    painter->drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, "0 %");
    painter->drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, "100 %");
    QRect bar(0, 0, keyBarWidth, keyBarHeight);
    bar.moveCenter(rect().center());
    bar.moveLeft(rect().left() + QFontMetrics(m_font).horizontalAdvance("0 %") + keySpacing);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    gradient.setColorAt(0.0, m_colors.surface);
    gradient.setColorAt(1.0, m_colors.train);
    painter->setPen(m_colors.border);
    painter->setBrush(gradient);
    painter->drawRect(bar);
}

} // namespace stepscope::ui
