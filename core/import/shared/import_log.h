#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// A problem that an importer found, or something that it could not keep.
enum class ImportIssue : uint8_t {
    UnescapedQuotes,   ///< events with quotes inside a string
    ControlCharacters, ///< names with control characters or invalid bytes
    BareWords,         ///< values such as N/A or NaN that are not JSON
    UnreadableEvents,  ///< stretches that could not be parsed
    EventsWithoutTime,
    EventsFarAway, ///< in time from all others
    MissingDurations,
    NegativeDurations,
    DuplicateEvents,
    ChildrenSticking,  ///< that end after their enclosing event because of rounding
    OverlappingEvents, ///< on one thread without being nested
    NestedTooDeep,     ///< in mostNestingDepth or more events of their thread
    EndsWithoutBegin,
    BeginsWithoutEnd,
    LaunchesAfterWork, ///< device work that began before its launch because of different clocks
    WorkWithoutLaunch, ///< device work whose launch was not recorded
    JoinedById, ///< device work that was joined to its operator by id because its runtime call is missing
    AllocationsWithoutAddress,
    MissingDevices,  ///< devices without properties
    OtherPhases,     ///< events of unsupported kinds
    TooManyThreads,  ///< events of threads that share a track
    TooManyCounters, ///< values of series that were left out
    // For sums by stack:
    UnreadableLines,
    NegativeValues,
    ValuesTooLarge,
    DeepStacks,
    TooManyFrames,
    TooManyFunctions, ///< whose frames share one name
    StacksWithoutFrames,
    RecursiveCalls,   ///< recursive calls, which a tree cannot continue
    UnfollowedCalls,  ///< of paths too cheap to follow
    MissingFunctions, ///< that are referred to but not described
};
inline constexpr size_t importIssueCount = size_t(ImportIssue::MissingFunctions) + 1;

/// An importer's log: counts of issues, with a sentence for each.
class ImportLog
{
public:
    void count(ImportIssue issue, int64_t times = 1) { m_counts[size_t(issue)] += times; }
    int64_t counted(ImportIssue issue) const { return m_counts[size_t(issue)]; }
    void add(const ImportLog& other);

    /// A finding; findings come first: "75,718 events, …".
    void find(std::string sentence) { m_found.push_back(std::move(sentence)); }
    /// Removes a finding that no longer holds.
    void takeBack(const std::string& sentence) { std::erase(m_found, sentence); }
    /// Damage to the file, with what was left out.
    void damage(std::string sentence) { m_damage.push_back(std::move(sentence)); }

    const std::vector<std::string>& found() const { return m_found; }
    const std::vector<std::string>& damages() const { return m_damage; }
    /// A sentence for each issue found.
    std::vector<std::string> issues() const;

private:
    std::array<int64_t, importIssueCount> m_counts{};
    std::vector<std::string> m_found;
    std::vector<std::string> m_damage;
};

} // namespace stepscope
