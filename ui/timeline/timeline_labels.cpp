#include "ui/timeline/timeline_labels.h"

#include "ui/timeline/timeline_scene.h"

#include <QTransform>

#include <limits>

namespace stepscope::ui {

namespace {

constexpr double widthStep = 8.0; ///< resolution of widths, in pixels
constexpr double leastWidth = 32.0;
constexpr size_t mostElided = 8192;

QStaticText laidOut(const QString& text, const QFont& font)
{
    QStaticText made(text);
    made.setTextFormat(Qt::PlainText);
    made.setPerformanceHint(QStaticText::AggressiveCaching);
    made.prepare(QTransform(), font);
    return made;
}

bool fit(std::span<const StepLabelPlace> steps, int64_t distance)
{
    double end = -std::numeric_limits<double>::infinity();
    for (const StepLabelPlace& step : steps) {
        if (step.number % distance != 0)
            continue;
        if (step.left < end)
            return false;
        end = step.left + step.width;
    }
    return true;
}

} // namespace

int64_t distanceOfStepLabels(std::span<const StepLabelPlace> steps)
{
    constexpr int64_t most = 1'000'000'000; // rather than search on if several steps have the number 0
    int64_t power = 1;
    for (; power < most; power *= 10) {
        for (const int64_t factor : {1, 2, 5}) {
            if (fit(steps, factor * power))
                return factor * power;
        }
    }
    return power;
}

void TimelineLabels::setFont(const QFont& font)
{
    if (font == m_font)
        return;
    m_font = font;
    m_metrics = QFontMetricsF(font);
    clear();
}

void TimelineLabels::clear()
{
    m_names.clear();
    m_elided.clear();
}

const TimelineLabels::Name& TimelineLabels::nameOf(const Trace& trace, NameId name)
{
    const auto [entry, isNew] = m_names.try_emplace(name);
    if (isNew) {
        entry->second.text = shortName(trace, name);
        entry->second.width = m_metrics.horizontalAdvance(entry->second.text);
        entry->second.whole = laidOut(entry->second.text, m_font);
    }
    return entry->second;
}

const QStaticText* TimelineLabels::text(const Trace& trace, NameId name, double width)
{
    const Name& known = nameOf(trace, name);
    if (known.width <= width)
        return &known.whole;
    if (width < leastWidth)
        return nullptr;
    if (m_elided.size() > mostElided)
        m_elided.clear();
    const auto steps = uint64_t(width / widthStep);
    const auto [entry, isNew] = m_elided.try_emplace(uint64_t(name) << 32 | steps);
    if (isNew)
        entry->second =
            laidOut(m_metrics.elidedText(known.text, Qt::ElideRight, double(steps) * widthStep), m_font);
    return &entry->second;
}

QString TimelineLabels::elided(const Trace& trace, NameId name, double width)
{
    return width < leastWidth ? QString()
                              : m_metrics.elidedText(nameOf(trace, name).text, Qt::ElideRight, width);
}

} // namespace stepscope::ui
