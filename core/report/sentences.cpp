#include "core/report/sentences.h"

#include "core/report/sentences_english.h"

#include <algorithm>
#include <cassert>

namespace stepscope {

// Another language is another table of the same kind.
static constexpr auto catalogue = englishSentences();

static constexpr bool isComplete()
{
    for (size_t i = 0; i < sentenceCount; ++i) {
        if (catalogue[i].id != SentenceId(i) || catalogue[i].pattern.empty())
            return false;
    }
    return true;
}
static_assert(isComplete(), "The catalogue has each sentence once, in the order of SentenceId.");

std::string_view sentencePattern(SentenceId id)
{
    return catalogue[size_t(id)].pattern;
}

std::string sentence(SentenceId id, SentenceValues values)
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
        const auto name = rest.substr(open + 1, close - open - 1);
        const auto* const value = std::ranges::find(values, name, &SentenceValues::value_type::first);
        assert(value != values.end());
        if (value != values.end())
            text += value->second;
        rest.remove_prefix(close + 1);
    }
    return text;
}

} // namespace stepscope
