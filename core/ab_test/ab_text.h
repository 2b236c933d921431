#pragma once

#include "core/ab_test/ab_test.h"

#include <span>
#include <string>

namespace stepscope {

/// What distinguishes the two: "A, batch size 64" and "B, batch size 128".
struct AbNames
{
    std::string a;
    std::string b;
};
AbNames abNames(const AbTest& test);

/// "B is 1.31 times as fast as A (1.27 to 1.36)." An interval that says nothing is left out.
std::string abTimeSentence(const AbResult& result);
/// The same without the names, for a table: "1.31 times as fast (1.27 to 1.36)", "no difference beyond 2 %
/// (0.995 to 1.004 times as fast)".
std::string abSpeedText(const RatioEstimate& time);
/// "Loss after the same 12,800 samples (geometric mean of spans): A 0.412, B 0.413: the same within 5 %."
std::string abLossSentence(const LossChange& loss);
/// "loss unchanged", "loss higher": for a table.
std::string lossText(const LossChange& loss);
/// Why the test ended, and after how many blocks.
std::string abEndingSentence(const AbResult& result);

/// An array of results with the experiments, times in µs per image and per step, and the medians of all
/// blocks.
std::string abJson(std::span<const NamedAbResult> results);
/// One row per result.
std::string abCsv(std::span<const NamedAbResult> results);

} // namespace stepscope
