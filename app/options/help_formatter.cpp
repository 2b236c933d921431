#include "app/options/help_formatter.h"

#include "core/base/text/text_width.h"
#include "core/language/translation.h"

namespace stepscope {

HelpFormatter::HelpFormatter()
{
    column_width(32);
    label("Usage", translated("Usage"));
    label("Positionals", translated("Arguments"));
    label("Needs", translated("Requires"));
    label("Excludes", translated("Excludes"));
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool isPositional) const
{
    auto name = CLI::Formatter::make_option_name(option, isPositional);
    for (auto at = name.find("{false}"); at != std::string::npos; at = name.find("{false}"))
        name.erase(at, std::string("{false}").size());
    for (auto at = name.find(",-"); at != std::string::npos; at = name.find(",-"))
        name.insert(at + 1, " ");
    return name;
}

/// CLI11 pads by bytes, and only its later releases wrap.
std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const
{
    constexpr size_t lineWidth = 100;
    const size_t column = get_column_width();
    const std::string indent(column, ' ');
    std::string text = "  " + make_option_name(option, isPositional) + make_option_opts(option);
    if (const size_t width = displayWidth(text); width < column)
        text += std::string(column - width, ' ');
    else
        text += "\n" + indent;
    for (const char c : wrappedToWidth(make_option_desc(option), lineWidth - column)) {
        text += c;
        if (c == '\n')
            text += indent;
    }
    return text + "\n";
}

} // namespace stepscope
