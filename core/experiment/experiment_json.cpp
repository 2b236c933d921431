#include "core/experiment/experiment_json.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/text/json_value.h"
#include "core/base/text/visible_text.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr uintmax_t largestFile = 1 << 20;

/// "a whole number, 1 to 1,000,000", "true or false".
std::string expectedText(const ExperimentField& field)
{
    const auto allowed = allowedText(field);
    switch (field.member.index()) {
    case 0:
        return translated(field.choices.empty() ? translatable("a text in quotes, {allowed}")
                                                : translatable("a text in quotes, one of {allowed}"),
                          {{"allowed", allowed}});
    case 1:
        return translated("a whole number, {allowed}", {{"allowed", allowed}});
    case 2:
        return translated("a number, {allowed}", {{"allowed", allowed}});
    default:
        return allowed;
    }
}

bool isOfKind(const Json& value, const ExperimentField& field)
{
    switch (field.member.index()) {
    case 0:
        return value.is_string();
    case 1:
    case 2:
        return value.is_number();
    default:
        return value.is_boolean();
    }
}

/// "optimizer" for "optimizer.name" and the like.
bool isGroup(std::string_view key)
{
    return std::ranges::any_of(experimentFields(), [&](const ExperimentField& field) {
        return field.key.size() > key.size() && field.key.starts_with(key) && field.key[key.size()] == '.';
    });
}

std::vector<std::string_view> allKeys()
{
    std::vector<std::string_view> keys;
    for (const auto& field : experimentFields())
        keys.push_back(field.key);
    return keys;
}

/// Whether an object has names, but none that an experiment has, or that could be meant.
bool isOfSomethingElse(const Json& object)
{
    return object.is_object() && !object.empty() &&
           std::ranges::none_of(object.items(), [keys = allKeys()](const auto& item) {
               return findExperimentField(item.key()) || isGroup(item.key()) ||
                      !nearestName(item.key(), keys).empty();
           });
}

/// Collects all values with dotted keys, "optimizer.name".
void collectFields(const Json& object, const std::string& prefix, const std::string& source,
                   std::vector<FieldText>& texts)
{
    for (const auto& [name, value] : object.items()) {
        const std::string key = prefix.empty() ? name : prefix + "." + name;
        const auto* field = findExperimentField(key);
        if (!field && !isGroup(key))
            throw Error(unknownKeyText(source, key, allKeys()));
        if (!field && !value.is_object())
            throw Error(translated("{source}: \"{field}\" is {value}, but must be an object in braces.",
                                   {{"source", source},
                                    {"field", shortLine(key, longestShownName)},
                                    {"value", value.dump().substr(0, 40)}}));
        if (!field) {
            collectFields(value, key, source, texts);
            continue;
        }
        if (!isOfKind(value, *field))
            refuseJsonValue(source, key, value, expectedText(*field));
        texts.push_back({field, value.is_string() ? value.get<std::string>() : value.dump(), {}});
    }
}

Experiment experimentFromParsed(const Json& parsed, const std::string& source, const Experiment& base)
{
    if (!parsed.is_object())
        throw Error(
            translated("{source}: an experiment is an object in braces, as in {{\"batch_size\": 64}}.",
                       {{"source", source}}));

    std::vector<FieldText> texts;
    collectFields(parsed, {}, source, texts);
    Experiment experiment = base;
    try {
        setFields(experiment, texts);
        validate(experiment);
    } catch (const Error& problem) {
        throw Error(fmt::format("{}: {}", source, problem.what()), problem.detail());
    }
    return experiment;
}

} // namespace

std::string toJson(const Experiment& experiment)
{
    Json json;
    for (const auto& field : experimentFields()) {
        std::string pointer = "/" + std::string(field.key);
        std::ranges::replace(pointer, '.', '/');
        Json& value = json[Json::json_pointer(pointer)];
        if (isKnown(experiment, field))
            std::visit([&](auto member) { value = experiment.*member; }, field.member);
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Experiment experimentFromJson(std::string_view json, std::string_view sourceName, const Experiment& base)
{
    const std::string source(sourceName);
    return experimentFromParsed(parsedJson(json, source), source, base);
}

Experiment readExperiment(const std::filesystem::path& file)
{
    const std::string source = file.string();
    const Json parsed = parsedJson(readFile(file, largestFile), source);
    if (isOfSomethingElse(parsed))
        throw Error(
            translated("{file} is neither an experiment nor a trace: an experiment has fields such as "
                       "\"network\" and \"batch_size\", a trace of PyTorch has \"traceEvents\".",
                       {{"file", source}}));
    return experimentFromParsed(parsed, source, {});
}

} // namespace stepscope
