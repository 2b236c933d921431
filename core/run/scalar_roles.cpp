#include "core/run/scalar_roles.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

namespace stepscope {

namespace {

enum class Meaning : uint8_t {
    Loss,
    Accuracy,
    Train,
    Test,
    Neutral, ///< says when or where, and not what
};

struct Word
{
    std::string_view text;
    Meaning meaning;
};

/// The known words of tags. A tag with any other word is a figure of its own: "Loss/generator" is not a curve
/// to draw over another training's loss.
constexpr Word words[] = {
    {"loss", Meaning::Loss},           {"losses", Meaning::Neutral},    {"nll", Meaning::Loss},
    {"accuracy", Meaning::Accuracy},   {"acc", Meaning::Accuracy},      {"top1", Meaning::Accuracy},
    {"train", Meaning::Train},         {"training", Meaning::Train},    {"test", Meaning::Test},
    {"testing", Meaning::Test},        {"val", Meaning::Test},          {"valid", Meaning::Test},
    {"validation", Meaning::Test},     {"eval", Meaning::Test},         {"evaluation", Meaning::Test},
    {"epoch", Meaning::Neutral},       {"step", Meaning::Neutral},      {"batch", Meaning::Neutral},
    {"iter", Meaning::Neutral},        {"iteration", Meaning::Neutral}, {"iterations", Meaning::Neutral},
    {"vs", Meaning::Neutral},          {"metrics", Meaning::Neutral},   {"avg", Meaning::Neutral},
    {"average", Meaning::Neutral},     {"mean", Meaning::Neutral},      {"running", Meaning::Neutral},
    {"scalar", Meaning::Neutral},      {"scalars", Meaning::Neutral},   {"total", Meaning::Neutral},
    {"categorical", Meaning::Neutral}, {"sparse", Meaning::Neutral},    {"binary", Meaning::Neutral},
};

/// Splits into lower-case words, at characters other than letters and digits and where a capital follows a
/// lower-case letter.
std::vector<std::string> wordsOf(std::string_view tag)
{
    std::vector<std::string> found;
    bool isInWord = false;
    bool wasSmall = false;
    for (const char c : tag) {
        const auto letter = (unsigned char)c;
        if (!std::isalnum(letter)) {
            isInWord = false;
            continue;
        }
        if (!isInWord || (wasSmall && std::isupper(letter)))
            found.emplace_back();
        isInWord = true;
        wasSmall = !std::isupper(letter);
        found.back() += char(std::tolower(letter));
    }
    return found;
}

bool saysTest(std::string_view runName)
{
    const auto slash = runName.rfind('/');
    const auto last = wordsOf(slash == runName.npos ? runName : runName.substr(slash + 1));
    return !last.empty() && std::ranges::all_of(last, [](const std::string& text) {
        const auto* word = std::ranges::find(words, text, &Word::text);
        return word != std::end(words) && word->meaning == Meaning::Test;
    });
}

} // namespace

std::optional<ScalarRole> scalarRole(std::string_view tag, std::string_view runName)
{
    int losses = 0;
    int accuracies = 0;
    int trains = 0;
    int tests = 0;
    for (const std::string& text : wordsOf(tag)) {
        const auto* word = std::ranges::find(words, text, &Word::text);
        if (word == std::end(words))
            return std::nullopt;
        losses += word->meaning == Meaning::Loss;
        accuracies += word->meaning == Meaning::Accuracy;
        trains += word->meaning == Meaning::Train;
        tests += word->meaning == Meaning::Test;
    }
    if ((losses > 0) == (accuracies > 0) || (trains > 0 && tests > 0))
        return std::nullopt;
    const bool isTest = tests > 0 || (trains == 0 && saysTest(runName));
    if (losses > 0)
        return isTest ? ScalarRole::TestLoss : ScalarRole::TrainLoss;
    return isTest ? ScalarRole::TestAccuracy : ScalarRole::TrainAccuracy;
}

std::array<const ScalarSeries*, scalarRoleCount> roleSeries(std::span<const ScalarSeries> scalars,
                                                            std::string_view runName)
{
    std::array<const ScalarSeries*, scalarRoleCount> found{};
    for (const ScalarSeries& series : scalars) {
        const auto role = scalarRole(series.tag, runName);
        if (!role)
            continue;
        const auto*& best = found[size_t(*role)];
        if (!best || wordsOf(series.tag).size() < wordsOf(best->tag).size())
            best = &series;
    }
    return found;
}

double perCentFactor(const ScalarSeries& accuracy)
{
    constexpr double rounding = 1e-6;
    const bool isPerCent = std::ranges::any_of(accuracy.points, [](const ScalarPoint& point) {
        return std::isfinite(point.value) && point.value > 1.0 + rounding;
    });
    return isPerCent ? 1.0 : 100.0;
}

} // namespace stepscope
