#include "core/import/events/imported_tracks.h"

#include "core/import/events/imported_names.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace stepscope {

namespace {

/// The number that a text is or, after `prefix`, begins with; -1: none.
int64_t numberBehind(std::string_view text, std::string_view prefix)
{
    const size_t at = text.find(prefix);
    int64_t number = -1;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + prefix.size(), text.data() + text.size(), number);
    return number;
}

int64_t numberOr(const std::string& text, int64_t otherwise)
{
    int64_t number = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// "pt_autograd_0" of Kineto's "thread 1262 (pt_autograd_0)".
std::string shortThreadName(std::string name)
{
    while (!name.empty() && name.back() == ' ')
        name.pop_back();
    const size_t bracket = name.find(" (");
    if (name.starts_with("thread ") && bracket != std::string::npos && name.ends_with(')'))
        return name.substr(bracket + 2, name.size() - bracket - 3);
    return name;
}

} // namespace

ImportedTracks::ImportedTracks(std::span<const ImportedTexts> texts, std::span<const ImportedBlock> blocks,
                               ImportedNames& names)
{
    for (const ImportedBlock& block : blocks) {
        const ImportedTexts& of = texts[size_t(block.reader)];
        for (const ImportedName& each : block.names) {
            const Key key = keyOf(of, of.tracks[each.track]);
            if (each.of == ImportedName::Of::Thread)
                m_threadNames[{key.process, key.thread}] = names.text(names.known(block.reader, each.name));
            else if (each.of == ImportedName::Of::Process)
                m_processNames[key.process] = names.text(names.known(block.reader, each.name));
        }
    }
    std::map<Key, ImportedTrackId> known;
    for (const ImportedTexts& of : texts) {
        auto& ids = m_trackOf.emplace_back();
        for (const ImportedTrack& track : of.tracks) {
            const Key key = keyOf(of, track);
            const auto [entry, isNew] = known.try_emplace(key, uint32_t(m_tracks.size()));
            if (isNew)
                m_tracks.push_back(trackOf(key));
            ids.push_back(entry->second);
        }
    }
}

ImportedTracks::Key ImportedTracks::keyOf(const ImportedTexts& texts, const ImportedTrack& track) const
{
    const auto text = [&texts](int64_t id, bool isText) {
        return isText ? std::string(texts.trackNames[ImportedTrackNameId(uint32_t(id))]) : std::to_string(id);
    };
    return {track.isStream, text(track.process, track.processIsText), text(track.thread, track.threadIsText)};
}

ImportedTracks::Track ImportedTracks::trackOf(const Key& key) const
{
    Track track;
    TraceThread& thread = track.thread;
    thread.id = numberOr(key.thread, 0);
    if (key.isStream) {
        thread.device = int16_t(numberOr(key.process, 0));
        thread.name = "stream " + key.thread;
        return track;
    }
    thread.process = numberOr(key.process, 0);
    const auto named = m_threadNames.find({key.process, key.thread});
    if (named != m_threadNames.end())
        thread.name = shortThreadName(named->second);
    else if (numberOr(key.thread, std::numeric_limits<int64_t>::min()) == std::numeric_limits<int64_t>::min())
        thread.name = key.thread;
    // TensorFlow shows a device as a process, and its streams as threads.
    const auto process = m_processNames.find(key.process);
    const int64_t device =
        process == m_processNames.end() ? -1 : numberBehind(process->second, "/device:GPU:");
    if (device < 0 || device > std::numeric_limits<int16_t>::max())
        return track;
    thread.device = int16_t(device);
    int64_t stream = numberBehind(process->second, "/stream:");
    for (const char* prefix : {"Stream #", "stream:", "stream "})
        stream = stream < 0 ? numberBehind(thread.name, prefix) : stream;
    track.isAnnotated =
        stream < 0 && !thread.name.empty() && process->second.find("/stream:") == std::string::npos;
    if (stream >= 0)
        thread.id = stream;
    return track;
}

void ImportedTracks::forgetEvents()
{
    for (Track& track : m_tracks)
        track = {.thread = std::move(track.thread), .isAnnotated = track.isAnnotated};
}

void ImportedTracks::giveIndices(Trace& trace, ImportLog& log)
{
    std::vector<ImportedTrackId> order;
    for (ImportedTrackId id(0); id < m_tracks.size(); ++id) {
        if (m_tracks[id].events > 0)
            order.push_back(id);
    }
    std::ranges::stable_sort(order, {}, [this](ImportedTrackId id) {
        const Track& track = m_tracks[id];
        const TraceThread& thread = track.thread;
        const bool isStream = thread.isStream();
        // For ties, the result must not depend on which reading thread was first.
        return std::tuple(isStream, isStream ? thread.device : 0, isStream ? thread.id : -track.steps,
                          track.firstNs, thread.process, thread.id, std::string_view(thread.name));
    });
    constexpr size_t most = std::numeric_limits<uint16_t>::max();
    for (size_t i = 0; i < order.size(); ++i) {
        Track& track = m_tracks[order[i]];
        track.index = ThreadId(uint16_t(std::min(i, most - 1)));
        if (i < most)
            trace.threads.push_back(track.thread);
        else
            log.count(ImportIssue::TooManyThreads, track.events);
    }
}

} // namespace stepscope
