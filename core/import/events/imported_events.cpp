#include "core/import/events/imported_events.h"

namespace stepscope {

ImportedTrackId ImportedTexts::trackOf(const ImportedTrack& track)
{
    const auto [known, isNew] = m_trackOf.try_emplace(track, uint32_t(tracks.size()));
    if (isNew)
        tracks.push_back(track);
    return known->second;
}

size_t ImportedTexts::HashOfTrack::operator()(const ImportedTrack& track) const
{
    // The finalizer of MurmurHash3: with a plain sum, a file could choose numbers that share a bucket.
    const auto mixed = [](uint64_t hash) {
        hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
        hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
        return hash ^ (hash >> 33);
    };
    const int kind = int(track.isStream) * 4 + int(track.processIsText) * 2 + int(track.threadIsText);
    return size_t(mixed(mixed(mixed(uint64_t(track.process)) + uint64_t(track.thread)) + uint64_t(kind)));
}

} // namespace stepscope
