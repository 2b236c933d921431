#include "core/operator_bench/operator_times.h"

#include "core/base/files/csv_rows.h"
#include "core/base/percentile.h"
#include "core/trace/operators/operator_flops.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

Json inMicroseconds(double nanoseconds)
{
    return nanoseconds < 0 ? Json() : Json(nanoseconds / 1000.0);
}

template<typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

/// The columns of a result and their values; null: not known.
Json rowOf(const OperatorBenchResult& result)
{
    const OperatorTimes& times = result.times;
    return {{"call", result.call.text()},
            {"operator", times.name},
            {"input_shapes", times.inputShapes},
            {"output_shapes", times.outputShapes},
            {"device", result.settings.device},
            {"threads", int64_t(times.threads)},
            {"data_type", result.settings.dataType},
            {"layout", result.settings.isChannelsLast ? "channels_last" : "contiguous"},
            {"samples", int64_t(times.samplesNs.size())},
            {"calls_per_sample", times.callsPerSample},
            {"median_us", inMicroseconds(times.medianNs())},
            {"p5_us", inMicroseconds(times.percentileNs(0.05))},
            {"p95_us", inMicroseconds(times.percentileNs(0.95))},
            {"p99_us", inMicroseconds(times.percentileNs(0.99))},
            {"min_us", inMicroseconds(times.percentileNs(0.0))},
            {"max_us", inMicroseconds(times.percentileNs(1.0))},
            {"back_to_back_us", inMicroseconds(times.backToBackNs)},
            {"overhead_us", inMicroseconds(times.overheadNs)},
            {"arithmetic_us", inMicroseconds(result.arithmeticNs().value_or(-1.0))},
            {"flops", orNull(result.flops())},
            {"bytes", times.bytes},
            {"flop_per_s", orNull(result.flopsPerSecond())},
            {"bytes_per_s", result.bytesPerSecond()},
            {"share_of_roofline", orNull(result.roofShare())}};
}

} // namespace

bool canHaveRoof(const OperatorBenchSettings& settings)
{
    return settings.device == "cpu" && settings.dataType == "float32";
}

const std::vector<std::string>& operatorBenchDataTypes()
{
    static const std::vector<std::string> types{"float32", "float64", "bfloat16", "float16"};
    return types;
}

double OperatorTimes::percentileNs(double share) const
{
    return percentile(samplesNs, share);
}

std::optional<int64_t> OperatorBenchResult::flops() const
{
    return operatorFlops(times.name, times.inputShapes);
}

std::optional<double> OperatorBenchResult::flopsPerSecond() const
{
    const auto known = flops();
    if (!known || times.medianNs() <= 0)
        return {};
    return double(*known) / (times.medianNs() * 1e-9);
}

double OperatorBenchResult::bytesPerSecond() const
{
    return times.medianNs() > 0 ? double(times.bytes) / (times.medianNs() * 1e-9) : 0.0;
}

std::optional<double> OperatorBenchResult::roofShare() const
{
    if (!peak || !peak->isMeasured() || times.bytes <= 0)
        return {};
    if (const auto known = flops(); known && *known > 0)
        return *flopsPerSecond() / peak->roof(double(*known) / double(times.bytes));
    return bytesPerSecond() / peak->bytesPerSecond;
}

std::optional<double> OperatorBenchResult::arithmeticNs() const
{
    if (times.overheadNs < 0)
        return {};
    return std::max(times.medianNs() - times.overheadNs, 0.0);
}

OperatorBenchResult operatorBenchResult(OperatorCall call, const OperatorBenchSettings& settings,
                                        OperatorTimes times)
{
    OperatorBenchResult result{
        .call = std::move(call), .settings = settings, .times = std::move(times), .peak = {}};
    if (canHaveRoof(settings))
        result.peak = keptMachinePeak(result.times.threads);
    return result;
}

std::string operatorBenchCsv(const std::vector<OperatorBenchResult>& results)
{
    Json rows = Json::array();
    for (const OperatorBenchResult& result : results)
        rows.push_back(rowOf(result));
    return csvOfRows(rows);
}

std::string operatorBenchJson(const std::vector<OperatorBenchResult>& results)
{
    Json rows = Json::array();
    for (const OperatorBenchResult& result : results)
        rows.push_back(rowOf(result));
    return rows.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope
