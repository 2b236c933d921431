#include "core/import/chrome/chrome_category.h"

#include <array>
#include <utility>

namespace stepscope {

namespace {

using Entry = std::pair<std::string_view, ImportedKind>;

/// Sorted by frequency.
constexpr auto categories = std::to_array<Entry>({
    {"cpu_op", ImportedKind::Operator},
    {"kernel", ImportedKind::Kernel},
    {"cuda_runtime", ImportedKind::Runtime},
    {"python_function", ImportedKind::Python},
    {"Operator", ImportedKind::Operator},
    {"Kernel", ImportedKind::Kernel},
    {"Runtime", ImportedKind::Runtime},
    {"gpu_memcpy", ImportedKind::MemoryCopy},
    {"gpu_memset", ImportedKind::MemorySet},
    {"Memcpy", ImportedKind::MemoryCopy},
    {"Memset", ImportedKind::MemorySet},
    {"user_annotation", ImportedKind::Annotation},
    {"gpu_user_annotation", ImportedKind::DeviceAnnotation},
    {"cuda_driver", ImportedKind::Runtime},
    {"cuda_sync", ImportedKind::Synchronization},
    {"cuda_event", ImportedKind::Synchronization},
    {"overhead", ImportedKind::Overhead},
    {"Overhead", ImportedKind::Overhead},
    {"cpu_instant_event", ImportedKind::Instant},
    {"Trace", ImportedKind::ProfilerSpan},
    {"xpu_runtime", ImportedKind::Runtime},
    {"xpu_driver", ImportedKind::Runtime},
    {"mtia_runtime", ImportedKind::Runtime},
    {"privateuse1_runtime", ImportedKind::Runtime},
    {"privateuse1_driver", ImportedKind::Runtime},
    {"glow_runtime", ImportedKind::Runtime},
    {"hip_runtime", ImportedKind::Runtime},
    {"hpu_op", ImportedKind::Kernel},
    {"mtia_ccp_events", ImportedKind::Kernel},
    {"mtia_workloadd", ImportedKind::Kernel},
    {"collective_comm", ImportedKind::Kernel},
    {"cuda_profiler_range", ImportedKind::DeviceAnnotation},
    {"hardware_counters", ImportedKind::DeviceAnnotation},
});

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

} // namespace

ImportedKind chromeKindOf(std::string_view category)
{
    for (const auto& [name, kind] : categories) {
        if (name == category)
            return kind;
    }
    // Other vendors' devices follow the same pattern: "mtia_kernel", "xpu_memcpy".
    if (endsWith(category, "kernel"))
        return ImportedKind::Kernel;
    if (endsWith(category, "_memcpy"))
        return ImportedKind::MemoryCopy;
    if (endsWith(category, "_memset"))
        return ImportedKind::MemorySet;
    if (endsWith(category, "_runtime") || endsWith(category, "_driver"))
        return ImportedKind::Runtime;
    if (endsWith(category, "_user_annotation"))
        return ImportedKind::DeviceAnnotation;
    return ImportedKind::Unknown;
}

} // namespace stepscope
