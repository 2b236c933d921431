#pragma once

#include <QString>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace stepscope::ui {

/// The rank of each text among all, ignoring case; equal texts share a rank. For rows that are sorted by a
/// text which many of them share.
inline std::vector<uint64_t> placesOf(const std::vector<QString>& texts)
{
    std::vector<QString> folded;
    folded.reserve(texts.size());
    for (const QString& text : texts)
        folded.push_back(text.toCaseFolded());
    std::vector<size_t> order(texts.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, {}, [&folded](size_t i) -> const QString& { return folded[i]; });
    std::vector<uint64_t> places(texts.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && folded[order[i]] == folded[order[i - 1]];
        places[order[i]] = isSame ? places[order[i - 1]] : i;
    }
    return places;
}

} // namespace stepscope::ui
