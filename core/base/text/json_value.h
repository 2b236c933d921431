#pragma once

#include "core/language/translation.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// The content of a file that a user may have written. Throws Error that names `source`, for an empty text,
/// for text that is not JSON (with its line) and for a name that occurs twice in an object.
nlohmann::ordered_json parsedJson(std::string_view json, const std::string& source);

/// Throws Error: "sweep.json: repeats is \"2\", but must be a whole number." A long value is cut.
[[noreturn]] void refuseJsonValue(const std::string& source, const std::string& field,
                                  const nlohmann::ordered_json& value, const std::string& expected);

/// Whether a number is an integer within the range of the type. The library itself converts any number, which
/// is undefined for a real number outside the type's range.
template<std::integral Number, typename Json>
bool isWhole(const Json& json)
{
    if (json.is_number_unsigned())
        return std::in_range<Number>(json.template get<uint64_t>());
    return json.is_number_integer() && std::in_range<Number>(json.template get<int64_t>());
}

/// None if the key is missing or its value is not an integer.
template<typename Json>
std::optional<int64_t> integerOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && isWhole<int64_t>(*found) ? std::optional(found->template get<int64_t>())
                                                             : std::nullopt;
}

/// Throws nlohmann::json::exception when the value has another type, or is not an integer within the range of
/// an integer type.
template<typename Value, typename Json>
void readValue(const Json& json, Value& value)
{
    if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
        if (!isWhole<Value>(json))
            throw nlohmann::json::out_of_range::create(406, translated("a whole number is expected"),
                                                       nullptr);
    }
    json.get_to(value);
}

template<std::integral Number, typename Json>
void readValue(const Json& json, std::vector<Number>& values)
{
    if (!json.is_array())
        throw nlohmann::json::type_error::create(302, translated("a list of whole numbers is expected"),
                                                 nullptr);
    values.assign(json.size(), 0);
    for (size_t i = 0; i < values.size(); ++i)
        readValue(json[i], values[i]);
}

/// Throws, as above, also when the key is missing.
template<typename Value, typename Json>
void readValue(const Json& json, const char* key, Value& value)
{
    readValue(json.at(key), value);
}

} // namespace stepscope
