#include "core/import/events/convolution_inputs.h"

#include "core/base/text/ascii.h"
#include "core/trace/convolution_arguments.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace stepscope {

namespace {

using Json = nlohmann::json;
using Numbers = std::vector<int64_t>;

/// Input, weight and bias; in the backward pass, a gradient instead of the bias.
constexpr size_t mostTensors = 3;

/// The end of the first list of a text.
size_t endOfList(std::string_view text)
{
    int depth = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return text.size();
}

/// The numbers of "[2, 2]", "3", "True" or "[True, False]"; none for other texts.
std::optional<Numbers> numbersOf(std::string_view text)
{
    const auto json = Json::parse(lowerCase(text), nullptr, false);
    Numbers numbers;
    const auto add = [&numbers](const Json& each) {
        if (each.is_boolean())
            numbers.push_back(each.get<bool>());
        else if (each.is_number_integer())
            numbers.push_back(each.get<int64_t>());
        return each.is_boolean() || each.is_number_integer();
    };
    const bool isRead = json.is_array() ? std::ranges::all_of(json, add) : add(json);
    return isRead && !numbers.empty() ? std::optional(numbers) : std::nullopt;
}

std::string numbersText(const Numbers& numbers)
{
    std::string text = "[";
    for (const auto number : numbers)
        text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    return text + "]";
}

/// Appends an argument that differs from the usual value or is not known.
void addArgument(std::string& text, const char* name, int place, int64_t usual, const Json& values)
{
    if (place < 0)
        return;
    std::optional<Numbers> numbers;
    if (values.is_array() && size_t(place) < values.size() && values[size_t(place)].is_string())
        numbers = numbersOf(values[size_t(place)].get<std::string>());
    if (numbers && std::ranges::all_of(*numbers, [usual](int64_t each) { return each == usual; }))
        return;
    text += text.find(';') == std::string::npos ? "; " : ", ";
    text += name + std::string(" ") + (numbers ? numbersText(*numbers) : "[?]");
}

} // namespace

std::string convolutionInputs(std::string_view name, std::string_view shapes, std::string_view values)
{
    std::string text;
    text.reserve(name.size() + shapes.size() + values.size());
    return text.append(name).append(shapes).append(values);
}

std::string convolutionText(std::string_view inputs)
{
    const auto listAt = std::min(inputs.find('['), inputs.size());
    const auto lists = inputs.substr(listAt);
    const auto end = endOfList(lists);
    const auto shapes = Json::parse(lists.substr(0, end), nullptr, false);
    const auto* places = convolutionArguments(inputs.substr(0, listAt));
    if (!shapes.is_array() || !places)
        return {};
    std::string text;
    for (size_t i = 0; i < std::min(shapes.size(), mostTensors); ++i) {
        Numbers sizes;
        for (const auto& size : shapes[i])
            sizes.push_back(size.is_number_integer() ? size.get<int64_t>() : -1);
        text += (i > 0 ? ", " : "") + numbersText(sizes);
    }
    while (text.ends_with(", []"))
        text.resize(text.size() - 4);
    if (shapes.size() <= mostTensors) // it has no other arguments
        return text;
    const auto values = Json::parse(lists.substr(end), nullptr, false);
    addArgument(text, "stride", places->stride, 1, values);
    addArgument(text, "padding", places->padding, 0, values);
    addArgument(text, "dilation", places->dilation, 1, values);
    addArgument(text, "transposed", places->transposed, 0, values);
    addArgument(text, "output mask", places->outputMask, 1, values);
    return text;
}

} // namespace stepscope
