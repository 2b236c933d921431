#include "core/import/shared/import_log.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

namespace stepscope {

namespace {

/// Nouns and verbs agree with the number.
std::string sentenceOf(ImportIssue issue, int64_t times)
{
    const TextValues count = {{"count", formatCount(times)}};
    switch (issue) {
    case ImportIssue::UnescapedQuotes:
        return translatedPlural(
            "One event has unescaped quotes in a text; it was read with the help of the text after them.",
            "{count} events have unescaped quotes in a text; they were read with the help of the text after "
            "them.",
            times, count);
    case ImportIssue::ControlCharacters:
        return translatedPlural("One name has control characters or invalid bytes; they were replaced.",
                                "{count} names have control characters or invalid bytes; they were replaced.",
                                times, count);
    case ImportIssue::BareWords:
        return translatedPlural("One value is a bare word such as N/A or NaN; it counts as not known.",
                                "{count} values are bare words such as N/A or NaN; they count as not known.",
                                times, count);
    case ImportIssue::UnreadableEvents:
        return translatedPlural("One event could not be read and was left out.",
                                "{count} events could not be read and were left out.", times, count);
    case ImportIssue::EventsWithoutTime:
        return translatedPlural("One event has no time and was left out.",
                                "{count} events have no time and were left out.", times, count);
    case ImportIssue::EventsFarAway:
        return translatedPlural("One event is more than 30 days from the others and was left out.",
                                "{count} events are more than 30 days from the others and were left out.",
                                times, count);
    case ImportIssue::MissingDurations:
        return translatedPlural("One event has no duration; it counts as 0.",
                                "{count} events have no duration; they count as 0.", times, count);
    case ImportIssue::NegativeDurations:
        return translatedPlural("One event has a negative duration; it counts as 0.",
                                "{count} events have a negative duration; they count as 0.", times, count);
    case ImportIssue::DuplicateEvents:
        return translatedPlural("One event is in the file twice and was read once.",
                                "{count} events are in the file twice and were read once.", times, count);
    case ImportIssue::ChildrenSticking:
        return translatedPlural(
            "One event ends slightly after its enclosing event because of rounding.",
            "{count} events end slightly after their enclosing events because of rounding.", times, count);
    case ImportIssue::OverlappingEvents:
        return translatedPlural(
            "One event overlaps another event of its thread without being nested; it was kept.",
            "{count} events overlap others of their thread without being nested; they were kept.", times,
            count);
    case ImportIssue::NestedTooDeep:
        return translatedPlural(
            "One event is nested in 2,000 or more others of its thread and was left out.",
            "{count} events are nested in 2,000 or more others of their thread and were left out.", times,
            count);
    case ImportIssue::EndsWithoutBegin:
        return translatedPlural("One end event has no matching begin event and was left out.",
                                "{count} end events have no matching begin event and were left out.", times,
                                count);
    case ImportIssue::BeginsWithoutEnd:
        return translatedPlural("One event has no end; it lasts until the end of the recording.",
                                "{count} events have no end; they last until the end of the recording.",
                                times, count);
    case ImportIssue::LaunchesAfterWork:
        return translatedPlural("One device event began before it was launched: the clocks differ.",
                                "{count} device events began before they were launched: the clocks differ.",
                                times, count);
    case ImportIssue::WorkWithoutLaunch:
        return translatedPlural("One device event has no recorded launch.",
                                "{count} device events have no recorded launch.", times, count);
    case ImportIssue::JoinedById:
        return translatedPlural(
            "One device event was joined to its operator by id because its runtime call is missing.",
            "{count} device events were joined to their operators by id because their runtime calls are "
            "missing.",
            times, count);
    case ImportIssue::AllocationsWithoutAddress:
        return translatedPlural(
            "One allocation or deallocation has no address; it was matched by size.",
            "{count} allocations and deallocations have no address; they were matched by size.", times,
            count);
    case ImportIssue::MissingDevices:
        return translatedPlural("The properties of one device are not in the file.",
                                "The properties of {count} devices are not in the file.", times, count);
    case ImportIssue::OtherPhases:
        return translatedPlural("One event is of a kind that Stepscope does not show.",
                                "{count} events are of kinds that Stepscope does not show.", times, count);
    case ImportIssue::TooManyThreads:
        return translatedPlural(
            "One event belongs to a thread beyond the 65,535th; such events share a track.",
            "{count} events belong to threads beyond the 65,535th; they share a track.", times, count);
    case ImportIssue::UnreadableLines:
        return translatedPlural("One line could not be read and was left out.",
                                "{count} lines could not be read and were left out.", times, count);
    case ImportIssue::NegativeValues:
        return translatedPlural(
            "One figure is negative, as in a difference of two profiles; it counts as 0.",
            "{count} figures are negative, as in a difference of two profiles; they count as 0.", times,
            count);
    case ImportIssue::ValuesTooLarge:
        return translatedPlural("One figure is too large to be added to the others and was left out.",
                                "{count} figures are too large to be added to the others and were left out.",
                                times, count);
    case ImportIssue::DeepStacks:
        return translatedPlural(
            "One stack is deeper than 2,000 frames; deeper frames are merged into the 2,000th.",
            "{count} stacks are deeper than 2,000 frames; deeper frames are merged into the 2,000th.", times,
            count);
    case ImportIssue::TooManyFrames:
        return translatedPlural(
            "One frame beyond the first million was counted in its caller's frame.",
            "{count} frames beyond the first million were counted in their callers' frames.", times, count);
    case ImportIssue::TooManyFunctions:
        return translatedPlural(
            "One frame belongs to a function beyond the first million; it is shown as (other functions).",
            "{count} frames belong to functions beyond the first million; they are shown as (other "
            "functions).",
            times, count);
    case ImportIssue::TooManyCounters:
        return translatedPlural("One value of a counter beyond the first 4,096 was left out.",
                                "{count} values of counters beyond the first 4,096 were left out.", times,
                                count);
    case ImportIssue::StacksWithoutFrames:
        return translatedPlural("One sample has no stack.", "{count} samples have no stack.", times, count);
    case ImportIssue::RecursiveCalls:
        return translatedPlural("Calls from one function to another lead back to a function that is still "
                                "running; they were counted in its frame.",
                                "Calls between {count} pairs of functions lead back to a function that is "
                                "still running; they were counted in its frame.",
                                times, count);
    case ImportIssue::UnfollowedCalls:
        return translatedPlural(
            "One cheap call path was not followed; its cost was added to other paths to the same functions.",
            "{count} cheap call paths were not followed; their cost was added to other paths to the same "
            "functions.",
            times, count);
    case ImportIssue::MissingFunctions:
        return translatedPlural("One code location is not described in the file.",
                                "{count} code locations are not described in the file.", times, count);
    }
    return {};
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
        if (m_counts[i] > 0)
            sentences.push_back(sentenceOf(ImportIssue(i), m_counts[i]));
    }
    return sentences;
}

} // namespace stepscope
