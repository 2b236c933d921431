#include "core/import/shared/import_log.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

namespace stepscope {

namespace {

struct Wording
{
    const char* one;  ///< for one
    const char* many; ///< {} is the number
};

/// Nouns and verbs agree with the number, so each sentence is written out twice.
Wording wordingOf(ImportIssue issue)
{
    switch (issue) {
    case ImportIssue::UnescapedQuotes:
        return {"One event has unescaped quotes in a text; it was read with the help of the text after them.",
                "{} events have unescaped quotes in a text; they were read with the help of the text after "
                "them."};
    case ImportIssue::ControlCharacters:
        return {"One name has control characters or invalid bytes; they were replaced.",
                "{} names have control characters or invalid bytes; they were replaced."};
    case ImportIssue::BareWords:
        return {"One value is a bare word such as N/A or NaN; it counts as not known.",
                "{} values are bare words such as N/A or NaN; they count as not known."};
    case ImportIssue::UnreadableEvents:
        return {"One event could not be read and was left out.",
                "{} events could not be read and were left out."};
    case ImportIssue::EventsWithoutTime:
        return {"One event has no time and was left out.", "{} events have no time and were left out."};
    case ImportIssue::EventsFarAway:
        return {"One event is more than 30 days from the others and was left out.",
                "{} events are more than 30 days from the others and were left out."};
    case ImportIssue::MissingDurations:
        return {"One event has no duration; it counts as 0.", "{} events have no duration; they count as 0."};
    case ImportIssue::NegativeDurations:
        return {"One event has a negative duration; it counts as 0.",
                "{} events have a negative duration; they count as 0."};
    case ImportIssue::DuplicateEvents:
        return {"One event is in the file twice and was read once.",
                "{} events are in the file twice and were read once."};
    case ImportIssue::ChildrenSticking:
        return {"One event ends slightly after its enclosing event because of rounding.",
                "{} events end slightly after their enclosing events because of rounding."};
    case ImportIssue::OverlappingEvents:
        return {"One event overlaps another event of its thread without being nested; it was kept.",
                "{} events overlap others of their thread without being nested; they were kept."};
    case ImportIssue::NestedTooDeep:
        return {"One event is nested in 2,000 or more others of its thread and was left out.",
                "{} events are nested in 2,000 or more others of their thread and were left out."};
    case ImportIssue::EndsWithoutBegin:
        return {"One end event has no matching begin event and was left out.",
                "{} end events have no matching begin event and were left out."};
    case ImportIssue::BeginsWithoutEnd:
        return {"One event has no end; it lasts until the end of the recording.",
                "{} events have no end; they last until the end of the recording."};
    case ImportIssue::LaunchesAfterWork:
        return {"One device event began before it was launched: the clocks differ.",
                "{} device events began before they were launched: the clocks differ."};
    case ImportIssue::WorkWithoutLaunch:
        return {"One device event has no recorded launch.", "{} device events have no recorded launch."};
    case ImportIssue::JoinedById:
        return {
            "One device event was joined to its operator by id because its runtime call is missing.",
            "{} device events were joined to their operators by id because their runtime calls are missing."};
    case ImportIssue::AllocationsWithoutAddress:
        return {"One allocation or deallocation has no address; it was matched by size.",
                "{} allocations and deallocations have no address; they were matched by size."};
    case ImportIssue::MissingDevices:
        return {"The properties of one device are not in the file.",
                "The properties of {} devices are not in the file."};
    case ImportIssue::OtherPhases:
        return {"One event is of a kind that Stepscope does not show.",
                "{} events are of kinds that Stepscope does not show."};
    case ImportIssue::TooManyThreads:
        return {"One event belongs to a thread beyond the 65,535th; such events share a track.",
                "{} events belong to threads beyond the 65,535th; they share a track."};
    case ImportIssue::UnreadableLines:
        return {"One line could not be read and was left out.",
                "{} lines could not be read and were left out."};
    case ImportIssue::NegativeValues:
        return {"One figure is negative, as in a difference of two profiles; it counts as 0.",
                "{} figures are negative, as in a difference of two profiles; they count as 0."};
    case ImportIssue::ValuesTooLarge:
        return {"One figure is too large to be added to the others and was left out.",
                "{} figures are too large to be added to the others and were left out."};
    case ImportIssue::DeepStacks:
        return {"One stack is deeper than 2,000 frames; its 2,000th frame holds the rest.",
                "{} stacks are deeper than 2,000 frames; their 2,000th frames hold the rest."};
    case ImportIssue::TooManyFrames:
        return {"One frame beyond the first million was counted in its caller's frame.",
                "{} frames beyond the first million were counted in their callers' frames."};
    case ImportIssue::TooManyFunctions:
        return {"One frame is of a function beyond the first million; it is shown as (other functions).",
                "{} frames are of functions beyond the first million; they are shown as (other functions)."};
    case ImportIssue::TooManyCounters:
        return {"One value of a counter beyond the first 4,096 was left out.",
                "{} values of counters beyond the first 4,096 were left out."};
    case ImportIssue::StacksWithoutFrames:
        return {"One sample has no stack.", "{} samples have no stack."};
    case ImportIssue::RecursiveCalls:
        return {"Calls from one function to another lead back to a function that is still running; they were "
                "counted in its frame.",
                "Calls between {} pairs of functions lead back to a function that is still running; they "
                "were counted in its frame."};
    case ImportIssue::UnfollowedCalls:
        return {
            "One cheap call path was not followed; its cost was added to other paths to the same functions.",
            "{} cheap call paths were not followed; their cost was added to other paths to the same "
            "functions."};
    case ImportIssue::MissingFunctions:
        return {"One code location is not described in the file.",
                "{} code locations are not described in the file."};
    }
    return {"", ""};
}

} // namespace

void ImportLog::add(const ImportLog& other)
{
    for (size_t i = 0; i < importIssueCount; ++i)
        m_counts[i] += other.m_counts[i];
    m_found.insert(m_found.end(), other.m_found.begin(), other.m_found.end());
    m_damage.insert(m_damage.end(), other.m_damage.begin(), other.m_damage.end());
}

std::vector<std::string> ImportLog::issues() const
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < importIssueCount; ++i) {
        const auto wording = wordingOf(ImportIssue(i));
        if (m_counts[i] == 1)
            sentences.emplace_back(wording.one);
        else if (m_counts[i] > 1)
            sentences.push_back(fmt::format(fmt::runtime(wording.many), formatCount(m_counts[i])));
    }
    return sentences;
}

} // namespace stepscope
