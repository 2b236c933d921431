#include "ui/timeline/timeline_painter.h"

#include "core/trace/enclosing_event.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

struct TimelinePainterWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};

constexpr double leastEventWidth = 3.0; ///< narrower ones are drawn like folded ones
constexpr double leastLabelRoom = 32.0;
constexpr double labelInset = 4.0;
constexpr double tickDistance = 112.0;
constexpr double layerTint = 0.42;

QString eventsText(uint64_t events)
{
    return counted(TimelinePainterWords::tr("%1 event(s)", nullptr, formNumber(events)), events);
}

double lightness(const QColor& color)
{
    return 0.299 * color.redF() + 0.587 * color.greenF() + 0.114 * color.blueF();
}

} // namespace

TimelinePainter::TimelinePainter(const TimelineScene& scene, const TimelineList& list, TimelineLabels& labels)
    : m_scene(scene)
    , m_list(list)
    , m_labels(labels)
    , m_ticks(timelineTicks(scene.scale, tickDistance))
{
    mixColors();
}

void TimelinePainter::mixColors()
{
    const ThemeColors& colors = m_scene.colors;
    // Dark text on light fills and light text on dark fills, in every theme.
    const bool isDark = lightness(colors.surface) < 0.5;
    const QColor darkText = isDark ? colors.surface : colors.text;
    const QColor lightText = isDark ? colors.text : colors.surface;
    for (size_t tone = 0; tone < m_fills.size(); ++tone) {
        for (const bool faded : {false, true}) {
            const auto mixed = [&](double share) {
                return tinted(colors.surface, toneColor(TimelineTone(tone), colors),
                              faded ? share * 0.28 : share);
            };
            // One text color for all shades of a tone.
            const QColor eventText = lightness(mixed(1.0)) > 0.5 ? darkText : lightText;
            const auto filled = [&](double share) {
                const QColor color = mixed(share);
                const QColor text = share > 0.5 ? eventText : lightness(color) > 0.5 ? darkText : lightText;
                return Fill{color.rgb(), faded ? tinted(color, text, 0.6).rgb() : text.rgb()};
            };
            ToneFills& fills = m_fills[tone][faded ? 1 : 0];
            for (int i = 0; i < densities; ++i)
                fills.folded[size_t(i)] = filled(0.25 + 0.75 * double(i) / (densities - 1)).color;
            for (int i = 0; i < shades; ++i)
                fills.event[size_t(i)] = filled(1.0 - 0.08 * i);
            fills.layer = filled(layerTint);
        }
    }
}

void TimelinePainter::paint(QImage& image)
{
    const QRect whole(QPoint(), m_scene.size);
    ImageFiller ground(image, whole);
    paintGround(ground);
    ImageFiller spans(image, m_scene.plot());
    paintSpans(spans);
    paintCounters(spans);
    QPainter painter(&image);
    paintText(painter, false);
}

void TimelinePainter::paint(QPainter& painter)
{
    ShapeFiller ground(painter, QRect(QPoint(), m_scene.size));
    paintGround(ground);
    ShapeFiller spans(painter, m_scene.plot());
    paintSpans(spans);
    paintCounters(spans);
    paintText(painter, true);
}

void TimelinePainter::paintGround(RectFiller& filler)
{
    const auto [width, height] = std::pair(m_scene.size.width(), m_scene.size.height());
    const ThemeColors& colors = m_scene.colors;
    filler.fill(0, width, 0, height, colors.surface.rgb());
    for (const TimelineTick& tick : m_ticks) {
        const double x = std::floor(m_scene.xOf(tick.ns));
        if (x >= m_scene.namesWidth)
            filler.fill(x, x + 1, TimelineScene::rulerHeight, height, colors.grid.rgb());
    }
}

bool TimelinePainter::isFaded(EventId event) const
{
    const TimelineSearch* search = m_scene.search;
    if (!search || !search->isActive())
        return false;
    const Trace& trace = *m_scene.trace;
    if (search->isFor(trace, event))
        return false;
    // A search for a layer shows everything that runs in it.
    for (EventId at = event; search->isForLayer() && at != noEvent; at = enclosingEvent(trace, at)) {
        if (search->isFor(trace, at))
            return false;
    }
    return true;
}

void TimelinePainter::paintSpans(RectFiller& filler)
{
    for (const TimelineList::Row& row : m_list.rows) {
        const TimelineBand& band = m_scene.rows.bands[row.band];
        if (band.track == stepsTrack) {
            paintSteps(filler, row);
            continue;
        }
        const int top = m_scene.yOf(band.laneTop(row.lane));
        filler.beginLane(top, top + band.laneHeight - 1);
        for (const TimelineSpan& span : m_list.of(row))
            paintSpan(filler, span, top);
        filler.endLane();
    }
}

void TimelinePainter::paintSpan(RectFiller& filler, const TimelineSpan& span, int laneTop)
{
    const double left = m_scene.xOf(span.startNs);
    const double right = m_scene.xOf(span.endNs);
    if (span.count > 1 || right - left < leastEventWidth) {
        const double lengthNs = std::max(double(span.endNs - span.startNs), m_scene.scale.nsPerPixel);
        const double density = std::min(double(span.busyNs) / lengthNs, 1.0);
        const auto& fills =
            fillsOf(toneOf(*m_scene.trace, span.longestEvent(), span.pass), isFaded(span.longestEvent()));
        filler.fillInLane(left, right, fills.folded[size_t(density * (densities - 1))]);
        return;
    }
    const Trace& trace = *m_scene.trace;
    const EventId event = span.longestEvent();
    const NameId name = trace.name[event];
    const auto& fills = fillsOf(toneOf(trace, event, span.pass), isFaded(event));
    const Fill& fill = isScope(trace.kind[event]) ? fills.layer : fills.event[name % uint32_t(shades)];
    // Draws a line between neighbors if there is room.
    filler.fillInLane(left, right - (right - left >= leastEventWidth + 1 ? 1.0 : 0.0), fill.color);
    const double seenLeft = std::max(left, double(m_scene.namesWidth));
    const double room = std::min(right, double(m_scene.size.width())) - seenLeft - 2 * labelInset;
    if (room >= leastLabelRoom)
        m_texts.push_back({seenLeft + labelInset, room, laneTop, name, fill.text});
}

void TimelinePainter::paintCounters(RectFiller& filler)
{
    for (const TimelineBand& band : m_scene.rows.bands) {
        const int top = m_scene.yOf(band.top);
        const bool isSeen = top < m_scene.size.height() && top + band.height > TimelineScene::rulerHeight;
        if (band.kind == TimelineBand::Kind::Counter && isSeen && m_scene.counters)
            paintCounter(filler, band);
    }
}

/// An area as high as the value; if the value changes within a cell, a lighter tone reaches its maximum.
void TimelinePainter::paintCounter(RectFiller& filler, const TimelineBand& band)
{
    const TimelineCounter& counter = (*m_scene.counters)[size_t(band.item)];
    if (counter.most() <= 0.0)
        return;
    const ThemeColors& colors = m_scene.colors;
    const QColor base = counter.unit == CounterUnit::Share ? colors.series[0] : colors.series[5];
    const QRgb light = tinted(colors.surface, base, 0.32).rgb();
    const QRgb full = tinted(colors.surface, base, 0.6).rgb();
    const int top = m_scene.yOf(band.top) + 2;
    const int bottom = m_scene.yOf(band.top) + band.height;
    const auto heightOf = [&](double value) {
        return int(std::lround(std::clamp(value / counter.most(), 0.0, 1.0) * (bottom - top)));
    };
    const TimelineScale& scale = m_scene.scale;
    filler.fill(m_scene.namesWidth, m_scene.size.width(), bottom - 1, bottom, colors.border.rgb());
    for (const auto& cell :
         counter.cells(scale.timeAt(-1.0), scale.timeAt(scale.width + 1.0), scale.cellNs())) {
        const double left = m_scene.xOf(cell.startNs);
        const double right = m_scene.xOf(cell.endNs);
        if (const int height = heightOf(cell.most); height > 0)
            filler.fill(left, right, bottom - height, bottom, light);
        if (const int height = heightOf(cell.least); height > 0)
            filler.fill(left, right, bottom - height, bottom, full);
    }
}

void TimelinePainter::paintSteps(RectFiller& filler, const TimelineList::Row& row)
{
    const ThemeColors& colors = m_scene.colors;
    const TimelineBand& band = m_scene.rows.bands[row.band];
    const int top = m_scene.yOf(band.top);
    for (const TimelineSpan& span : m_list.of(row)) {
        const double left = m_scene.xOf(span.startNs);
        const double right = m_scene.xOf(span.endNs);
        const bool isWide = right - left >= 2 * leastEventWidth;
        filler.fill(left, right - (isWide ? 1.0 : 0.0), top, top + band.laneHeight - 1,
                    (span.longest % 2 == 0 ? colors.border : colors.raised).rgb());
        if (isWide) // marks the start of a step down to the bottom
            filler.fill(left, left + 1, top, m_scene.size.height(), colors.border.rgb());
    }
}

void TimelinePainter::paintText(QPainter& painter, bool asShapes)
{
    painter.setFont(m_scene.font);
    m_labels.setFont(m_scene.font);
    painter.setClipRect(m_scene.plot());
    const QFontMetricsF metrics(m_scene.font);
    for (const Label& label : m_texts) {
        painter.setPen(QColor::fromRgb(label.color));
        const double laneHeight = m_scene.sizes.laneHeight - 1;
        if (asShapes) {
            painter.drawText(
                QPointF(label.x, label.laneTop + (laneHeight + metrics.ascent() - metrics.descent()) / 2),
                m_labels.elided(*m_scene.trace, label.name, label.width));
        } else if (const QStaticText* text = m_labels.text(*m_scene.trace, label.name, label.width)) {
            painter.drawStaticText(QPointF(label.x, label.laneTop + (laneHeight - text->size().height()) / 2),
                                   *text);
        }
    }
    paintStepLabels(painter);
    painter.setClipping(false);
    paintRuler(painter);
    paintNames(painter);
}

void TimelinePainter::paintStepLabels(QPainter& painter)
{
    for (const TimelineList::Row& row : m_list.rows) {
        if (m_scene.rows.bands[row.band].track == stepsTrack)
            paintStepLabels(painter, row);
    }
}

/// All of them have the word "Step", or none.
void TimelinePainter::paintStepLabels(QPainter& painter, const TimelineList::Row& row)
{
    constexpr double gap = 6.0; // before a label, and at least behind it
    const QFontMetricsF metrics(m_scene.font);
    const auto whole = [](int64_t number) {
        return TimelinePainterWords::tr("Step %1").arg(countText(number));
    };
    std::vector<StepLabelPlace> words;
    std::vector<StepLabelPlace> numbers;
    for (const TimelineSpan& span : m_list.of(row)) {
        if (span.count > 1)
            continue;
        const int64_t number = m_scene.trace->steps[span.longest].number;
        const double left = m_scene.xOf(span.startNs);
        words.push_back({number, left, metrics.horizontalAdvance(whole(number)) + 2 * gap});
        numbers.push_back({number, left, metrics.horizontalAdvance(countText(number)) + 2 * gap});
    }
    const bool areWords = distanceOfStepLabels(words) == 1;
    const int64_t distance = areWords ? 1 : distanceOfStepLabels(numbers);
    std::erase_if(numbers, [distance](const StepLabelPlace& step) { return step.number % distance != 0; });
    const TimelineBand& band = m_scene.rows.bands[row.band];
    painter.setPen(m_scene.colors.text);
    for (size_t i = 0; i < numbers.size(); ++i) {
        const double left = std::max(numbers[i].left, double(m_scene.namesWidth)) + gap;
        const double right = i + 1 < numbers.size() ? numbers[i + 1].left : double(m_scene.size.width());
        const double room = std::min(right, double(m_scene.size.width())) - left - gap;
        const QString text = areWords ? whole(numbers[i].number) : countText(numbers[i].number);
        if (metrics.horizontalAdvance(text) <= room)
            painter.drawText(QRectF(left, m_scene.yOf(band.top), room, band.laneHeight - 1),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }
}

void TimelinePainter::paintRuler(QPainter& painter)
{
    const ThemeColors& colors = m_scene.colors;
    constexpr int height = TimelineScene::rulerHeight;
    painter.fillRect(0, 0, m_scene.size.width(), height, colors.window);
    painter.fillRect(0, height - 1, m_scene.size.width(), 1, colors.border);
    painter.setFont(Theme::tabularFont(m_scene.font));
    painter.setPen(colors.mutedText);
    for (const TimelineTick& tick : m_ticks) {
        const double x = std::floor(m_scene.xOf(tick.ns));
        if (x < m_scene.namesWidth)
            continue;
        painter.fillRect(QRectF(x, height - 6, 1, 5), colors.mutedText);
        const QRectF place(x + 4, 0, tickDistance, height - 2);
        if (place.left() + 40 < m_scene.size.width())
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             toQString(tick.label));
    }
    painter.setFont(m_scene.font);
}

/// Spans the whole width, because it groups everything below.
void TimelinePainter::paintHeadings(QPainter& painter)
{
    const ThemeColors& colors = m_scene.colors;
    QFont bold = m_scene.font;
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    const int width = m_scene.size.width();
    painter.setClipRect(0, TimelineScene::rulerHeight, width, m_scene.size.height());
    for (const TimelineBand& band : m_scene.rows.bands) {
        const int top = m_scene.yOf(band.top);
        if (band.kind != TimelineBand::Kind::Heading || top > m_scene.size.height() || top + band.height < 0)
            continue;
        painter.fillRect(0, top, width, band.height, colors.raised);
        painter.fillRect(0, top + band.height - 1, width, 1, colors.border);
        paintFold(painter, {16, top + band.height / 2.0}, band.collapsed);
        painter.setPen(colors.text);
        painter.drawText(QRect(28, top, width - 36, band.height - 1), Qt::AlignVCenter | Qt::TextSingleLine,
                         toQString(m_scene.groups[size_t(band.item)].name));
    }
    painter.setClipping(false);
}

void TimelinePainter::paintFold(QPainter& painter, QPointF middle, bool isCollapsed)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(middle);
    painter.rotate(isCollapsed ? 0 : 90);
    painter.setPen(QPen(m_scene.colors.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[] = {{-2, -4}, {2, 0}, {-2, 4}};
    painter.drawPolyline(points, 3);
    painter.restore();
}

void TimelinePainter::paintNames(QPainter& painter)
{
    const ThemeColors& colors = m_scene.colors;
    const int width = m_scene.namesWidth;
    painter.fillRect(0, 0, width, m_scene.size.height(), colors.window);
    painter.setClipRect(0, TimelineScene::rulerHeight, width, m_scene.size.height());
    for (const TimelineBand& band : m_scene.rows.bands) {
        const int top = m_scene.yOf(band.top);
        if (band.kind != TimelineBand::Kind::Heading && top <= m_scene.size.height() &&
            top + band.height >= 0)
            paintName(painter, band);
    }
    painter.setClipping(false);
    painter.fillRect(width - 1, 0, 1, m_scene.size.height(), colors.border);
    painter.fillRect(0, TimelineScene::rulerHeight - 1, width, 1, colors.border);
    paintHeadings(painter);
}

/// A second line shows the amount.
void TimelinePainter::paintName(QPainter& painter, const TimelineBand& band)
{
    const ThemeColors& colors = m_scene.colors;
    const int top = m_scene.yOf(band.top);
    const bool isCounter = band.kind == TimelineBand::Kind::Counter;
    const bool isSteps = !isCounter && band.track == stepsTrack;
    QFont bold = m_scene.font;
    bold.setWeight(QFont::DemiBold);
    constexpr int textLeft = 28;
    const int room = m_scene.namesWidth - textLeft - 8;
    const int line = m_scene.sizes.laneHeight;
    painter.fillRect(0, top + band.height + m_scene.sizes.gap / 2, m_scene.namesWidth, 1, colors.grid);
    const auto* counter = isCounter ? &(*m_scene.counters)[size_t(band.item)] : nullptr;
    const QString name = counter ? toQString(counter->name) : trackName(*m_scene.trace, band.track);
    painter.setFont(isCounter ? m_scene.font : bold);
    painter.setPen(colors.text);
    painter.drawText(QRect(textLeft, top, room, isSteps ? band.height - 1 : line), Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(name, Qt::ElideMiddle, room));
    if (isSteps)
        return;
    if (!isCounter)
        paintFold(painter, {16, top + line / 2.0}, band.collapsed);
    if (band.height < 2 * line)
        return;
    painter.setFont(m_scene.font);
    painter.setPen(colors.mutedText);
    const QString amount = counter
                               ? TimelinePainterWords::tr("to %1").arg(counterText(*counter, counter->most()))
                               : eventsText(m_scene.index->threads()[size_t(band.track)].events);
    painter.drawText(QRect(textLeft, top + line, room, line), Qt::AlignVCenter, amount);
}

} // namespace stepscope::ui
