#pragma once

#include "core/import/events/imported_event_store.h"
#include "core/import/events/imported_names.h"
#include "core/import/events/imported_tracks.h"
#include "core/import/events/trace_header.h"

#include <limits>

namespace stepscope {

/// The events of all blocks in one list, with names, tracks and kinds that no longer depend on who read them:
/// ImportedEvent::name is of ImportedNames::known, track of ImportedTracks, detail a shape of the trace or an
/// index in `work`. Of device events, `link` becomes the index of the event that launched them, -1: none.
class ImportedEventList
{
public:
    ImportedEventList(std::vector<ImportedBlock> blocks, ImportedNames& names, ImportedTracks& tracks,
                      const TraceHeader& header, int threads, ImportLog& log);

    ImportedEventStore events;
    std::vector<OwnEvent> own; ///< of each event, if Stepscope wrote all of them; else incomplete
    std::vector<TraceDeviceWork> work;
    std::vector<ImportedAllocation> allocations; ///< tracks as in events; in the order of time
    std::vector<ImportedCounterValue> counters;  ///< tracks and names as in events
    std::vector<uint32_t> stepEvents;            ///< ProfilerStep annotations
    bool hasDecimals = false;                    ///< of times
    bool isKineto = false;
    bool isOwn = false; ///< isOwnTrace(): `own` is complete, and `link` of device events is as in the file

    /// The first instant; 0 without events.
    int64_t firstNs = std::numeric_limits<int64_t>::max();

    /// 5 of "ProfilerStep#5"; -1: it is no step.
    int64_t stepNumberOf(const ImportedEvent& event) const { return m_names.traits(event.name).step; }
    /// The numbers of the events as they are to stand in a trace: by time, what encloses or launches first.
    std::vector<uint32_t> inOrder() const;
    /// When an event stands in that order: its start, or that of its launch when the clocks differ.
    int64_t orderNs(const ImportedEvent& event) const
    {
        return isOnDevice(event.kind) && event.link >= 0
                   ? std::max(event.startNs, events[uint32_t(event.link)].startNs)
                   : event.startNs;
    }

private:
    /// Makes names, tracks and kinds of a block's events those of the list.
    void translate(ImportedBlock& block);
    void translate(ImportedEvent& event, const ImportedBlock& block);
    ImportedKind deviceKindOf(const ImportedEvent& event, const ImportedBlock& block) const;
    void take(ImportedBlock& block);
    ImportedKind kindOf(const ImportedEvent& event) const;
    void pairParts(std::vector<ImportedPart> parts);
    /// What is to be known of all events, gathered while they are at hand.
    void survey(uint32_t number, const ImportedEvent& event);
    void dropFarAway();
    void surveyOthers();
    void joinLaunches();
    void joinLaunch(ImportedEvent& event, uint32_t launcher);

    ImportedNames& m_names;
    ImportedTracks& m_tracks;
    ImportLog& m_log;
    const int m_threads;
    int64_t m_latestStartNs = std::numeric_limits<int64_t>::min();
    std::vector<uint32_t> m_calls; ///< of the runtime, with a correlation
    std::vector<uint32_t> m_deviceEvents;
};

} // namespace stepscope
