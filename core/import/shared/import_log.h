#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// What an importer met that is not as it should be, or that it could not keep.
enum class ImportIssue : uint8_t {
    UnescapedQuotes,   ///< events with quotes inside a string
    ControlCharacters, ///< names with control characters or bytes that are no text
    BareWords,         ///< values such as N/A or NaN that are no JSON
    UnreadableEvents,  ///< stretches that could not be made sense of
    EventsWithoutTime,
    EventsFarAway, ///< in time from all others
    MissingDurations,
    NegativeDurations,
    DuplicateEvents,
    ChildrenSticking,  ///< that end after what encloses them, by rounding
    OverlappingEvents, ///< on one thread without being nested
    NestedTooDeep,     ///< in mostNestingDepth or more events of their thread
    EndsWithoutBegin,
    BeginsWithoutEnd,
    LaunchesAfterWork, ///< device work that began before its launch, by different clocks
    WorkWithoutLaunch, ///< device work whose launch was not recorded
    JoinedById,        ///< device work that was joined to its operator by id, for want of a runtime call
    AllocationsWithoutAddress,
    MissingDevices,  ///< devices without properties
    OtherPhases,     ///< events of kinds that are not read
    TooManyThreads,  ///< events of threads that were put together
    TooManyCounters, ///< values of series that were left out
    // Of sums by stack:
    UnreadableLines,
    NegativeValues,
    ValuesTooLarge,
    DeepStacks,
    TooManyFrames,
    TooManyFunctions, ///< whose frames share one name
    StacksWithoutFrames,
    RecursiveCalls,   ///< calls between functions that call each other, which a tree cannot go on with
    UnfollowedCalls,  ///< of paths too cheap to be followed
    MissingFunctions, ///< that are referred to and nowhere described
};
inline constexpr size_t importIssueCount = size_t(ImportIssue::MissingFunctions) + 1;

/// An importer's account: counts, and a sentence for each of what was met.
class ImportLog
{
public:
    void count(ImportIssue issue, int64_t times = 1) { m_counts[size_t(issue)] += times; }
    int64_t counted(ImportIssue issue) const { return m_counts[size_t(issue)]; }
    void add(const ImportLog& other);

    /// What was found, said first: "75,718 events, …".
    void find(std::string sentence) { m_found.push_back(std::move(sentence)); }
    /// Takes a sentence back that something else has made untrue.
    void takeBack(const std::string& sentence) { std::erase(m_found, sentence); }
    /// The file is damaged: what of it was left out.
    void damage(std::string sentence) { m_damage.push_back(std::move(sentence)); }

    const std::vector<std::string>& found() const { return m_found; }
    const std::vector<std::string>& damages() const { return m_damage; }
    /// A sentence for each issue that was met.
    std::vector<std::string> issues() const;

private:
    std::array<int64_t, importIssueCount> m_counts{};
    std::vector<std::string> m_found;
    std::vector<std::string> m_damage;
};

} // namespace stepscope
