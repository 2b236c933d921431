#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Maps times to pixels. Times are far from 0 (a monotonic clock, or the wall clock, whose nanoseconds do not
/// fit in a double), so pixels are computed relative to a start.
struct TimelineScale
{
    int64_t beginNs = 0;  ///< of the visible data
    int64_t endNs = 0;    ///< of the same
    double startNs = 0.0; ///< at pixel 0, relative to beginNs
    double nsPerPixel = 1e3;
    double width = 1.0; ///< in pixels

    double pixelOf(int64_t ns) const { return (double(ns - beginNs) - startNs) / nsPerPixel; }
    int64_t timeAt(double pixel) const;
    int64_t firstSeenNs() const { return timeAt(0.0); }
    int64_t lastSeenNs() const { return timeAt(width); }
    /// The cell length for folding events: about two pixels.
    int64_t cellNs() const;

    /// Shows everything, with a little room on both sides.
    void fitAll();
    bool isFitted() const;
    /// Shows a part, with room around it; at least a few nanoseconds.
    void fit(int64_t fromNs, int64_t toNs);
    /// The time at that pixel stays there. A factor above 1 shows less.
    void zoom(double factor, double pixel);
    void panBy(double pixels);
    /// Scrolls to a time; does nothing if it is visible.
    void reveal(int64_t fromNs, int64_t toNs);

private:
    double spanNs() const;
    /// Keeps the visible range within all of it.
    void clamp();
};

/// A line of the time axis.
struct TimelineTick
{
    int64_t ns = 0;
    std::string label; ///< time since the scale's start, "12.35 ms"
};

/// At round times, at least `pixelsApart` pixels apart.
std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, double pixelsApart);

} // namespace stepscope
