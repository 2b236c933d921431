#include "core/experiment/setting_text.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <system_error>

namespace stepscope {

namespace {

/// "batch size" for the label "Batch size". Other languages keep their capital letter: not all of them write
/// such a word in lower case.
std::string labelInText(const ExperimentField& field)
{
    std::string label = translated(field.label);
    if (label == field.label.english())
        label[0] = char(std::tolower(static_cast<unsigned char>(label[0])));
    return label;
}

bool isNamedByValue(const ExperimentField& field)
{
    static constexpr std::array<std::string_view, 4> plain = {"dataset", "network", "device",
                                                              "optimizer.name"};
    return std::ranges::find(plain, field.key) != plain.end();
}

std::optional<int64_t> wholeNumber(std::string_view text)
{
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string epochsText(int64_t epochs)
{
    return translatedPlural("{count} epoch", "{count} epochs", epochs, {{"count", formatCount(epochs)}});
}

/// "oneDNN off", "batch size 16"; of a whole number with its thousands apart.
std::string completeText(const ExperimentField& field, std::string_view value)
{
    if (value.empty() || isNamedByValue(field))
        return std::string(value);
    const std::string label = labelInText(field);
    if (std::holds_alternative<bool Experiment::*>(field.member))
        return value == "true" ? translated("{setting} on", {{"setting", label}})
                               : translated("{setting} off", {{"setting", label}});
    const auto count = std::holds_alternative<int64_t Experiment::*>(field.member) && field.key != "seed"
                           ? wholeNumber(value)
                           : std::nullopt;
    return translated("{setting} {value}",
                      {{"setting", label}, {"value", count ? formatCount(*count) : std::string(value)}});
}

/// Of the fields whose short form depends on the number; empty for others, and for 0, which has a meaning of
/// its own.
std::string countedText(const ExperimentField& field, int64_t count)
{
    if (count <= 0)
        return {};
    const auto values = {TextValue{"count", formatCount(count)}};
    if (field.key == "threads")
        return translatedPlural("{count} thread", "{count} threads", count, values);
    if (field.key == "steps")
        return translatedPlural("{count} step", "{count} steps", count, values);
    if (field.key == "epochs")
        return epochsText(count);
    if (field.key == "loader.workers")
        return translatedPlural("{count} worker", "{count} workers", count, values);
    return {};
}

} // namespace

std::string shortSettingText(const ExperimentField& field, std::string_view value)
{
    const auto choice = std::ranges::find(field.choices, value);
    if (choice != field.choices.end() && !field.shortChoices.empty())
        return std::string(field.shortChoices[size_t(choice - field.choices.begin())]);
    const auto count =
        std::holds_alternative<int64_t Experiment::*>(field.member) ? wholeNumber(value) : std::nullopt;
    if (count) {
        if (auto text = countedText(field, *count); !text.empty())
            return text;
    }
    if (!field.shortText || value.empty())
        return completeText(field, value);
    return translated(*field.shortText, {{"value", count ? formatCount(*count) : std::string(value)}});
}

std::string settingText(const Experiment& experiment, const ExperimentField& field, SettingForm form)
{
    if (!isKnown(experiment, field))
        return {};
    if (field.key == "steps" && experiment.steps == 0) // trains all epochs
        return isKnown(experiment, "epochs") ? epochsText(experiment.epochs) : std::string();
    const std::string value = comparableText(experiment, field);
    return form == SettingForm::Short ? shortSettingText(field, value) : completeText(field, value);
}

} // namespace stepscope
