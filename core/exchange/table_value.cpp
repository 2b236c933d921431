#include "core/exchange/table_value.h"

#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/comparison/verdict_words.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace stepscope {

void knownField(CsvWriter& csv, bool isKnown, double value)
{
    isKnown ? csv.field(value) : csv.field("");
}

void writeField(CsvWriter& csv, const TableValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        csv.field(*text);
    else if (const auto* whole = std::get_if<int64_t>(&value))
        csv.field(*whole);
    else if (const auto* number = std::get_if<double>(&value); number && std::isfinite(*number))
        csv.field(*number);
    else
        csv.field("");
}

nlohmann::ordered_json jsonOf(const TableValue& value)
{
    return std::visit(
        [](const auto& known) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(known)>, std::monostate>)
                return nullptr;
            else
                return known;
        },
        value);
}

std::string jsonText(const nlohmann::ordered_json& json)
{
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string markdownText(std::string_view text)
{
    static constexpr std::string_view special = "\\`*_{}[]#|~$";
    std::string line(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    std::string escaped;
    for (const char c : visibleLine(line)) {
        if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '&')
            escaped += "&amp;";
        else {
            if (special.find(c) != std::string_view::npos)
                escaped += '\\';
            escaped += c;
        }
    }
    return escaped;
}

std::string markdownRule(size_t textColumns, size_t numberColumns)
{
    std::string line = "|";
    for (size_t i = 0; i < textColumns + numberColumns; ++i)
        line += i < textColumns ? " --- |" : " ---: |";
    return line + "\n";
}

std::string markdownRunHeader(const std::string& name, bool isBaseline)
{
    return fmt::format(" {} |",
                       markdownText(isBaseline ? translated("{run} (baseline)", {{"run", name}}) : name));
}

std::string differenceText(const RatioEstimate& estimate)
{
    switch (estimate.verdict) {
    case Verdict::Slower:
    case Verdict::Faster: {
        const double change = estimate.ratio - 1.0;
        const auto percent = fmt::format("{}{}", change < 0 ? "−" : "+", formatShare(std::abs(change)));
        return translated("{difference}, {verdict}",
                          {{"difference", percent}, {"verdict", verdictWord(estimate)}});
    }
    case Verdict::Unclear: {
        const auto& [low, high] = estimate.interval;
        const bool tellsLow = low >= leastRatioBound;
        const bool tellsHigh = high <= largestRatioBound;
        return translated(tellsLow && tellsHigh ? translatable("too noisy to tell: ×{ratio}, {low}–{high}")
                          : tellsLow || tellsHigh
                              ? translatable("too noisy to tell: ×{ratio}, {low} to {high}")
                              : translatable("too noisy to tell: ×{ratio}, but any ratio is possible"),
                          {{"ratio", formatTimes(estimate.ratio)},
                           {"low", ratioBoundText(low, formatTimes(low))},
                           {"high", ratioBoundText(high, formatTimes(high))}});
    }
    case Verdict::OtherBatchSize:
        return translated("×{ratio} (other batch size)", {{"ratio", formatTimes(estimate.ratio)}});
    case Verdict::OtherSamples:
        return translated("×{ratio} (samples of another size)", {{"ratio", formatTimes(estimate.ratio)}});
    case Verdict::TooFewSamples:
        return translated("{difference}, {verdict}", {{"difference", "×" + formatTimes(estimate.ratio)},
                                                      {"verdict", verdictWord(estimate)}});
    case Verdict::Same:
        break;
    }
    return verdictWord(estimate);
}

std::string signedShareText(double share)
{
    const auto text = formatShare(share);
    return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string recorderCostText(const RecorderCost& cost)
{
    auto low = signedShareText(cost.interval.low);
    low.erase(low.find_last_of(' ')); // both have the same unit
    const auto text =
        translated("{share} ({low} to {high})", {{"share", signedShareText(cost.share)},
                                                 {"low", low},
                                                 {"high", signedShareText(cost.interval.high)}});
    return cost.isFound() ? text : translated("not measurable: {share}", {{"share", text}});
}

} // namespace stepscope
