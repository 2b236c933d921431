#include "core/machine/machine_peak.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/text/json_value.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/machine/processor_load.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <system_error>
#include <thread>

namespace stepscope {

namespace {

using nlohmann::ordered_json;

constexpr uintmax_t largestFile = 1 << 20;

bool isOf(const MachinePeak& peak, const std::string& cpuModel, int threads)
{
    return peak.cpuModel == cpuModel && peak.threads == threads;
}

std::vector<MachinePeak> keptPeaks()
{
    std::error_code error;
    if (!std::filesystem::exists(machinePeakFile(), error))
        return {};
    return machinePeaksFromJson(readFile(machinePeakFile(), largestFile));
}

void keepIfPossible(const MachinePeak& peak)
{
    try {
        keepMachinePeak(peak);
    } catch (const Error&) {
        // There is no place to keep it: it is measured again the next time.
    }
}

} // namespace

double MachinePeak::roof(double flopsPerByte) const
{
    return std::min(flopsPerSecond, bytesPerSecond * flopsPerByte);
}

std::filesystem::path machinePeakFile()
{
    return cacheFolder() / "machine-peak.json";
}

std::optional<MachinePeak> keptMachinePeak(int threads)
{
    try {
        const auto cpuModel = cpuModelName();
        for (const auto& peak : keptPeaks())
            if (isOf(peak, cpuModel, threads))
                return peak;
    } catch (const Error&) {
        // Damaged or unreadable: it is measured again.
    }
    return std::nullopt;
}

void keepMachinePeak(const MachinePeak& peak)
{
    std::vector<MachinePeak> peaks;
    try {
        peaks = keptPeaks();
    } catch (const Error&) {
        // A damaged file is replaced.
    }
    std::erase_if(peaks, [&](const MachinePeak& kept) { return isOf(kept, peak.cpuModel, peak.threads); });
    peaks.push_back(peak);
    const auto file = machinePeakFile();
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    writeFileAtomically(file, toJson(peaks));
}

MachinePeak machinePeak(int threads, bool anew, std::stop_token stop)
{
    const auto kept = keptMachinePeak(threads);
    if (kept && !anew)
        return *kept;
    auto peak = measureMachinePeak(threads, std::move(stop));
    if (kept && peak.isOfBusyMachine() && !kept->isOfBusyMachine())
        peak = higherPeak(*kept, peak);
    keepIfPossible(peak);
    return peak;
}

double usedProcessorShare()
{
    const ProcessorLoadMeter meter;
    std::this_thread::sleep_for(std::chrono::milliseconds(330));
    return meter.read().all();
}

std::optional<MachinePeak> machinePeakWhenIdle(int threads, bool again, std::stop_token stop,
                                               const std::function<double()>& usedShare)
{
    const auto kept = keptMachinePeak(threads);
    if (kept && !again && !kept->isOfBusyMachine())
        return kept;
    if (usedShare() > MachinePeak::busyShare)
        return kept;
    auto peak = measureMachinePeak(threads, std::move(stop));
    if (kept && (again || peak.isOfBusyMachine()))
        peak = higherPeak(*kept, peak);
    keepIfPossible(peak);
    return peak;
}

MachinePeak higherPeak(const MachinePeak& earlier, const MachinePeak& later)
{
    auto peak = later;
    peak.flopsPerSecond = std::max(earlier.flopsPerSecond, later.flopsPerSecond);
    peak.bytesPerSecond = std::max(earlier.bytesPerSecond, later.bytesPerSecond);
    // As reliable as the better of the two.
    if (earlier.othersShare >= 0 && later.othersShare >= 0)
        peak.othersShare = std::min(earlier.othersShare, later.othersShare);
    return peak;
}

std::string toJson(const std::vector<MachinePeak>& peaks)
{
    auto array = ordered_json::array();
    for (const auto& peak : peaks)
        array.push_back({{"cpu_model", peak.cpuModel},
                         {"threads", peak.threads},
                         {"instruction_set", peak.instructionSet},
                         {"flops_per_second", peak.flopsPerSecond},
                         {"bytes_per_second", peak.bytesPerSecond},
                         {"measured_unix_ms", peak.measuredUnixMs},
                         {"others_share", peak.othersShare}});
    return array.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

std::vector<MachinePeak> machinePeaksFromJson(std::string_view json)
{
    std::vector<MachinePeak> peaks;
    try {
        const auto array = ordered_json::parse(json);
        if (!array.is_array())
            throw Error(translated("Measured peaks of machines cannot be read: they are not a JSON array."));
        for (const auto& each : array) {
            MachinePeak& peak = peaks.emplace_back();
            readValue(each, "cpu_model", peak.cpuModel);
            readValue(each, "threads", peak.threads);
            readValue(each, "instruction_set", peak.instructionSet);
            readValue(each, "flops_per_second", peak.flopsPerSecond);
            readValue(each, "bytes_per_second", peak.bytesPerSecond);
            readValue(each, "measured_unix_ms", peak.measuredUnixMs);
            if (each.contains("others_share")) // not in files of earlier versions
                readValue(each, "others_share", peak.othersShare);
        }
    } catch (const nlohmann::json::exception& error) {
        throw Error(
            translated("Measured peaks of machines cannot be read: they are not JSON of the expected form."),
            error.what());
    }
    for (const auto& peak : peaks)
        if (!peak.isMeasured() || peak.threads < 1)
            throw Error(translated("Measured peaks of machines cannot be read: a figure is not above 0."));
    return peaks;
}

} // namespace stepscope
