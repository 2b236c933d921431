#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Which time stands at which pixel. Times are far from 0 (a monotonic clock, or one of the wall, whose
/// nanoseconds a double cannot hold), so that pixels are reckoned from a begin.
struct TimelineScale
{
    int64_t beginNs = 0;  ///< of what there is to see
    int64_t endNs = 0;    ///< of the same
    double startNs = 0.0; ///< at pixel 0, from beginNs on
    double nsPerPixel = 1e3;
    double width = 1.0; ///< in pixels

    double pixelOf(int64_t ns) const { return (double(ns - beginNs) - startNs) / nsPerPixel; }
    int64_t timeAt(double pixel) const;
    int64_t firstSeenNs() const { return timeAt(0.0); }
    int64_t lastSeenNs() const { return timeAt(width); }
    /// What events are folded by: about two pixels.
    int64_t cellNs() const;

    /// All of it, with a little room at both sides.
    void fitAll();
    bool isFitted() const;
    /// A part of it, with room around it; never less than a few nanoseconds.
    void fit(int64_t fromNs, int64_t toNs);
    /// The time at that pixel stays there. A factor above 1 shows less.
    void zoom(double factor, double pixel);
    void panBy(double pixels);
    /// Brings a time into sight; moves nothing when it is.
    void reveal(int64_t fromNs, int64_t toNs);

private:
    double spanNs() const;
    /// Never further out than all of it, nor beside it.
    void clamp();
};

/// A line of the time axis.
struct TimelineTick
{
    int64_t ns = 0;
    std::string label; ///< time since the scale's begin, "12.35 ms"
};

/// At round times, at least so many pixels apart.
std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, double pixelsApart);

} // namespace stepscope
