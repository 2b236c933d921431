#include "core/import/events/side_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace stepscope {

void giveAddresses(Trace& trace, ImportLog& log)
{
    auto& allocations = trace.allocations;
    const bool hasAddresses =
        std::ranges::any_of(allocations, [](const auto& each) { return each.address != 0; });
    if (hasAddresses || allocations.empty())
        return;
    log.count(ImportIssue::AllocationsWithoutAddress, int64_t(allocations.size()));
    std::map<std::pair<int16_t, int64_t>, std::vector<uint64_t>> alive;
    uint64_t next = 1;
    for (TraceAllocation& each : allocations) {
        auto& blocks = alive[{each.device, std::abs(each.bytes)}];
        if (each.bytes >= 0) {
            each.address = next++;
            blocks.push_back(each.address);
        } else if (!blocks.empty()) {
            each.address = blocks.back();
            blocks.pop_back();
        } else {
            each.address = next++; // allocated before the recording
        }
    }
}

void addCounters(Trace& trace, const ImportedEventList& list, ImportedTracks& tracks,
                 const ImportedNames& names, ImportLog& log)
{
    constexpr size_t mostCounters = 4096;
    using Key = std::tuple<ImportedTrackId, ImportedNameId, ImportedNameId>;
    std::map<Key, TraceCounter> counters; // by track, name and series
    for (const ImportedCounterValue& each : list.counters) {
        const Key key(each.track, each.name, each.series);
        if (counters.size() >= mostCounters && !counters.contains(key)) {
            log.count(ImportIssue::TooManyCounters);
            continue;
        }
        auto& counter = counters[key];
        if (counter.values.empty()) {
            const std::string& name = names.text(each.name);
            const std::string& series = names.text(each.series);
            const bool isSame =
                series.empty() || series == name || series == "value" || name.ends_with(series);
            counter.name = isSame ? name : name + ": " + series;
            counter.process = tracks[each.track].thread.process;
            counter.device = tracks[each.track].thread.device;
        }
        counter.values.push_back({each.timeNs - list.firstNs, each.value});
    }
    std::map<std::pair<int16_t, bool>, TraceCounter> totals; // by device, allocated before reserved
    for (const ImportedAllocation& each : list.allocations) {
        const auto add = [&](bool isReserved, const char* name, int64_t bytes) {
            if (bytes < 0)
                return;
            auto& counter = totals[{each.device, isReserved}];
            counter.name = name;
            counter.device = each.device;
            counter.values.push_back({each.timeNs - list.firstNs, double(bytes)});
        };
        add(false, "Total Allocated [B]", each.totalAllocated);
        add(true, "Total Reserved [B]", each.totalReserved);
    }
    const auto take = [&trace](TraceCounter& counter) {
        std::ranges::stable_sort(counter.values, {}, &TraceCounter::Value::timeNs);
        trace.counters.push_back(std::move(counter));
    };
    for (auto& [key, counter] : counters)
        take(counter);
    for (auto& [key, counter] : totals)
        take(counter);
}

void addDevices(Trace& trace, const TraceHeader& header, ImportLog& log)
{
    std::set<int16_t> used;
    for (const TraceThread& thread : trace.threads) {
        if (thread.isStream())
            used.insert(thread.device);
    }
    for (const int16_t number : used) {
        const auto known = std::ranges::find(header.devices, number, &TraceDevice::number);
        log.count(ImportIssue::MissingDevices, known == header.devices.end());
        trace.devices.push_back(known == header.devices.end() ? TraceDevice{.number = number} : *known);
    }
}

} // namespace stepscope
