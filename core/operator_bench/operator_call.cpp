#include "core/operator_bench/operator_call.h"

#include "core/base/error.h"
#include "core/base/text/ascii.h"
#include "core/base/text/format.h"
#include "core/base/text/parse_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace stepscope {

namespace {

using Type = TypedTensor::Type;

constexpr int64_t largestSize = int64_t(1) << 40;
constexpr size_t mostCalls = 10'000;
constexpr std::string_view scalarWord = "scalar";

constexpr auto typeNames = std::to_array<std::pair<std::string_view, Type>>({
    {"float32", Type::Float32},
    {"float64", Type::Float64},
    {"bfloat16", Type::Bfloat16},
    {"float16", Type::Float16},
    {"bool", Type::Bool},
});

bool isSizeLetter(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

bool isOfName(char letter)
{
    return isDigit(letter) || (letter >= 'a' && letter <= 'z') || isSizeLetter(letter) || letter == '_';
}

/// A size of a tensor's dimension, or another bound.
std::optional<int64_t> sizeIn(std::string_view text)
{
    const auto size = parseNumber<int64_t>(text);
    return size && *size >= 0 && *size <= largestSize ? size : std::nullopt;
}

/// Whether a word is a shape once its letters are sizes.
bool isShape(std::string_view text)
{
    const auto sizes = splitText(text.substr(0, text.find(':')), 'x');
    return text.starts_with(scalarWord) || std::ranges::all_of(sizes, [](std::string_view size) {
               return (size.size() == 1 && isSizeLetter(size[0])) || sizeIn(size);
           });
}

/// The argument with each of its tensors' dimensions replaced. Other arguments stay as they are.
TypedArgument withSizes(const TypedArgument& argument,
                        const std::function<std::string(std::string_view)>& sizeFor)
{
    std::vector<std::string> tensors;
    for (const std::string_view tensor : splitText(argument.text, '+')) {
        if (!isShape(tensor))
            return argument;
        const size_t colon = std::min(tensor.find(':'), tensor.size());
        std::vector<std::string> sizes;
        for (const std::string_view size : splitText(tensor.substr(0, colon), 'x'))
            sizes.push_back(size == scalarWord ? std::string(size) : sizeFor(size));
        tensors.push_back(fmt::format("{}", fmt::join(sizes, "x")) + std::string(tensor.substr(colon)));
    }
    return {argument.name, fmt::format("{}", fmt::join(tensors, "+"))};
}

OperatorCall withSizes(OperatorCall call, const std::function<std::string(std::string_view)>& sizeFor)
{
    for (TypedArgument& argument : call.arguments)
        argument = withSizes(argument, sizeFor);
    return call;
}

/// "[64, 1, 28, 28]" as "64x1x28x28", and "[]" as "scalar".
std::string typedShape(std::string_view numbers)
{
    std::string text;
    for (const char each : numbers) {
        if (isDigit(each))
            text += each;
        else if (each == ',')
            text += 'x';
    }
    return text.empty() ? std::string(scalarWord) : text;
}

/// The part up to the bracket that closes the one at the start.
std::string_view bracketed(std::string_view text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
        if (depth == 0)
            return text.substr(0, i + 1);
    }
    return {};
}

/// "[2, 2]" as "2,2".
std::string typedNumbers(std::string_view numbers)
{
    std::string text;
    for (const char each : numbers)
        if (isDigit(each) || each == ',' || each == '-')
            text += each;
    return text;
}

/// The arguments of a convolution: "stride [2, 2], padding [1, 1]".
void addNamed(std::string_view text, OperatorCall& call)
{
    while (true) {
        const size_t start = text.find_first_not_of(", ");
        const size_t open = text.find('[');
        if (start == std::string_view::npos || open == std::string_view::npos || open < start + 2)
            return;
        std::string name(text.substr(start, open - 1 - start));
        std::ranges::replace(name, ' ', '_');
        const std::string_view value = bracketed(text.substr(open));
        call.arguments.push_back({name, typedNumbers(value)});
        text.remove_prefix(open + std::max<size_t>(value.size(), 1));
    }
}

} // namespace

std::optional<TypedTensor> typedTensor(std::string_view text)
{
    TypedTensor tensor;
    const size_t colon = text.find(':');
    const std::string_view shape = text.substr(0, colon);
    if (shape != scalarWord) {
        for (const std::string_view size : splitText(shape, 'x')) {
            const auto number = sizeIn(size);
            if (!number)
                return {};
            tensor.shape.push_back(*number);
        }
    }
    if (colon == std::string_view::npos)
        return tensor;
    const std::string_view type = text.substr(colon + 1);
    if (type.starts_with("int")) {
        const auto below = sizeIn(type.substr(3));
        if (!below || *below < 1)
            return {};
        tensor.type = Type::Integer;
        tensor.below = *below;
        return tensor;
    }
    const auto named =
        std::ranges::find(typeNames, type, [](const auto& each) -> std::string_view { return each.first; });
    if (named == typeNames.end())
        return {};
    tensor.type = named->second;
    return tensor;
}

std::string OperatorCall::text() const
{
    std::string text = name.starts_with("aten::") ? name.substr(6) : name;
    for (const TypedArgument& argument : arguments)
        text += " " + (argument.name.empty() ? "" : argument.name + "=") + argument.text;
    return text;
}

void OperatorCall::set(const TypedArgument& argument)
{
    const auto same = std::ranges::find(arguments, argument.name, &TypedArgument::name);
    if (same != arguments.end())
        *same = argument;
    else
        arguments.push_back(argument);
}

bool isOperatorName(std::string_view name)
{
    const size_t colons = name.find("::");
    return colons != std::string_view::npos && colons > 0 && colons + 2 < name.size() &&
           std::ranges::all_of(name.substr(0, colons), isOfName) &&
           std::ranges::all_of(name.substr(colons + 2), isOfName);
}

OperatorCall operatorCall(std::span<const std::string> words)
{
    const std::string name = words.empty() ? std::string() : words.front();
    if (name.empty() ||
        !std::ranges::all_of(name, [](char each) { return isOfName(each) || each == ':' || each == '.'; }))
        throw Error(translated("\"{text}\" is not the name of an operator, such as \"mm\" or \"conv2d\".",
                               {{"text", name}}));
    OperatorCall call{.name = name.find("::") == std::string::npos ? "aten::" + name : name, .arguments = {}};
    for (const std::string& word : words.subspan(1)) {
        const size_t equals = word.find('=');
        const bool isNamed = equals != std::string::npos && equals > 0 &&
                             std::ranges::all_of(word.substr(0, equals), isOfName);
        if (isNamed)
            call.arguments.push_back({word.substr(0, equals), word.substr(equals + 1)});
        else
            call.arguments.push_back({{}, word});
    }
    return call;
}

std::optional<OperatorCall> recordedCall(std::string_view name, std::string_view shapes)
{
    OperatorCall call{.name = std::string(name), .arguments = {}};
    const size_t end = std::min(shapes.find(';'), shapes.size());
    for (size_t at = shapes.find('['); at < end; at = shapes.find('[', at)) {
        const std::string_view tensor = bracketed(shapes.substr(at, end - at));
        if (tensor.empty())
            return {};
        if (tensor.starts_with("[[")) { // a list of tensors
            std::vector<std::string> tensors;
            const std::string_view list = tensor.substr(1, tensor.size() - 2);
            for (size_t inner = list.find('['); inner < list.size(); inner = list.find('[', inner)) {
                const std::string_view one = bracketed(list.substr(inner));
                tensors.push_back(typedShape(one));
                inner += one.size();
            }
            call.arguments.push_back({{}, fmt::format("{}", fmt::join(tensors, "+"))});
        } else {
            call.arguments.push_back({{}, typedShape(tensor)});
        }
        at += tensor.size();
    }
    if (call.arguments.empty())
        return {};
    if (end < shapes.size())
        addNamed(shapes.substr(end + 1), call);
    return call;
}

SizeRange sizeRange(std::string_view text)
{
    SizeRange range;
    bool isGood = text.size() > 2 && isSizeLetter(text[0]) && text[1] == '=';
    if (isGood) {
        range.letter = text[0];
        for (const std::string_view size : splitText(text.substr(2), ',')) {
            const auto number = sizeIn(size);
            isGood = isGood && number && *number > 0;
            if (isGood && std::ranges::find(range.sizes, *number) != range.sizes.end())
                throw Error(translated("{range} lists the size {size} twice.",
                                       {{"range", std::string(text)}, {"size", std::to_string(*number)}}));
            range.sizes.push_back(number.value_or(0));
        }
    }
    if (!isGood)
        throw Error(translated("\"{text}\" is not a range of sizes, such as \"N=100,200,500\": a capital "
                               "letter and sizes from 1.",
                               {{"text", std::string(text)}}));
    return range;
}

std::string lettersOf(const OperatorCall& call)
{
    std::string letters;
    withSizes(call, [&letters](std::string_view size) {
        if (size.size() == 1 && isSizeLetter(size[0]) && letters.find(size[0]) == std::string::npos)
            letters += size[0];
        return std::string(size);
    });
    return letters;
}

OperatorCall withSize(const OperatorCall& call, char letter, int64_t size)
{
    return withSizes(call, [letter, size](std::string_view each) {
        return each.size() == 1 && each[0] == letter ? std::to_string(size) : std::string(each);
    });
}

std::vector<OperatorCall> callsInAllSizes(const OperatorCall& call, std::span<const std::string> ranges)
{
    std::vector<OperatorCall> calls{call};
    for (const std::string& text : ranges) {
        const SizeRange range = sizeRange(text);
        if (lettersOf(call).find(range.letter) == std::string::npos)
            throw Error(translated(
                "{range}: {call} has no dimension {letter}.",
                {{"range", text}, {"call", call.text()}, {"letter", std::string(1, range.letter)}}));
        if (lettersOf(calls.front()).find(range.letter) == std::string::npos)
            throw Error(translated("{range}: the dimension {letter} already has sizes.",
                                   {{"range", text}, {"letter", std::string(1, range.letter)}}));
        if (calls.size() * range.sizes.size() > mostCalls)
            throw Error(translated("These sizes make more than {count} calls of {call}.",
                                   {{"count", formatCount(int64_t(mostCalls))}, {"call", call.text()}}));
        std::vector<OperatorCall> sized;
        for (const OperatorCall& each : calls)
            for (const int64_t size : range.sizes)
                sized.push_back(withSize(each, range.letter, size));
        calls = std::move(sized);
    }
    if (const std::string letters = lettersOf(calls.front()); !letters.empty())
        throw Error(
            translated("The dimension {letter} has no size; add a range of sizes, as in {letter}=100,200.",
                       {{"letter", letters.substr(0, 1)}}));
    return calls;
}

} // namespace stepscope
