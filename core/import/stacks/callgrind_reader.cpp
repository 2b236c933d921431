#include "core/import/stacks/callgrind_reader.h"

#include "core/base/text/format.h"
#include "core/import/shared/import_text.h"
#include "core/import/shared/json_text.h"
#include "core/import/stacks/callgrind_content.h"
#include "core/import/stacks/profile_run.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

namespace stepscope {

namespace {

/// "10ns" in "Time_(10ns)", "ns" in "Wall time [ns]".
std::string_view inBrackets(std::string_view text)
{
    const size_t begin = text.find_last_of("([");
    const size_t end = text.find_first_of(")]", begin == std::string_view::npos ? 0 : begin);
    return begin < end && end != std::string_view::npos ? text.substr(begin + 1, end - begin - 1)
                                                        : std::string_view();
}

ProfileUnit unitOf(const std::string& event, const std::string& longName)
{
    if (event.empty())
        return {.unit = "counts"};
    if (event == "Ir")
        return {.unit = "instructions"};
    for (const std::string& text : {longName, event}) {
        std::string_view named = inBrackets(text);
        int64_t times = 1;
        const auto [end, error] = std::from_chars(named.data(), named.data() + named.size(), times);
        if (error == std::errc())
            named.remove_prefix(size_t(end - named.data()));
        const bool isWritten = text.starts_with("Cost (") || times != 1;
        const ProfileUnit unit = profileUnit(event, named);
        const bool isKnown = unit.unit.empty() || unit.unit == "bytes" || isWritten;
        if (!named.empty() && isKnown && times > 0 && times <= 1'000'000)
            return {.unit = unit.unit, .scale = unit.scale * times};
    }
    return profileUnit(longName.empty() ? event : longName, {});
}

std::string formatOf(const std::string& creator)
{
    bool wasRepaired = false;
    return creator.empty() ? translated("Callgrind profile")
                           : translated("Callgrind profile by {program}",
                                        {{"program", plainText(creator.substr(0, 80), wasRepaired)}});
}

std::vector<std::string> notesOf(const CallgrindContent& content, const CallSums& sums)
{
    std::vector<std::string> notes;
    const auto& events = content.events();
    if (events.size() > 1)
        notes.push_back(
            translated("Of its events, {event} is shown; it also counted {others}.",
                       {{"event", events.front()},
                        {"others", fmt::format("{}", fmt::join(events.begin() + 1, events.end(), ", "))}}));
    notes.push_back(translated(
        "The file contains functions and the calls between two of them, not stacks: a function's cost was "
        "divided among the stacks that lead to it, in proportion to the cost of the calls."));
    int64_t sum = 0;
    for (const auto& function : sums.functions)
        sum = std::min(sum + function.self, StackProfile::mostValue);
    if (const auto said = content.totalSaid(); said && *said != sum && *said > 0)
        notes.push_back(
            translated("The file states a total of {stated}; its functions have {total} in total.",
                       {{"stated", formatCount(*said)}, {"total", formatCount(sum)}}));
    return notes;
}

} // namespace

bool isCallgrind(std::string_view head)
{
    if (head.starts_with("# callgrind format"))
        return true;
    bool hasEvents = false;
    for (size_t at = 0; at < head.size();) {
        const size_t end = std::min(head.find('\n', at), head.size());
        const auto line = head.substr(at, end - at);
        at = end + 1;
        if (line.find('\0') != std::string_view::npos)
            return false;
        hasEvents = hasEvents || line.starts_with("events:");
        const bool isName = line.starts_with("fn=") || line.starts_with("fl=") || line.starts_with("ob=");
        if (isName)
            return hasEvents;
        const bool isHeader = line.empty() || line.front() == '#' || line == "\r" ||
                              line.substr(0, 40).find(':') != std::string_view::npos;
        if (!isHeader)
            return false;
    }
    return false;
}

ImportedRun readCallgrind(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    ImportLog log;
    StackProfile profile(log);
    CallgrindContent content(profile, log);
    ImportLines lines(source, options);
    while (const auto line = lines.next())
        content.take(*line);
    log.count(ImportIssue::UnreadableLines, lines.tooLong());
    CallSums sums = content.sums();
    const std::string event = content.events().empty() ? std::string() : content.events().front();
    const ProfileUnit unit = unitOf(event, content.longNameOf(event));
    const auto notes = notesOf(content, sums);
    for (auto& function : sums.functions)
        function.self = scaledValue(function.self, unit.scale);
    for (auto& call : sums.calls)
        call.total = scaledValue(call.total, unit.scale);
    profile.unit = unit.unit;
    addStacks(sums, profile, log);
    return profileRun(profile, source, {.format = formatOf(content.creator()), .notes = notes},
                      std::move(log));
}

} // namespace stepscope
