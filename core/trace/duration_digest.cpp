#include "core/trace/duration_digest.h"

#include "core/base/percentile.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

int64_t DurationDigest::classBegin(size_t number)
{
    const size_t octave = number < (2U << classBits) ? 0 : (number >> classBits) - 1;
    return int64_t(number - (octave << classBits)) << octave;
}

void DurationDigest::addExact(int64_t durationNs)
{
    m_durations.push_back(durationNs);
    if (m_durations.size() > exactCalls)
        countClasses();
}

void DurationDigest::countClasses()
{
    for (const int64_t duration : m_durations)
        addClass(classOf(duration), 1);
    m_durations = {};
}

void DurationDigest::addClass(size_t number, int64_t calls)
{
    if (m_counts.empty())
        m_firstClass = number;
    if (number < m_firstClass) {
        m_counts.insert(m_counts.begin(), m_firstClass - number, 0);
        m_firstClass = number;
    }
    if (number - m_firstClass >= m_counts.size())
        m_counts.resize(number - m_firstClass + 1);
    m_counts[number - m_firstClass] += uint32_t(calls);
}

void DurationDigest::add(const DurationDigest& other)
{
    m_calls += other.m_calls;
    if (m_counts.empty() && other.m_counts.empty()) {
        m_durations.insert(m_durations.end(), other.m_durations.begin(), other.m_durations.end());
        if (m_durations.size() > exactCalls)
            countClasses();
        return;
    }
    if (m_counts.empty())
        countClasses();
    for (const int64_t duration : other.m_durations)
        addClass(classOf(duration), 1);
    for (size_t i = 0; i < other.m_counts.size(); ++i) {
        if (other.m_counts[i] > 0)
            addClass(other.m_firstClass + i, other.m_counts[i]);
    }
}

void DurationDigest::remove(int64_t durationNs)
{
    --m_calls;
    if (!isExact()) {
        --m_counts[classOf(durationNs) - m_firstClass];
        return;
    }
    m_durations.erase(std::ranges::lower_bound(m_durations, durationNs));
}

double DurationDigest::at(int64_t rank) const
{
    int64_t before = 0;
    for (size_t i = 0; i < m_counts.size(); ++i) {
        const int64_t calls = m_counts[i];
        if (rank < before + calls) {
            // A class of one nanosecond is exact; in a wider one the calls are assumed to be evenly
            // distributed.
            const auto begin = double(classBegin(m_firstClass + i));
            const double width = double(classBegin(m_firstClass + i + 1)) - begin;
            return width <= 1.0 ? begin : begin + width * (double(rank - before) + 0.5) / double(calls);
        }
        before += calls;
    }
    return 0.0;
}

double DurationDigest::percentile(double share) const
{
    if (isExact())
        return stepscope::percentile(m_durations, share);
    const double position = share * double(m_calls - 1);
    const auto below = int64_t(position);
    return std::lerp(at(below), at(std::min(below + 1, m_calls - 1)), position - double(below));
}

DurationSpread DurationDigest::spread(int64_t firstNs) const
{
    if (m_calls == 1 && isExact())
        return {double(firstNs), double(firstNs), double(firstNs), 0.0, true};
    DurationDigest sorted = *this;
    std::ranges::sort(sorted.m_durations);
    DurationSpread spread{sorted.percentile(0.05), sorted.percentile(0.5), sorted.percentile(0.95), 0.0,
                          isExact()};
    sorted.remove(firstNs);
    if (sorted.m_calls > 0)
        spread.restP50Ns = sorted.percentile(0.5);
    return spread;
}

std::vector<DurationDigest::Bin> DurationDigest::histogram(int bins) const
{
    struct Group
    {
        double ns;
        int64_t calls;
    };
    std::vector<Group> groups;
    for (const int64_t duration : m_durations)
        groups.push_back({double(duration), 1});
    for (size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] > 0)
            groups.push_back({double(classBegin(m_firstClass + i) + classBegin(m_firstClass + i + 1) - 1) / 2,
                              m_counts[i]});
    }
    if (groups.empty())
        return {};
    const auto [shortest, longest] = std::ranges::minmax_element(groups, {}, &Group::ns);
    const double low = std::log(std::max(shortest->ns, 1.0));
    const double high = std::log(std::max(longest->ns, 1.0));
    if (high <= low)
        return {{shortest->ns, longest->ns, m_calls}};
    std::vector<Bin> result(static_cast<size_t>(std::max(bins, 1)));
    const double width = (high - low) / double(result.size());
    for (size_t i = 0; i < result.size(); ++i) {
        result[i].fromNs = i == 0 ? shortest->ns : std::exp(low + width * double(i));
        result[i].toNs = i + 1 == result.size() ? longest->ns : std::exp(low + width * double(i + 1));
    }
    for (const Group& group : groups) {
        const auto place = size_t((std::log(std::max(group.ns, 1.0)) - low) / width);
        result[std::min(place, result.size() - 1)].calls += group.calls;
    }
    return result;
}

} // namespace stepscope
