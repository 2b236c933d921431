#pragma once

#include "core/base/id_hash.h"
#include "core/trace/trace.h"

#include <QFont>
#include <QFontMetricsF>
#include <QStaticText>

#include <cstdint>
#include <span>
#include <unordered_map>

namespace stepscope::ui {

/// A step and its label, in pixels.
struct StepLabelPlace
{
    int64_t number = 0;
    double left = 0.0;
    double width = 0.0; ///< of the label and the gap behind it
};

/// The steps that have a label are those whose number is a multiple of this: of the numbers 1, 2, 5, 10, 20
/// and so on, the first with which no label covers the start of the next one. The steps are in order of time.
int64_t distanceOfStepLabels(std::span<const StepLabelPlace> steps);

/// Laid out names, cached by name and width: a frame has hundreds of equal ones.
class TimelineLabels
{
public:
    explicit TimelineLabels(const QFont& font)
        : m_font(font)
        , m_metrics(font)
    {
    }

    /// Clears the cache if the font has changed.
    void setFont(const QFont& font);
    void clear();
    /// Ends in "…" if it does not fit; null if nothing of it fits.
    const QStaticText* text(const Trace& trace, NameId name, double width);
    QString elided(const Trace& trace, NameId name, double width);

private:
    struct Name
    {
        QString text;
        double width = 0.0;
        QStaticText whole;
    };
    const Name& nameOf(const Trace& trace, NameId name);

    QFont m_font;
    QFontMetricsF m_metrics;
    std::unordered_map<NameId, Name> m_names;
    std::unordered_map<uint64_t, QStaticText> m_elided;
};

} // namespace stepscope::ui
