#include "core/language/translation.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <libintl.h>

#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace stepscope {

namespace {

constexpr const char* domain = "stepscope";

std::atomic<bool> areTranslated = false; // looking up text that has no translation is slow

/// Throws fmt::format_error if the pattern has another placeholder.
std::string filledIn(const char* pattern, std::span<const TextValue> values)
{
    if (values.empty())
        return pattern;
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const TextValue& value : values)
        store.push_back(fmt::arg(std::string(value.first).c_str(), std::cref(value.second)));
    return fmt::vformat(pattern, store);
}

/// A translation with an unknown placeholder must not make the text disappear.
std::string filledIn(const char* pattern, const char* english, std::span<const TextValue> values)
{
    try {
        return filledIn(pattern, values);
    } catch (const fmt::format_error&) {
        assert(pattern != english);
        return pattern == english ? std::string(english) : filledIn(english, english, values);
    }
}

} // namespace

std::string translatedLiteral(const char* english, std::span<const TextValue> values)
{
    const bool isLookedUp = areTranslated && *english != '\0'; // the empty text has the header as translation
    return filledIn(isLookedUp ? dgettext(domain, english) : english, english, values);
}

std::string translatedForm(const char* one, const char* many, int64_t number,
                           std::span<const TextValue> values)
{
    const auto count = static_cast<unsigned long>(std::abs(number));
    const char* const english = count == 1 ? one : many;
    return filledIn(areTranslated ? dngettext(domain, one, many, count) : english, english, values);
}

std::string translated(Translatable text, TextValues values)
{
    return translatedLiteral(text.english(), {values.begin(), values.size()});
}

std::string translated(Translatable text, std::span<const TextValue> values)
{
    return translatedLiteral(text.english(), values);
}

void useTranslations(const std::filesystem::path& folder)
{
    bindtextdomain(domain, folder.c_str());
    bind_textdomain_codeset(domain, "UTF-8");
    areTranslated = true;
}

} // namespace stepscope
