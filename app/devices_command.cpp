#include "app/command.h"
#include "core/base/format.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace stepscope {

namespace {

void printJson(const std::vector<DeviceInfo>& devices)
{
    auto json = nlohmann::ordered_json::array();
    for (const auto& device : devices)
        json.push_back({{"id", device.id},
                        {"name", device.name},
                        {"usable", device.whyAbsent.empty()},
                        {"why_absent", device.whyAbsent},
                        {"memory_bytes", device.memoryBytes}});
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void printTable(const std::vector<DeviceInfo>& devices)
{
    for (const auto& device : devices) {
        if (!device.whyAbsent.empty())
            fmt::print("{:<8}  not here: {}\n", device.id, device.whyAbsent);
        else if (device.memoryBytes > 0)
            fmt::print("{:<8}  {}, {}\n", device.id, device.name, formatBytes(double(device.memoryBytes)));
        else
            fmt::print("{:<8}  {}\n", device.id, device.name);
    }
}

} // namespace

Command makeDevicesCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("devices", "List what this machine can train on");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "Print a JSON array");
    command->footer("Example:\n  stepscope devices");
    return {command, [json] {
                const auto devices = loadEngine()->devices();
                *json ? printJson(devices) : printTable(devices);
                return exitDone;
            }};
}

} // namespace stepscope
