#include "ui/timeline/timeline_scene.h"

#include "core/base/text/format.h"
#include "core/trace/event_kind.h"
#include "core/trace/thread_name.h"
#include "ui/support/qt_text.h"
#include "ui/theme/follow_font.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QFontMetrics>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct TimelineSceneWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineScene)
};

} // namespace

void TimelineScene::setFont(const QFont& textFont)
{
    constexpr TimelineSizes usual;
    constexpr int usualNamesWidth = 148;
    constexpr int aroundHeading = 6;
    font = textFont;
    const int line = QFontMetrics(font).height();
    sizes.laneHeight = std::max(usual.laneHeight, line);
    sizes.stepsHeight = std::max(usual.stepsHeight, line + aroundHeading);
    sizes.headingHeight = std::max(usual.headingHeight, line + aroundHeading);
    sizes.counterHeight = std::max(usual.counterHeight, 2 * sizes.laneHeight); // two lines of text
    sizes.leastHeight = std::max(usual.leastHeight, 2 * sizes.laneHeight);
    namesWidth = std::max(usualNamesWidth, usualNamesWidth * QFontInfo(font).pixelSize() / usualTextSize);
}

QRectF TimelineScene::rectOf(EventId event) const
{
    if (!index || event >= index->events())
        return {};
    const TimelineBand* band = rows.bandOf(trace->thread[event]);
    const LaneId lane = index->laneOf(event);
    if (!band || lane.isNone())
        return {};
    const double left = xOf(trace->startNs[event]);
    const double right = xOf(trace->startNs[event] + std::max<int64_t>(trace->durationNs[event], 0));
    const int shownLane = std::min<int>(lane, band->lanes - 1);
    return {left, double(yOf(band->laneTop(shownLane))), std::max(right - left, 1.0),
            double(band->laneHeight - 1)};
}

QString shortName(const Trace& trace, NameId name)
{
    return toQString(shortEventName(trace.names[name]));
}

QString counterText(const TimelineCounter& counter, double value)
{
    switch (counter.unit) {
    case CounterUnit::Bytes:
        return bytesText(value);
    case CounterUnit::Share:
        return toQString(formatShare(value, 0));
    case CounterUnit::None:
        break;
    }
    return QString::number(value, 'g', 6);
}

QString trackName(const Trace& trace, int track)
{
    if (track == stepsTrack)
        return TimelineSceneWords::tr("Steps");
    if (size_t(track) < trace.threads.size() && !trace.threads[size_t(track)].name.empty())
        return toQString(nameInProcess(trace, trace.threads[size_t(track)]));
    if (size_t(track) < trace.threads.size() && trace.threads[size_t(track)].isStream())
        return TimelineSceneWords::tr("stream %1").arg(trace.threads[size_t(track)].id);
    return TimelineSceneWords::tr("thread %1").arg(track);
}

} // namespace stepscope::ui
