#include "core/data/own/text.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/utf8.h"
#include "core/data/own/own_data_set.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

/// The bytes of a text that may be read: each of its characters needs a number.
size_t mostBytes()
{
    return size_t(usableMemoryBytes()) / 2 / (1 + sizeof(int64_t));
}

/// Numbers each character by its first occurrence.
NumberedText numbered(std::string_view text, const fs::path& file)
{
    NumberedText result;
    result.numbers.reserve(text.size());
    std::unordered_map<std::string_view, int64_t> numbers;
    for (size_t at = 0; at < text.size();) {
        const size_t length = utf8SequenceLength(text.substr(at));
        if (length == 0)
            throw Error(translated("{file} is not a text in UTF-8: byte {at} is not part of a character.",
                                   {{"file", file.string()}, {"at", formatCount(int64_t(at))}}));
        const auto character = text.substr(at, length);
        const auto [found, isNew] = numbers.try_emplace(character, int64_t(result.characters.size()));
        if (isNew)
            result.characters.emplace_back(character);
        result.numbers.push_back(found->second);
        at += length;
    }
    return result;
}

/// The order of UTF-8's bytes is that of the code points.
void sortCharacters(NumberedText& text)
{
    auto sorted = text.characters;
    std::ranges::sort(sorted);
    std::vector<int64_t> places;
    for (const auto& character : text.characters)
        places.push_back(std::ranges::lower_bound(sorted, character) - sorted.begin());
    for (int64_t& number : text.numbers)
        number = places[size_t(number)];
    text.characters = std::move(sorted);
}

/// Of a part of a text: the last character has none after it.
int64_t sequencesIn(int64_t characters, int64_t length)
{
    return std::max<int64_t>(0, characters - 1) / length;
}

} // namespace

NumberedText readText(const fs::path& file)
{
    auto text = numbered(readTextFile(file, mostBytes()), file);
    if (text.characters.size() < 2)
        throw Error(
            translated("The text {file} needs at least 2 different characters, but has {count}.",
                       {{"file", file.string()}, {"count", formatCount(int64_t(text.characters.size()))}}));
    sortCharacters(text);
    return text;
}

SampleCounts countSequences(const NumberedText& text, int64_t length, const fs::path& file)
{
    const SampleCounts counts{.train = sequencesIn(text.trainCount(), length),
                              .test = sequencesIn(text.testCount(), length)};
    if (counts.train == 0 || counts.test == 0)
        throw Error(translated(
            "The text {file} has {count} characters, but needs about {needed} for sequences of {length}: a "
            "tenth of it is used for tests. Use a longer text or a smaller --sequence-length.",
            {{"file", file.string()},
             {"count", formatCount(int64_t(text.numbers.size()))},
             {"needed", formatCount(10 * (length + 1))},
             {"length", formatCount(length)}}));
    return counts;
}

} // namespace stepscope
