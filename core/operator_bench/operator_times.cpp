#include "core/operator_bench/operator_times.h"

#include "core/base/files/csv.h"
#include "core/base/percentile.h"
#include "core/trace/operators/operator_flops.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

double microseconds(double nanoseconds)
{
    return nanoseconds < 0 ? std::nan("") : nanoseconds / 1000.0;
}

template<typename Value>
double numberOf(const std::optional<Value>& value)
{
    return value ? double(*value) : std::nan("");
}

const char* layoutName(const OperatorBenchSettings& settings)
{
    return settings.isChannelsLast ? "channels_last" : "contiguous";
}

nlohmann::ordered_json orNull(double value)
{
    return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}

} // namespace

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

std::string operatorBenchCsv(const std::vector<OperatorBenchResult>& results)
{
    CsvWriter csv{"call",      "operator",        "input_shapes", "output_shapes",    "device",
                  "threads",   "data_type",       "layout",       "samples",          "calls_per_sample",
                  "median_us", "p5_us",           "p95_us",       "p99_us",           "min_us",
                  "max_us",    "back_to_back_us", "overhead_us",  "arithmetic_us",    "flops",
                  "bytes",     "flop_per_s",      "bytes_per_s",  "share_of_roofline"};
    for (const OperatorBenchResult& result : results) {
        const OperatorTimes& times = result.times;
        csv.field(result.call.text())
            .field(times.name)
            .field(times.inputShapes)
            .field(times.outputShapes)
            .field(result.settings.device)
            .field(times.threads)
            .field(result.settings.dataType)
            .field(layoutName(result.settings))
            .field(int64_t(times.samplesNs.size()))
            .field(times.callsPerSample);
        for (const double share : {0.5, 0.05, 0.95, 0.99, 0.0, 1.0})
            csv.field(microseconds(times.percentileNs(share)));
        csv.field(microseconds(times.backToBackNs))
            .field(microseconds(times.overheadNs))
            .field(microseconds(result.arithmeticNs().value_or(-1.0)));
        if (const auto flops = result.flops())
            csv.field(*flops);
        else
            csv.field("");
        csv.field(times.bytes)
            .field(numberOf(result.flopsPerSecond()))
            .field(result.bytesPerSecond())
            .field(numberOf(result.roofShare()));
        csv.endRow();
    }
    return csv.text();
}

std::string operatorBenchJson(const std::vector<OperatorBenchResult>& results)
{
    auto json = nlohmann::ordered_json::array();
    for (const OperatorBenchResult& result : results) {
        const OperatorTimes& times = result.times;
        json.push_back({{"call", result.call.text()},
                        {"operator", times.name},
                        {"input_shapes", times.inputShapes},
                        {"output_shapes", times.outputShapes},
                        {"device", result.settings.device},
                        {"threads", times.threads},
                        {"data_type", result.settings.dataType},
                        {"layout", layoutName(result.settings)},
                        {"samples", times.samplesNs.size()},
                        {"calls_per_sample", times.callsPerSample},
                        {"median_us", microseconds(times.percentileNs(0.5))},
                        {"p5_us", microseconds(times.percentileNs(0.05))},
                        {"p95_us", microseconds(times.percentileNs(0.95))},
                        {"p99_us", microseconds(times.percentileNs(0.99))},
                        {"min_us", microseconds(times.percentileNs(0.0))},
                        {"max_us", microseconds(times.percentileNs(1.0))},
                        {"back_to_back_us", orNull(microseconds(times.backToBackNs))},
                        {"overhead_us", orNull(microseconds(times.overheadNs))},
                        {"arithmetic_us", orNull(microseconds(result.arithmeticNs().value_or(-1.0)))},
                        {"flops", result.flops() ? nlohmann::ordered_json(*result.flops()) : nullptr},
                        {"bytes", times.bytes},
                        {"flop_per_s", orNull(numberOf(result.flopsPerSecond()))},
                        {"bytes_per_s", result.bytesPerSecond()},
                        {"share_of_roofline", orNull(numberOf(result.roofShare()))}});
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace stepscope
