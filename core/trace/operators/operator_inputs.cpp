#include "core/trace/operators/operator_inputs.h"

#include <charconv>
#include <system_error>

namespace stepscope {

namespace {

/// Reads and removes "[1, 2]" at the start of `text`; returns false for anything else, such as a list of
/// tensors.
bool takeNumbers(std::string_view& text, TensorSizes& numbers)
{
    if (!text.starts_with('['))
        return false;
    text.remove_prefix(1);
    while (!text.starts_with(']')) {
        int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || number < 0)
            return false;
        numbers.push_back(number);
        text.remove_prefix(size_t(end - text.data()));
        if (text.starts_with(", "))
            text.remove_prefix(2);
        else if (!text.starts_with(']'))
            return false;
    }
    text.remove_prefix(1);
    return true;
}

} // namespace

std::optional<OperatorInputs> operatorInputs(std::string_view text)
{
    OperatorInputs inputs;
    while (!text.empty() && !text.starts_with("; ")) {
        if (!takeNumbers(text, inputs.shapes.emplace_back()))
            return std::nullopt;
        if (text.starts_with(", "))
            text.remove_prefix(2);
    }
    while (!text.empty()) {
        text.remove_prefix(2);
        const auto nameEnd = text.find(" [");
        if (nameEnd == std::string_view::npos)
            return std::nullopt;
        const auto name = text.substr(0, nameEnd);
        text.remove_prefix(nameEnd + 1);
        if (!takeNumbers(text, inputs.arguments[name]) || (!text.empty() && !text.starts_with(", ")))
            return std::nullopt;
    }
    return inputs;
}

} // namespace stepscope
