#include "ui/window/palette/palette_entry.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <tuple>

namespace stepscope::ui {

namespace {

// Penalties of a word by the place where it is found; each is larger than the sum of those before it can be
// with a few words.
constexpr int atTitleStart = 0;
constexpr int atWordStart = 1;
constexpr int withinTitle = 10;
constexpr int elsewhere = 100;

bool startsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

std::optional<int> penaltyOf(const QString& title, const QString& rest, const QString& word)
{
    std::optional<int> penalty;
    for (qsizetype at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
        if (at == 0)
            return atTitleStart;
        if (startsWord(title, at))
            return atWordStart;
        penalty = withinTitle;
    }
    return penalty || !rest.contains(word) ? penalty : elsewhere;
}

/// nullopt: a word is missing.
std::optional<int> penaltyOf(const PaletteEntry& entry, const QStringList& words)
{
    const QString title = entry.title.toCaseFolded();
    const QString rest = QString(entry.kind + ' ' + entry.detail + ' ' + entry.words).toCaseFolded();
    int sum = 0;
    for (const QString& word : words) {
        const auto penalty = penaltyOf(title, rest, word);
        if (!penalty)
            return std::nullopt;
        sum += *penalty;
    }
    return sum;
}

} // namespace

std::vector<size_t> paletteMatches(const std::vector<PaletteEntry>& entries, const QString& text)
{
    const QStringList words = text.toCaseFolded().split(' ', Qt::SkipEmptyParts);
    std::vector<size_t> matches;
    std::vector<int> penalties(entries.size());
    for (size_t i = 0; i < entries.size(); ++i) {
        if (const auto penalty = penaltyOf(entries[i], words)) {
            matches.push_back(i);
            penalties[i] = *penalty;
        }
    }
    if (words.isEmpty())
        return matches;
    std::ranges::stable_sort(matches, {}, [&](size_t i) {
        return std::tuple(!entries[i].isEnabled, penalties[i], entries[i].title.size());
    });
    return matches;
}

} // namespace stepscope::ui
