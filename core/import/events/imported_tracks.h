#pragma once

#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace stepscope {

class ImportedNames;

/// The tracks of all reading threads as threads and streams.
class ImportedTracks
{
public:
    struct Track
    {
        TraceThread thread;
        bool isAnnotated = false; ///< a device's track of annotations only
        int64_t firstNs = 0;      ///< start of its first event
        int64_t events = 0;
        int64_t steps = 0;        ///< number of ProfilerStep annotations
        bool hasForward = false;  ///< operators with a backward operator
        bool hasBackward = false; ///< operators of the backward pass
        bool hasSequence = false; ///< forward events with a sequence number
        ThreadId index;           ///< in Trace::threads
    };

    ImportedTracks(std::span<const ImportedTexts> texts, std::span<const ImportedBlock> blocks,
                   ImportedNames& names);

    ImportedTrackId idOf(int reader, ImportedTrackId track) const { return m_trackOf[size_t(reader)][track]; }
    Track& operator[](ImportedTrackId id) { return m_tracks[id]; }
    size_t size() const { return m_tracks.size(); }
    /// The number of tracks with forward events that have a sequence number.
    size_t sequences() const { return size_t(std::ranges::count(m_tracks, true, &Track::hasSequence)); }

    /// Clears what is known of their events.
    void forgetEvents();
    /// Orders the tracks with events: first the thread with the steps, then threads by their start, then
    /// streams by device and number.
    void giveIndices(Trace& trace, ImportLog& log);

private:
    struct Key
    {
        bool isStream;
        std::string process;
        std::string thread;
        auto operator<=>(const Key&) const = default;
    };
    Key keyOf(const ImportedTexts& texts, const ImportedTrack& track) const;
    Track trackOf(const Key& key) const;

    std::vector<Track> m_tracks;
    std::vector<std::vector<ImportedTrackId>> m_trackOf; ///< by reader and track
    std::map<std::string, std::string> m_processNames;
    std::map<std::pair<std::string, std::string>, std::string> m_threadNames;
};

} // namespace stepscope
