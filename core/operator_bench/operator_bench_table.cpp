#include "core/operator_bench/operator_bench_table.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr auto unknown = "–";

std::string medianText(const OperatorBenchResult& result)
{
    return formatNs(result.times.medianNs());
}

std::string spreadText(const OperatorBenchResult& result)
{
    return translated("{low} to {high}", {{"low", formatNs(result.times.percentileNs(0.05))},
                                          {"high", formatNs(result.times.percentileNs(0.95))}});
}

std::string overheadText(const OperatorBenchResult& result)
{
    return result.times.overheadNs < 0 ? unknown : formatNs(result.times.overheadNs);
}

std::string arithmeticText(const OperatorBenchResult& result)
{
    const auto arithmetic = result.arithmeticNs();
    return arithmetic ? formatNs(*arithmetic) : unknown;
}

std::string flopsText(const OperatorBenchResult& result)
{
    const auto flops = result.flopsPerSecond();
    return flops ? formatFlops(*flops) + "/s" : unknown;
}

std::string bytesText(const OperatorBenchResult& result)
{
    return formatBytes(result.bytesPerSecond()) + "/s";
}

std::string roofText(const OperatorBenchResult& result)
{
    const auto share = result.roofShare();
    return share ? formatShare(*share) : unknown;
}

bool lacksPeak(const OperatorBenchResult& result)
{
    return canHaveRoof(result.settings) && !result.peak;
}

} // namespace

std::vector<OperatorBenchColumn> operatorBenchColumns()
{
    return {
        {translated("Median"), translated("Half of the calls took longer. Times are of single calls."), 9,
         medianText},
        {translated("5 % to 95 %"), translated("90 % of the calls took a time in this range."), 21,
         spreadText},
        {translated("Overhead"),
         translated("The median of the same call with 1 for each dimension: what a call costs before it "
                    "computes anything"),
         9, overheadText},
        {translated("Arithmetic"), translated("The median minus the overhead"), 10, arithmeticText},
        {"FLOP/s", translated("Floating-point operations per second, by the formula of the operator"), 12,
         flopsText},
        {translated("Bytes/s"), translated("Inputs and results, each once, per second"), 11, bytesText},
        {translated("Share of roofline"),
         translated("The share of what this machine reaches at that arithmetic intensity, for 32-bit floats "
                    "on the CPU. Data that stay in the caches can exceed 100 %."),
         17, roofText},
    };
}

const std::vector<std::string>& operatorBenchLayouts()
{
    static const std::vector<std::string> layouts{"contiguous", "channels-last"};
    return layouts;
}

const std::string& layoutName(const OperatorBenchSettings& settings)
{
    return operatorBenchLayouts()[settings.isChannelsLast ? 1 : 0];
}

std::vector<std::string> operatorBenchNotes(const std::vector<OperatorBenchResult>& results)
{
    if (results.empty())
        return {};
    std::vector<std::string> notes{
        translated("Times are of single calls, without gradients."),
        translated("Overhead is the same call with 1 for each dimension; arithmetic is the rest.")};
    for (const OperatorBenchResult& result : results)
        if (result.times.backToBackNs >= 0)
            notes.push_back(
                translated("{call}: {time} if calls do not wait for the device.",
                           {{"call", result.call.text()}, {"time", formatNs(result.times.backToBackNs)}}));
    if (const auto found = std::ranges::find_if(results, lacksPeak); found != results.end())
        notes.push_back(translated("The roofline of this machine is not known. The Roofline view can measure "
                                   "it, and so can stepscope devices --measure-peak --threads {count}.",
                                   {{"count", std::to_string(found->times.threads)}}));
    return notes;
}

} // namespace stepscope
