#pragma once

#include "core/import/events/imported_event_store.h"
#include "core/import/events/imported_names.h"
#include "core/import/events/imported_tracks.h"
#include "core/import/events/trace_header.h"

#include <limits>

namespace stepscope {

/// The events of all blocks in one list, with names, tracks and kinds that do not depend on the reader:
/// ImportedEvent::name is a number of ImportedNames::known, track one of ImportedTracks, detail a shape of
/// the trace or an index in `work`. For device events, `link` becomes the index of the event that launched
/// them; -1: none.
class ImportedEventList
{
public:
    ImportedEventList(std::vector<ImportedBlock> blocks, ImportedNames& names, ImportedTracks& tracks,
                      const TraceHeader& header, int threads, ImportLog& log);

    ImportedEventStore events;
    std::vector<OwnEvent> own; ///< of each event, if Stepscope wrote all of them; otherwise incomplete
    std::vector<TraceDeviceWork> work;
    std::vector<ImportedAllocation> allocations; ///< tracks as in events; in order of time
    std::vector<ImportedCounterValue> counters;  ///< tracks and names as in events
    std::vector<ImportedEventId> stepEvents;     ///< ProfilerStep annotations
    bool hasDecimals = false;                    ///< whether times have decimals
    bool isKineto = false;
    bool isOwn = false; ///< isOwnTrace(): `own` is complete, and `link` of device events is as in the file

    /// The earliest time; 0 without events.
    int64_t firstNs = std::numeric_limits<int64_t>::max();

    /// 5 for "ProfilerStep#5"; -1: not a step.
    int64_t stepNumberOf(const ImportedEvent& event) const { return m_names.traits(event.name).step; }
    /// The events in the order of a trace: by time, enclosing and launching events first.
    std::vector<ImportedEventId> inOrder() const;
    /// The time of an event in that order: its start, or that of its launch if the clocks differ.
    int64_t orderNs(const ImportedEvent& event) const
    {
        return isOnDevice(event.kind) && event.link >= 0
                   ? std::max(event.startNs, events[ImportedEventId(uint32_t(event.link))].startNs)
                   : event.startNs;
    }

private:
    /// Replaces the names, tracks and kinds of a block's events by those of the list.
    void translate(ImportedBlock& block);
    void translate(ImportedEvent& event, const ImportedBlock& block);
    ImportedKind deviceKindOf(const ImportedEvent& event, const ImportedBlock& block) const;
    void take(ImportedBlock& block);
    ImportedKind kindOf(const ImportedEvent& event) const;
    void pairParts(std::vector<ImportedPart> parts);
    /// Gathers facts about all events while they are at hand.
    void survey(ImportedEventId id, const ImportedEvent& event);
    void dropFarAway();
    void surveyOthers();
    void joinLaunches();
    void joinLaunch(ImportedEvent& event, ImportedEventId launcher);

    ImportedNames& m_names;
    ImportedTracks& m_tracks;
    ImportLog& m_log;
    const int m_threads;
    int64_t m_latestStartNs = std::numeric_limits<int64_t>::min();
    std::vector<ImportedEventId> m_calls; ///< runtime calls with a correlation
    std::vector<ImportedEventId> m_deviceEvents;
};

} // namespace stepscope
