#include "core/import/chrome_events.h"

#include <array>
#include <utility>

namespace stepscope {

namespace {

using Entry = std::pair<std::string_view, ChromeKind>;

/// By how often they are met.
constexpr auto categories = std::to_array<Entry>({
    {"cpu_op", ChromeKind::Operator},
    {"kernel", ChromeKind::Kernel},
    {"cuda_runtime", ChromeKind::Runtime},
    {"python_function", ChromeKind::Python},
    {"Operator", ChromeKind::Operator},
    {"Kernel", ChromeKind::Kernel},
    {"Runtime", ChromeKind::Runtime},
    {"gpu_memcpy", ChromeKind::MemoryCopy},
    {"gpu_memset", ChromeKind::MemorySet},
    {"Memcpy", ChromeKind::MemoryCopy},
    {"Memset", ChromeKind::MemorySet},
    {"user_annotation", ChromeKind::Annotation},
    {"gpu_user_annotation", ChromeKind::DeviceAnnotation},
    {"cuda_driver", ChromeKind::Runtime},
    {"cuda_sync", ChromeKind::Synchronization},
    {"cuda_event", ChromeKind::Synchronization},
    {"overhead", ChromeKind::Overhead},
    {"Overhead", ChromeKind::Overhead},
    {"cpu_instant_event", ChromeKind::Instant},
    {"Trace", ChromeKind::ProfilerSpan},
    {"xpu_runtime", ChromeKind::Runtime},
    {"xpu_driver", ChromeKind::Runtime},
    {"mtia_runtime", ChromeKind::Runtime},
    {"privateuse1_runtime", ChromeKind::Runtime},
    {"privateuse1_driver", ChromeKind::Runtime},
    {"glow_runtime", ChromeKind::Runtime},
    {"hip_runtime", ChromeKind::Runtime},
    {"hpu_op", ChromeKind::Kernel},
    {"mtia_ccp_events", ChromeKind::Kernel},
    {"mtia_workloadd", ChromeKind::Kernel},
    {"collective_comm", ChromeKind::Kernel},
    {"cuda_profiler_range", ChromeKind::DeviceAnnotation},
    {"hardware_counters", ChromeKind::DeviceAnnotation},
});

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

} // namespace

ChromeKind chromeKindOf(std::string_view category)
{
    for (const auto& [name, kind] : categories) {
        if (name == category)
            return kind;
    }
    // Other vendors' devices follow the same pattern: "mtia_kernel", "xpu_memcpy".
    if (endsWith(category, "kernel"))
        return ChromeKind::Kernel;
    if (endsWith(category, "_memcpy"))
        return ChromeKind::MemoryCopy;
    if (endsWith(category, "_memset"))
        return ChromeKind::MemorySet;
    if (endsWith(category, "_runtime") || endsWith(category, "_driver"))
        return ChromeKind::Runtime;
    if (endsWith(category, "_user_annotation"))
        return ChromeKind::DeviceAnnotation;
    return ChromeKind::Unknown;
}

uint32_t ChromeTexts::trackOf(const ChromeTrack& track)
{
    const auto [known, isNew] = m_trackOf.try_emplace(track, uint32_t(tracks.size()));
    if (isNew)
        tracks.push_back(track);
    return known->second;
}

size_t ChromeTexts::HashOfTrack::operator()(const ChromeTrack& track) const
{
    // The finishing steps of MurmurHash3: numbers that a file chooses must not meet in one bucket by a sum.
    const auto mixed = [](uint64_t hash) {
        hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
        hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
        return hash ^ (hash >> 33);
    };
    const int kind = int(track.isStream) * 4 + int(track.processIsText) * 2 + int(track.threadIsText);
    return size_t(mixed(mixed(mixed(uint64_t(track.process)) + uint64_t(track.thread)) + uint64_t(kind)));
}

} // namespace stepscope
