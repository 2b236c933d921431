#include "core/ab_test/ab_text.h"

#include "core/base/files/csv_rows.h"
#include "core/base/text/format.h"
#include "core/comparison/comparison.h"
#include "core/comparison/verdict_words.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <cmath>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

std::string digits(double ratio)
{
    return fmt::format("{:.{}f}", ratio, ratio < 10.0 ? 3 : 1);
}

/// How many times as fast: the reciprocal of the ratio of times.
RatioEstimate speedOf(const RatioEstimate& time)
{
    RatioEstimate speed = time;
    speed.ratio = 1.0 / time.ratio;
    speed.interval = {1.0 / time.interval.high, 1.0 / time.interval.low};
    return speed;
}

/// Whether the interval says nothing: its bounds differ by more than this factor. Also for NaN.
bool isUseless(const RatioEstimate& speed)
{
    constexpr double widest = 10.0;
    return !(speed.interval.high <= widest * speed.interval.low);
}

TextValue rangeOf(const RatioEstimate& speed)
{
    return {"range", translated("{low} to {high}", {{"low", ratioBoundText(speed.interval.low)},
                                                    {"high", ratioBoundText(speed.interval.high)}})};
}

Json orNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

const char* endingName(AbEnding ending)
{
    switch (ending) {
    case AbEnding::Precise:
        return "precise";
    case AbEnding::Stopped:
        return "stopped";
    case AbEnding::TimeUp:
        break;
    }
    return "time up";
}

/// The columns of a row, in order; null: not known.
Json rowOf(const NamedAbResult& named)
{
    const AbResult& result = named.result;
    const AbNames names = abNames(named.test);
    const RatioEstimate speed = speedOf(result.time);
    const bool isLossKnown = result.loss.verdict != LossVerdict::TooShort;
    const bool isSpeedKnown =
        result.time.verdict != Verdict::TooFewSamples && result.time.verdict != Verdict::OtherSamples;
    const auto known = [](bool isKnown, double value) { return isKnown ? orNull(value) : Json(); };
    const auto ofSide = [&](const AbSide& side, double value) {
        return known(!side.nsPerImage.empty(), value);
    };
    return {{"a", names.a},
            {"b", names.b},
            {"pairs", int64_t(result.pairs())},
            {"seconds", result.seconds},
            {"a_steps", result.a.steps},
            {"b_steps", result.b.steps},
            {"a_step_us", ofSide(result.a, result.a.stepNs / 1e3)},
            {"b_step_us", ofSide(result.b, result.b.stepNs / 1e3)},
            {"a_images_per_s", ofSide(result.a, result.a.imagesPerSecond)},
            {"b_images_per_s", ofSide(result.b, result.b.imagesPerSecond)},
            {"times_as_fast", known(isSpeedKnown, speed.ratio)},
            {"low", known(isSpeedKnown, speed.interval.low)},
            {"high", known(isSpeedKnown, speed.interval.high)},
            {"verdict", verdictName(result.time.verdict)},
            {"ending", endingName(result.ending)},
            {"loss_images", result.loss.images},
            {"a_loss", isLossKnown ? orNull(result.loss.a) : Json()},
            {"b_loss", isLossKnown ? orNull(result.loss.b) : Json()},
            {"loss_verdict", lossVerdictName(result.loss.verdict)}};
}

} // namespace

AbNames abNames(const AbTest& test)
{
    const Experiment both[] = {test.a, test.b};
    const auto labels = distinguishingLabels(std::span(both));
    const auto named = [](const char* letter, const std::string& label) {
        return label.empty() ? std::string(letter) : std::string(letter) + ", " + label;
    };
    return {named("A", labels[0]), named("B", labels[1])};
}

std::string abTimeSentence(const AbResult& result)
{
    const RatioEstimate speed = speedOf(result.time);
    if (speed.verdict == Verdict::TooFewSamples)
        return translated("Too few steps to tell which one is faster. Measure longer.");
    if (speed.verdict == Verdict::OtherSamples)
        return translated(
            "The speeds are not comparable: B has samples of another size ({a} and {b}).",
            {{"a", sampleShapeText(result.a.sampleShape)}, {"b", sampleShapeText(result.b.sampleShape)}});
    if (speed.verdict == Verdict::Unclear && isUseless(speed))
        return translated("Too noisy to tell which one is faster. Measure longer.");
    const TextValue ratio{"ratio", digits(speed.ratio)};
    const TextValue range = rangeOf(speed);
    switch (speed.verdict) {
    case Verdict::Same:
        return translated("A and B are equally fast within {limit}: B is {ratio} times as fast ({range}).",
                          {{"limit", thresholdText(speed.sameWithin)}, ratio, range});
    case Verdict::Unclear:
        return translated("Too noisy to tell which one is faster: B is {ratio} times as fast as A ({range}).",
                          {ratio, range});
    default:
        return translated("B is {ratio} times as fast as A ({range}).", {ratio, range});
    }
}

std::string abSpeedText(const RatioEstimate& time)
{
    const RatioEstimate speed = speedOf(time);
    if (speed.verdict == Verdict::Unclear && isUseless(speed))
        return verdictWord(speed);
    const TextValue ratio{"ratio", digits(speed.ratio)};
    const TextValue range = rangeOf(speed);
    switch (speed.verdict) {
    case Verdict::TooFewSamples:
    case Verdict::OtherSamples:
        return verdictWord(speed);
    case Verdict::Same:
        return translated("no difference beyond {limit} ({range} times as fast)",
                          {{"limit", thresholdText(speed.sameWithin)}, range});
    case Verdict::Unclear:
        return translated("{verdict} ({range} times as fast)", {{"verdict", verdictWord(speed)}, range});
    default:
        return translated("{ratio} times as fast ({range})", {ratio, range});
    }
}

std::string lossText(const LossChange& loss)
{
    switch (loss.verdict) {
    case LossVerdict::Same:
        return translated("loss unchanged");
    case LossVerdict::Lower:
        return translated("loss lower");
    case LossVerdict::Higher:
        return translated("loss higher");
    case LossVerdict::Unclear:
        return translated("loss: too noisy to tell");
    case LossVerdict::NotComparable:
        return translated("loss: not comparable");
    case LossVerdict::TooShort:
        break;
    }
    return translated("loss: too few steps");
}

std::string abLossSentence(const LossChange& loss)
{
    if (loss.verdict == LossVerdict::TooShort)
        return translated("Too few steps to compare the losses.");
    const TextValue samples{"count", formatCount(loss.images)};
    const TextValue a{"a", fmt::format("{:.4g}", loss.a)};
    const TextValue b{"b", fmt::format("{:.4g}", loss.b)};
    switch (loss.verdict) {
    case LossVerdict::Same:
        return translated("Loss after the same {count} samples (geometric mean of spans): A {a}, B {b}: the "
                          "same within {limit}.",
                          {samples, a, b, {"limit", thresholdText(abTestOfLosses().sameWithin)}});
    case LossVerdict::Lower:
        return translated(
            "Loss after the same {count} samples (geometric mean of spans): A {a}, B {b}: B's is lower.",
            {samples, a, b});
    case LossVerdict::Higher:
        return translated(
            "Loss after the same {count} samples (geometric mean of spans): A {a}, B {b}: B's is higher.",
            {samples, a, b});
    case LossVerdict::NotComparable:
        return translated(
            "Loss after the same {count} samples (geometric mean of spans): A {a}, B {b}: not "
            "comparable, because of different data, or because one of them is 0 or not a number.",
            {samples, a, b});
    default:
        return translated("Loss after the same {count} samples (geometric mean of spans): A {a}, B {b}: too "
                          "noisy to tell which is lower.",
                          {samples, a, b});
    }
}

std::string abEndingSentence(const AbResult& result)
{
    const TextValue count{"count", formatCount(int64_t(result.pairs()))};
    const TextValue time{"time", formatSeconds(result.seconds)};
    const auto pairs = int64_t(result.pairs());
    switch (result.ending) {
    case AbEnding::Precise:
        return translatedPlural("Precise enough after {count} pair of blocks, {time}.",
                                "Precise enough after {count} pairs of blocks, {time}.", pairs,
                                {count, time});
    case AbEnding::Stopped:
        return translatedPlural("Stopped after {count} pair of blocks, {time}.",
                                "Stopped after {count} pairs of blocks, {time}.", pairs, {count, time});
    case AbEnding::TimeUp:
        break;
    }
    return translatedPlural("The time limit ended the test after {count} pair of blocks, {time}.",
                            "The time limit ended the test after {count} pairs of blocks, {time}.", pairs,
                            {count, time});
}

std::string abJson(std::span<const NamedAbResult> results)
{
    Json rows = Json::array();
    for (const NamedAbResult& named : results) {
        Json row = rowOf(named);
        row["a_us_per_image"] = Json::array();
        for (const double ns : named.result.a.nsPerImage)
            row["a_us_per_image"].push_back(ns / 1e3);
        row["b_us_per_image"] = Json::array();
        for (const double ns : named.result.b.nsPerImage)
            row["b_us_per_image"].push_back(ns / 1e3);
        row["a_experiment"] = Json::parse(toJson(named.test.a));
        row["b_experiment"] = Json::parse(toJson(named.test.b));
        rows.push_back(std::move(row));
    }
    return rows.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string abCsv(std::span<const NamedAbResult> results)
{
    Json rows = Json::array();
    for (const NamedAbResult& named : results)
        rows.push_back(rowOf(named));
    return csvOfRows(rows);
}

} // namespace stepscope
