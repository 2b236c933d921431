#include "core/trace/timeline/timeline_csv.h"

#include "core/base/files/csv.h"
#include "core/trace/event_kind.h"
#include "core/trace/timeline/timeline_event.h"

namespace stepscope {

std::string timelineCsv(const Trace& trace, const TimelineIndex& index, const std::vector<int>& threads,
                        int64_t fromNs, int64_t toNs, int64_t zeroNs)
{
    CsvWriter csv{"thread",           "lane",     "name",        "kind",    "pass",  "step",
                  "launched_in_step", "start_ns", "duration_ns", "self_ns", "shapes"};
    const auto addRow = [&](int thread, size_t lane, EventId event) {
        const bool isNamed = size_t(thread) < trace.threads.size();
        isNamed ? csv.field(trace.threads[size_t(thread)].name) : csv.field(int64_t(thread));
        csv.field(int64_t(lane)).field(trace.names[trace.name[event]]);
        csv.field(eventKindName(trace.kind[event]));
        csv.field(passName(trace.pass[event]));
        const TraceStep* step = stepOfEvent(trace, event);
        step ? csv.field(step->number) : csv.field("");
        const TraceStep* launched = stepsOfWork(trace, event).launched;
        launched ? csv.field(launched->number) : csv.field("");
        csv.field(trace.startNs[event] - zeroNs).field(trace.durationNs[event]);
        isScope(trace.kind[event]) ? csv.field("") : csv.field(selfNsOfEvent(trace, index, event));
        csv.field(trace.shape[event] == noShape ? "" : trace.shapes[trace.shape[event]]);
        csv.endRow();
    };
    for (const int thread : threads) {
        const TimelineTrack& track = index.threads()[size_t(thread)];
        for (size_t number = 0; number < track.lanes.size(); ++number) {
            const TimelineLane& lane = track.lanes[number];
            for (uint32_t at = lane.firstSeenFrom(fromNs); at < lane.size() && lane.startNs(at) < toNs; ++at)
                addRow(thread, number, lane.event(at));
        }
    }
    return csv.text();
}

} // namespace stepscope
