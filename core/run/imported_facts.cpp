#include "core/run/imported_facts.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

#include <charconv>

namespace stepscope {

namespace {

constexpr std::string_view rankBegin = "Rank ";
constexpr std::string_view partBegin = "Part";
constexpr std::string_view distributedRun = " of a distributed run";
constexpr std::string_view sizeBegin = " of ";
constexpr std::string_view sizeEnd = " ranks";
constexpr std::string_view sizeEndOfOne = " rank";
constexpr std::string_view backendBegin = " by ";
constexpr std::string_view unknownBegin = "; not in the file: ";
constexpr std::string_view stepsBegin = "Steps were detected from ";
constexpr std::string_view stepsEnd = ". The recording does not mark them.";
constexpr std::string_view pickedBegin = "Steps were made from ";
constexpr std::string_view pickedEnd = ". The name was picked by the user.";

bool take(std::string_view& text, std::string_view begin)
{
    if (!text.starts_with(begin))
        return false;
    text.remove_prefix(begin.size());
    return true;
}

int64_t takeNumber(std::string_view& text, int64_t otherwise)
{
    int64_t number = otherwise;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return otherwise;
    text.remove_prefix(size_t(end - text.data()));
    return number;
}

/// Parses what rankSentence() has written; returns an empty TraceRank for any other sentence.
TraceRank rankIn(std::string_view text)
{
    TraceRank rank;
    if (take(text, rankBegin))
        rank.rank = takeNumber(text, -1);
    else if (!take(text, partBegin))
        return {};
    if (!take(text, distributedRun))
        return {};
    if (take(text, sizeBegin)) {
        rank.worldSize = takeNumber(text, 0);
        if (!take(text, sizeEnd))
            take(text, sizeEndOfOne);
    }
    if (take(text, backendBegin))
        rank.backend = text.substr(0, text.find(unknownBegin));
    if (rank.backend.ends_with('.') && text.size() == rank.backend.size())
        rank.backend.pop_back();
    return rank;
}

} // namespace

std::string rankSentence(const TraceRank& rank)
{
    std::string text(partBegin);
    if (rank.rank >= 0)
        text = fmt::format("{}{}", rankBegin, rank.rank);
    text += distributedRun;
    if (rank.worldSize > 0)
        text +=
            fmt::format("{}{}{}", sizeBegin, rank.worldSize, rank.worldSize == 1 ? sizeEndOfOne : sizeEnd);
    if (!rank.backend.empty())
        text += fmt::format("{}{}", backendBegin, rank.backend);
    std::string unknown;
    const auto add = [&unknown](bool isUnknown, const char* what) {
        if (isUnknown)
            unknown += (unknown.empty() ? "" : ", ") + std::string(what);
    };
    add(rank.rank < 0, "rank");
    add(rank.worldSize <= 0, "number of ranks");
    add(rank.backend.empty(), "backend");
    return text + (unknown.empty() ? "." : fmt::format("{}{}.", unknownBegin, unknown));
}

TraceRank rankOf(const Run& run)
{
    for (const LogEntry& entry : run.log) {
        if (const TraceRank rank = rankIn(entry.text); rank.isKnown())
            return rank;
    }
    return {};
}

std::string detectedStepsSentence(std::string_view source, int64_t steps)
{
    const bool isPicked = source.starts_with(pickedEventsBegin);
    return fmt::format("{}{}: {}{}", isPicked ? pickedBegin : stepsBegin, source, formatCount(steps),
                       isPicked ? pickedEnd : stepsEnd);
}

std::string stepSourceOf(const Run& run)
{
    for (const LogEntry& entry : run.log) {
        std::string_view text = entry.text;
        if ((take(text, stepsBegin) && text.ends_with(stepsEnd)) ||
            (take(text, pickedBegin) && text.ends_with(pickedEnd)))
            return std::string(text.substr(0, text.rfind(": ")));
    }
    return {};
}

} // namespace stepscope
