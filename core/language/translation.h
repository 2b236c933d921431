#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

// All text that core and app show is English at its place of use and is translated by gettext. Text is a
// literal in one of the functions below, which xgettext knows, so that no text can be forgotten in the
// template resources/translations/stepscope.pot. (ui uses Qt's tr().)

/// The value of a placeholder: its name and its text.
using TextValue = std::pair<std::string_view, std::string>;
using TextValues = std::initializer_list<TextValue>;

/// Text that is translated later, such as the title in a table of constants. Made by translatable() alone.
class Translatable
{
public:
    constexpr const char* english() const { return m_english; }

private:
    consteval explicit Translatable(const char* english)
        : m_english(english)
    {
    }
    friend consteval Translatable translatable(const char* english);

    const char* m_english;
};

/// Marks a literal as text, to be translated where it is shown.
consteval Translatable translatable(const char* english)
{
    return Translatable(english);
}

/// The text in the user's language, or in English without a translation. Placeholders in braces are replaced
/// by the values of their names: translated("{run} took {time}.", {{"run", name}, {"time", time}}). Literal
/// braces are doubled if, and only if, there are values.
std::string translated(Translatable text, TextValues values = {});
std::string translated(Translatable text, std::span<const TextValue> values);

template<size_t Size>
std::string translated(const char (&english)[Size], TextValues values = {});

/// The form for a number of things, in English `one` for 1 and otherwise `many`. The number itself is a value
/// like any other: translatedPlural("{count} step", "{count} steps", n, {{"count", formatCount(n)}}).
template<size_t OneSize, size_t ManySize>
std::string translatedPlural(const char (&one)[OneSize], const char (&many)[ManySize], int64_t number,
                             TextValues values = {});

/// Looks for translations in FOLDER/LANGUAGE/LC_MESSAGES/stepscope.mo, in the language of the process's
/// locale (LC_MESSAGES) and of the environment variable LANGUAGE. Without a call, text is English.
void useTranslations(const std::filesystem::path& folder);

/// Details of the templates above.
std::string translatedLiteral(const char* english, std::span<const TextValue> values);
std::string translatedForm(const char* one, const char* many, int64_t number,
                           std::span<const TextValue> values);

template<size_t Size>
std::string translated(const char (&english)[Size], TextValues values)
{
    return translatedLiteral(english, {values.begin(), values.size()});
}

template<size_t OneSize, size_t ManySize>
std::string translatedPlural(const char (&one)[OneSize], const char (&many)[ManySize], int64_t number,
                             TextValues values)
{
    return translatedForm(one, many, number, {values.begin(), values.size()});
}

} // namespace stepscope
