#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/terminal.h"
#include "core/base/text/format.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/machine/machine_peak.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace stepscope {

namespace {

void printDevicesJson(const std::vector<DeviceInfo>& devices)
{
    auto json = nlohmann::ordered_json::array();
    for (const auto& device : devices)
        json.push_back({{"id", device.id},
                        {"name", device.name},
                        {"usable", device.whyAbsent.empty()},
                        {"why_absent", device.whyAbsent},
                        {"memory_bytes", device.memoryBytes}});
    printJson(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void printTable(const std::vector<DeviceInfo>& devices)
{
    for (const auto& device : devices) {
        if (!device.whyAbsent.empty())
            print("{:<8}  {}\n", device.id,
                  translated("not available: {reason}", {{"reason", device.whyAbsent}}));
        else if (device.memoryBytes > 0)
            print("{:<8}  {}, {}\n", device.id, device.name, formatBytes(double(device.memoryBytes)));
        else
            print("{:<8}  {}\n", device.id, device.name);
    }
}

void printPeak(const MachinePeak& peak, bool json)
{
    if (json) {
        printJson(toJson(std::vector{peak}));
        return;
    }
    print("{}, {}, {}\n", peak.cpuModel,
          translatedPlural("{count} thread", "{count} threads", peak.threads,
                           {{"count", fmt::format("{}", peak.threads)}}),
          peak.instructionSet);
    print("  {:<9}  {}\n", translated("peak"),
          translated("{amount}/s of 32-bit floats", {{"amount", formatFlops(peak.flopsPerSecond)}}));
    print("  {:<9}  {}\n", translated("bandwidth"),
          translated("{amount}/s of memory (triad)", {{"amount", formatBytes(peak.bytesPerSecond)}}));
    print("  {}\n", translated("programs are compute-bound from {count} operations per byte",
                               {{"count", formatTimes(peak.ridge())}}));
    if (peak.isOfBusyMachine())
        print("  {}\n", translated("measured on a busy machine: other programs used {share} of the "
                                   "processors; measure again when they are idle",
                                   {{"share", formatShare(peak.othersShare)}}));
    print("{}\n", translated("kept in {file}", {{"file", machinePeakFile().string()}}));
}

} // namespace

Command makeDevicesCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("devices", translated("List what this machine can train on"));
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, translated("Print a JSON array"));
    auto measure = std::make_shared<bool>(false);
    auto threads = std::make_shared<int>(0);
    auto* measureFlag =
        command->add_flag("--measure-peak", *measure,
                          translated("Measure the peak throughput of the processors and their memory"));
    command->add_option("--threads", *threads, translated("Threads to measure with; 0: one per processor"))
        ->check(CLI::Range(0, 4096))
        ->needs(measureFlag)
        ->option_text("N");
    command->footer(helpExamples({"stepscope devices", "stepscope devices --measure-peak --threads 2"}));
    return {command, [json, measure, threads] {
                if (*measure) {
                    printPeak(machinePeak(*threads > 0 ? *threads : availableProcessors(), true), *json);
                    return exitDone;
                }
                const auto devices = loadEngine()->devices();
                *json ? printDevicesJson(devices) : printTable(devices);
                return exitDone;
            }};
}

} // namespace stepscope
