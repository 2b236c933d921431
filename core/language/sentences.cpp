#include "core/language/sentences.h"

#include "core/language/sentences_english_advice.h"
#include "core/language/sentences_english_device.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace stepscope {

static constexpr auto allEntries()
{
    std::array<CatalogueEntry, sentenceCount> all{};
    auto end = std::ranges::copy(englishSentences(), all.begin()).out;
    end = std::ranges::copy(englishAdviceSentences(), end).out;
    std::ranges::copy(englishDeviceSentences(), end);
    return all;
}

static constexpr auto entries = allEntries();

static constexpr bool isComplete()
{
    for (size_t i = 0; i < sentenceCount; ++i) {
        if (entries[i].id != SentenceId(i) || entries[i].pattern.empty())
            return false;
    }
    return true;
}
static_assert(isComplete(), "The catalogue must have each sentence once, in the order of SentenceId.");

static constexpr SentenceCatalogue patternsOf()
{
    SentenceCatalogue patterns;
    for (size_t i = 0; i < sentenceCount; ++i)
        patterns[i] = entries[i].pattern;
    return patterns;
}

static constexpr SentenceCatalogue english = patternsOf();
static std::atomic<const SentenceCatalogue*> spoken = &english; // worker threads read it, too

std::string_view sentencePattern(SentenceId id)
{
    return (*spoken.load())[size_t(id)];
}

void setSentenceCatalogue(const SentenceCatalogue* catalogue)
{
    spoken = catalogue ? catalogue : &english;
}

/// The replacement of a placeholder: the value of its name or, for "count:step|steps", the first form if the
/// value is 1 and otherwise the second.
static std::string filledIn(std::string_view placeholder, std::span<const SentenceValue> values)
{
    const auto colon = placeholder.find(':');
    const auto value = std::ranges::find(values, placeholder.substr(0, colon), &SentenceValue::first);
    assert(value != values.end());
    if (value == values.end())
        return {};
    if (colon == std::string_view::npos)
        return value->second;
    const auto forms = placeholder.substr(colon + 1);
    const auto bar = forms.find('|');
    return std::string(value->second == "1" ? forms.substr(0, bar) : forms.substr(bar + 1));
}

std::string sentence(SentenceId id, SentenceValues values)
{
    return sentence(id, std::span(values.begin(), values.size()));
}

std::string sentence(SentenceId id, std::span<const SentenceValue> values)
{
    std::string text;
    auto rest = sentencePattern(id);
    while (!rest.empty()) {
        const auto open = rest.find('{');
        const auto close = rest.find('}', open);
        if (open == std::string_view::npos || close == std::string_view::npos) {
            text += rest;
            break;
        }
        text += rest.substr(0, open);
        text += filledIn(rest.substr(open + 1, close - open - 1), values);
        rest.remove_prefix(close + 1);
    }
    return text;
}

} // namespace stepscope
