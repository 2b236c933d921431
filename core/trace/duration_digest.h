#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope {

/// The durations of a row's calls, as far as single calls are known. Times are in nanoseconds.
struct DurationSpread
{
    double p5Ns = 0.0; ///< linear between the two neighbors, as in numpy.percentile
    double p50Ns = 0.0;
    double p95Ns = 0.0;
    double restP50Ns = 0.0; ///< the median without the first call; 0: there was only one
    /// Otherwise each figure is within DurationDigest::largestError of the result of sorting all durations.
    bool isExact = true;
};

/// Durations of many calls in little memory: all of them up to `exactCalls`, then the number in each of 128
/// classes per octave (below 256 ns each nanosecond is a class of its own).
class DurationDigest
{
public:
    static constexpr size_t exactCalls = 1024;
    static constexpr double largestError = 0.008; ///< of a percentile of more calls, as a share of it

    void add(int64_t durationNs)
    {
        ++m_calls;
        const size_t place = classOf(durationNs) - m_firstClass;
        if (place < m_counts.size()) // false while exact; a class before the first is a huge number
            ++m_counts[place];
        else if (m_counts.empty())
            addExact(durationNs);
        else
            addClass(classOf(durationNs), 1);
    }
    void add(const DurationDigest& other);

    int64_t calls() const { return m_calls; }
    bool isExact() const { return m_counts.empty(); }
    /// `firstNs` is the duration of the first call in time. There must be a call.
    DurationSpread spread(int64_t firstNs) const;

    /// Number of calls with a duration from `fromNs` to below `toNs`.
    struct Bin
    {
        double fromNs = 0.0;
        double toNs = 0.0;
        int64_t calls = 0;
    };
    /// At most `bins` of equal width on a logarithmic scale, from the shortest call to the longest, which
    /// belongs to the last one; one bin when all calls took equally long. Classes count at their middle. None
    /// without calls.
    std::vector<Bin> histogram(int bins) const;

private:
    static constexpr int classBits = 7; // 128 classes per octave
    static_assert(1.0 / (1 << classBits) <= largestError);

    static size_t classOf(int64_t durationNs)
    {
        const auto value = uint64_t(std::max<int64_t>(durationNs, 0));
        const int octave = std::max(0, int(std::bit_width(value)) - classBits - 1);
        return (size_t(octave) << classBits) + size_t(value >> octave);
    }
    static int64_t classBegin(size_t number);
    void addExact(int64_t durationNs);
    void addClass(size_t number, int64_t calls);
    void countClasses();
    void remove(int64_t durationNs);
    double at(int64_t rank) const;
    double percentile(double share) const;

    int64_t m_calls = 0;
    std::vector<int64_t> m_durations; ///< while exact
    std::vector<uint32_t> m_counts;   ///< by class starting at m_firstClass; empty while exact
    size_t m_firstClass = 0;
};

} // namespace stepscope
