#pragma once

#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>

namespace stepscope {

class ImportedNames;

/// The tracks of all reading threads as threads and streams.
class ImportedTracks
{
public:
    struct Track
    {
        TraceThread thread;
        bool isAnnotated = false; ///< a device's track that only says what work is part of
        int64_t firstNs = 0;      ///< of its first event
        int64_t events = 0;
        int64_t steps = 0;        ///< ProfilerStep annotations
        bool hasForward = false;  ///< operators that have a backward one
        bool hasBackward = false; ///< operators of the backward pass
        bool hasSequence = false; ///< forward events with a sequence number
        uint16_t index = 0xFFFF;  ///< in Trace::threads
    };

    ImportedTracks(std::span<const ImportedTexts> texts, std::span<const ImportedBlock> blocks,
                   ImportedNames& names);

    uint32_t idOf(int reader, uint32_t track) const { return m_trackOf[size_t(reader)][track]; }
    Track& operator[](uint32_t id) { return m_tracks[id]; }
    size_t size() const { return m_tracks.size(); }
    /// How many have forward events with a sequence number.
    size_t sequences() const { return size_t(std::ranges::count(m_tracks, true, &Track::hasSequence)); }

    /// Forgets what was said of their events.
    void forgetEvents();
    /// Orders those with events: the thread that goes through the steps first, then threads as they begin,
    /// then streams by device and number.
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
    std::vector<std::vector<uint32_t>> m_trackOf; ///< by reader and track
    std::map<std::string, std::string> m_processNames;
    std::map<std::pair<std::string, std::string>, std::string> m_threadNames;
};

} // namespace stepscope
