#pragma once

#include "ui/timeline/timeline_filler.h"
#include "ui/timeline/timeline_labels.h"
#include "ui/timeline/timeline_scene.h"
#include "ui/timeline/timeline_tones.h"

#include <array>

namespace stepscope::ui {

/// Paints a timeline: its spans, then the marks on them.
class TimelinePainter
{
public:
    /// `list` matches the scene's position and zoom.
    TimelinePainter(const TimelineScene& scene, const TimelineList& list, TimelineLabels& labels);

    /// Paints everything but the marks; the image has 32 bits per pixel and the scene's size.
    void paint(QImage& image);
    /// The same as shapes and text, for drawings.
    void paint(QPainter& painter);

private:
    struct Label
    {
        double x;
        double width;
        int laneTop;
        NameId name;
        QRgb color;
    };
    struct Fill
    {
        QRgb color = 0;
        QRgb text = 0;
    };
    static constexpr int densities = 17;
    static constexpr int shades = 3;
    /// Colors of one tone, full and faded.
    struct ToneFills
    {
        std::array<QRgb, densities> folded;
        std::array<Fill, shades> event;
        Fill layer;
    };

    void mixColors();
    const ToneFills& fillsOf(TimelineTone tone, bool faded) const
    {
        return m_fills[size_t(tone)][faded ? 1 : 0];
    }
    void paintGround(RectFiller& filler);
    void paintSpans(RectFiller& filler);
    void paintCounters(RectFiller& filler);
    void paintCounter(RectFiller& filler, const TimelineBand& band);
    void paintSpan(RectFiller& filler, const TimelineSpan& span, int laneTop);
    void paintSteps(RectFiller& filler, const TimelineList::Row& row);
    bool isFaded(EventId event) const;
    void paintText(QPainter& painter, bool asShapes);
    void paintStepLabels(QPainter& painter);
    void paintStepLabels(QPainter& painter, const TimelineList::Row& row);
    void paintRuler(QPainter& painter);
    void paintNames(QPainter& painter);
    void paintName(QPainter& painter, const TimelineBand& band);
    void paintFold(QPainter& painter, QPointF middle, bool isCollapsed);
    void paintHeadings(QPainter& painter);

    const TimelineScene& m_scene;
    const TimelineList& m_list;
    TimelineLabels& m_labels;
    std::vector<TimelineTick> m_ticks;
    std::vector<Label> m_texts;
    std::array<std::array<ToneFills, 2>, timelineTones> m_fills;
};

/// Paints the marks: steps that are left out, the measured range, the event under the pointer, the selected
/// event and the arrow to its linked event.
void paintTimelineMarks(QPainter& painter, const TimelineScene& scene);

} // namespace stepscope::ui
