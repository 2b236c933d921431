#pragma once

#include "core/import/chrome_blocks.h"
#include "core/import/chrome_header.h"
#include "core/import/chrome_names.h"
#include "core/import/chrome_tracks.h"

namespace stepscope {

/// The events of all blocks in one list, with names, tracks and kinds that no longer depend on who read them:
/// ChromeEvent::name is of ChromeNames::known, track of ChromeTracks, detail a shape of the trace or an index
/// in `work`. Of device events, `link` becomes the index of the event that launched them, -1: none.
class ChromeEventList
{
public:
    ChromeEventList(std::vector<ChromeBlock> blocks, ChromeNames& names, ChromeTracks& tracks,
                    const ChromeHeader& header, ImportLog& log);

    std::vector<ChromeEvent> events;
    std::vector<TraceDeviceWork> work;
    std::vector<ChromeAllocation> allocations; ///< tracks as in events; in the order of time
    std::vector<ChromeCounterValue> counters;  ///< tracks and names as in events
    std::vector<uint32_t> stepEvents;          ///< ProfilerStep annotations
    bool hasDecimals = false;                  ///< of times
    bool isKineto = false;

    /// The first and the last instant; 0 and 0 without events.
    int64_t firstNs = 0;
    int64_t lastNs = 0;

    /// The numbers of the events as they are to stand in a trace: by time, what encloses or launches first.
    std::vector<uint32_t> inOrder(int threads) const;
    /// When an event stands in that order: its start, or that of its launch when the clocks differ.
    int64_t orderNs(const ChromeEvent& event) const
    {
        return isOnDevice(event.kind) && event.link >= 0
                   ? std::max(event.startNs, events[size_t(event.link)].startNs)
                   : event.startNs;
    }

private:
    void take(ChromeBlock& block);
    void takeEvent(ChromeEvent event, int reader, uint32_t firstWork);
    ChromeKind kindOf(const ChromeEvent& event) const;
    void pairParts(std::vector<ChromePart> parts);
    void dropFarAway();
    void findEnds();
    void countTracks();
    void joinLaunches();
    void joinLaunch(ChromeEvent& event, uint32_t launcher);

    ChromeNames& m_names;
    ChromeTracks& m_tracks;
    ImportLog& m_log;
};

} // namespace stepscope
