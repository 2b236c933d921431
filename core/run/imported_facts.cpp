#include "core/run/imported_facts.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr std::string_view distributedBegin = "Distributed run: ";
constexpr std::string_view rankBegin = "rank ";
constexpr std::string_view backendBegin = "backend ";
constexpr std::string_view sizeBegin = " of ";
constexpr std::string_view sizeEnd = " ranks";
constexpr std::string_view sizeEndOfOne = " rank";
constexpr std::string_view unknownBegin = "; not in the file: ";
constexpr std::string_view stepsBegin = "Steps were detected from ";
constexpr std::string_view stepsEnd = ". The recording does not mark them.";
constexpr std::string_view pickedBegin = "Steps were made from ";
constexpr std::string_view pickedEnd = ". The name was picked by the user.";

// Sources of steps: written in English, recognized by these forms, and translated when shown.
constexpr Translatable rangesForm = translatable("the ranges “{range}”");
constexpr Translatable twoRangesForm = translatable("the ranges “{first}” and “{second}”");
constexpr Translatable kernelsForm =
    translatable("a pattern of {kernels} kernels that repeats {times} times on stream {stream} of device "
                 "{device}; each begins where the stream pauses longest");
constexpr Translatable stepEventsForm = translatable("the events “{name}”, each of which is a step");
constexpr Translatable startEventsForm = translatable("the events “{name}”, each of which begins a step");
static_assert(std::string_view(stepEventsForm.english()).starts_with(pickedEventsBegin));
static_assert(std::string_view(startEventsForm.english()).starts_with(pickedEventsBegin));

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

/// The values of a form's placeholders in a text; none if the text does not have this form.
std::optional<std::vector<TextValue>> valuesIn(std::string_view text, std::string_view form)
{
    std::vector<TextValue> values;
    for (size_t begin = form.find('{'); begin != std::string_view::npos; begin = form.find('{')) {
        if (!take(text, form.substr(0, begin)))
            return std::nullopt;
        const size_t end = form.find('}', begin);
        const std::string_view name = form.substr(begin + 1, end - begin - 1);
        form.remove_prefix(end + 1);
        const std::string_view next = form.substr(0, form.find('{'));
        const bool isLast = next.size() == form.size();
        const size_t length = isLast ? text.rfind(next) : text.find(next);
        if (length == std::string_view::npos)
            return std::nullopt;
        values.emplace_back(name, std::string(text.substr(0, length)));
        text.remove_prefix(length);
    }
    return text == form ? std::optional(std::move(values)) : std::nullopt;
}

/// Backends as PyTorch's files and its documentation spell them.
constexpr auto backendNames = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"nccl", "NCCL"}, {"gloo", "Gloo"}, {"mpi", "MPI"}, {"ucc", "UCC"}});

std::string shownBackend(const std::string& backend)
{
    const auto named = std::ranges::find(backendNames, backend, [](const auto& each) { return each.first; });
    return named == backendNames.end() ? backend : std::string(named->second);
}

std::string backendIn(std::string_view shown)
{
    const auto named = std::ranges::find(backendNames, shown, [](const auto& each) { return each.second; });
    return std::string(named == backendNames.end() ? shown : named->first);
}

/// Parses what rankText() has written.
TraceRank rankInText(std::string_view text)
{
    TraceRank rank;
    if (take(text, backendBegin)) {
        rank.backend = backendIn(text);
        return rank;
    }
    if (take(text, rankBegin)) {
        rank.rank = takeNumber(text, -1);
        if (take(text, sizeBegin))
            rank.worldSize = takeNumber(text, 0);
    } else if (rank.worldSize = takeNumber(text, 0); rank.worldSize > 0 && !take(text, sizeEnd)) {
        take(text, sizeEndOfOne);
    }
    if (take(text, " "); take(text, "(") && text.ends_with(')'))
        rank.backend = backendIn(text.substr(0, text.size() - 1));
    return rank;
}

/// Parses "Rank 3 of a distributed run of 8 ranks by nccl.", as earlier versions wrote it.
TraceRank rankInEarlierSentence(std::string_view text)
{
    TraceRank rank;
    if (take(text, "Rank "))
        rank.rank = takeNumber(text, -1);
    else if (!take(text, "Part"))
        return {};
    if (!take(text, " of a distributed run"))
        return {};
    if (take(text, sizeBegin)) {
        rank.worldSize = takeNumber(text, 0);
        if (!take(text, sizeEnd))
            take(text, sizeEndOfOne);
    }
    if (take(text, " by "))
        rank.backend = text.substr(0, text.find(unknownBegin));
    if (rank.backend.ends_with('.') && text.size() == rank.backend.size())
        rank.backend.pop_back();
    return rank;
}

/// Parses what rankSentence() has written; returns an empty TraceRank for any other sentence.
TraceRank rankIn(std::string_view text)
{
    if (!take(text, distributedBegin))
        return rankInEarlierSentence(text);
    if (const auto unknown = text.find(unknownBegin); unknown != std::string_view::npos)
        text = text.substr(0, unknown);
    else if (text.ends_with('.'))
        text.remove_suffix(1);
    return rankInText(text);
}

} // namespace

std::string rankText(const TraceRank& rank)
{
    std::string text;
    if (rank.rank >= 0)
        text = fmt::format("{}{}", rankBegin, rank.rank);
    if (rank.worldSize > 0)
        text += rank.rank >= 0
                    ? fmt::format("{}{}", sizeBegin, rank.worldSize)
                    : fmt::format("{}{}", rank.worldSize, rank.worldSize == 1 ? sizeEndOfOne : sizeEnd);
    if (rank.backend.empty())
        return text;
    return text.empty() ? fmt::format("{}{}", backendBegin, shownBackend(rank.backend))
                        : fmt::format("{} ({})", text, shownBackend(rank.backend));
}

std::string rankSentence(const TraceRank& rank)
{
    const std::string text = fmt::format("{}{}", distributedBegin, rankText(rank));
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

std::string rangesSource(std::string_view range)
{
    return fmt::format(fmt::runtime(rangesForm.english()), fmt::arg("range", range));
}

std::string rangesSource(std::string_view first, std::string_view second)
{
    return fmt::format(fmt::runtime(twoRangesForm.english()), fmt::arg("first", first),
                       fmt::arg("second", second));
}

std::string kernelsSource(int64_t kernels, int64_t times, const TraceThread& stream)
{
    return fmt::format(fmt::runtime(kernelsForm.english()), fmt::arg("kernels", formatCount(kernels)),
                       fmt::arg("times", formatCount(times)), fmt::arg("stream", stream.id),
                       fmt::arg("device", stream.device));
}

std::string pickedEventsSource(std::string_view name, bool areSteps)
{
    const Translatable form = areSteps ? stepEventsForm : startEventsForm;
    return fmt::format(fmt::runtime(form.english()), fmt::arg("name", name));
}

std::string stepSourceText(const std::string& source)
{
    for (const Translatable form :
         {twoRangesForm, rangesForm, kernelsForm, stepEventsForm, startEventsForm}) {
        if (const auto values = valuesIn(source, form.english()))
            return translated(form, *values);
    }
    return source;
}

} // namespace stepscope
