#include "core/trace/timeline/timeline_scale.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope {

namespace {

constexpr double pixelsPerCell = 2.0;
constexpr double leastNsPerPixel = 0.02;
constexpr double margin = 0.02; ///< of the width, on each side of the fitted range

/// 1, 2 or 5 times a power of ten, at least `ns` except for rounding; at least one nanosecond.
int64_t roundUp(double ns)
{
    ns *= 1.0 - 1e-9;
    int64_t power = 1;
    while (true) {
        for (const int64_t factor : {1, 2, 5}) {
            if (double(power * factor) >= ns)
                return power * factor;
        }
        power *= 10;
    }
}

struct Unit
{
    int64_t ns;
    const char* name;
};
constexpr std::array units{Unit{1'000'000'000, "s"}, Unit{1'000'000, "ms"}, Unit{1'000, "µs"}, Unit{1, "ns"}};

/// With as many decimals as the distance between two ticks needs.
std::string tickLabel(int64_t ns, int64_t stepNs)
{
    const Unit& unit = *std::ranges::find_if(units, [&](const Unit& each) {
        return stepNs * 10 >= each.ns || each.ns == 1; // 0.1 s rather than 100 ms
    });
    int decimals = 0;
    for (int64_t step = stepNs; step < unit.ns; step *= 10)
        ++decimals;
    std::string text = formatCount(std::abs(ns) / unit.ns);
    if (decimals > 0) {
        const double rest = double(std::abs(ns) % unit.ns) / double(unit.ns);
        text += fmt::format("{:.{}f}", rest, decimals).substr(1);
    }
    return fmt::format("{}{} {}", ns < 0 ? "−" : "", text, unit.name);
}

} // namespace

int64_t TimelineScale::timeAt(double pixel) const
{
    return beginNs + int64_t(std::floor(startNs + pixel * nsPerPixel));
}

int64_t TimelineScale::cellNs() const
{
    return std::max<int64_t>(std::llround(pixelsPerCell * nsPerPixel), 1);
}

double TimelineScale::spanNs() const
{
    return std::max(double(endNs - beginNs), 1.0);
}

void TimelineScale::fitAll()
{
    fit(beginNs, endNs);
}

bool TimelineScale::isFitted() const
{
    TimelineScale fitted = *this;
    fitted.fitAll();
    return std::abs(fitted.startNs - startNs) < nsPerPixel && nsPerPixel >= fitted.nsPerPixel * (1.0 - 1e-9);
}

void TimelineScale::fit(int64_t fromNs, int64_t toNs)
{
    constexpr double leastNs = 10.0;
    const double seenNs = std::max(double(toNs - fromNs), leastNs);
    const double middleNs = (double(fromNs - beginNs) + double(toNs - beginNs)) / 2;
    nsPerPixel = seenNs / (1.0 - 2 * margin) / std::max(width, 1.0);
    startNs = middleNs - nsPerPixel * width / 2;
    clamp();
}

void TimelineScale::zoom(double factor, double pixel)
{
    const double fixedNs = startNs + pixel * nsPerPixel;
    nsPerPixel /= factor;
    const double mostNsPerPixel = spanNs() / (1.0 - 2 * margin) / std::max(width, 1.0);
    nsPerPixel = std::clamp(nsPerPixel, std::min(leastNsPerPixel, mostNsPerPixel), mostNsPerPixel);
    startNs = fixedNs - pixel * nsPerPixel;
    clamp();
}

void TimelineScale::panBy(double pixels)
{
    startNs += pixels * nsPerPixel;
    clamp();
}

void TimelineScale::reveal(int64_t fromNs, int64_t toNs)
{
    const double seenNs = width * nsPerPixel;
    const double from = double(fromNs - beginNs);
    const double to = double(toNs - beginNs);
    const bool isSeen = from < startNs + seenNs && to >= startNs;
    const bool isWhole = from >= startNs && to <= startNs + seenNs;
    if (isWhole || (isSeen && to - from > seenNs))
        return;
    // A range that is too long for the picture is shown from its start.
    startNs = to - from > seenNs ? from - seenNs * 0.1 : (from + to - seenNs) / 2;
    clamp();
}

void TimelineScale::clamp()
{
    const double mostNsPerPixel = spanNs() / (1.0 - 2 * margin) / std::max(width, 1.0);
    nsPerPixel = std::clamp(nsPerPixel, std::min(leastNsPerPixel, mostNsPerPixel), mostNsPerPixel);
    const double seenNs = nsPerPixel * width;
    const double room = margin * seenNs;
    startNs = std::clamp(startNs, -room, std::max(spanNs() + room - seenNs, -room));
}

std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, double pixelsApart)
{
    std::vector<TimelineTick> ticks;
    const int64_t stepNs = roundUp(scale.nsPerPixel * std::max(pixelsApart, 1.0));
    const auto first = int64_t(std::ceil(scale.startNs / double(stepNs)));
    const auto last = int64_t(std::floor((scale.startNs + scale.width * scale.nsPerPixel) / double(stepNs)));
    for (int64_t number = first; number <= last; ++number)
        ticks.push_back({scale.beginNs + number * stepNs, tickLabel(number * stepNs, stepNs)});
    return ticks;
}

} // namespace stepscope
