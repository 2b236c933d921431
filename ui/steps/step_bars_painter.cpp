#include "ui/steps/step_bars_painter.h"

#include "core/base/text/format.h"
#include "ui/steps/step_colors.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double barsMargin = 16.0;
constexpr double barSwatch = 10.0;
constexpr double beside = 6.0; ///< between a color square and its text, a tick and its label
constexpr double betweenEntries = 20.0;
constexpr double besideAxis = 12.0;
constexpr double medianSample = 20.0; ///< the piece of the line before its label

struct StepBarsWords
{
    Q_DECLARE_TR_FUNCTIONS(StepBars)
};

/// What a bar of several steps shows: see StepColumn::wallNs.
QString meanBarText(const StepBarsScene& scene)
{
    const QString steps = countText(stepsPerBar(scene.geometry));
    const bool isMixed = std::ranges::any_of(scene.columns, [](const StepColumn& column) {
        return column.splits > 0 && column.splits < column.steps;
    });
    return (isMixed
                ? StepBarsWords::tr("one bar is the mean of up to %1 steps, or of those that were recorded")
                : StepBarsWords::tr("one bar is the mean of up to %1 steps"))
        .arg(steps);
}

std::vector<StepLegendEntry> legendOf(const StepBarsScene& scene, const StepFigures& figures)
{
    std::vector<StepLegendEntry> legend;
    for (size_t i = 0; i < stepPartCount; ++i) {
        const auto& part = figures.parts[i];
        if (part.totalNs > 0)
            legend.push_back({toQString(stepPartWord(StepPart(i))),
                              QString("%1 · %2").arg(durationText(figures.perStepNs(part)),
                                                     toQString(formatShare(part.share))),
                              stepPartColor(StepPart(i), scene.colors),
                              false,
                              {}});
    }
    // What the figures are. A median does not belong to a share: a part with a median of 0 may have one.
    if (!legend.empty())
        legend.insert(legend.begin(),
                      StepLegendEntry{.name = figures.steps == 1 ? StepBarsWords::tr("time · share:")
                                                                 : StepBarsWords::tr("mean · share:")});
    const auto any = [&](auto&& test) { return std::ranges::any_of(scene.columns, test); };
    const QColor whole = wholeStepColor(scene.colors);
    if (any([](const StepColumn& column) { return column.splits == 0 && column.isWarmUp(); }))
        legend.push_back(
            {StepBarsWords::tr("wait and warm-up"), {}, wholeStepHatching(scene.colors), true, {}});
    if (any([](const StepColumn& column) { return column.splits == 0 && !column.isWarmUp(); }))
        legend.push_back({StepBarsWords::tr("not recorded"), {}, whole, false, {}});
    if (any([](const StepColumn& column) { return column.steps > 1; }))
        legend.push_back({.name = meanBarText(scene)});
    return legend;
}

/// Of the color square and the gap beside it.
double swatchWidth(const StepLegendEntry& entry)
{
    return entry.color.isValid() ? barSwatch + beside : 0.0;
}

/// From left to right, in as many lines as necessary. Returns the bottom of the last one.
double placeLegend(std::vector<StepLegendEntry>& legend, const QRectF& area, const StepBarsScene& scene)
{
    const QFontMetricsF metrics(scene.font);
    const QFontMetricsF numbers(scene.numberFont);
    const double lineHeight = std::ceil(metrics.height()) + 4.0;
    QPointF at = area.topLeft();
    for (StepLegendEntry& entry : legend) {
        double width = swatchWidth(entry) + metrics.horizontalAdvance(entry.name);
        if (!entry.figures.isEmpty())
            width += beside + numbers.horizontalAdvance(entry.figures);
        if (at.x() + width > area.right() && at.x() > area.left())
            at = {area.left(), at.y() + lineHeight};
        entry.place = {at.x(), at.y(), std::ceil(width), lineHeight};
        at.rx() += std::ceil(width) + betweenEntries;
    }
    return legend.empty() ? area.top() : at.y() + lineHeight;
}

/// Above the plot, where no bar is.
void placeMedian(const StepBarsContent& content, StepBarsScene& scene)
{
    const StepGeometry& geometry = scene.geometry;
    if (!scene.medianNs || *scene.medianNs > geometry.topNs)
        return;
    const bool isOfOne = content.series->figures().steps == 1;
    scene.medianLabel = (isOfOne ? StepBarsWords::tr("the recorded step: %1")
                                 : StepBarsWords::tr("median of the recorded steps: %1"))
                            .arg(durationText(*scene.medianNs));
    const QFontMetricsF metrics(scene.font);
    const double width = medianSample + beside + std::ceil(metrics.horizontalAdvance(scene.medianLabel));
    const QRectF& plot = geometry.plot;
    scene.medianPlace = {plot.right() - width, plot.top() - metrics.height() - beside, width,
                         metrics.height()};
}

class Painter
{
public:
    Painter(QPainter& painter, const StepBarsScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_plot(scene.geometry.plot)
        , m_colors(scene.colors)
    {
    }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        paintSelection();
        paintTimes();
        m_painter.save();
        m_painter.setClipRect(m_plot);
        for (const StepColumn& column : m_scene.columns)
            paintColumn(column);
        m_painter.restore();
        paintCutTimes();
        paintMedian();
        paintNumbers();
        paintLegend();
    }

private:
    void write(const QRectF& place, int alignment, const QString& words, const QColor& color)
    {
        m_painter.setPen(color);
        m_painter.drawText(place, alignment | Qt::TextSingleLine | Qt::TextDontClip, words);
    }

    bool isSelected(const StepColumn& column) const
    {
        const auto& range = m_scene.selected;
        return !range || (column.last >= range->first && column.first <= range->last);
    }

    void paintSelection()
    {
        if (!m_scene.selected)
            return;
        const auto& geometry = m_scene.geometry;
        const double left = std::max(m_plot.left(), geometry.xOf(double(m_scene.selected->first)));
        const double right = std::min(m_plot.right(), geometry.xOf(double(m_scene.selected->last) + 1.0));
        if (right <= left)
            return;
        const QRectF band(left, m_plot.top(), right - left, m_plot.height());
        m_painter.fillRect(band, tinted(m_colors.surface, m_colors.accent, 0.12));
        m_painter.fillRect(QRectF(left, m_plot.top(), 1.0, m_plot.height()), m_colors.accent);
        m_painter.fillRect(QRectF(right - 1.0, m_plot.top(), 1.0, m_plot.height()), m_colors.accent);
    }

    void paintTimes()
    {
        m_painter.setFont(m_scene.numberFont);
        const double height = m_painter.fontMetrics().height();
        for (const StepTick& tick : m_scene.times.ticks) {
            const double y = std::round(m_scene.geometry.yOf(tick.value));
            m_painter.fillRect(QRectF(m_plot.left(), y, m_plot.width(), 1.0),
                               tick.value == 0.0 ? m_colors.border : m_colors.grid);
            write({m_plot.left() - 100.0, y - height / 2, 100.0 - beside, height},
                  Qt::AlignRight | Qt::AlignVCenter, tick.label, m_colors.mutedText);
        }
        m_painter.setFont(m_scene.font);
        write({m_plot.left() - 100.0, m_plot.top() - height - 6.0, 100.0 - beside, height},
              Qt::AlignRight | Qt::AlignVCenter, m_scene.times.unit, m_colors.mutedText);
    }

    void paintNumbers()
    {
        m_painter.setFont(m_scene.numberFont);
        const double height = m_painter.fontMetrics().height();
        const double top = m_plot.bottom() + 6.0;
        for (const StepTick& tick : m_scene.numbers) {
            const double x = m_scene.geometry.xOf(tick.value + 0.5);
            if (x < m_plot.left() || x > m_plot.right())
                continue;
            m_painter.fillRect(QRectF(std::round(x), m_plot.bottom() + 1.0, 1.0, 4.0), m_colors.border);
            write({x - 50.0, top, 100.0, height}, Qt::AlignHCenter | Qt::AlignVCenter, tick.label,
                  m_colors.mutedText);
        }
        m_painter.setFont(m_scene.font);
        write({m_plot.left() - 100.0, top, 100.0 - besideAxis, height}, Qt::AlignRight | Qt::AlignVCenter,
              StepBarsWords::tr("Step"), m_colors.mutedText);
    }

    void paintColumn(const StepColumn& column)
    {
        m_painter.setOpacity(isSelected(column) ? 1.0 : 0.35);
        const double top = std::max(m_plot.top(), m_scene.geometry.yOf(column.wallNs));
        const QRectF bar(column.left, top, column.width, m_plot.bottom() - top);
        if (column.splits > 0)
            paintParts(column, bar);
        else
            paintWhole(column, bar);
        if (column.wallNs > m_scene.geometry.topNs)
            paintCut(bar);
        m_painter.setOpacity(1.0);
        if (m_scene.hovered && *m_scene.hovered >= column.first && *m_scene.hovered <= column.last) {
            m_painter.setPen(QPen(m_colors.text, 1.0));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
        }
    }

    void paintParts(const StepColumn& column, const QRectF& bar)
    {
        double below = 0.0;
        for (size_t i = 0; i < stepPartCount; ++i) {
            const double bottom = m_scene.geometry.yOf(below);
            below += column.partNs[i];
            const double top = std::max(bar.top(), m_scene.geometry.yOf(below));
            if (bottom <= top)
                continue;
            const double seam = bottom - top > 4.0 && column.width > 4.0 ? 1.0 : 0.0;
            m_painter.fillRect(QRectF(bar.left(), top + seam, bar.width(), bottom - top - seam),
                               stepPartColor(StepPart(i), m_colors));
        }
    }

    void paintWhole(const StepColumn& column, const QRectF& bar)
    {
        if (column.isWarmUp()) {
            m_painter.fillRect(bar, wholeStepGround(m_colors));
            m_painter.fillRect(bar, QBrush(wholeStepHatching(m_colors), Qt::BDiagPattern));
        } else {
            m_painter.fillRect(bar, wholeStepColor(m_colors));
        }
    }

    /// Two strokes across a bar that continues above the plot.
    void paintCut(const QRectF& bar)
    {
        m_painter.setPen(QPen(m_colors.surface, 3.0));
        for (const double y : {m_plot.top() + 10.0, m_plot.top() + 16.0})
            m_painter.drawLine(QPointF(bar.left() - 1.0, y + 3.0), QPointF(bar.right() + 1.0, y - 3.0));
    }

    /// Paints times next to bars that are cut off, if they are few. If the next such bar is too near, both
    /// times are next to that one.
    void paintCutTimes()
    {
        constexpr size_t few = 3;
        std::vector<const StepColumn*> cut;
        for (const StepColumn& column : m_scene.columns) {
            if (column.wallNs > m_scene.geometry.topNs)
                cut.push_back(&column);
        }
        if (cut.size() > few)
            return;
        m_painter.setFont(m_scene.font);
        const QFontMetricsF metrics(m_scene.font);
        QStringList times;
        for (size_t i = 0; i < cut.size(); ++i) {
            times += durationText(cut[i]->wallNs);
            const QString words = times.join(", ");
            const double left = cut[i]->left + cut[i]->width + beside;
            const double right = left + metrics.horizontalAdvance(words) + beside;
            if (i + 1 < cut.size() && cut[i + 1]->left < right)
                continue;
            write({left, m_plot.top(), right - left, metrics.height()}, Qt::AlignLeft | Qt::AlignVCenter,
                  words, m_colors.mutedText);
            times.clear();
        }
    }

    void paintMedian()
    {
        if (m_scene.medianLabel.isEmpty())
            return;
        const double y = std::round(m_scene.geometry.yOf(*m_scene.medianNs)) + 0.5;
        m_painter.setPen(QPen(m_colors.text, 1.0, Qt::DashLine));
        m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        const QRectF& place = m_scene.medianPlace;
        const double middle = std::round(place.center().y()) + 0.5;
        m_painter.drawLine(QPointF(place.left(), middle), QPointF(place.left() + medianSample, middle));
        m_painter.setFont(m_scene.font);
        write(place, Qt::AlignRight | Qt::AlignVCenter, m_scene.medianLabel, m_colors.text);
    }

    void paintLegend()
    {
        for (const StepLegendEntry& entry : m_scene.legend) {
            const QRectF square(entry.place.left(), entry.place.center().y() - barSwatch / 2, barSwatch,
                                barSwatch);
            const bool isOfColor = entry.color.isValid();
            if (entry.isHatched)
                m_painter.fillRect(square, wholeStepGround(m_colors));
            if (isOfColor)
                m_painter.fillRect(square, entry.isHatched ? QBrush(entry.color, Qt::BDiagPattern)
                                                           : QBrush(entry.color));
            m_painter.setFont(m_scene.font);
            QRectF words = entry.place.adjusted(swatchWidth(entry), 0, 0, 0);
            write(words, Qt::AlignLeft | Qt::AlignVCenter, entry.name,
                  isOfColor ? m_colors.text : m_colors.mutedText);
            words.setLeft(words.left() + QFontMetricsF(m_scene.font).horizontalAdvance(entry.name) + beside);
            m_painter.setFont(m_scene.numberFont);
            write(words, Qt::AlignLeft | Qt::AlignVCenter, entry.figures, m_colors.mutedText);
        }
    }

    QPainter& m_painter;
    const StepBarsScene& m_scene;
    const QRectF m_plot;
    const ThemeColors& m_colors;
};

} // namespace

StepBarsScene layOutStepBars(const StepBarsContent& content, const QRectF& area, const ThemeColors& colors,
                             const QFont& font)
{
    StepBarsScene scene;
    scene.colors = colors;
    scene.font = font;
    scene.numberFont = Theme::tabularFont(font);
    scene.selected = content.selected;
    if (content.figures.steps > 0)
        scene.medianNs = content.series->figures().wall.medianNs;

    auto& geometry = scene.geometry;
    geometry.from = content.from;
    geometry.to = content.to;
    const QFontMetricsF metrics(font);
    const QRectF inside = area.adjusted(barsMargin, 8.0, -barsMargin, -8.0);
    // The width of the labels depends on the bars, which depend on the width, but only a little.
    geometry.plot = inside.adjusted(48.0, 0, 0, -std::ceil(metrics.height()) - 8.0);
    geometry.topNs = stepsTop(stepColumns(*content.series, geometry));
    scene.times = timeTicks(geometry.topNs, geometry.plot.height() - 56.0);
    double labels = metrics.horizontalAdvance(StepBarsWords::tr("Step"));
    for (const StepTick& tick : scene.times.ticks)
        labels = std::max(labels, QFontMetricsF(scene.numberFont).horizontalAdvance(tick.label));
    geometry.plot.setLeft(inside.left() + std::ceil(labels) + besideAxis);
    scene.columns = stepColumns(*content.series, geometry);
    scene.legend = legendOf(scene, content.figures);
    const double legendEnd = placeLegend(scene.legend, inside, scene);
    geometry.plot.setTop(legendEnd + std::ceil(metrics.height()) + 8.0);
    placeMedian(content, scene);
    scene.numbers = stepTicks(geometry, metrics.horizontalAdvance("000,000") + 16.0);
    // There may be room next to the steps, but no steps are there.
    const auto all = content.series->all();
    std::erase_if(scene.numbers,
                  [&all](const StepTick& tick) { return !all || !all->contains(std::llround(tick.value)); });
    return scene;
}

void paintStepBars(QPainter& painter, const StepBarsScene& scene)
{
    painter.save();
    Painter(painter, scene).paint();
    painter.restore();
}

} // namespace stepscope::ui
